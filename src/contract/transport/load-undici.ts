import { createRequire } from 'node:module';

type Undici = Pick<typeof import('undici'), 'Client' | 'buildConnector'>;

/**
 * The parts of undici that a target needs. They load in a third of the time of the whole package, most of
 * which is `fetch`. If another version has other paths, the whole package is loaded.
 */
export function loadUndici(): Undici {
  const require = createRequire(import.meta.url);
  try {
    return {
      // `require` has no types; these are the types of the package's exports.
      Client: require('undici/lib/dispatcher/client.js') as Undici['Client'],
      buildConnector: require('undici/lib/core/connect.js') as Undici['buildConnector'],
    };
  } catch {
    return require('undici') as Undici;
  }
}
