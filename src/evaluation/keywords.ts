import { ANY_KEYWORDS } from './any-keywords.ts';
import { ARRAY_KEYWORDS } from './array-keywords.ts';
import type { Keywords, Members, Numeric } from './evaluation.ts';
import { NUMBER_KEYWORDS } from './number-keywords.ts';
import { OBJECT_KEYWORDS } from './object-keywords.ts';
import { TEXT_KEYWORDS } from './text-keywords.ts';

/** Every keyword that can refuse a value, by the type of values it applies to. All others are annotations. */
export const KEYWORDS: {
  readonly any: Keywords<unknown>;
  readonly number: Keywords<Numeric>;
  readonly string: Keywords<string>;
  readonly array: Keywords<readonly unknown[]>;
  readonly object: Keywords<Members>;
} = {
  any: ANY_KEYWORDS,
  number: NUMBER_KEYWORDS,
  string: TEXT_KEYWORDS,
  array: ARRAY_KEYWORDS,
  object: OBJECT_KEYWORDS,
};

/** The tables for values of one `type`; `undefined` for a type without keywords of its own. */
export function keywordsOfType(type: string): Keywords<never> | undefined {
  return type !== 'any' && Object.hasOwn(KEYWORDS, type)
    ? (KEYWORDS as Readonly<Record<string, Keywords<never>>>)[type]
    : undefined;
}

/** Keywords that are read together with another one. */
export const KEYWORDS_BESIDE: readonly string[] = ['then', 'else', 'minContains', 'maxContains'];
