import { createRequire } from 'node:module';

type Undici = Pick<typeof import('undici'), 'Client' | 'buildConnector'>;

/**
 * What a target needs of undici: by itself it takes a third of the time of the whole package, most of which is `fetch`.
 * Where another version keeps it elsewhere, the whole package has it.
 */
export function loadUndici(): Undici {
  const require = createRequire(import.meta.url);
  try {
    return {
      // `require` knows no types; these are what the package exports under these names.
      Client: require('undici/lib/dispatcher/client.js') as Undici['Client'],
      buildConnector: require('undici/lib/core/connect.js') as Undici['buildConnector'],
    };
  } catch {
    return require('undici') as Undici;
  }
}
