import { median } from './median.mjs';

/** Milliseconds from spawning each server to the end of its first answer, turn by turn. @param {readonly { contender: import('./contenders.mjs').Contender, path: string }[]} entries @param {number} rounds @param {(text: string) => void} say */
export async function measureStart(entries, rounds, say) {
  /** @type {Record<string, number[]>} */
  const times = {};
  for (let round = 0; round <= rounds; round += 1) {
    say(round === 0 ? 'warming up' : `round ${round} of ${rounds}`);
    for (const { contender, path } of entries) {
      const begun = performance.now();
      const server = await contender.start();
      try {
        await (await fetch(server.url + path)).arrayBuffer();
        if (round > 0) times[contender.id] = [...(times[contender.id] ?? []), performance.now() - begun];
      } finally {
        await server.stop();
      }
    }
  }
  return { times, medians: Object.fromEntries(Object.entries(times).map(([id, list]) => [id, median(list)])) };
}
