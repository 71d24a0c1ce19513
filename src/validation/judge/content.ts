import type { Body, Json, Violation, ViolationCode } from '../../core/index.ts';
import { contentKind, isArray, parseJson, parseMediaType, parseScalar } from '../../wire/index.ts';
import type { CompiledSchema } from '../compile/compiled-schema.ts';
import { explain, MOST_VIOLATIONS, type Subject } from './explain.ts';
import type { PlannedContent } from './operation-plan.ts';
import { judgeParts } from './parts.ts';

const NOTHING: readonly Violation[] = Object.freeze([]);

/** Holds a body that is there against the representation that its media type chose. Bytes without structure fit any schema. */
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
      return judgeParsed(content, body, subject);
    case 'stream':
      return judgeStream(content, body, subject);
    default:
      return NOTHING;
  }
}

function judgeParsed(content: PlannedContent, body: Parsed, subject: Subject): readonly Violation[] {
  const { schema } = content;
  const whole = schema === undefined ? NOTHING : judgeValue(content, schema, body, subject);
  const beyond = judgeBeyond(content, body, subject);
  return beyond.length === 0 ? whole : [...whole, ...beyond];
}

/**
 * A sequence is the list of its items (OpenAPI 3.2 §4.14.3). What `schema` says of it where it is about no list is how documents before 3.2
 * describe one item; of server-sent events it may be about their data, and is not judged.
 */
function judgeStream(
  { schema, itemSchema, whole }: PlannedContent,
  { items, mediaType }: Extract<Body, { readonly kind: 'stream' }>,
  subject: Subject,
): readonly Violation[] {
  const each = itemSchema === undefined ? NOTHING : judgeItems(itemSchema, items, subject);
  if (schema === undefined || isEvents(mediaType)) return each;
  const kind = whole();
  if (kind === 'list') return schema.accepts(items) ? each : [...each, ...ofList(schema, items, subject)];
  return kind === 'item' ? [...each, ...judgeItems(schema, items, subject)] : each;
}

/** An answer may have been read in part: of it only what is in the items counts. */
function ofList(schema: CompiledSchema, items: readonly Json[], subject: Subject): readonly Violation[] {
  const found = explain(schema, items, subject);
  return subject.code === 'body.schema' ? found : found.filter(({ pointer }) => pointer !== subject.pointer);
}

const isEvents = (mediaType: string): boolean => parseMediaType(mediaType)?.essence === 'text/event-stream';

/** What a document says of multipart content beside its schema: of each item, and of the header fields of parts. */
export function judgeBeyond(
  { itemSchema, parts }: PlannedContent,
  body: Parsed,
  subject: Subject,
): readonly Violation[] {
  if (body.parts === undefined) return NOTHING;
  const isList = itemSchema !== undefined && isArray(body.value);
  return [
    ...(isList ? judgeItems(itemSchema, body.value, subject) : NOTHING),
    ...(parts === undefined ? NOTHING : judgeParts(parts, body.parts, subject)),
  ];
}

export type Parsed = Extract<Body, { readonly kind: 'parsed' }>;

function judgeValue(
  content: PlannedContent,
  schema: CompiledSchema,
  { value, mediaType }: Parsed,
  subject: Subject,
): readonly Violation[] {
  if (fitsSchema(schema, value, mediaType)) return NOTHING;
  if (typeof value !== 'string' || !hasNoStructure(mediaType) || !content.isStructured())
    return explain(schema, value, subject);
  // How an object is written as `text/html` or `application/jwt` nobody has said; where it is JSON all the same, it can be judged.
  const read = parseJson(value);
  return read.ok && typeof read.value === 'object' && !schema.accepts(read.value)
    ? explain(schema, read.value, subject)
    : NOTHING;
}

/** A media type that is text and nothing more: no form of objects and lists is defined for it. */
export function isPlainText(mediaType: string): boolean {
  return isTextContent(mediaType) && parseMediaType(mediaType)?.type === 'text';
}

/** A media type that wire reads as text, whatever it is called. */
export function isTextContent(mediaType: string): boolean {
  const type = parseMediaType(mediaType);
  return type !== undefined && contentKind(type) === 'text';
}

/** A media type in which no form of objects and lists is defined, whether it is text or bytes to wire (`application/vnd.oai.openapi; charset=utf-8`). */
export function hasNoStructure(mediaType: string): boolean {
  const type = parseMediaType(mediaType);
  return isTextContent(mediaType) || (type !== undefined && contentKind(type) === 'other');
}

/** Whether a value of a body surely fits. */
export function fitsSchema(schema: CompiledSchema, value: Json, mediaType: string): boolean {
  return schema.accepts(value) || (typeof value === 'string' && fitsAsScalar(schema, value, mediaType));
}

/** Text of a media type without types of its own may stand for a number or a boolean. */
function fitsAsScalar(schema: CompiledSchema, text: string, mediaType: string): boolean {
  if (parseMediaType(mediaType)?.type !== 'text') return false;
  const value = parseScalar(text, ['number', 'boolean', 'null']);
  return typeof value !== 'string' && schema.accepts(value);
}

function judgeItems(schema: CompiledSchema, items: readonly Json[], subject: Subject): readonly Violation[] {
  const found: Violation[] = [];
  for (const [index, item] of items.entries()) {
    if (schema.accepts(item)) continue;
    found.push(...explain(schema, item, { ...subject, pointer: `${subject.pointer}/${index}`, name: `item ${index}` }));
    if (found.length >= MOST_VIOLATIONS) return found.slice(0, MOST_VIOLATIONS);
  }
  return found;
}
