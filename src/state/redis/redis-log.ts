import type { SharedLog } from '../../core/index.ts';
import { type RedisLink, type RedisReply, scriptOf } from './redis-link.ts';

/** The approximate number of lines that are kept. */
const KEPT = '10000';
const CHUNK = 1_000;

/** cursor → how often it was cleared, lines as (id, fields) */
const SINCE = scriptOf(`
local from = ARGV[1] == '' and '-' or '(' .. ARGV[1]
return {redis.call('GET', KEYS[1] .. ':cleared') or '0', redis.call('XRANGE', KEYS[1], from, '+', 'COUNT', ${CHUNK})}`);

const CLEARED = scriptOf(`return redis.call('GET', KEYS[1] .. ':cleared') or '0'`);

const CLEAR = scriptOf(`
redis.call('DEL', KEYS[1])
return redis.call('INCR', KEYS[1] .. ':cleared')`);

/** A stream beside the worlds. `own` identifies this process. */
export async function openLog(link: RedisLink, key: string, own: string): Promise<SharedLog> {
  const ask = async (cursor: string): Promise<{ cleared: number; found: readonly (readonly [string, string[]])[] }> => {
    const [cleared, found] = (await link.run(SINCE, key, [cursor])) as [
      RedisReply,
      readonly (readonly [string, string[]])[],
    ];
    return { cleared: Number(cleared), found };
  };
  let known = Number(await link.run(CLEARED, key, []));
  return {
    append: (line) => link.tell(['XADD', key, 'MAXLEN', '~', KEPT, '*', 'from', own, 'line', line]),
    async since(start) {
      const lines: { text: string; own: boolean }[] = [];
      let cursor = start;
      let isCleared = false;
      for (;;) {
        const { cleared, found } = await ask(cursor);
        if (cleared > known) {
          known = cleared;
          isCleared = true;
          lines.length = 0;
          cursor = '';
          continue;
        }
        for (const [id, [, from, , text = '']] of found) {
          lines.push({ text, own: from === own });
          cursor = id;
        }
        if (found.length < CHUNK) return { lines, cursor, cleared: isCleared };
      }
    },
    async clear() {
      await link.run(CLEAR, key, []);
    },
  };
}
