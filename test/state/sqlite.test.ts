import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'vitest';
import { createSqliteStore } from '../../src/state/index.ts';
import { conformance } from './conformance.ts';
import { hasSqlite, RESOLVE_FROM } from './sqlite-here.ts';

const folder = mkdtempSync(join(tmpdir(), 'standin-sqlite-'));
let files = 0;
const fresh = (): string => join(folder, `${files++}.db`);

if (hasSqlite) {
  conformance({
    name: 'SQLite',
    open: ({ now = () => 0, ...rest }) => createSqliteStore({ path: fresh(), now, ...rest, ...RESOLVE_FROM }),
    runs: 15,
  });
} else {
  describe.skip('a SQLite store (no SQLite here: Node 22.13 brings one, or install better-sqlite3@12)', () =>
    it('is not tested', () => {}));
}
