import { CODE_FORMATS } from './codes.ts';
import { DATES } from './dates.ts';
import type { Format } from './format.ts';
import { NETWORK } from './network.ts';

/** Every string format that is known by name. To add one, add it to a list beside this file. An unknown format constrains nothing. */
const FORMATS: ReadonlyMap<string, Format> = new Map(
  [DATES, NETWORK, CODE_FORMATS].flatMap((list) => Object.entries(list)),
);

export function formatNamed(name: string): Format | undefined {
  return FORMATS.get(name);
}
