import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { median } from './median.mjs';
import { freePort, startServer } from './server.mjs';

const SERVER = fileURLToPath(new URL('./servers/growing.mjs', import.meta.url));
const BODY = JSON.stringify({ name: 'Rex', status: 'available' });
const CONNECTIONS = 16;

/** @typedef {{ method: string, path: string, body?: string, expect: number }} Ask */
/** @typedef {{ cpu: number, perSecond: number, alone: number, slowest: number }} Sample CPU µs a request, requests a second of 16 connections, median and longest ms of one. */

/** @param {number} records @returns {Record<string, Ask>} */
const asksOver = (records) => ({
  'GET one': { method: 'GET', path: `/pets/${records >> 1}`, expect: 200 },
  'GET page': { method: 'GET', path: '/pets?status=sold&limit=20', expect: 200 },
  POST: { method: 'POST', path: '/pets', body: BODY, expect: 201 },
  PUT: { method: 'PUT', path: `/pets/${records >> 1}`, body: BODY, expect: 200 },
});

/**
 * The same requests over each engine and size, the engines in turns, each a process of its own. An engine that is not here is said and left out.
 * @param {{ rounds: number, quick: boolean, say(text: string): void }} bench @param {readonly number[]} sizes
 */
export async function measureState({ rounds, quick, say }, sizes) {
  /** @type {{ engine: string, records: number, samples: Record<string, Sample>, first: number, maxRss: number }[]} */
  const rows = [];
  for (const records of sizes) {
    const folder = await mkdtemp(join(tmpdir(), 'standin-state-'));
    const redis = await startRedis(folder, say);
    const engines = [
      ['memory', 'memory'],
      ...(isBuiltin('node:sqlite') ? [['sqlite', `sqlite:${join(folder, 'state.db')}`]] : []),
      ...(redis === undefined ? [] : [['redis', `${redis.url}?prefix=bench`]]),
    ];
    if (!isBuiltin('node:sqlite')) say('no SQLite: run the bench with a Node from 22.13 on');
    /** @type {{ engine: string, server: import('./server.mjs').Server, first: number, all: Record<string, Sample[]> }[]} */
    const running = [];
    try {
      for (const [engine = '', state = ''] of engines) {
        say(`state: ${engine}, ${records} records`);
        const server = await startServer({ args: [SERVER, '5', String(records), state], patience: 600_000 });
        // The first page may have to bring everything; a server that is busy says so with 503.
        const began = performance.now();
        const page = /** @type {Ask} */ (asksOver(records)['GET page']);
        while (!(await answers(server.url, page))) await new Promise((resolve) => setTimeout(resolve, 100));
        running.push({ engine, server, first: performance.now() - began, all: {} });
      }
      for (let round = 0; round <= rounds; round += 1)
        for (const { server, all } of running)
          for (const [name, ask] of Object.entries(asksOver(records))) {
            const sample = await sampleOf(server, ask, quick ? 400 : 2_000);
            // The first round warms.
            if (round > 0) all[name] = [...(all[name] ?? []), sample];
          }
      for (const { engine, server, first, all } of running)
        rows.push({
          engine,
          records,
          first,
          samples: Object.fromEntries(Object.entries(all).map(([name, samples]) => [name, medianOf(samples)])),
          maxRss: (await server.usage()).maxRss,
        });
    } finally {
      for (const { server } of running) await server.stop();
      await redis?.stop();
      await rm(folder, { recursive: true, force: true });
    }
  }
  return rows;
}

/** @param {readonly Sample[]} samples @returns {Sample} */
const medianOf = (samples) => ({
  cpu: median(samples.map(({ cpu }) => cpu)),
  perSecond: median(samples.map(({ perSecond }) => perSecond)),
  alone: median(samples.map(({ alone }) => alone)),
  slowest: Math.max(...samples.map(({ slowest }) => slowest)),
});

/** @param {import('./server.mjs').Server} server @param {Ask} ask @param {number} amount @returns {Promise<Sample>} */
async function sampleOf(server, ask, amount) {
  const single = new Agent({ keepAlive: true, maxSockets: 1 });
  const times = [];
  for (let index = 0; index < 100; index += 1) times.push(await send(server.url, ask, single));
  single.destroy();
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const { cpu } = await server.usage();
  const began = performance.now();
  let left = amount;
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (left-- > 0) await send(server.url, ask, agent);
    }),
  );
  const seconds = (performance.now() - began) / 1_000;
  agent.destroy();
  return {
    cpu: ((await server.usage()).cpu - cpu) / amount,
    perSecond: amount / seconds,
    alone: median(times),
    slowest: Math.max(...times),
  };
}

/** @param {string} url @param {Ask} ask */
async function answers(url, ask) {
  return send(url, ask, new Agent()).then(
    () => true,
    () => false,
  );
}

/** How many milliseconds the answer took. @param {string} url @param {Ask} ask @param {Agent} agent @returns {Promise<number>} */
function send(url, { method, path, body, expect }, agent) {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const headers = body === undefined ? {} : { 'content-type': 'application/json', 'content-length': body.length };
    const outgoing = request(`${url}${path}`, { method, headers, agent }, (answer) => {
      answer.resume();
      answer.on('end', () => {
        if (answer.statusCode === expect) resolve(performance.now() - began);
        else reject(new Error(`${method} ${path} gave ${answer.statusCode}`));
      });
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** @param {string} folder @param {(text: string) => void} say */
async function startRedis(folder, say) {
  const port = await freePort();
  const words = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder];
  const child = spawn('redis-server', words, { stdio: 'ignore' });
  const isHere = await Promise.race([
    once(child, 'error').then(() => false),
    new Promise((resolve) => setTimeout(() => resolve(true), 500)),
  ]);
  if (!isHere) {
    say('no redis-server: Debian has it as redis-server');
    return undefined;
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    async stop() {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
  };
}
