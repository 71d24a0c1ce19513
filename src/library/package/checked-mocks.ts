import { StandinError } from '../../core/index.ts';
import type { Mocks } from '../../mock/index.ts';
import { suggestion } from '../../spec/index.ts';

const KINDS = { behaviours: 'function', factories: 'function', startingStates: 'object' } as const;

/** Former names of parts, with their present names. */
const RENAMED: Readonly<Record<string, string>> = { scenarios: 'Starting states are in `startingStates`.' };

/** Describes the faults of a mocks object. */
export function checkedMocks(loaded: unknown, path: string): Mocks {
  const wrong = (message: string, guess = ''): StandinError =>
    new StandinError('mocks.invalid', `The mocks module ${path} ${message}.`, {
      hint: `${guess}It must export defineMocks({ behaviours, factories, startingStates }) as its default.`,
    });
  if (typeof loaded !== 'object' || loaded === null) throw wrong('has no default export that is an object');
  for (const [name, entries] of Object.entries(loaded)) {
    if (!Object.hasOwn(KINDS, name))
      throw wrong(`has an unknown part \`${name}\``, `${RENAMED[name] ?? suggestion(name, Object.keys(KINDS))} `);
    if (typeof entries !== 'object' || entries === null) throw wrong(`has \`${name}\` that is not an object`);
    // The check above ensures that `name` is one of the keys.
    const kind = KINDS[name as keyof typeof KINDS];
    for (const [key, value] of Object.entries(entries))
      if (typeof value !== kind) throw wrong(`has \`${name}.${key}\` that is not a ${kind}`);
      else if (Object.prototype.toString.call(value) === '[object GeneratorFunction]')
        throw wrong(
          `has \`${name}.${key}\` that is a generator`,
          'Write a plain function, without `yield*` and `wait`. ',
        );
  }
  return loaded as Mocks;
}
