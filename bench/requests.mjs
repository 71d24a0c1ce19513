import { writeFile } from 'node:fs/promises';
import { median } from './median.mjs';
import { CREATE, SEEDED, singleAsks } from './scenarios.mjs';

/**
 * @typedef {import('./contenders.mjs').Contender} Contender
 * @typedef {import('./scenarios.mjs').Scenario} Scenario
 * @typedef {{ cpu: number, perSecond: number, p99: number }} Sample CPU in µs a request, p99 in ms.
 * @typedef {Record<string, Record<string, Sample[]>>} Samples by scenario, then contender
 * @typedef {{ load: ReturnType<typeof import('./load.mjs').startLoad>, seconds: number, rounds: number, connections: number, say(text: string): void }} Bench
 */

const NOT_OURS = new Set(['date', 'connection', 'keep-alive', 'content-length', 'transfer-encoding']);

/** Keeps what standin answers to each request, for the bare servers to answer the same. @param {Contender} standin @param {readonly Scenario[]} scenarios @param {string} file */
export async function captureAnswers(standin, scenarios, file) {
  const server = await standin.start();
  try {
    const answers = [];
    for (const { id, ask } of singleAsks(scenarios)) {
      const response = await fetch(server.url + ask.path, {
        method: ask.method,
        headers: ask.headers ?? {},
        body: ask.body ?? null,
      });
      if (response.status !== ask.expect)
        throw new Error(`${ask.method} ${ask.path} gave ${response.status}: ${await response.text()}`);
      const headers = Object.fromEntries([...response.headers].filter(([name]) => !NOT_OURS.has(name)));
      answers.push({
        id,
        method: ask.method,
        status: response.status,
        type: headers['content-type'],
        headers,
        body: await response.text(),
      });
    }
    await writeFile(file, JSON.stringify(answers));
  } finally {
    await server.stop();
  }
}

/** All contenders are up at once and take turns in every round; the first round is warm-up. @param {Bench} bench @param {readonly Contender[]} contenders @param {readonly Scenario[]} scenarios */
export async function measureRequests(bench, contenders, scenarios) {
  const started = await Promise.allSettled(
    contenders.map(async (contender) => ({ contender, server: await contender.start() })),
  );
  const running = started.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  try {
    for (const each of started) if (each.status === 'rejected') throw each.reason;
    /** @type {Samples} */
    const samples = {};
    for (let round = 0; round <= bench.rounds; round += 1) {
      bench.say(round === 0 ? 'warming up' : `round ${round} of ${bench.rounds}`);
      for (const scenario of scenarios) {
        for (const { contender, server } of running) {
          const asks = asksFor(scenario, scenarios, contender);
          if (asks === undefined) continue;
          if (contender.resets === true) await restart(bench, server, scenario);
          if (round === 0) {
            await bench.load.run({ url: server.url, asks, amount: contender.warmUp, connections: bench.connections });
            continue;
          }
          const sample = await sampled(bench, server, asks, otherAsks(scenario, scenarios, contender));
          samples[scenario.id] ??= {};
          const own = /** @type {Record<string, Sample[]>} */ (samples[scenario.id]);
          own[contender.id] = [...(own[contender.id] ?? []), sample];
        }
      }
    }
    const memory = Object.fromEntries(
      await Promise.all(running.map(async ({ contender, server }) => [contender.id, (await server.usage()).maxRss])),
    );
    return { samples, memory };
  } finally {
    await Promise.all(running.map(({ server }) => server.stop()));
  }
}

/** As it was in the beginning, with as many pets as the scenario asks about. @param {Bench} bench @param {import('./server.mjs').Server} server @param {Scenario} scenario */
async function restart({ load, connections }, server, { pets = 0 }) {
  await fetch(`${server.url}/_standin/reset`, { method: 'POST' });
  if (pets > SEEDED) await load.run({ url: server.url, asks: [CREATE], amount: pets - SEEDED, connections });
}

/** @param {Scenario} scenario @param {readonly Scenario[]} scenarios @param {Contender} contender */
function asksFor(scenario, scenarios, contender) {
  const asks = scenario.asks.map((ask) =>
    contender.ask(
      scenarios.find((each) => each.asks.length === 1 && each.asks[0] === (scenario.same ?? ask))?.id ?? scenario.id,
      ask,
    ),
  );
  const known = asks.filter((ask) => ask !== undefined);
  return known.length === asks.length ? known : undefined;
}

/** What a pair's other request is, which a scenario takes off. @param {Scenario} scenario @param {readonly Scenario[]} scenarios @param {Contender} contender */
function otherAsks({ minus }, scenarios, contender) {
  const other = minus === undefined ? undefined : scenarios.find(({ id }) => id === minus);
  return other === undefined ? undefined : asksFor(other, scenarios, contender);
}

/**
 * Of a pair what is left when the other request's share is taken off. That is measured right before and right after it: what it took
 * in another minute of the machine may be half as much again, and a difference shows all of that.
 * @param {Bench} bench @param {import('./server.mjs').Server} server @param {readonly import('./load.mjs').Ask[]} asks @param {readonly import('./load.mjs').Ask[]} [others] @returns {Promise<Sample>}
 */
async function sampled(bench, server, asks, others) {
  if (others === undefined) return turn(bench, server, asks);
  const before = await turn(bench, server, others);
  const pair = await turn(bench, server, asks);
  const after = await turn(bench, server, others);
  return {
    ...pair,
    cpu: 2 * pair.cpu - (before.cpu + after.cpu) / 2,
    perSecond: 1 / (2 / pair.perSecond - (1 / before.perSecond + 1 / after.perSecond) / 2),
  };
}

/** @param {Bench} bench @param {import('./server.mjs').Server} server @param {readonly import('./load.mjs').Ask[]} asks @returns {Promise<Sample>} */
async function turn({ load, seconds, connections }, server, asks) {
  const before = await server.usage();
  const done = await load.run({ url: server.url, asks, seconds, connections });
  const after = await server.usage();
  return { cpu: (after.cpu - before.cpu) / done.requests, perSecond: done.requests / done.seconds, p99: done.p99 };
}

/** One number for each scenario and contender. @param {Samples} samples */
export function medians(samples) {
  return Object.fromEntries(
    Object.entries(samples).map(([id, of]) => [
      id,
      Object.fromEntries(Object.entries(of).map(([contender, list]) => [contender, middle(list)])),
    ]),
  );
}

/** @param {readonly Sample[]} samples @returns {Sample} */
function middle(samples) {
  const of = (/** @type {keyof Sample} */ figure) => median(samples.map((sample) => sample[figure]));
  return { cpu: of('cpu'), perSecond: of('perSecond'), p99: of('p99') };
}
