import type { HeaderFields, HttpRequest, HttpResponse } from '../../core/index.ts';
import type { Journal } from '../../journal/index.ts';
import type { Mock, Reply } from '../../mock/index.ts';
import { fieldValue } from '../../wire/index.ts';
import { sendCallbacks } from './callbacks.ts';
import { corsFields, openFields } from './cors.ts';
import type { ServerOptions } from './options.ts';
import { type PreparedAnswer, prepareAnswer } from './translate.ts';

/** A reply of the mock with an answer. */
export type ServedAnswer = Extract<Reply, { kind: 'answer' }>;

/** A request that was passed to the mock, and its reply or a promise of it. */
export interface StartedRequest {
  readonly reply: ReturnType<Mock['respond']>;
  readonly request: HttpRequest;
  /** Milliseconds since the Unix epoch. */
  readonly started: number;
}

/** Turns a request into a written answer, for both the platform's `Request` and a socket. */
export interface ExchangeHandler {
  begin(request: HttpRequest, started: number): StartedRequest;
  /** Records the exchange in the journal and writes the answer. */
  conclude(answer: ServedAnswer, begun: StartedRequest): PreparedAnswer;
}

export function createExchangeHandler(mock: () => Mock, journal: Journal, options: ServerOptions): ExchangeHandler {
  const outgoingOf = createWriting(options);
  return {
    begin: (request, started) => ({ reply: mock().respond(request), request, started }),
    conclude(answer, begun) {
      record(journal, answer, begun, options.now());
      const callbacks = options.callbacks === 'off' ? [] : mock().callbacks(answer);
      if (callbacks.length === 0) return outgoingOf(answer, begun.request);
      return outgoingOf(withField(answer, sendCallbacks(callbacks, options.callbacks)), begun.request);
    },
  };
}

/** The answer, which is no longer one that the mock keeps, with how many callbacks are sent. */
function withField(answer: ServedAnswer, counts: string): ServedAnswer {
  const { response } = answer;
  return { ...answer, response: { ...response, headers: [...response.headers, ['Standin-Callbacks', counts]] } };
}

type Operation = ServedAnswer['context']['operation'];

/** Writes answers. The written form of repeated answers is kept. */
function createWriting(options: ServerOptions): (answer: ServedAnswer, request: HttpRequest) => PreparedAnswer {
  const ready = new WeakMap<HttpResponse, { readonly operation: Operation; readonly outgoing: PreparedAnswer }>();
  return (answer, request) => {
    const response = options.quietHeaders ? withoutStandinFields(answer.response) : answer.response;
    const isRead = request.method === 'GET' && answer.origin === 'resource' && response.body.kind === 'parsed';
    if (!isRead || (options.cors && fieldValue(request.headers, 'origin') !== undefined))
      return prepareAnswer(response, request.method, fieldsOfServer(answer, request, options));
    const known = ready.get(response);
    if (known !== undefined && known.operation === answer.context.operation) return known.outgoing;
    const outgoing = prepareAnswer(response, 'GET', fieldsOfServer(answer, request, options));
    ready.set(response, { operation: answer.context.operation, outgoing });
    return outgoing;
  };
}

function withoutStandinFields(response: HttpResponse): HttpResponse {
  const own = (name: string): boolean => name === 'Standin-Preference-Ignored' || name === 'Standin-Callbacks';
  return response.headers.some(([name]) => own(name))
    ? { ...response, headers: response.headers.filter(([name]) => !own(name)) }
    : response;
}

function record(journal: Journal, answer: ServedAnswer, { request, started }: StartedRequest, ended: number): void {
  const { context, response, origin, violations } = answer;
  const { operation, world } = context;
  // The system clock may be set back in the meantime.
  const duration = Math.max(0, ended - started);
  const client =
    fieldValue(request.headers, 'standin-client') ?? fieldValue(request.headers, 'user-agent') ?? 'unknown';
  // The received query, with Prism's controls, which are not part of the contract.
  const { request: read } = context;
  const seen = read.query === request.query ? read : { ...read, query: request.query };
  journal.record(
    operation === undefined
      ? { at: started, duration, world, request: seen, response, origin, violations, client }
      : { at: started, duration, world, operation, request: seen, response, origin, violations, client },
  );
}

function fieldsOfServer(answer: ServedAnswer, request: HttpRequest, options: ServerOptions): HeaderFields {
  const fields: (readonly [string, string])[] = [];
  if (!options.quietHeaders) {
    fields.push(['Standin-Origin', answer.origin]);
    if (answer.violations.length > 0) fields.push(['Standin-Violations', String(answer.violations.length)]);
  }
  if (varies(answer.context.operation)) fields.push(['Vary', 'Accept']);
  const origin = options.cors ? fieldValue(request.headers, 'origin') : undefined;
  if (origin !== undefined) fields.push(...corsFields(origin, documentedHeaders(answer.response)));
  else if (options.cors && request.method === 'OPTIONS') fields.push(...openFields(answer.response));
  return fields;
}

function varies(operation: Operation): boolean {
  return operation?.responses.some((spec) => spec.content.length > 1) === true;
}

function documentedHeaders(response: HttpResponse): readonly string[] {
  return response.headers.map(([name]) => name).filter((name) => !/^(vary|content-type|content-length)$/i.test(name));
}
