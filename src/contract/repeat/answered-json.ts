import type { Json } from '../../core/index.ts';
import { escapeToken, fieldValue, isArray, isJson, isObject, parseJson } from '../../wire/index.ts';
import type { Outcome } from '../transport/target.ts';

const decodedAnswers = new WeakMap<Outcome, { readonly value: Json | undefined }>();

/** The JSON of an answer, if it has any. Each answer is decoded once. */
export function answeredJson(outcome: Outcome): Json | undefined {
  const known = decodedAnswers.get(outcome);
  if (known !== undefined) return known.value;
  const value = outcome.kind === 'answered' ? jsonIn(outcome) : undefined;
  decodedAnswers.set(outcome, { value });
  return value;
}

function jsonIn({ headers, bytes }: Extract<Outcome, { kind: 'answered' }>): Json | undefined {
  if (!isJson(fieldValue(headers, 'content-type') ?? '')) return undefined;
  const parsed = parseJson(new TextDecoder().decode(bytes));
  return parsed.ok ? parsed.value : undefined;
}

/** How many places of one body are looked at. */
const MOST = 2_000;

/** Strings and numbers of a JSON value, each with its JSON Pointer, outermost first. */
export function scalarsOf(value: Json): readonly (readonly [pointer: string, value: Json])[] {
  const found: (readonly [string, Json])[] = [];
  let level: readonly (readonly [string, Json])[] = [['', value]];
  while (level.length > 0 && found.length < MOST) {
    const next: (readonly [string, Json])[] = [];
    for (const [pointer, each] of level) {
      if (isArray(each)) each.forEach((item, at) => void next.push([`${pointer}/${at}`, item]));
      else if (isObject(each))
        for (const [name, member] of Object.entries(each)) next.push([`${pointer}/${escapeToken(name)}`, member]);
      else if (each !== null && typeof each !== 'boolean') found.push([pointer, each]);
    }
    level = next.slice(0, MOST);
  }
  return found;
}
