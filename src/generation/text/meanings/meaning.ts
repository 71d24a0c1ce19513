import type { Json } from '../../../core/index.ts';
import type { Chance } from '../../model/chance.ts';
import type { Fake } from '../faker.ts';

/** What a field of a certain name holds. A made value is used only where it fits the schema. */
export interface Meaning {
  make(fake: Fake, chance: Chance, words: readonly string[], about: string): Json;
  /** Running text: may be cut to length. */
  readonly prose?: true;
  /** Address of a picture, under `https://example.com/`. */
  readonly picture?: true;
}

/** Meanings by the last words of a field's name, singular; with several names separated by commas. */
export type Meanings = Readonly<Record<string, Meaning['make'] | Meaning>>;
