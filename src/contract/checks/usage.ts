import type { HttpRequest, Json } from '../../core/index.ts';
import type { Api, MediaType, Operation, Schema, SchemaObject } from '../../spec/index.ts';
import { mediaTypeFor } from '../../spec/index.ts';
import { fieldValue, isArray, parseCookies, parseQuery } from '../../wire/index.ts';
import { type Check, type Draft, defineCheck } from '../check.ts';

/** Guard (all of them): only requests that someone else sent: scenarios, recorded traffic, journals; never our own probes. */
export const deprecatedOperationUsed: Check = defineCheck({
  id: 'deprecated.operation-used',
  tier: 1,
  severity: 'warning',
  about: 'usage',
  layer: 'free',
  question: 'Does anybody use a deprecated operation?',
  judge({ purpose: { caller }, operation }) {
    if (caller === undefined || operation?.lifecycle.deprecated !== true) return [];
    return [
      {
        subject: caller,
        expected: operation.lifecycle.successor ?? 'another operation',
        actual: `${operation.method} ${operation.path}`,
        message: `${caller} uses ${operation.id}, which is deprecated.`,
      },
    ];
  },
});

export const deprecatedParameterUsed: Check = defineCheck({
  id: 'deprecated.parameter-used',
  tier: 1,
  severity: 'warning',
  about: 'usage',
  layer: 'free',
  question: 'Does anybody use a deprecated parameter?',
  judge({ purpose: { caller }, operation, request }) {
    if (caller === undefined || operation === undefined) return [];
    return operation.parameters
      .filter((parameter) => parameter.lifecycle.deprecated && carries(request, parameter.in, parameter.name))
      .map((parameter) => ({
        pointer: parameter.pointer,
        messagePointer: `/${parameter.in}/${parameter.name}`,
        subject: caller,
        expected: `${parameter.name} left out`,
        actual: `${parameter.name} sent`,
        message: `${caller} sends ${parameter.name} to ${operation.id}, which is deprecated.`,
      }));
  },
});

function carries(request: HttpRequest, place: string, name: string): boolean {
  if (place === 'path') return true;
  if (place === 'header') return fieldValue(request.headers, name) !== undefined;
  if (place === 'cookie') return parseCookies(request.headers).some((cookie) => cookie.name === name);
  const query = parseQuery(request.query);
  return query.ok && query.pairs.some((pair) => pair.name === name || pair.name.startsWith(`${name}[`));
}

export const deprecatedPropertySent: Check = defineCheck({
  id: 'deprecated.property-sent',
  tier: 1,
  severity: 'warning',
  about: 'usage',
  layer: 'free',
  question: 'Does anybody send a deprecated property?',
  judge({ purpose: { caller }, operation, request, api }) {
    const { body } = request;
    if (caller === undefined || operation?.body === undefined || body.kind !== 'parsed') return [];
    const media = mediaTypeFor(operation.body.content, body.mediaType);
    return deprecatedIn(api, media, body.value).map((each) => draft(each, caller, operation, 'sends'));
  },
});

export const deprecatedPropertyReturned: Check = defineCheck({
  id: 'deprecated.property-returned',
  tier: 1,
  severity: 'warning',
  about: 'usage',
  layer: 'free',
  question: 'Is a deprecated property still returned to anybody?',
  judge({ purpose: { caller }, operation, response, documented, api }) {
    const { body } = response;
    if (caller === undefined || operation === undefined || documented === undefined || body.kind !== 'parsed')
      return [];
    const media = mediaTypeFor(documented.content, body.mediaType);
    return deprecatedIn(api, media, body.value).map((each) => draft(each, caller, operation, 'is sent'));
  },
});

/** Guard: only where the document says experimental, alpha or beta of the operation. */
export const stabilityExperimentalUsed: Check = defineCheck({
  id: 'stability.experimental-used',
  tier: 2,
  severity: 'warning',
  about: 'usage',
  layer: 'free',
  question: 'Does anybody rely on what is not stable?',
  judge({ purpose: { caller }, operation }) {
    const stability = operation?.lifecycle.stability;
    if (
      caller === undefined ||
      operation === undefined ||
      !/^(experimental|alpha|beta|preview|draft)$/.test(stability ?? '')
    )
      return [];
    return [
      {
        subject: caller,
        expected: 'a stable operation',
        actual: stability ?? '',
        message: `${caller} uses ${operation.id}, which is ${stability}.`,
      },
    ];
  },
});

interface Found {
  readonly place: string;
  readonly pointer: string | undefined;
}

function draft(found: Found, caller: string, operation: Operation, verb: string): Draft {
  return {
    ...(found.pointer === undefined ? {} : { pointer: found.pointer }),
    messagePointer: `/body${found.place}`,
    subject: caller,
    expected: `${found.place} left out`,
    actual: `${found.place} there`,
    message: `${caller} ${verb} ${found.place} of ${operation.id}, which is deprecated.`,
  };
}

const DEEPEST = 12;

/** Places of a value whose schema says that they are deprecated, each once. */
export function deprecatedIn(api: Api, media: MediaType | undefined, value: Json): readonly Found[] {
  const found = new Map<string, Found>();
  if (media?.schema !== undefined) search(api, media.schema, value, '', found, 0);
  return [...found.values()];
}

function search(api: Api, schema: Schema, value: Json, place: string, found: Map<string, Found>, depth: number): void {
  const rule = api.deref(schema);
  if (typeof rule === 'boolean' || depth > DEEPEST || typeof value !== 'object' || value === null) return;
  for (const branch of [...(rule.allOf ?? []), ...(rule.anyOf ?? []), ...(rule.oneOf ?? [])]) {
    search(api, branch, value, place, found, depth + 1);
  }
  if (isArray(value)) {
    const { items } = rule;
    if (items !== undefined)
      for (const item of value.slice(0, 50)) search(api, items, item, `${place}/*`, found, depth + 1);
    return;
  }
  for (const [name, property] of Object.entries<Schema>(rule.properties ?? {})) {
    if (!Object.hasOwn(value, name)) continue;
    const member: Schema = api.deref(property);
    const at = `${place}/${name}`;
    if (isMarked(property) || isMarked(member)) found.set(at, { place: at, pointer: api.pointerOf(property) });
    search(api, property, value[name] ?? null, at, found, depth + 1);
  }
}

function isMarked(schema: Schema): schema is SchemaObject {
  return typeof schema === 'object' && schema.deprecated === true;
}
