import type { Body, Json, Violation, ViolationCode } from '../core/index.ts';
import { parseMediaType, parseScalar } from '../wire/index.ts';
import type { CompiledSchema } from './compiled-schema.ts';
import { explain, MOST_VIOLATIONS, type Subject } from './explain.ts';
import type { PlannedContent } from './operation-plan.ts';

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
      return content.schema === undefined ? NOTHING : judgeValue(content.schema, body.value, body.mediaType, subject);
    case 'stream':
      return content.itemSchema === undefined ? NOTHING : judgeItems(content.itemSchema, body.items, subject);
    default:
      return NOTHING;
  }
}

function judgeValue(schema: CompiledSchema, value: Json, mediaType: string, subject: Subject): readonly Violation[] {
  return fitsSchema(schema, value, mediaType) ? NOTHING : explain(schema, value, subject);
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
