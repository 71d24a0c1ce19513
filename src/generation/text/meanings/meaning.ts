import type { Json } from '../../../core/index.ts';
import type { Chance } from '../../model/chance.ts';
import type { Fake } from '../faker.ts';

/** The content of a property with a certain name. A value is used only if it fits the schema. */
export interface Meaning {
  make(fake: Fake, chance: Chance, words: readonly string[], about: string): Json;
  /** Prose, which may be cut. */
  readonly prose?: true;
  /** URL of a picture, under `https://example.com/`. */
  readonly picture?: true;
}

/** Meanings by the last words of a property's name in the singular; several names are separated by commas. */
export type Meanings = Readonly<Record<string, Meaning['make'] | Meaning>>;
