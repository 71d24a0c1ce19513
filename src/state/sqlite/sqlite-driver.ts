import { createRequire, isBuiltin } from 'node:module';
import { pathToFileURL } from 'node:url';
import { StandinError } from '../../core/index.ts';

export type SqlValue = string | number | Uint8Array | null;
export type Row = Readonly<Record<string, SqlValue>>;

/** One connection to a SQLite file. Statements are prepared once. Failures come as `StandinError`. */
export interface Connection {
  get(sql: string, ...values: SqlValue[]): Row | undefined;
  all(sql: string, ...values: SqlValue[]): readonly Row[];
  run(sql: string, ...values: SqlValue[]): void;
  /** After this call, error messages do not contain the path of the file, because clients may see them. */
  opened(): void;
  close(): void;
}

export interface SqliteDriver {
  readonly name: 'node:sqlite' | 'better-sqlite3';
  open(path: string, options: { readonly readOnly: boolean; readonly busyMs: number }): Connection;
}

/**
 * Node's own SQLite if it has one (22.13 and later), else better-sqlite3 12, resolved from `from` or from
 * standin. Throws `state.unavailable`.
 */
export function loadSqlite(from: string | undefined): SqliteDriver {
  const own = createRequire(import.meta.url);
  if (isBuiltin('node:sqlite')) return nodeDriver(own('node:sqlite') as NodeSqlite); // the shape is Node's documented one
  const errors: unknown[] = [];
  for (const require of from === undefined ? [own] : [createRequire(pathToFileURL(`${from}/`)), own]) {
    try {
      return betterDriver(require);
    } catch (error) {
      if (error instanceof StandinError) throw error;
      errors.push(error);
    }
  }
  throw new StandinError('state.unavailable', 'This Node has no SQLite, and better-sqlite3 cannot be loaded.', {
    hint: 'Use Node 22.13 or later, or install better-sqlite3@12.',
    cause: errors[0],
  });
}

interface NodeSqlite {
  readonly DatabaseSync: new (path: string, options: { readOnly: boolean }) => Database;
}

/** The common interface of both libraries. */
interface Database {
  exec(sql: string): unknown;
  prepare(sql: string): Statement;
  close(): unknown;
}

interface Statement {
  get(...values: SqlValue[]): unknown;
  all(...values: SqlValue[]): unknown;
  run(...values: SqlValue[]): unknown;
}

const nodeDriver = ({ DatabaseSync }: NodeSqlite): SqliteDriver => ({
  name: 'node:sqlite',
  open: (path, { readOnly, busyMs }) => connect(path, busyMs, () => new DatabaseSync(path, { readOnly })),
});

function betterDriver(require: NodeJS.Require): SqliteDriver {
  const { version } = require('better-sqlite3/package.json') as { version: string };
  // Version 13 needs Node-API 10, which came with node:sqlite. On older versions of Node it crashes
  // the process without a message.
  if (Number.parseInt(version, 10) > 12) {
    throw new StandinError('state.unavailable', `better-sqlite3 ${version} does not run on this Node.`, {
      hint: 'Install better-sqlite3@12, or use Node 22.13 or later, which brings its own SQLite.',
    });
  }
  const Better = require('better-sqlite3') as new (path: string, options: { readonly: boolean }) => Database;
  return {
    name: 'better-sqlite3',
    open: (path, { readOnly, busyMs }) => connect(path, busyMs, () => new Better(path, { readonly: readOnly })),
  };
}

const MAX_STATEMENTS = 500;

function connect(path: string, busyMs: number, open: () => Database): Connection {
  let file = `The state file ${path}`;
  const withFile = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      throw sqliteError(error, file);
    }
  };
  const database = withFile(open);
  const statements = new Map<string, Statement>();
  const prepared = (sql: string): Statement => {
    let statement = statements.get(sql);
    if (statement === undefined) {
      // The number of statements is bounded, because lists of any length make different ones.
      if (statements.size >= MAX_STATEMENTS) statements.clear();
      statement = database.prepare(sql);
      statements.set(sql, statement);
    }
    return statement;
  };
  withFile(() => database.exec(`PRAGMA busy_timeout = ${busyMs}`));
  return {
    // The columns are those of this room's statements.
    get: (sql, ...values) => withFile(() => prepared(sql).get(...values)) as Row | undefined,
    all: (sql, ...values) => withFile(() => prepared(sql).all(...values)) as readonly Row[],
    run: (sql, ...values) =>
      void withFile(() => (values.length === 0 ? database.exec(sql) : prepared(sql).run(...values))),
    opened() {
      file = 'The state file';
    },
    close: () => void withFile(() => database.close()),
  };
}

/** SQLite's primary result codes (sqlite.org/rescode.html) as standin's errors. */
const RESULTS: readonly (readonly [number, string, 'state.full' | 'state.damaged' | 'state.unavailable', string])[] = [
  [5, 'BUSY', 'state.unavailable', 'is locked by another process'],
  [6, 'LOCKED', 'state.unavailable', 'is locked by another process'],
  [8, 'READONLY', 'state.unavailable', 'cannot be written'],
  [10, 'IOERR', 'state.unavailable', 'cannot be read or written'],
  [11, 'CORRUPT', 'state.damaged', 'is damaged'],
  [13, 'FULL', 'state.full', 'cannot grow: the disk is full'],
  [14, 'CANTOPEN', 'state.unavailable', 'cannot be opened'],
  [26, 'NOTADB', 'state.damaged', 'is not a SQLite database, or is damaged'],
];

function sqliteError(error: unknown, file: string): unknown {
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  const found = RESULTS.find(
    ([number, name]) =>
      (typeof errcode === 'number' && (errcode & 255) === number) ||
      (typeof code === 'string' && code.startsWith(`SQLITE_${name}`)),
  );
  return found === undefined ? error : new StandinError(found[2], `${file} ${found[3]}.`, { cause: error });
}

/** Whether another process held the lock. */
export const isBusy = (error: unknown): boolean =>
  error instanceof StandinError && error.message.endsWith(`${RESULTS[0]?.[3]}.`);
