import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { peer } from './peers.mjs';

/**
 * @typedef {{ method: string, path: string, headers?: Record<string, string>, body?: string, expect: number }} Ask
 * @typedef {{ url: string, asks: readonly Ask[], seconds?: number, amount?: number, connections: number }} Job With several asks each connection takes turns, every other one starting with the second.
 * @typedef {{ requests: number, seconds: number, p99: number, statuses: Record<string, number>, errors: number }} Load
 */

const SELF = fileURLToPath(import.meta.url);

/** The load generator, in a process of its own. @returns {{ run(job: Job): Promise<Load>, stop(): void }} */
export function startLoad() {
  const child = fork(SELF, [], { stdio: 'inherit' });
  return {
    async run(job) {
      const answer = once(child, 'message');
      child.send(job);
      const [load] = await answer;
      if ('failed' in load) throw new Error(load.failed);
      const expected = new Set(job.asks.map(({ expect }) => String(expect)));
      const wrong = Object.keys(load.statuses).filter((status) => !expected.has(status));
      if (wrong.length > 0 || load.errors > 0)
        throw new Error(
          `${job.asks.map(({ method, path }) => `${method} ${job.url}${path}`).join(', ')} gave ${JSON.stringify(load.statuses)} and ${load.errors} errors`,
        );
      return load;
    },
    stop: () => void child.disconnect(),
  };
}

/** @param {Job} job @returns {Promise<Load>} */
async function generate({ url, asks, seconds, amount, connections }) {
  const autocannon = await peer('autocannon');
  const requests = asks.map(({ method, path, headers, body }) => ({ method, path, headers, body }));
  let clients = 0;
  const result = await autocannon({
    url,
    connections,
    requests,
    setupClient(/** @type {{ setRequests(list: unknown[]): void }} */ client) {
      clients += 1;
      if (requests.length > 1 && clients % 2 === 0) client.setRequests([...requests.slice(1), ...requests.slice(0, 1)]);
    },
    ...(amount === undefined ? { duration: seconds } : { amount }),
  });
  const statuses = Object.fromEntries(
    Object.entries(/** @type {Record<string, { count: number }>} */ (result.statusCodeStats)).map(
      ([status, { count }]) => [status, count],
    ),
  );
  return {
    requests: result.requests.total,
    seconds: result.duration,
    p99: result.latency.p99,
    statuses,
    errors: result.errors + result.timeouts,
  };
}

if (process.argv[1] === SELF)
  process.on('message', (job) => {
    generate(/** @type {Job} */ (job)).then(
      (load) => process.send?.(load),
      (error) => process.send?.({ failed: String(error) }),
    );
  });
