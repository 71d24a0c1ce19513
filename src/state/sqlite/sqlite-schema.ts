import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { StandinError } from '../../core/index.ts';
import type { Connection, SqliteDriver } from './sqlite-driver.ts';

/** Marks a file as standin's (`PRAGMA application_id`): "stin" in ASCII. */
const APPLICATION = 0x7374696e;
const LAYOUT = 1;
/** A large transaction that exceeds the cache is written twice. */
const CACHE_KIB = 65_536;

/**
 * `fields` has the sort key of every entity for each indexed pointer, for equality and order. Row ids are
 * never reused (AUTOINCREMENT), so remembered ids stay valid.
 */
const TABLES = `
  CREATE TABLE meta (name TEXT PRIMARY KEY, value ANY) STRICT;
  CREATE TABLE worlds (
    id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE, epoch INTEGER NOT NULL,
    since INTEGER NOT NULL, entities INTEGER NOT NULL, last_used INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE collections (
    id INTEGER PRIMARY KEY AUTOINCREMENT, world INTEGER NOT NULL REFERENCES worlds ON DELETE CASCADE, name TEXT NOT NULL,
    version INTEGER NOT NULL, last_id TEXT NOT NULL, next_place INTEGER NOT NULL, size INTEGER NOT NULL, UNIQUE (world, name)
  ) STRICT;
  CREATE TABLE entities (
    collection INTEGER NOT NULL REFERENCES collections ON DELETE CASCADE, key TEXT NOT NULL,
    place INTEGER NOT NULL, version INTEGER NOT NULL, value TEXT NOT NULL, PRIMARY KEY (collection, key)
  ) STRICT, WITHOUT ROWID;
  CREATE UNIQUE INDEX entities_in_order ON entities (collection, place);
  CREATE TABLE indexes (
    id INTEGER PRIMARY KEY, collection INTEGER NOT NULL REFERENCES collections ON DELETE CASCADE, pointer TEXT NOT NULL,
    UNIQUE (collection, pointer)
  ) STRICT;
  CREATE TABLE fields (
    collection INTEGER NOT NULL REFERENCES collections ON DELETE CASCADE, pointer TEXT NOT NULL, sort BLOB NOT NULL,
    place INTEGER NOT NULL, PRIMARY KEY (collection, pointer, sort, place)
  ) STRICT, WITHOUT ROWID;
  CREATE UNIQUE INDEX fields_by_place ON fields (collection, pointer, place);
  CREATE TABLE records (
    world INTEGER NOT NULL REFERENCES worlds ON DELETE CASCADE, name TEXT NOT NULL, value TEXT NOT NULL,
    PRIMARY KEY (world, name)
  ) STRICT, WITHOUT ROWID;
`;

export interface SqliteFile {
  /** The only connection that writes. */
  readonly writer: Connection;
  /** Reads the committed content during a write. */
  readonly reader: Connection;
  close(): void;
}

/**
 * Opens or creates a state file. Throws `state.unavailable` and `state.damaged`, and never overwrites a
 * file that it cannot read.
 */
export function openSqlite(
  driver: SqliteDriver,
  path: string,
  { busyMs, synchronous }: { readonly busyMs: number; readonly synchronous: 'NORMAL' | 'FULL' },
): SqliteFile {
  checkPlace(path);
  const writer = driver.open(path, { readOnly: false, busyMs });
  try {
    prepare(writer, path, synchronous);
    const reader = driver.open(path, { readOnly: true, busyMs });
    for (const each of [writer, reader]) each.opened();
    return {
      writer,
      reader,
      close() {
        reader.close();
        writer.run(`UPDATE meta SET value = ? WHERE name = 'clean'`, 1);
        writer.close();
      },
    };
  } catch (error) {
    writer.close();
    throw error;
  }
}

function checkPlace(path: string): void {
  const folder = dirname(path);
  if (!existsSync(folder)) throw unavailable(`The folder ${folder} of the state file does not exist.`);
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory())
    throw unavailable(`The state file ${path} is a folder.`);
}

function prepare(writer: Connection, path: string, synchronous: string): void {
  const layout = pragma(writer, 'user_version');
  const application = pragma(writer, 'application_id');
  const tables = writer.get('SELECT count(*) AS tables FROM sqlite_schema')?.['tables'];
  if (application !== APPLICATION && (application !== 0 || layout !== 0 || tables !== 0)) {
    throw unavailable(`The file ${path} is the database of another program.`);
  }
  if (layout > LAYOUT) throw unavailable(`The state file ${path} was written by a newer standin.`);
  if (writer.get('PRAGMA journal_mode = WAL')?.['journal_mode'] !== 'wal') {
    throw unavailable(`The state file ${path} is on a file system that cannot share it.`);
  }
  writer.run(`PRAGMA synchronous = ${synchronous}`);
  writer.run('PRAGMA foreign_keys = ON');
  writer.run(`PRAGMA cache_size = -${CACHE_KIB}`);
  writer.run('BEGIN IMMEDIATE');
  // Another process may have created it first.
  if (pragma(writer, 'application_id') !== APPLICATION) {
    writer.run(TABLES);
    writer.run(`PRAGMA application_id = ${APPLICATION}`);
    writer.run(`PRAGMA user_version = ${LAYOUT}`);
    writer.run(`INSERT INTO meta VALUES ('clean', 1), ('tick', 0)`);
  }
  if (writer.get(`SELECT value FROM meta WHERE name = 'clean'`)?.['value'] !== 1) checkIntegrity(writer, path);
  writer.run(`UPDATE meta SET value = ? WHERE name = 'clean'`, 0);
  writer.run('COMMIT');
}

/** Checks the file after an unclean stop: SQLite repairs an interrupted write, but not a damaged disk. */
function checkIntegrity(writer: Connection, path: string): void {
  const result = writer.get('PRAGMA integrity_check(1)')?.['integrity_check'];
  if (result === 'ok') return;
  throw new StandinError('state.damaged', `The state file ${path} is damaged: ${result}.`, {
    hint: 'Restore it from a copy, or start with a new file.',
  });
}

const pragma = (connection: Connection, name: string): number => Number(connection.get(`PRAGMA ${name}`)?.[name]);

const unavailable = (message: string): StandinError => new StandinError('state.unavailable', message);
