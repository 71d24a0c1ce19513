import type { Chance } from '../../model/chance.ts';
import type { Fake } from '../faker.ts';

/** One string format: how to make a text that has it, how to tell whether a text has it, and texts that do not. */
export interface Format {
  make(draw: FormatDraw): string;
  /** The same value in its other spellings, for lengths and patterns that the usual one does not have. */
  spellings?(text: string): readonly string[];
  matches(text: string): boolean;
  /** Texts that every sensible validator refuses for this format. */
  readonly broken: readonly string[];
  /** Not asserted by validators: made in good faith, never held against a value. */
  readonly annotation?: true;
}

export interface FormatDraw {
  readonly chance: Chance;
  /** Words of the field's name, lower-case: `created at`, `birth date`. */
  readonly words: readonly string[];
  readonly fake: () => Fake;
}
