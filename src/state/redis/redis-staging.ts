import type { Snapshot } from '../model/store.ts';
import { storedName, storedValue } from '../model/stored-text.ts';
import * as scripts from './redis-scripts.ts';
import type { RedisCalls } from './redis-world.ts';

const CHUNK = 1_000;

/** Sends a snapshot as an unused generation, which the server drops if no world adopts it. */
export async function stage(
  { link, prefix, now }: RedisCalls,
  { collections, records }: Snapshot,
): Promise<{ readonly gen: string; readonly entities: number }> {
  const run = (script: (typeof scripts)['FILL'], values: readonly string[]) =>
    link.run(script, `${prefix}gens`, [prefix, String(now()), ...values]);
  const gen = String(await run(scripts.STAGE, []));
  let count = 0;
  for (const [name, { nextId, entities }] of Object.entries(collections)) {
    const head = [gen, 'collection', storedName(name), String(BigInt(nextId) - 1n)];
    for (let start = 0; start === 0 || start < entities.length; start += CHUNK) {
      const pairs = entities
        .slice(start, start + CHUNK)
        .flatMap(([key, value, version], at) => [
          storedName(key),
          `${version} ${start + at + 1} ${storedValue(value)}`,
        ]);
      await run(scripts.FILL, [...head, ...pairs]);
    }
    count += entities.length;
  }
  for (const [name, value] of Object.entries(records ?? {})) {
    await run(scripts.FILL, [gen, 'record', storedName(name), `0 ${storedValue(value)}`]);
  }
  return { gen, entities: count };
}
