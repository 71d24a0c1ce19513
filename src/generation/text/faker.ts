import { createRequire } from 'node:module';
import type { Faker, Randomizer } from '@faker-js/faker';
import { type Chance, chanceAt, draw } from '../model/chance.ts';
import type { Where } from '../model/generator.ts';

/** Faker, with random numbers from a place instead of a sequence. */
export type Fake = Faker;

/**
 * Instant that drawn dates are relative to. It is not the clock, so that the data does not change from day
 * to day.
 */
export const REFERENCE_INSTANT: number = Date.UTC(2026, 0, 1);

/**
 * A Faker for a place: the same seed and place give the same draws on every machine, in any order. English
 * data only.
 */
export function createFake(where: Where): Fake {
  return fakeFrom(chanceAt(where));
}

/** A Faker that can be moved from place to place. */
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
  // Object.create returns `any`; the prototype is a Faker with all its modules.
  const fake: Fake = Object.create(prototype);
  return Object.defineProperty(fake, 'fakerCore', { value: { locale, randomizer, config } });
}

/**
 * The Faker version that draws the data, such as `faker 10.6.0`: another one may draw other values from the
 * same seed.
 */
export function drawnBy(): string {
  // The type of the package's own file, which `require` does not have.
  const { version } = createRequire(import.meta.url)('@faker-js/faker/package.json') as { readonly version: string };
  return `faker ${version}`;
}

interface Kit {
  readonly prototype: object;
  readonly locale: Faker['definitions'];
}

/**
 * Loading takes 20–50 ms and a process may never need it, so it is made on first use. It never changes
 * afterwards.
 */
let loadedKit: Kit | undefined;

function kit(): Kit {
  loadedKit ??= loadKit();
  return loadedKit;
}

/**
 * Creating all 27 modules of a Faker takes 30 µs, and a factory uses two or three: each is made on first
 * use.
 */
function loadKit(): Kit {
  // The type of this entry point, which `require` does not have.
  return kitOf(createRequire(import.meta.url)('@faker-js/faker/locale/en') as FakerModule);
}

type FakerModule = typeof import('@faker-js/faker/locale/en');

/**
 * Loads Faker in advance if it cannot be loaded on first use: the `require` of a test runner with its own
 * module system (Jest) cannot load ES modules, and has no loaders.
 */
export async function prepareFake(): Promise<void> {
  const isNative = Object.hasOwn(createRequire(import.meta.url).extensions, '.js');
  if (!isNative) loadedKit ??= kitOf(await import('@faker-js/faker/locale/en'));
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
