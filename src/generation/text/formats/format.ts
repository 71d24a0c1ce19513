import type { Chance } from '../../model/chance.ts';
import type { Fake } from '../faker.ts';

/** One string format: how to make a string of it, how to recognise one, and strings that break it. */
export interface Format {
  make(draw: FormatDraw): string;
  /** The same value in its other spellings, for lengths and patterns that the usual one does not have. */
  spellings?(text: string): readonly string[];
  matches(text: string): boolean;
  /** Strings that every validator of the format refuses. */
  readonly broken: readonly string[];
  /** Not asserted by validators: values are generated for it, and never refused by it. */
  readonly annotation?: true;
}

export interface FormatDraw {
  readonly chance: Chance;
  /** Words of the field's name, lower-case: `created at`, `birth date`. */
  readonly words: readonly string[];
  readonly fake: () => Fake;
}
