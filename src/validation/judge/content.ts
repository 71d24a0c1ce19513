import type { Body, Json, Violation, ViolationCode } from '../../core/index.ts';
import { contentKind, isArray, isSequential, parseJson, parseMediaType, parseScalar } from '../../wire/index.ts';
import type { CompiledSchema } from '../compile/compiled-schema.ts';
import { judgeEscaped } from './escaped-fields.ts';
import { explain, MOST_VIOLATIONS, type Subject } from './explain.ts';
import type { PlannedContent } from './operation-plan.ts';
import { judgeParts } from './parts.ts';

const NOTHING: readonly Violation[] = Object.freeze([]);

/** Judges a body by the representation for its media type. Bytes without a structure fit any schema. */
export function judgeContent(
  content: PlannedContent,
  body: Body,
  subject: Subject,
  malformed: ViolationCode,
): readonly Violation[] {
  switch (body.kind) {
    case 'unreadable':
      return [
        {
          code: malformed,
          pointer: subject.pointer,
          message: `The body cannot be read as \`${body.mediaType}\`: ${body.reason}`,
        },
      ];
    case 'parsed':
      return isSequential(body.mediaType) && isArray(body.value)
        ? judgeStream(content, { items: body.value, mediaType: body.mediaType }, subject)
        : judgeParsed(content, body, subject);
    case 'stream':
      return judgeStream(content, body, subject);
    default:
      return NOTHING;
  }
}

function judgeParsed(content: PlannedContent, body: ParsedContent, subject: Subject): readonly Violation[] {
  const { schema } = content;
  const whole = schema === undefined ? NOTHING : judgeValue(content, schema, body, subject);
  const beyond = judgeBeyond(content, body, subject);
  return beyond.length === 0 ? whole : [...whole, ...beyond];
}

/**
 * A sequence is a list of its items (OpenAPI 3.2 §4.14.3). A `schema` that is not about a list describes
 * one item, as in documents before 3.2; for server-sent events it may describe their data, and is not
 * judged.
 */
function judgeStream(
  { schema, itemSchema, whole }: PlannedContent,
  { items, mediaType }: Pick<Extract<Body, { readonly kind: 'stream' }>, 'items' | 'mediaType'>,
  subject: Subject,
): readonly Violation[] {
  const each = itemSchema === undefined ? NOTHING : judgeItems(itemSchema, items, subject);
  if (schema === undefined || isEvents(mediaType)) return each;
  const kind = whole();
  if (kind === 'list') return schema.accepts(items) ? each : [...each, ...ofList(schema, items, subject)];
  return kind === 'item' ? [...each, ...judgeItems(schema, items, subject)] : each;
}

/** An answer may be read in part. Then only its items are judged. */
function ofList(schema: CompiledSchema, items: readonly Json[], subject: Subject): readonly Violation[] {
  const found = explain(schema, items, subject);
  return subject.code === 'body.schema' ? found : found.filter(({ pointer }) => pointer !== subject.pointer);
}

const isEvents = (mediaType: string): boolean => parseMediaType(mediaType)?.essence === 'text/event-stream';

/**
 * Rules of forms and multipart content besides their schema: for the characters of fields, for each item, and for header fields of
 * parts.
 */
export function judgeBeyond(
  { itemSchema, parts, escaped }: PlannedContent,
  body: ParsedContent,
  subject: Subject,
): readonly Violation[] {
  if (body.parts === undefined) return escaped === undefined ? NOTHING : judgeEscaped(escaped, body.text, subject);
  const isList = itemSchema !== undefined && isArray(body.value);
  return [
    ...(isList ? judgeItems(itemSchema, body.value, subject) : NOTHING),
    ...(parts === undefined ? NOTHING : judgeParts(parts, body.parts, subject)),
  ];
}

export type ParsedContent = Extract<Body, { readonly kind: 'parsed' }>;

function judgeValue(
  content: PlannedContent,
  schema: CompiledSchema,
  { value, mediaType }: ParsedContent,
  subject: Subject,
): readonly Violation[] {
  if (fitsSchema(schema, value, mediaType)) return NOTHING;
  if (typeof value !== 'string' || !hasNoStructure(mediaType) || !content.isStructured())
    return explain(schema, value, subject);
  // There is no rule how `text/html` or `application/jwt` contains an object. If it is JSON
  // nevertheless, it is judged.
  const read = parseJson(value);
  return read.ok && typeof read.value === 'object' && !schema.accepts(read.value)
    ? explain(schema, read.value, subject)
    : NOTHING;
}

/** Whether a media type is plain text, for which no form of objects and lists is defined. */
export function isPlainText(mediaType: string): boolean {
  return isTextContent(mediaType) && parseMediaType(mediaType)?.type === 'text';
}

/** Whether content of a media type is read as text. */
export function isTextContent(mediaType: string): boolean {
  const type = parseMediaType(mediaType);
  return type !== undefined && contentKind(type) === 'text';
}

/**
 * Whether no form of objects and lists is defined for a media type, text or binary
 * (`application/vnd.oai.openapi; charset=utf-8`).
 */
export function hasNoStructure(mediaType: string): boolean {
  const type = parseMediaType(mediaType);
  return isTextContent(mediaType) || (type !== undefined && contentKind(type) === 'other');
}

/** Whether a value of a body certainly fits. */
export function fitsSchema(schema: CompiledSchema, value: Json, mediaType: string): boolean {
  return schema.accepts(value) || (typeof value === 'string' && fitsAsScalar(schema, value, mediaType));
}

/** Whether text may be a number or boolean, in a media type without types. */
function fitsAsScalar(schema: CompiledSchema, text: string, mediaType: string): boolean {
  if (parseMediaType(mediaType)?.type !== 'text') return false;
  const value = parseScalar(text, ['number', 'boolean', 'null']);
  return typeof value !== 'string' && schema.accepts(value);
}

function judgeItems(schema: CompiledSchema, items: readonly Json[], subject: Subject): readonly Violation[] {
  const found: Violation[] = [];
  for (const [index, item] of items.entries()) {
    if (schema.accepts(item)) continue;
    const pointer = `${subject.pointer}/${index}`;
    found.push(...explain(schema, item, { ...subject, pointer, noun: 'Item', name: `[${index}]` }));
    if (found.length >= MOST_VIOLATIONS) return found.slice(0, MOST_VIOLATIONS);
  }
  return found;
}
