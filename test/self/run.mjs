// Checks the embedded mock against its own document in every start of contracts/petstore/runs.yaml, and says which documented
// statuses no start has shown. Ends with 1 on a finding about the service, an operation without a success, or a status never seen.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parse } from 'yaml';

const ROOT = resolve(import.meta.dirname, '../..');
const MAIN = resolve(ROOT, 'dist/src/cli/main.js');
const { runs, overrides } = parse(readFileSync(resolve(ROOT, 'contracts/petstore/runs.yaml'), 'utf8'));
const document = parse(readFileSync(resolve(ROOT, 'spec/petstore.openapi.yaml'), 'utf8'));

const documented = new Map();
for (const [path, item] of Object.entries(document.paths)) {
  for (const [method, operation] of Object.entries(item)) {
    if (operation?.operationId === undefined) continue;
    documented.set(operation.operationId, {
      endpoint: `${method.toUpperCase()} ${path}`,
      statuses: new Set(Object.keys(operation.responses)),
    });
  }
}

function command(args) {
  const child = spawn(process.execPath, [MAIN, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  let out = '';
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  const finished = new Promise((done) => child.on('close', (status) => done({ status, out })));
  const started = new Promise((done) =>
    child.stdout.once('data', (chunk) => done(JSON.parse(String(chunk).split('\n')[0]))),
  );
  return { child, finished, started };
}

const seen = new Map([...documented.keys()].map((id) => [id, new Set()]));
const faults = [];

for (const { name, mock: mockArgs, check: checkArgs } of runs) {
  const mock = command(['mock', '--port', '0', '--json', ...mockArgs]);
  const { url } = await mock.started;
  const { out } = await command(['check', url, '--strict', '--json', ...checkArgs]).finished;
  const { summary } = JSON.parse(out.trim().split('\n').at(-1));
  mock.child.kill('SIGTERM');
  await mock.finished;
  for (const { operation, statuses } of summary.coverage.operations)
    for (const { status } of statuses) seen.get(operation)?.add(String(status));
  const broken = summary.findings.filter((finding) => finding.about === 'service' && finding.severity === 'error');
  for (const finding of broken) faults.push(`${name}: ${finding.check} ${finding.endpoint ?? ''}: ${finding.message}`);
  const { passed, inconclusive } = summary.counts;
  console.log(
    `${name.padEnd(18)} ${passed} passed, ${inconclusive} inconclusive, ${broken.length} findings, ${summary.requests} requests, ${Math.round(summary.duration)} ms`,
  );
}

const mock = command(['mock', '--port', '0', '--json']);
const { url } = await mock.started;
for (const { status, produces } of overrides) {
  await fetch(`${url}/_standin/overrides`, { method: 'POST', body: JSON.stringify({ status }) });
  const { out } = await command(['check', url, '--json', '--phase', 'examples']).finished;
  for (const { operation, statuses } of JSON.parse(out.trim().split('\n').at(-1)).summary.coverage.operations)
    for (const each of statuses) seen.get(operation)?.add(String(each.status));
  console.log(`override ${status}       produces ${produces.join(', ')}`);
}
mock.child.kill('SIGTERM');
await mock.finished;

for (const [id, { endpoint, statuses }] of documented) {
  if (![...seen.get(id)].some((status) => status.startsWith('2')))
    faults.push(`${endpoint} was never answered with a success`);
  for (const status of statuses)
    if (!seen.get(id).has(status)) faults.push(`${endpoint} was never answered with its documented ${status}`);
}
for (const fault of faults) console.error(fault);
console.log(
  faults.length === 0
    ? `${documented.size} operations, every documented status seen, 0 findings`
    : `${faults.length} faults`,
);
process.exitCode = faults.length === 0 ? 0 : 1;
