import { createRequire } from 'node:module';
import type { Faker, Randomizer } from '@faker-js/faker';
import { type Chance, chanceAt, draw } from '../model/chance.ts';
import type { Where } from '../model/generator.ts';

/** Faker, reading its chance from a place instead of a running sequence. */
export type Fake = Faker;

/** Instant that all drawn dates are relative to: never the clock, or the bytes would change by the day. */
export const REFERENCE_INSTANT: number = Date.UTC(2026, 0, 1);

/** A Faker positioned at a place: the same seed and place give the same draws on every machine, in any order. English data only. */
export function createFake(where: Where): Fake {
  return fakeFrom(chanceAt(where));
}

/** A Faker that can be moved from place to place, for one value at each of many places. */
export function createMovableFake(): (chance: Chance) => Fake {
  const randomizer = { chance: { a: 0, b: 0, count: 0 }, next: () => draw(randomizer.chance), seed: () => undefined };
  let fake: Fake | undefined;
  return (chance) => {
    randomizer.chance = chance;
    fake ??= assemble(randomizer);
    return fake;
  };
}

function fakeFrom(chance: Chance): Fake {
  return assemble({ next: () => draw(chance), seed: () => undefined });
}

function assemble(randomizer: Randomizer): Fake {
  const { prototype, locale } = kit();
  const config = { defaultRefDate: () => new Date(REFERENCE_INSTANT) };
  // Object.create gives `any`; the prototype is that of Faker with each of its modules.
  const fake: Fake = Object.create(prototype);
  return Object.defineProperty(fake, 'fakerCore', { value: { locale, randomizer, config } });
}

/** Which Faker draws the data, such as `faker 10.6.0`: another one may draw other values from the same seed. */
export function drawnBy(): string {
  // The package's own file, which `require` cannot know.
  const { version } = createRequire(import.meta.url)('@faker-js/faker/package.json') as { readonly version: string };
  return `faker ${version}`;
}

interface Kit {
  readonly prototype: object;
  readonly locale: Faker['definitions'];
}

/** Loading takes 20–50 ms and a tool may never need it, so this constant is made on first use. It never changes after. */
let loaded: Kit | undefined;

function kit(): Kit {
  loaded ??= loadKit();
  return loaded;
}

/** Making all 27 modules of a Faker takes 30 µs, and a factory uses two or three of them: each is made when it is first asked for. */
function loadKit(): Kit {
  // The package's own type of this entry point; `require` cannot know it.
  return kitOf(createRequire(import.meta.url)('@faker-js/faker/locale/en') as FakerModule);
}

type FakerModule = typeof import('@faker-js/faker/locale/en');

/**
 * Loads Faker where it cannot be loaded when it is first needed: a test runner with a module system of its own (Jest) has a `require` that knows no
 * ES modules, and says so by having no loaders of its own.
 */
export async function prepareFake(): Promise<void> {
  const isNative = Object.hasOwn(createRequire(import.meta.url).extensions, '.js');
  if (!isNative) loaded ??= kitOf(await import('@faker-js/faker/locale/en'));
}

function kitOf({ faker }: FakerModule): Kit {
  const prototype: object = Object.create(Object.getPrototypeOf(faker));
  for (const [name, module] of Object.entries(faker)) {
    if (name === 'fakerCore') continue;
    Object.defineProperty(prototype, name, {
      get(this: Faker) {
        const made: unknown = new module.constructor(this);
        Object.defineProperty(this, name, { value: made });
        return made;
      },
    });
  }
  return { prototype, locale: faker.definitions };
}
