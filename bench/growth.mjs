import { fileURLToPath } from 'node:url';
import { median } from './median.mjs';
import { startServer } from './server.mjs';

const SERVER = fileURLToPath(new URL('./servers/growing.mjs', import.meta.url));
const HEADERS = { 'content-type': 'application/json' };
const BODY = JSON.stringify({ name: 'Rex', status: 'available' });

/** @param {number} records @returns {Record<string, import('./load.mjs').Ask>} */
const asksOver = (records) => ({
  'GET one': { method: 'GET', path: `/pets/${records >> 1}`, expect: 200 },
  'filtered list': { method: 'GET', path: '/pets?status=sold&limit=20', expect: 200 },
  'deep page': { method: 'GET', path: `/pets?limit=20&offset=${Math.floor(records * 0.9)}`, expect: 200 },
  create: { method: 'POST', path: '/pets', headers: HEADERS, body: BODY, expect: 201 },
  replace: { method: 'PUT', path: `/pets/${records >> 1}`, headers: HEADERS, body: BODY, expect: 200 },
});

/**
 * CPU µs a request over documents and collections of every size, each pair its own process, and the peak of its memory.
 * The lists are asked in turns with a write, so that no page is ready: `list pair` is one write and one list.
 * @param {import('./requests.mjs').Bench} bench @param {readonly number[]} operations @param {readonly number[]} records
 */
export async function measureGrowth(bench, operations, records) {
  const rows = [];
  for (const many of operations) {
    for (const size of records) {
      bench.say(`${many} operations, ${size} records`);
      const server = await startServer({ args: [SERVER, String(many), String(size)] });
      try {
        rows.push({ operations: many, records: size, ...(await row(bench, server, size)) });
      } finally {
        await server.stop();
      }
    }
  }
  return rows;
}

/** @param {import('./requests.mjs').Bench} bench @param {import('./server.mjs').Server} server @param {number} records */
async function row({ load, rounds, connections }, server, records) {
  const asks = asksOver(records);
  const replace = /** @type {import('./load.mjs').Ask} */ (asks['replace']);
  /** @type {Record<string, number>} */
  const cpu = {};
  const once = async (/** @type {readonly import('./load.mjs').Ask[]} */ turns, amount = 1_500) => {
    const before = await server.usage();
    const { requests } = await load.run({ url: server.url, asks: turns, amount, connections });
    return ((await server.usage()).cpu - before.cpu) / requests;
  };
  for (const [name, ask] of Object.entries(asks)) {
    const turns = ask.path.includes('?') ? [replace, ask] : [ask];
    await once(turns, 3_000);
    const samples = [];
    for (let round = 0; round < rounds; round += 1) samples.push((await once(turns)) * turns.length);
    cpu[ask.path.includes('?') ? `write and ${name}` : name] = median(samples);
  }
  return { cpu, maxRss: (await server.usage()).maxRss };
}
