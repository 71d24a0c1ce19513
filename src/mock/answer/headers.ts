import type { HeaderFields, HttpResponse, Json } from '../../core/index.ts';
import type { ResponseHeader, ResponseSpec, Schema } from '../../spec/index.ts';
import { encodeParameter, safeFieldValue } from '../../wire/index.ts';
import type { MockContext } from '../model/context.ts';

export function hasField(fields: HeaderFields, name: string): boolean {
  const wanted = name.toLowerCase();
  return fields.some(([other]) => other.length === wanted.length && other.toLowerCase() === wanted);
}

/** The answer with further fields. Existing fields stay, except for `Link`, which is a list (RFC 8288 §3). */
export function withFields(response: HttpResponse, fields: HeaderFields): HttpResponse {
  if (fields.length === 0) return response;
  const links = fields.filter(([name]) => name === 'Link').map(([, value]) => value);
  const own = response.headers.map(([name, value]) =>
    name.toLowerCase() === 'link' ? ([name, [value, ...links].join(', ')] as const) : ([name, value] as const),
  );
  return { ...response, headers: [...own, ...fields.filter(([name]) => !hasField(own, name))] };
}

/** The answer whose fields are drawn. */
interface FieldsOfAnswer {
  /** The place that random values depend on. */
  readonly at: string;
  /** The status as in the document. */
  readonly status?: string;
  /** Fields that the answer has already. */
  readonly present?: HeaderFields;
}

/** The fields that have an example of this name. */
export function fieldsOfExample(headers: readonly ResponseHeader[], wanted: string): HeaderFields {
  return headers.flatMap((header): HeaderFields => {
    const shown = header.examples.find(({ name }) => name === wanted);
    return shown === undefined ? [] : [[header.name, safeFieldValue(textOf(header, shown.value))]];
  });
}

/**
 * Documented fields without a value are drawn from their schema or taken from their example, so that the
 * answer keeps the contract.
 */
export function drawnHeaderFields(
  mock: Pick<MockContext, 'generator'> & { readonly options: { readonly seed: number } },
  headers: readonly ResponseHeader[],
  { at, status = '', present = [] }: FieldsOfAnswer,
): HeaderFields {
  return headers.flatMap((header): HeaderFields => {
    if (hasField(present, header.name)) return [];
    const schema = header.schema ?? header.content?.schema;
    // The shortest possible Retry-After (RFC 9110 §10.2.3): clients should not wait for a mock.
    if (header.examples[0] === undefined && WAIT.test(header.name) && takesSeconds(schema)) return [[header.name, '1']];
    const quota = header.examples[0] === undefined && takesText(schema) ? quotaText(header.name, status) : undefined;
    if (quota !== undefined) return [[header.name, quota]];
    const shown = header.examples[0];
    if (shown !== undefined || schema === undefined)
      return [[header.name, safeFieldValue(textOf(header, shown?.value ?? ''))]];
    let text = '';
    for (let n = 0; n < TRIES; n++) {
      const place = `${at}/header/${header.name}${n === 0 ? '' : `~${n}`}`;
      const drawn = mock.generator.value(schema, { seed: mock.options.seed, at: place });
      text = textOf(header, drawn.ok ? drawn.value : '');
      // Characters that a field cannot hold, such as a space at its end, would be lost.
      if (safeFieldValue(text) === text) break;
    }
    return [[header.name, safeFieldValue(text)]];
  });
}

const TRIES = 8;

function textOf(header: ResponseHeader, value: Json): string {
  const text = encodeParameter({ ...header, in: 'header' }, value);
  return typeof text === 'string' ? text : '';
}

/** The notation of draft-ietf-httpapi-ratelimit-headers-10: clients could not use random words. */
function quotaText(name: string, status: string): string | undefined {
  if (/^ratelimit-policy$/i.test(name)) return '"default";q=60;w=60';
  return /^ratelimit$/i.test(name) ? `"default";r=${status === '429' ? 0 : 59};t=1` : undefined;
}

function takesText(schema: Schema | undefined): boolean {
  if (typeof schema !== 'object') return true;
  const restricting = ['$ref', 'enum', 'const', 'pattern', 'format', 'minLength', 'maxLength'];
  return schema.type === 'string' && !restricting.some((name) => Object.hasOwn(schema, name));
}

/** Whether a field is a number, or any string. */
function takesSeconds(schema: Schema | undefined): boolean {
  if (typeof schema !== 'object') return true;
  const { type, format, minimum = 1, maximum = 1 } = schema;
  if (schema.$ref !== undefined || schema.enum !== undefined || schema.pattern !== undefined) return false;
  return (
    (type === 'integer' || type === 'number' || (type === 'string' && format === undefined)) &&
    minimum <= 1 &&
    maximum >= 1
  );
}

/**
 * Fields about the message itself, or that lead clients elsewhere. Their examples would be false for this
 * answer.
 */
const OWN = /^(content-.*|transfer-encoding|connection|date|etag|last-modified|location|link|www-authenticate)$/i;

/** Custom fields, for which any valid value is correct. Fields about a page are set by the list. */
const CUSTOM = /^(x-(?!(content-type|frame|download|powered|xss|forwarded|dns|ua)-)|rate-?limit)/i;
const OF_A_PAGE = /(total|count|page|limit|offset|cursor|next|prev)/i;

/**
 * Fields that every answer of a response shows: required ones, optional ones with an example or a custom
 * name, Retry-After, and the Location of a redirect or a 201.
 */
export function shownFieldsOf({ headers, status }: ResponseSpec): readonly ResponseHeader[] {
  const leads = status.startsWith('3') || status === '201';
  return headers.filter(
    ({ name, required, examples, schema }) =>
      required ||
      ((examples.length > 0 || hasShownValue(schema)) && !OWN.test(name)) ||
      (schema !== undefined && CUSTOM.test(name) && (/rate-?limit/i.test(name) || !OF_A_PAGE.test(name))) ||
      WAIT.test(name) ||
      (leads && /^location$/i.test(name)),
  );
}

/** Whether a schema itself gives the value: as its example, its default or its constant. */
function hasShownValue(schema: Schema | undefined): boolean {
  if (typeof schema !== 'object') return false;
  return (schema.examples?.length ?? 0) > 0 || schema.default !== undefined || schema.const !== undefined;
}

const WAIT = /^retry-after$/i;
