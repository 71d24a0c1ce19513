import type { ValidateFunction } from 'ajv/dist/2020.js';
import { type Compile, type Doc, type DocumentedOperation, deref, operationsOf } from './document.ts';
import type { Answer, Incoming, Service } from './http.ts';

export interface Call {
  readonly operationId: string;
  readonly path: Readonly<Record<string, Doc>>;
  readonly query: Readonly<Record<string, Doc>>;
  readonly body: Doc;
  readonly incoming: Incoming;
}

export type Handlers = Readonly<Record<string, (call: Call) => Answer>>;

export interface ServiceParts {
  /** What the server believes its contract to be. */
  readonly document: Doc;
  /** Compiles schemas of that document for requests. */
  readonly compile: Compile;
  readonly handlers: Handlers;
  /** A refusal in the server's own form. */
  readonly refuse: (status: number, message: string) => Answer;
  /** Status of a request that can be read but breaks a rule. */
  readonly invalid: 400 | 422;
  /** A refusal for who may not do this. */
  readonly authorise?: (operation: DocumentedOperation, incoming: Incoming) => Answer | undefined;
  /** The last word on every answer. */
  readonly finish?: (answer: Answer, asked: Asked) => Answer;
}

/** Which operation an answer belongs to; none for an unknown path or method. */
export interface Asked {
  readonly operationId: string | undefined;
  readonly incoming: Incoming;
}

interface Route extends DocumentedOperation {
  readonly pattern: RegExp;
  readonly parameters: readonly { readonly spec: Doc; readonly check: () => ValidateFunction }[];
  readonly bodies: Readonly<Record<string, () => ValidateFunction>>;
  readonly bodyRequired: boolean;
  readonly answers: readonly string[];
}

class Refused extends Error {
  readonly answer: Answer;
  constructor(answer: Answer) {
    super('refused');
    this.answer = answer;
  }
}

/** A server that keeps its contract: it routes, refuses what the document refuses, and leaves the rest to its handlers. */
export function createService(parts: ServiceParts): Service {
  const routes = routesOf(parts.document, parts.compile);
  const finish = parts.finish ?? ((answer) => answer);
  return async (incoming) => {
    const asked = incoming.method === 'HEAD' ? { ...incoming, method: 'GET' } : incoming;
    const onPath = routes.filter((route) => route.pattern.test(asked.url.pathname));
    const route = onPath.find((one) => one.method === asked.method);
    try {
      if (!route) return finish(unrouted(parts, onPath, asked), { operationId: undefined, incoming });
      const call = read(parts, route, asked);
      const handler = parts.handlers[route.id];
      const answer = handler ? handler(call) : parts.refuse(501, `${route.id} is not there`);
      return finish(answer, { operationId: route.id, incoming });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return finish(error.answer, { operationId: route?.id, incoming });
    }
  };
}

function unrouted(parts: ServiceParts, onPath: readonly Route[], incoming: Incoming): Answer {
  if (onPath.length === 0) return parts.refuse(404, `there is nothing at ${incoming.url.pathname}`);
  const documented = onPath.map((one) => one.method);
  const Allow = [...documented, ...(documented.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
  if (incoming.method === 'OPTIONS') return { status: 204, headers: { Allow } };
  const answer = parts.refuse(405, `${incoming.method} is not possible here`);
  return { ...answer, headers: { ...answer.headers, Allow } };
}

function read(parts: ServiceParts, route: Route, incoming: Incoming): Call {
  const refused = parts.authorise?.(route, incoming);
  if (refused) throw new Refused(refused);
  const wanted = incoming.headers.get('accept');
  if (wanted && route.answers.length > 0 && !route.answers.some((one) => accepts(wanted, one)))
    throw new Refused(parts.refuse(406, `Accept allows none of ${route.answers.join(', ')}`));
  const raw = route.pattern.exec(incoming.url.pathname)?.groups ?? {};
  const values = { path: {} as Record<string, Doc>, query: {} as Record<string, Doc> };
  for (const { spec, check: compiled } of route.parameters) {
    const texts =
      spec.in === 'path' ? [decoded(parts, raw[spec.name] ?? '')] : incoming.url.searchParams.getAll(spec.name);
    const value = meaning(spec.schema, texts);
    if (value === undefined) {
      if (spec.required) throw new Refused(parts.refuse(parts.invalid, `${spec.name} is required`));
      continue;
    }
    const check = compiled();
    if (!check(value)) throw new Refused(parts.refuse(parts.invalid, `${spec.name} ${check.errors?.[0]?.message}`));
    values[spec.in as 'path' | 'query'][spec.name] = value;
  }
  return { operationId: route.id, ...values, body: bodyFrom(parts, route, incoming), incoming };
}

function bodyFrom(parts: ServiceParts, route: Route, incoming: Incoming): Doc {
  const types = Object.keys(route.bodies);
  if (types.length === 0) return undefined;
  if (incoming.bytes.length === 0) {
    if (route.bodyRequired) throw new Refused(parts.refuse(parts.invalid, 'a body is required'));
    return undefined;
  }
  const type = essence(incoming.headers.get('content-type') ?? '');
  const check = route.bodies[type]?.();
  if (!check) throw new Refused(parts.refuse(415, `a body is one of ${types.join(', ')}`));
  if (!/[/+]json$/.test(type)) return undefined;
  let value: Doc;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(incoming.bytes));
  } catch {
    throw new Refused(parts.refuse(400, 'the body is not JSON'));
  }
  if (!check(value)) {
    const [error] = check.errors ?? [];
    throw new Refused(parts.refuse(parts.invalid, `body${error?.instancePath ?? ''} ${error?.message}`));
  }
  return value;
}

function decoded(parts: ServiceParts, text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Refused(parts.refuse(400, `${text} is not percent-encoded`));
  }
}

/** What text means under a schema; several texts mean something only to an array. */
function meaning(schema: Doc, texts: readonly string[]): Doc {
  if (texts.length === 0) return undefined;
  if (schema.type === 'array') return texts.map((text) => scalar(schema.items, text));
  return texts.length === 1 ? scalar(schema, texts[0] ?? '') : [...texts];
}

function scalar(schema: Doc, text: string): Doc {
  if ((schema.type === 'integer' || schema.type === 'number') && /^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  if (schema.type === 'boolean' && /^(true|false)$/.test(text)) return text === 'true';
  return text;
}

function routesOf(document: Doc, compile: Compile): readonly Route[] {
  const withSchema = (spec: Doc) => ({ ...spec, schema: deref(document, spec.schema) });
  return operationsOf(document)
    .map((one) => {
      const shared = document.paths[one.path].parameters ?? [];
      const specs = [...shared, ...(one.operation.parameters ?? [])].map((spec: Doc) => deref(document, spec));
      const { content = {}, required = false } = deref(document, one.operation.requestBody) ?? {};
      const successes = Object.keys(one.operation.responses).filter((status) => status.startsWith('2'));
      return {
        ...one,
        pattern: new RegExp(`^${one.path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
        parameters: specs
          .filter((spec: Doc) => spec.in === 'path' || spec.in === 'query')
          .map((spec: Doc) => ({ spec: withSchema(spec), check: () => compile(spec.schema) })),
        bodies: Object.fromEntries(
          Object.entries<Doc>(content).map(([type, media]) => [type, () => compile(media.schema)]),
        ),
        bodyRequired: required,
        answers: successes.flatMap((status) =>
          Object.keys(deref(document, one.operation.responses[status]).content ?? {}),
        ),
      };
    })
    .sort((a, b) => Number(a.path.includes('{')) - Number(b.path.includes('{')));
}

/** Whether an `Accept` field allows a media type (RFC 9110 §12.5.1). */
export function accepts(field: string, type: string): boolean {
  const [family] = type.split('/');
  return field.split(',').some((range) => {
    const [name = '', ...parameters] = range.trim().toLowerCase().split(';');
    if (parameters.some((one) => /^\s*q=0(\.0*)?$/.test(one))) return false;
    return name === '*/*' || name === `${family}/*` || name === essence(type);
  });
}

export function essence(type: string): string {
  return (type.split(';')[0] ?? '').trim().toLowerCase();
}
