import { andThen, type Eventually } from '../model/eventually.ts';
import { tooManyWorlds } from '../model/limits.ts';
import type { World, WorldInfo } from '../model/store.ts';
import { nameStored, storedName } from '../model/stored-text.ts';
import { baseWorldOf, forgetGiven, ifIdle, type SqliteParts } from './sqlite-parts.ts';
import { createSqliteWorld, noteUse } from './sqlite-world.ts';
import { BASE_WORLD, copyWorld, dropWorld, findWorld, makeWorld } from './sqlite-worlds.ts';
import { nextTick } from './sqlite-writer.ts';

/** The world with a name, made from the base if it does not exist. Throws `state.full`. */
export function worldOf(parts: SqliteParts, name: string): Eventually<World> {
  const { handles, limits, reader } = parts;
  const stored = storedName(name);
  const known = handles.get(stored);
  const row = known === undefined ? undefined : findWorld(reader, stored);
  if (known === undefined || row?.id !== known.id || isIdle(parts, stored, row.lastUsed)) {
    return parts.transactions.write(() => make(parts, name, stored));
  }
  known.lastUsed = parts.now();
  // Stores the use of a world, because other processes would drop one that is only read.
  if (known.lastUsed - row.lastUsed > limits.idleMs / 8) ifIdle(parts, () => noteUse(parts, known.id));
  return known.world;
}

export function listWorlds(parts: SqliteParts): Eventually<readonly WorldInfo[]> {
  const sql = 'SELECT name, entities, last_used FROM worlds WHERE name <> ? ORDER BY id';
  return andThen(
    parts.transactions.write(() => expire(parts)),
    () =>
      parts.reader.all(sql, BASE_WORLD).map((row) => ({
        name: nameStored(String(row['name'])),
        entities: Number(row['entities']),
        lastUsed: lastUse(parts, String(row['name']), Number(row['last_used'])),
      })),
  );
}

/** Inside a transaction. */
export function forget(parts: SqliteParts, stored: string): boolean {
  const world = findWorld(parts.writer, stored);
  if (world !== undefined) forgetGiven(parts, world.id);
  parts.handles.delete(stored);
  return dropWorld(parts.writer, stored);
}

/** The latest use, known to this process or stored by another one. */
const lastUse = ({ handles }: SqliteParts, stored: string, noted: number): number =>
  Math.max(noted, handles.get(stored)?.lastUsed ?? 0);

function isIdle(parts: SqliteParts, stored: string, noted: number): boolean {
  const { limits, now } = parts;
  return !limits.permanent.includes(nameStored(stored)) && now() - lastUse(parts, stored, noted) >= limits.idleMs;
}

/** Inside a transaction. */
function expire(parts: SqliteParts): void {
  for (const row of parts.writer.all('SELECT name, last_used FROM worlds WHERE name <> ?', BASE_WORLD)) {
    const stored = String(row['name']);
    if (isIdle(parts, stored, Number(row['last_used']))) forget(parts, stored);
  }
}

/** Inside a transaction. */
function make(parts: SqliteParts, name: string, stored: string): Eventually<World> {
  const { writer, writing, limits, now } = parts;
  expire(parts);
  const found = findWorld(writer, stored);
  if (found !== undefined) return handleOf(parts, name, stored, found.id);
  const count = Number(writer.get('SELECT count(*) AS worlds FROM worlds WHERE name <> ?', BASE_WORLD)?.['worlds']);
  if (count >= limits.worlds) throw tooManyWorlds(limits.worlds);
  return andThen(baseWorldOf(parts), (base) => {
    const since = nextTick(writer, writing);
    const id = makeWorld(writer, stored, since, now());
    copyWorld(writer, base, id, since);
    return handleOf(parts, name, stored, id);
  });
}

function handleOf(parts: SqliteParts, name: string, stored: string, id: number): World {
  const known = parts.handles.get(stored);
  const world = known?.id === id ? known.world : createSqliteWorld(parts, name, id);
  parts.handles.set(stored, { id, world, lastUsed: parts.now() });
  return world;
}
