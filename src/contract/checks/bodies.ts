import type { Json } from '../../core/index.ts';
import type { Schema } from '../../spec/index.ts';
import { mediaTypeFor } from '../../spec/index.ts';
import { fieldValue, isArray, isJson, parseJson, parseMediaType, stringifyJson } from '../../wire/index.ts';
import { type Check, type Draft, defineCheck, type Seen } from '../check.ts';

/** Guard: only JSON; RFC 8259 §4 says SHOULD, and readers differ in what they take. */
export const bodyDuplicateKeys: Check = defineCheck({
  id: 'body.duplicate-keys',
  tier: 2,
  severity: 'error',
  about: 'service',
  layer: 'parse',
  question: 'Has every JSON object each name once?',
  judge({ response: { body }, documented }) {
    if (body.kind !== 'parsed' || !isJson(body.mediaType)) return [];
    const read = parseJson(body.text, { duplicateKeys: 'keep-last' });
    const keys = read.ok ? (read.duplicateKeys ?? []) : [];
    if (keys.length === 0) return [];
    return [
      {
        ...(documented === undefined ? {} : { pointer: documented.pointer }),
        messagePointer: '/body',
        expected: 'each name once (RFC 8259 §4)',
        actual: keys.slice(0, 5).join(', '),
        message: `The body has ${keys.slice(0, 5).join(', ')} more than once.`,
      },
    ];
  },
});

/** Guard: only where the response of this very status documents no content; errors may explain themselves. */
export const bodyPresentWhenUndocumented: Check = defineCheck({
  id: 'body.present-when-undocumented',
  tier: 2,
  severity: 'error',
  about: 'service',
  layer: 'media-type',
  question: 'Does no body come where the document describes none?',
  judge({ response, raw, documented, request }) {
    if (documented === undefined || documented.content.length > 0 || raw.bytes.length === 0) return [];
    if (response.status < 200 || response.status > 299 || response.status === 204 || request.method === 'HEAD')
      return [];
    return [
      {
        pointer: documented.pointer,
        messagePointer: '/body',
        expected: 'no body',
        actual: `${raw.bytes.length} bytes`,
        message: `The answer ${response.status} has a body; the document describes none.`,
      },
    ];
  },
});

/** Guard: only statuses and methods that never have content (RFC 9110 §6.4.1). Over a network the bytes show as surplus. */
export const bodyOn204304: Check = defineCheck({
  id: 'body.on-204-304',
  tier: 2,
  severity: 'error',
  about: 'service',
  layer: 'transport',
  question: 'Do 204, 304 and HEAD come without a body?',
  judge({ request, response, raw }) {
    const bodiless = response.status === 204 || response.status === 304 || request.method === 'HEAD';
    if (!bodiless) return [];
    const surplus = raw.notes.some(({ kind }) => kind === 'surplus-bytes');
    const declared = response.status === 204 && Number(fieldValue(response.headers, 'content-length') ?? '0') > 0;
    if (raw.bytes.length === 0 && !surplus && !declared) return [];
    return [
      {
        messagePointer: '/body',
        keyword: String(response.status),
        expected: 'no content (RFC 9110 §6.4.1)',
        actual: declared ? 'a Content-Length above 0' : 'bytes',
        message: `${request.method} answered ${response.status} with content.`,
      },
    ];
  },
});

/** Guard: 204, 304 and HEAD belong to `body.on-204-304`. */
export const transportSurplusBytes: Check = defineCheck({
  id: 'transport.surplus-bytes',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'transport',
  question: 'Does the answer end where it says it ends?',
  judge({ request, response, raw }) {
    const surplus = raw.notes.find(({ kind }) => kind === 'surplus-bytes');
    if (surplus === undefined || response.status === 204 || response.status === 304 || request.method === 'HEAD')
      return [];
    return [
      {
        messagePointer: '/body',
        expected: 'nothing behind the end of the answer',
        actual: surplus.message,
        message:
          'Bytes came behind the end of the answer; the next request on this connection would have read them as its own.',
      },
    ];
  },
});

/** Guard: a coding that was not asked for and that nobody can take off. */
export const transportUnknownCoding: Check = defineCheck({
  id: 'transport.unknown-coding',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'transport',
  question: 'Is the content coding one that was asked for?',
  judge({ raw }) {
    const unknown = raw.notes.find(({ kind }) => kind === 'unknown-coding');
    if (unknown === undefined) return [];
    return [
      {
        messagePointer: '/header/content-encoding',
        expected: 'gzip, deflate, br or none',
        actual: unknown.message,
        message: `${unknown.message}.`,
      },
    ];
  },
});

/** Guard: only what a fetch function in this process can show; over a network such an answer is not whole. */
export const contentLengthMismatch: Check = defineCheck({
  id: 'content-length.mismatch',
  tier: 3,
  severity: 'info',
  about: 'service',
  layer: 'free',
  question: 'Is Content-Length the length?',
  judge({ raw }) {
    return raw.notes
      .filter(({ kind }) => kind === 'content-length')
      .map(({ message }) => ({
        messagePointer: '/header/content-length',
        expected: 'the length',
        actual: message,
        message: `${message}.`,
      }));
  },
});

/** Guard: only JSON (RFC 8259 §8.1: UTF-8, and no charset parameter is defined); us-ascii is part of UTF-8. */
export const contentTypeCharset: Check = defineCheck({
  id: 'content-type.charset',
  tier: 2,
  severity: 'error',
  about: 'service',
  layer: 'media-type',
  question: 'Is JSON in UTF-8?',
  judge({ response, raw }) {
    const value = fieldValue(response.headers, 'content-type');
    if (value === undefined || raw.bytes.length === 0 || !isJson(value)) return [];
    const charset = parseMediaType(value)?.parameters['charset']?.toLowerCase();
    if (charset === undefined || ['utf-8', 'utf8', 'us-ascii', 'ascii'].includes(charset)) return [];
    return [
      {
        messagePointer: '/header/content-type',
        expected: 'UTF-8 (RFC 8259 §8.1)',
        actual: value,
        message: `JSON is sent as ${charset}.`,
      },
    ];
  },
});

/** Guard: a byte order mark may be ignored (RFC 8259 §8.1), so it is information. */
export const bodyBomOrEncoding: Check = defineCheck({
  id: 'body.bom-or-encoding',
  tier: 3,
  severity: 'info',
  about: 'service',
  layer: 'free',
  question: 'Does JSON start with its value?',
  judge({ raw, response }) {
    const [first, second, third] = raw.bytes;
    const bom =
      (first === 0xef && second === 0xbb && third === 0xbf) ||
      (first === 0xff && second === 0xfe) ||
      (first === 0xfe && second === 0xff);
    if (!bom || !isJson(fieldValue(response.headers, 'content-type') ?? '')) return [];
    return [
      {
        messagePointer: '/body',
        expected: 'no byte order mark',
        actual: 'a byte order mark',
        message: 'JSON starts with a byte order mark.',
      },
    ];
  },
});

/** Guard: the validator's verdict on each item; the last item of a stream that we stopped reading is left out. */
export const streamItemSchema: Check = defineCheck({
  id: 'stream.item-schema',
  tier: 2,
  severity: 'error',
  about: 'service',
  layer: 'schema',
  question: 'Does every item of a stream fit its schema?',
  judge(seen) {
    if (seen.response.body.kind !== 'stream') return [];
    return seen
      .violations()
      .filter(({ code }) => code === 'response.body-schema')
      .slice(0, 5)
      .map((violation) => ({
        ...(violation.rule === undefined ? {} : { pointer: violation.rule }),
        messagePointer: violation.pointer,
        ...(violation.keyword === undefined ? {} : { keyword: violation.keyword }),
        expected: violation.message,
        actual: 'an item that does not fit',
        message: violation.message,
      }));
  },
});

/** Guard: the validator's verdict: properties that the schema marks writeOnly and the answer shows. */
export const schemaWriteOnlyLeaked: Check = defineCheck({
  id: 'schema.write-only-leaked',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'schema',
  question: 'Is nothing returned that is only to be written?',
  judge(seen) {
    return seen
      .violations()
      .filter(({ code }) => code === 'response.write-only')
      .map((violation) => ({
        ...(violation.rule === undefined ? {} : { pointer: violation.rule }),
        messagePointer: violation.pointer,
        keyword: 'writeOnly',
        expected: 'the property left out',
        actual: 'the property there',
        message: violation.message,
      }));
  },
});

const DEEPEST = 8;

/**
 * Guard: a warning, once per place; silent where the schema itself says that others may come (`additionalProperties` or
 * `unevaluatedProperties` is there), in refusals, in answers to what should have been refused, where it is open on purpose (no properties at all), or is composed with `not`, `if`.
 */
export const schemaUndocumentedProperty: Check = defineCheck({
  id: 'schema.undocumented-property',
  tier: 2,
  severity: 'warning',
  about: 'service',
  layer: 'value',
  question: 'Are there properties that the document does not mention?',
  judge(seen) {
    const { response, documented } = seen;
    if (documented === undefined || response.body.kind !== 'parsed' || !isJson(response.body.mediaType)) return [];
    if (response.status > 299 || seen.purpose.expect === 'refused') return [];
    const schema = mediaTypeFor(documented.content, response.body.mediaType)?.schema;
    if (schema === undefined) return [];
    const drafts = new Map<string, Draft>();
    unmentioned(seen, schema, response.body.value, '', drafts, 0);
    return [...drafts.values()];
  },
});

function unmentioned(
  seen: Seen,
  schema: Schema,
  value: Json,
  place: string,
  drafts: Map<string, Draft>,
  depth: number,
): void {
  if (depth > DEEPEST || typeof value !== 'object' || value === null) return;
  const branches = flatten(seen, schema, 0);
  if (branches === undefined) return;
  if (isArray(value)) {
    const items = branches.find((branch) => branch.items !== undefined)?.items;
    if (items !== undefined)
      for (const item of value.slice(0, 20)) unmentioned(seen, items, item, `${place}/*`, drafts, depth + 1);
    return;
  }
  const named: Record<string, Schema> = Object.assign(
    Object.create(null),
    ...branches.map((branch) => branch.properties ?? {}),
  );
  if (Object.keys(named).length === 0) return;
  const open = branches.some(
    (branch) =>
      branch.additionalProperties !== undefined ||
      branch.unevaluatedProperties !== undefined ||
      branch.patternProperties !== undefined,
  );
  for (const [name, member] of Object.entries(value)) {
    const at = `${place}/${name}`;
    const rule = named[name];
    if (rule !== undefined) unmentioned(seen, rule, member, at, drafts, depth + 1);
    else if (!open && !drafts.has(at)) {
      const pointer = seen.api.pointerOf(schema);
      drafts.set(at, {
        ...(pointer === undefined ? {} : { pointer }),
        messagePointer: `/body${at}`,
        subject: at,
        expected: 'a documented property',
        actual: stringifyJson(member),
        message: `${seen.operation?.id ?? 'The answer'} shows ${at}, which the document does not mention.`,
      });
    }
  }
}

type Branch = Exclude<Schema, boolean>;

/** A schema and everything that it is surely or possibly composed of; undefined where nothing can be said. */
function flatten(seen: Seen, schema: Schema, depth: number): readonly Branch[] | undefined {
  const rule = seen.api.deref(schema);
  if (typeof rule === 'boolean' || depth > DEEPEST || rule.not !== undefined || rule.if !== undefined) return undefined;
  const all: Branch[] = [rule];
  for (const part of [...(rule.allOf ?? []), ...(rule.anyOf ?? []), ...(rule.oneOf ?? [])]) {
    const branches = flatten(seen, part, depth + 1);
    if (branches === undefined) return undefined;
    all.push(...branches);
  }
  return all;
}

/** Guard: only where a value for a read-only property was sent, the write was accepted, and the answer shows exactly that value. */
export const schemaReadOnlyWritable: Check = defineCheck({
  id: 'schema.read-only-writable',
  tier: 2,
  severity: 'error',
  about: 'service',
  layer: 'value',
  question: 'Does the service keep what is read-only for itself?',
  judge(seen) {
    const { story } = seen.purpose;
    const { body } = seen.response;
    if (story.kind !== 'read-only' || seen.response.status > 299 || body.kind !== 'parsed') return [];
    const at = seen.operation === undefined ? undefined : seen.model.roleOf(seen.operation).responseEntity;
    const value = body.value;
    const entity =
      at === '' || at === undefined
        ? value
        : typeof value === 'object' && value !== null && !isArray(value)
          ? value[at.slice(1)]
          : undefined;
    if (typeof entity !== 'object' || entity === null || isArray(entity) || !Object.hasOwn(entity, story.property))
      return [];
    if (stringifyJson(entity[story.property] ?? null) !== stringifyJson(story.value)) return [];
    return [
      {
        messagePointer: `/body/${story.property}`,
        subject: story.property,
        expected: 'the service’s own value',
        actual: stringifyJson(story.value),
        message: `${seen.operation?.id} takes ${story.property}, which is read-only, from the request.`,
      },
    ];
  },
});
