import type { Chance } from '../../model/chance.ts';
import type { Fake } from '../faker.ts';

/** One string format: how to make a string, how to recognise one, and strings that break it. */
export interface Format {
  make(draw: FormatDraw): string;
  /** Other notations of the value, for lengths and patterns that exclude the usual one. */
  spellings?(text: string): readonly string[];
  matches(text: string): boolean;
  /** Strings that every validator of the format refuses. */
  readonly broken: readonly string[];
  /** Not asserted by validators: values are generated for it, and never refused by it. */
  readonly annotation?: true;
}

export interface FormatDraw {
  readonly chance: Chance;
  /** Words of the property's name in lower case: `created at`, `birth date`. */
  readonly words: readonly string[];
  readonly fake: () => Fake;
}
