import { andThen, type Eventually } from '../model/eventually.ts';
import { tooManyWorlds } from '../model/limits.ts';
import type { World, WorldInfo } from '../model/store.ts';
import { nameStored, storedName } from '../model/stored-text.ts';
import { baseWorldOf, forgetGiven, ifIdle, type SqliteContext } from './sqlite-context.ts';
import { createSqliteWorld, noteUse } from './sqlite-world.ts';
import { BASE_WORLD, copyWorld, dropWorld, findWorld, makeWorld } from './sqlite-worlds.ts';
import { nextTick } from './sqlite-writer.ts';

/** The world with a name, made from the base if it does not exist. Throws `state.full`. */
export function worldOf(context: SqliteContext, name: string): Eventually<World> {
  const { handles, limits, reader } = context;
  const stored = storedName(name);
  const known = handles.get(stored);
  const row = known === undefined ? undefined : findWorld(reader, stored);
  if (known === undefined || row?.id !== known.id || isIdle(context, stored, row.lastUsed)) {
    return context.transactions.write(() => make(context, name, stored));
  }
  known.lastUsed = context.now();
  // Stores the use of a world, because other processes would drop one that is only read.
  if (known.lastUsed - row.lastUsed > limits.idleMs / 8) ifIdle(context, () => noteUse(context, known.id));
  return known.world;
}

export function listWorlds(context: SqliteContext): Eventually<readonly WorldInfo[]> {
  const sql = 'SELECT name, entities, last_used FROM worlds WHERE name <> ? ORDER BY id';
  return andThen(
    context.transactions.write(() => expire(context)),
    () =>
      context.reader.all(sql, BASE_WORLD).map((row) => ({
        name: nameStored(String(row['name'])),
        entities: Number(row['entities']),
        lastUsed: lastUse(context, String(row['name']), Number(row['last_used'])),
      })),
  );
}

/** Inside a transaction. */
export function forget(context: SqliteContext, stored: string): boolean {
  const world = findWorld(context.writer, stored);
  if (world !== undefined) forgetGiven(context, world.id);
  context.handles.delete(stored);
  return dropWorld(context.writer, stored);
}

/** The latest use, known to this process or stored by another one. */
const lastUse = ({ handles }: SqliteContext, stored: string, noted: number): number =>
  Math.max(noted, handles.get(stored)?.lastUsed ?? 0);

function isIdle(context: SqliteContext, stored: string, noted: number): boolean {
  const { limits, now } = context;
  return !limits.permanent.includes(nameStored(stored)) && now() - lastUse(context, stored, noted) >= limits.idleMs;
}

/** Inside a transaction. */
function expire(context: SqliteContext): void {
  for (const row of context.writer.all('SELECT name, last_used FROM worlds WHERE name <> ?', BASE_WORLD)) {
    const stored = String(row['name']);
    if (isIdle(context, stored, Number(row['last_used']))) forget(context, stored);
  }
}

/** Inside a transaction. */
function make(context: SqliteContext, name: string, stored: string): Eventually<World> {
  const { writer, writing, limits, now } = context;
  expire(context);
  const found = findWorld(writer, stored);
  if (found !== undefined) return handleOf(context, name, stored, found.id);
  const count = Number(writer.get('SELECT count(*) AS worlds FROM worlds WHERE name <> ?', BASE_WORLD)?.['worlds']);
  if (count >= limits.worlds) throw tooManyWorlds(limits.worlds);
  return andThen(baseWorldOf(context), (base) => {
    const since = nextTick(writer, writing);
    const id = makeWorld(writer, stored, since, now());
    copyWorld(writer, base, id, since);
    return handleOf(context, name, stored, id);
  });
}

function handleOf(context: SqliteContext, name: string, stored: string, id: number): World {
  const known = context.handles.get(stored);
  const world = known?.id === id ? known.world : createSqliteWorld(context, name, id);
  context.handles.set(stored, { id, world, lastUsed: context.now() });
  return world;
}
