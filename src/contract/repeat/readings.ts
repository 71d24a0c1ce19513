import type { Json } from '../../core/index.ts';
import { lastSegment } from '../../spec/index.ts';
import { fieldValue, parsePointer, valueAt } from '../../wire/index.ts';
import { shellWord } from '../recording/curl.ts';
import type { Outcome } from '../transport/target.ts';
import { answeredJson, scalarsOf } from './answered-json.ts';

/** Where a shell script reads a value in an answer. */
export type CaptureReading =
  /** The first property of that name, found with `grep`. */
  | { readonly from: 'member'; readonly name: string }
  | { readonly from: 'pointer'; readonly pointer: string }
  | { readonly from: 'header'; readonly name: string }
  /** The last segment of `Location`. */
  | { readonly from: 'location' }
  /** The path and query in `Location`. */
  | { readonly from: 'place' };

/** How to read a value out of such an answer. `hint` is the JSON Pointer at which it is expected. */
export function readingOf(outcome: Outcome, value: Json, hint?: string): CaptureReading | undefined {
  if (outcome.kind !== 'answered') return undefined;
  if (fieldValue(outcome.headers, 'etag') === value) return { from: 'header', name: 'etag' };
  const location = fieldValue(outcome.headers, 'location') ?? '';
  if (String(value).startsWith('/')) return location.includes('/') ? { from: 'place' } : undefined;
  const json = answeredJson(outcome);
  const pointer = json === undefined ? undefined : placeIn(json, value, hint);
  if (pointer !== undefined) return shortest(outcome.bytes, pointer, value);
  return lastSegment(location.replace(/[?#].*/, '').replace(/\/$/, '')) === String(value)
    ? { from: 'location' }
    : undefined;
}

function placeIn(json: Json, value: Json, hint: string | undefined): string | undefined {
  if (hint !== undefined && String(valueAt(json, hint)) === String(value)) return hint;
  return scalarsOf(json).find(([, each]) => String(each) === String(value))?.[0];
}

/**
 * The first property of that name if it has the value, as the function `property` of a script finds it; else
 * by pointer.
 */
function shortest(bytes: Uint8Array, pointer: string, value: Json): CaptureReading {
  const name = parsePointer(pointer)?.at(-1) ?? '';
  const found = /^[\w-]+$/.test(name)
    ? new RegExp(`"${name}" *: *"?([^",}]*)`).exec(new TextDecoder().decode(bytes))?.[1]
    : undefined;
  return found === String(value) ? { from: 'member', name } : { from: 'pointer', pointer };
}

/** The shell command that reads the value. */
export function readingText(reading: CaptureReading): string {
  switch (reading.from) {
    case 'member':
      return `property ${reading.name}`;
    case 'pointer':
      return `json ${shellWord(reading.pointer)} | sed 's/^"//; s/"$//'`;
    case 'header':
      return `header ${reading.name}`;
    case 'place':
      return `header location | sed 's|^[a-z]*://[^/]*||'`;
    default:
      return `header location | sed 's/[?#].*//; s|/$||; s|.*/||'`;
  }
}
