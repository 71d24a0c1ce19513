import type { Json } from '../../core/index.ts';
import { doubleNotAbove, doubleNotBelow, EXACT, identity, isArray, isObject } from '../../evaluation/index.ts';
import { setOwn } from '../../wire/index.ts';
import { isSurelyLinear, unreadablePattern } from '../model/pattern-engine.ts';

import { type CopyState, type KeywordAt, note, report, type SchemaNode } from './schema-copier.ts';

/** Copies a keyword without schemas. */
export function copyAssertion(
  node: SchemaNode,
  { keyword, origin }: KeywordAt,
  given: unknown,
  copying: CopyState,
): void {
  // Names have no digits, and some are not required in this direction.
  const value = keyword === 'dependentRequired' ? given : exactValue(given, keyword, origin, copying);
  if (keyword === 'pattern') {
    const pattern = copyPattern(node, String(value), origin, copying);
    if (pattern !== undefined) node[keyword] = pattern;
  } else if (keyword === 'enum' && isArray(value)) {
    copyChoices(node, keyword, distinct(value), copying);
  } else if (keyword === 'const') {
    copyChoices(node, keyword, [value], copying);
  } else if (keyword === 'required' && isArray(value)) {
    node[keyword] = [...new Set(value)];
  } else if (typeof value === 'bigint') {
    const below = keyword === 'maximum' || keyword === 'exclusiveMaximum';
    node[keyword] = below ? doubleNotAbove(value) : doubleNotBelow(value);
    if (!copying.options.plain) node[EXACT] = { ...(node[EXACT] as object | undefined), [keyword]: value }; // Written only here.
  } else {
    node[keyword] = value;
  }
}

/** The value with the digits of the document; a bundle has only the nearest double. */
function exactValue(value: unknown, keyword: string, origin: string, copying: CopyState): unknown {
  const rounded = isArray(value) ? value.some(isRounded) : isRounded(value);
  if (!rounded) return value;
  const raw = copying.options.raw(origin);
  if (typeof value === 'number' && typeof raw !== 'bigint' && keyword.startsWith('exclusive')) {
    // OpenAPI 3.0 says `exclusiveMaximum: true` beside the bound.
    const bound = copying.options.raw(origin.replace(/exclusiveM([^/]*)$/, 'm$1'));
    return typeof bound === 'bigint' ? bound : value;
  }
  return isArray(value) === isArray(raw) && raw !== undefined ? raw : value;
}

function isRounded(value: unknown): boolean {
  return Number.isInteger(value) ? !Number.isSafeInteger(value) : typeof value === 'object' && value !== null;
}

/** `enum` and `const`: our compilers compare exactly; another one gets the equal doubles. */
function copyChoices(
  node: SchemaNode,
  keyword: 'enum' | 'const',
  values: readonly unknown[],
  copying: CopyState,
): void {
  const choices = copying.options.plain ? values.map(toDoubles).filter((value) => value !== undefined) : values;
  if (choices.length === 0) node['not'] = {};
  else node[keyword] = keyword === 'const' ? choices[0] : choices;
}

function toDoubles(value: unknown): unknown {
  if (typeof value === 'bigint') return BigInt(Number(value)) === value ? Number(value) : undefined;
  if (isArray(value)) return value.map(toDoubles);
  if (!isObject(value)) return value;
  const copy: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(value)) setOwn(copy, key, toDoubles(member));
  return copy;
}

/** The values without repetitions. */
export function distinct(values: readonly unknown[]): readonly unknown[] {
  const seen = new Map<string, unknown>();
  // Values come from a parsed document, so they are JSON.
  for (const value of values) seen.set(identity(value as Json), value);
  return [...seen.values()];
}

/** A pattern that compiles; the others are reported. */
export function copyPattern(node: SchemaNode, source: string, origin: string, copying: CopyState): string | undefined {
  const reason = unreadablePattern(source);
  if (reason !== undefined) {
    report(
      node,
      { code: 'invalid-pattern', pointer: origin, what: `cannot be read as an ECMA-262 expression (${reason})` },
      copying,
    );
    return undefined;
  }
  if (isSurelyLinear(source)) return source;
  note(node, 'hasCostlyPattern', copying);
  return copying.options.plain ? undefined : source;
}
