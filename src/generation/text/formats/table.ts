import { CODE_FORMATS } from './codes.ts';
import { DATES } from './dates.ts';
import type { Format } from './format.ts';
import { NETWORK } from './network.ts';
import { NUMBERS_AS_TEXT } from './numbers.ts';

/**
 * All known string formats. To add one, add it to a list beside this file. An unknown format has no effect.
 */
const FORMATS: ReadonlyMap<string, Format> = new Map(
  [DATES, NETWORK, CODE_FORMATS, NUMBERS_AS_TEXT].flatMap((list) => Object.entries(list)),
);

export function formatNamed(name: string): Format | undefined {
  return FORMATS.get(name);
}
