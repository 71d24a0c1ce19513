import type { Body, HttpRequest, HttpResponse, Violation } from '../../core/index.ts';
import type { Generator } from '../../generation/index.ts';
import { documentedCall, type ResourceModel } from '../../resources/index.ts';
import {
  type Api,
  bodyShapesOf,
  decodeParameters,
  mediaTypeFor,
  type Operation,
  type ResponseSpec,
  responseFor,
  type Schema,
  typedForm,
} from '../../spec/index.ts';
import type { Validator } from '../../validation/index.ts';
import { decodeBody, fieldValue, isForm, isMultipart, isYaml } from '../../wire/index.ts';
import type { Exchange, JudgeSettings } from '../model/exchange.ts';
import type { Purpose } from '../model/purpose.ts';
import { isRefusalInSuccess } from '../responses/refusal-in-success.ts';
import type { AnsweredOutcome } from '../transport/target.ts';
import { requestViolations } from './request-verdict.ts';

/** At most this many violations of one answer are reported. */
const MOST_VIOLATIONS = 20;

export interface ObserveOptions {
  readonly api: Api;
  readonly model: ResourceModel;
  readonly validator: Validator;
  readonly settings: JudgeSettings;
  readonly generator: Generator;
}

/** Gathers what checks may ask about one exchange. */
export function createExchange(
  options: ObserveOptions,
  exchange: {
    readonly operation: Operation | undefined;
    readonly request: HttpRequest;
    readonly purpose: Purpose;
    readonly answer: AnsweredOutcome;
    readonly url: string;
    readonly hasWorked: boolean;
    readonly credentialWorks: boolean;
  },
): Exchange {
  const { api, model, validator, settings } = options;
  const { operation, request, purpose, answer, url, hasWorked, credentialWorks } = exchange;
  const documented = operation === undefined ? undefined : responseFor(operation, answer.status);
  const response: HttpResponse = {
    status: answer.status,
    headers: answer.headers,
    body: readBody(api, documented, answer),
  };
  let all: readonly Violation[] | undefined;
  // Two templates may match one path (`/countries/{code}` and `/countries/{id}`): the service decides.
  const isOfAnother = (): boolean => {
    const other = elsewhere(api, operation, request)?.operation;
    return other !== undefined && validator.response(other, response).length === 0;
  };
  // An answer to a call by name is held against the document as it came.
  const came = answer.onWire?.answer;
  const wrong = (of: Operation): readonly Violation[] => {
    all ??= came !== undefined ? wrongAnswer(options, of, came) : isOfAnother() ? [] : validator.response(of, response);
    return all;
  };
  let violations: readonly Violation[] | undefined;
  return {
    api,
    model,
    operation,
    request,
    response,
    purpose,
    documented,
    refuses: isRefusalInSuccess(api, operation, response),
    violations: () => {
      // An undocumented response is reported by the status checks.
      violations ??=
        operation === undefined || documented === undefined ? [] : wrong(operation).slice(0, MOST_VIOLATIONS);
      return violations;
    },
    wrongInRequest: () =>
      operation === undefined ? [] : (requestViolations({ api, validator }, operation, request) ?? []),
    couldShow: (value) => {
      if (operation === undefined || response.body.kind !== 'parsed') return true;
      const other = { ...response, body: { ...response.body, value } };
      return validator.response(operation, other).length <= wrong(operation).length;
    },
    mayBe: (schema, value) => validator.value(schema, value, 'response').length === 0,
    maySend: (schema, value) => validator.value(schema, value, 'request').length === 0,
    leadsElsewhere: () => elsewhere(api, operation, request) !== undefined,
    isAnothers: () => keepsAnother(options, elsewhere(api, operation, request), request),
    answerable: () => operation === undefined || isAnswerable(options.generator, operation),
    raw: { bytes: answer.bytes, cut: answer.cut, notes: answer.notes },
    timing: answer.timing,
    settings,
    url,
    hasWorked,
    credentialWorks,
  };
}

/** What is wrong with the answer to the call that a stand-in is sent as. */
function wrongAnswer(
  { api, validator }: ObserveOptions,
  operation: Operation,
  { status, headers, bytes, cut }: AnsweredOutcome,
): readonly Violation[] {
  const call = documentedCall(operation);
  const documented = responseFor(call, status);
  if (documented === undefined) return [];
  return validator.response(call, { status, headers, body: readBody(api, documented, { headers, bytes, cut }) });
}

type MatchedOperation = Extract<ReturnType<Api['match']>, { kind: 'found' }>;

function elsewhere(api: Api, operation: Operation | undefined, request: HttpRequest): MatchedOperation | undefined {
  const match = operation === undefined ? undefined : api.match(request);
  return match?.kind === 'found' && match.operation !== operation ? match : undefined;
}

/** Called only if a service accepts a request that should be refused. */
function keepsAnother(
  { api, validator }: ObserveOptions,
  match: MatchedOperation | undefined,
  request: HttpRequest,
): boolean {
  if (match === undefined) return false;
  const parameters = decodeParameters(match.operation, request, match.pathParams, api);
  return validator.request(match.operation, request, parameters).length === 0;
}

/** Called only if a service answers that it cannot respond. */
function isAnswerable(generator: Generator, { id, responses }: Operation): boolean {
  const successes = responses.filter(({ status }) => /^(2|default)/.test(status));
  if (successes.length === 0) return true;
  return successes.some(({ content, status }) =>
    content.every(({ schema }) => {
      return (
        schema === undefined ||
        generator.value(schema, { seed: 1, at: `${id}/${status}` }, { direction: 'response' }).ok
      );
    }),
  );
}

/**
 * Decodes a body by its media type, with the documented schema. Of a stream that was not read to its end,
 * only complete items count.
 */
export function readBody(
  api: Api,
  documented: ResponseSpec | undefined,
  answer: Pick<AnsweredOutcome, 'headers' | 'bytes' | 'cut'>,
): Body {
  const mediaType = fieldValue(answer.headers, 'content-type');
  const end = answer.cut ? Math.max(0, answer.bytes.lastIndexOf(0x0a) + 1) : answer.bytes.length;
  const bytes = answer.bytes.subarray(0, end);
  const media = mediaType === undefined ? undefined : mediaTypeFor(documented?.content ?? [], mediaType);
  const schema = media?.schema;
  const isFormLike = isForm(mediaType ?? '') || isMultipart(mediaType ?? '');
  const shape = media === undefined ? {} : bodyShapesOf(api, media, mediaType ?? '');
  const body = decodeBody(bytes, mediaType, { duplicateKeys: 'keep-last', ...shape });
  // A YAML file whose schema is a string stays a string.
  if (body.kind === 'parsed' && isYaml(mediaType ?? '') && isString(api, schema)) return { ...body, value: body.text };
  return body.kind === 'parsed' && isFormLike
    ? { ...body, value: typedForm(api, schema, body.value, body.text) }
    : body;
}

function isString(api: Api, schema: Schema | undefined): boolean {
  const rule = schema === undefined ? true : api.deref(schema);
  return typeof rule === 'object' && rule.type === 'string';
}
