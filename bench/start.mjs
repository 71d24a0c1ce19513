import { median } from './median.mjs';

/**
 * From spawning each server to the end of its first answer, turn by turn: milliseconds, its own CPU in µs, and its memory then in bytes.
 * @typedef {{ time: number, cpu: number, rss: number }} Start
 * @param {readonly { contender: import('./contenders.mjs').Contender, path: string }[]} entries @param {number} rounds @param {(text: string) => void} say
 */
export async function measureStart(entries, rounds, say) {
  /** @type {Record<string, Start[]>} */
  const samples = {};
  for (let round = 0; round <= rounds; round += 1) {
    say(round === 0 ? 'warming up' : `round ${round} of ${rounds}`);
    for (const { contender, path } of entries) {
      const start = await once(contender, path);
      if (round > 0) samples[contender.id] = [...(samples[contender.id] ?? []), start];
    }
  }
  const medians = Object.fromEntries(Object.entries(samples).map(([id, list]) => [id, middle(list)]));
  return { samples, medians };
}

/** @param {import('./contenders.mjs').Contender} contender @param {string} path @returns {Promise<Start>} */
async function once(contender, path) {
  const begun = performance.now();
  const server = await contender.start();
  try {
    await (await fetch(server.url + path)).arrayBuffer();
    const time = performance.now() - begun;
    const { cpu, maxRss } = await server.usage();
    return { time, cpu, rss: maxRss };
  } finally {
    await server.stop();
  }
}

/** @param {readonly Start[]} list @returns {Start} */
function middle(list) {
  return {
    time: median(list.map(({ time }) => time)),
    cpu: median(list.map(({ cpu }) => cpu)),
    rss: median(list.map(({ rss }) => rss)),
  };
}
