import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { measureCheck } from './check.mjs';
import { bare, jsonServer, PETSTORE, prism, scalar, standin } from './contenders.mjs';
import { measureGrowth } from './growth.mjs';
import { startLoad } from './load.mjs';
import { install, isInstalled } from './peers.mjs';
import { captureAnswers, measureRequests, medians } from './requests.mjs';
import { GITHUB, SCENARIOS } from './scenarios.mjs';
import { measureStart } from './start.mjs';
import { measureState } from './state.mjs';
import { checkTable, growthTable, requestTable, startTable, stateTable, targetTable } from './tables.mjs';

const GITHUB_DOCUMENT = fileURLToPath(new URL('../../shared/corpus/github.min.json', import.meta.url));
const STRIPE_DOCUMENT = fileURLToPath(new URL('../../shared/corpus/stripe-2022-02.yaml', import.meta.url));
const RESULTS = fileURLToPath(new URL('./results/', import.meta.url));

const { values: flags } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    install: { type: 'boolean', default: false },
    only: { type: 'string' },
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    document: { type: 'string', default: GITHUB_DOCUMENT },
  },
});

if (flags.install) process.exit(install());
const needsPeers = flags.only !== 'check' && flags.only !== 'state';
if (needsPeers && !isInstalled()) {
  console.error('Nothing to measure with yet: npm run bench -- --install');
  process.exit(2);
}

const wanted = (/** @type {string} */ part) => flags.only === undefined || flags.only === part;
const say = (/** @type {string} */ text) => process.stderr.write(`  ${text}\n`);
/** Whether a document is there to measure with; says what is skipped without it. */
const has = (/** @type {string} */ document, /** @type {string} */ part) => {
  if (existsSync(document)) return true;
  say(`skipped: ${part}, because ${document} does not exist`);
  return false;
};
const load = needsPeers ? startLoad() : undefined;
const folder = await mkdtemp(join(tmpdir(), 'standin-bench-'));
const bench = {
  load,
  say,
  rounds: Number(flags.rounds ?? (flags.quick ? 3 : 7)),
  seconds: Number(flags.seconds ?? (flags.quick ? 0.6 : 2)),
  connections: 32,
};
/** @type {Record<string, any>} */
const result = {
  at: new Date().toISOString(),
  node: process.version,
  machine: `${cpus().length} × ${cpus()[0]?.model.trim()}`,
  commit: commit(),
  flags,
};

try {
  if (wanted('requests')) await requests();
  if (wanted('start')) await start();
  if (flags.only === 'growth' || (!flags.quick && wanted('growth'))) await growth();
  if (flags.only === 'state' || (!flags.quick && wanted('state'))) await state();
  if (wanted('check')) await check();
  await mkdir(RESULTS, { recursive: true });
  const file = join(RESULTS, `${result.at.replace(/[:.]/g, '-')}.json`);
  await writeFile(file, `${JSON.stringify(result, null, 2)}\n`);
  say(`kept in ${file}`);
} finally {
  load?.stop();
  await rm(folder, { recursive: true });
}

async function requests() {
  say('requests: petstore');
  const own = standin();
  const answers = join(folder, 'answers.json');
  await captureAnswers(own, SCENARIOS, answers);
  const database = join(folder, 'db.json');
  await writeFile(
    database,
    JSON.stringify({
      pets: Array.from({ length: 1_000 }, (_, index) => ({
        id: String(index + 1),
        name: 'Rex',
        categoryId: 1,
        status: 'available',
      })),
    }),
  );
  const contenders = [
    ...bare(answers),
    own,
    { ...standin(['--no-fast-sockets']), id: 'off', name: 'standin, no fast path' },
    ...prism(PETSTORE),
    ...(flags.quick ? [] : [...jsonServer(database), ...scalar(PETSTORE)]),
  ];
  const petstore = await measureRequests(bench, contenders, SCENARIOS);
  const table = medians(petstore.samples);
  result['requests'] = { ...petstore, medians: table };
  console.log(requestTable(table, contenders, SCENARIOS, petstore.memory));
  console.log(targetTable(table, contenders));

  if (!has(flags.document, 'requests to a mock of a large document')) return;
  say('requests: GitHub document');
  const large = standin([flags.document]);
  const github = join(folder, 'github.json');
  await captureAnswers(large, GITHUB, github);
  const measured = await measureRequests(bench, [...bare(github), large], GITHUB);
  const second = medians(measured.samples);
  result['github'] = { ...measured, medians: second };
  console.log(requestTable(second, [...bare(github), large], GITHUB, measured.memory));
}

async function start() {
  say('start to first answer');
  const own = standin();
  const large = { ...standin([flags.document]), id: 'standin-github', name: 'standin, GitHub document' };
  const yaml = { ...standin([STRIPE_DOCUMENT]), id: 'standin-stripe', name: 'standin, Stripe document (YAML)' };
  const answers = join(folder, 'answers.json');
  await captureAnswers(own, SCENARIOS, answers);
  const bareEntries = bare(answers).filter(({ id }) => id !== 'same');
  const entries = [
    ...bareEntries.map((contender) => ({ contender, path: '/get/7' })),
    ...[own, ...prism(PETSTORE), ...(flags.quick ? [] : scalar(PETSTORE))].map((contender) => ({
      contender,
      path: '/pets/7',
    })),
    ...(has(flags.document, 'start with a large document') ? [{ contender: large, path: '/user/keys/7' }] : []),
    ...(has(STRIPE_DOCUMENT, 'start with a large YAML document') ? [{ contender: yaml, path: '/v1/charges/7' }] : []),
  ];
  const measured = await measureStart(entries, bench.rounds, say);
  result['start'] = measured;
  console.log(
    startTable(
      measured.medians,
      entries.map(({ contender }) => contender),
    ),
  );
}

async function growth() {
  say('growth');
  // The memory engine holds a million entities at most: some room is left for those that are created.
  const rows = await measureGrowth(
    { ...bench, rounds: 3 },
    flags.quick ? [5, 1223] : [5, 100, 1223],
    flags.quick ? [100, 10_000] : [100, 10_000, 980_000],
  );
  result['growth'] = rows;
  console.log(growthTable(rows));
}

async function state() {
  say('state engines');
  // A world holds a million entities at most: some room is left for those that are created.
  const rows = await measureState(
    { ...bench, rounds: Math.min(bench.rounds, 5), quick: flags.quick },
    flags.quick ? [1_000, 20_000] : [1_000, 100_000, 900_000],
  );
  result['state'] = rows;
  console.log(stateTable(rows));
}

async function check() {
  say('contract check');
  has(flags.document, 'plan and inspection of a large document');
  const rows = await measureCheck({ rounds: Math.min(bench.rounds, flags.quick ? 1 : 3), say }, flags.document, folder);
  result['check'] = rows;
  console.log(checkTable(rows));
}

function commit() {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  } catch {
    // Not a checkout: then there is no commit to name.
    return undefined;
  }
}
