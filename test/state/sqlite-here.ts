import { createRequire, isBuiltin } from 'node:module';

const from = process.env['STANDIN_TEST_MODULES'];

/** Where better-sqlite3 is looked for, beside the project's own modules. */
export const RESOLVE_FROM: { readonly resolveFrom?: string } = from === undefined ? {} : { resolveFrom: from };

/** Whether this machine can run the SQLite engine at all. */
export const hasSqlite: boolean = isBuiltin('node:sqlite') || canResolve();

function canResolve(): boolean {
  const require = createRequire(from === undefined ? import.meta.url : `${from}/x.js`);
  try {
    require.resolve('better-sqlite3');
    return true;
  } catch {
    return false;
  }
}
