import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PETSTORE } from './contenders.mjs';
import { median } from './median.mjs';
import { startServer } from './server.mjs';

/**
 * @typedef {{ seconds: number, cpu: number, thread: number, cases: number, requests: number }} Run Times in seconds, CPU of the runner alone: of all of it, and of its main thread.
 * @typedef {{ id: string, name: string, go: () => Promise<Run> }} Task
 */

const here = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url));
const CLI = here('../dist/src/cli/main.js');
const CPU = here('./cpu.mjs');
const DREDD = here('../node_modules/dredd/bin/dredd');
const NOW = ['--now', '2026-12-01'];
const MANY = 100;
const FEW = 20;

/** Runs of the contract check, turn by turn: all of the petstore, many cases against a server that costs nothing, a large plan, Dredd. */
export async function measureCheck(
  /** @type {{ rounds: number, say: (text: string) => void }} */ { rounds, say },
  /** @type {string} */ large,
  /** @type {string} */ folder,
) {
  const petstore = await startServer({ args: [CLI, 'mock', '--port', '0', '--json'] });
  const documents = { many: join(folder, 'many.json'), few: join(folder, 'few.json') };
  const bare = here('./servers/collections.mjs');
  /** @type {readonly Task[]} */
  const tasks = [
    {
      id: 'petstore',
      name: 'petstore, all phases, both tiers',
      go: () => check([petstore.url, PETSTORE, '--strict', '--scenarios', here('../contracts/petstore'), ...NOW]),
    },
    { id: 'many', name: `${MANY * 5} operations of a bare server`, go: () => fresh(MANY, documents.many, checkBare) },
    ...(existsSync(large)
      ? [
          { id: 'plan', name: 'plan of the GitHub document', go: () => plan(large) },
          { id: 'inspect', name: 'inspect the GitHub document', go: () => inspect(large) },
        ]
      : []),
    { id: 'few', name: `standin, ${FEW * 5} operations`, go: () => fresh(FEW, documents.few, checkBare) },
    ...(existsSync(DREDD)
      ? [{ id: 'dredd', name: `Dredd, ${FEW * 5} operations`, go: () => fresh(FEW, documents.few, dredd) }]
      : []),
  ];
  /** @type {Record<string, Run[]>} */
  const runs = {};
  try {
    for (let round = 0; round < rounds; round += 1) {
      say(`round ${round + 1} of ${rounds}`);
      for (const { id, go } of tasks) runs[id] = [...(runs[id] ?? []), await go()];
    }
  } finally {
    await petstore.stop();
  }
  return tasks.map(({ id, name }) => ({ id, name, runs: runs[id], ...middle(runs[id] ?? []) }));

  /** A server that remembers nothing of the run before. */
  async function fresh(
    /** @type {number} */ collections,
    /** @type {string} */ document,
    /** @type {(url: string, document: string) => Promise<Run>} */ go,
  ) {
    const server = await startServer({ args: [bare, String(collections), document] });
    try {
      return await go(server.url, document);
    } finally {
      await server.stop();
    }
  }
}

/** @param {readonly Run[]} runs @returns {Run} */
function middle(runs) {
  const of = (/** @type {keyof Run} */ key) => median(runs.map((run) => Number(run[key])));
  const [seconds, cpu, thread] = [of('seconds'), of('cpu'), of('thread')];
  return { seconds, cpu, thread, cases: of('cases'), requests: of('requests') };
}

/** @param {string} url @param {string} document */
function checkBare(url, document) {
  return check([url, document, ...NOW]);
}

/** @param {readonly string[]} args @returns {Promise<Run>} */
async function check(args) {
  const { out, cpu, thread, status } = await finished([CLI, 'check', ...args, '--json']);
  const last = JSON.parse(out.trimEnd().split('\n').at(-1) ?? '{}');
  if (status !== 0) throw new Error(`the run ended with ${status}: ${last.summary?.reasons ?? out.slice(-500)}`);
  const { counts, requests, duration } = last.summary;
  const cases = counts.passed + counts.failed + counts.inconclusive + counts.errored + counts.skipped;
  return { seconds: duration / 1_000, cpu, thread, cases, requests };
}

/** @param {string} document @returns {Promise<Run>} */
async function plan(document) {
  const { out, cpu, thread } = await finished([here('./servers/plan.mjs'), document]);
  const { cases, milliseconds } = JSON.parse(out);
  return { seconds: milliseconds / 1_000, cpu, thread, cases, requests: 0 };
}

/** @param {string} document @returns {Promise<Run>} */
async function inspect(document) {
  const begun = performance.now();
  const { cpu, thread } = await finished([CLI, 'inspect', document]);
  return { seconds: (performance.now() - begun) / 1_000, cpu, thread, cases: 0, requests: 0 };
}

/** @param {string} url @param {string} document @returns {Promise<Run>} */
async function dredd(url, document) {
  const begun = performance.now();
  // Into a file: it ends its process with what it has said still in the pipe.
  const file = `${document}.dredd`;
  const output = openSync(file, 'w');
  const { cpu, thread } = await finished([DREDD, document, url, '--loglevel', 'warning'], { cwd: '/', output });
  closeSync(output);
  const out = readFileSync(file, 'utf8');
  const [, passing = '0', all = '0'] = /(\d+) passing, .* (\d+) total/.exec(out) ?? [];
  // It sends a valid request and waits for the refusal that is documented beside the success: those it calls failures.
  if (passing === '0') throw new Error(`Dredd did not do its work: ${out.slice(-500)}`);
  return { seconds: (performance.now() - begun) / 1_000, cpu, thread, cases: Number(all), requests: Number(all) };
}

/** @param {readonly string[]} args @param {{ cwd?: string, output?: number }} [options] */
async function finished(args, { cwd, output } = {}) {
  const child = spawn(process.execPath, ['--import', CPU, ...args], {
    cwd,
    stdio: ['ignore', output ?? 'pipe', output ?? 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1' },
  });
  let out = '';
  let usage = '';
  child.stdout?.setEncoding('utf8').on('data', (text) => {
    out += text;
  });
  child.stderr?.resume();
  child.stdio[3]?.on('data', (text) => {
    usage += text;
  });
  const [status] = await once(child, 'close');
  /** @type {{ all: number, thread?: number }} */
  const { all, thread = all } = JSON.parse(usage);
  return { out, status, cpu: all / 1e6, thread: thread / 1e6 };
}
