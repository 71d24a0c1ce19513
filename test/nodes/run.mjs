// Runs the tests of the server on each version of Node that the fast path is made for, and compares the bytes that the same seed gives.
// Needs the npm registry: `npm run test:nodes [-- 20 22 24 26]`.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');
const MAIN = join(ROOT, 'dist/src/cli/main.js');
const FAST_PATH = readFileSync(join(ROOT, 'src/server/http1/fast-path.ts'), 'utf8');
/** The list of the fast path itself: there is no other one. */
const TESTED = /TESTED_MAJORS[^=]*= \[([\d, ]+)\]/.exec(FAST_PATH)?.[1].split(', ') ?? [];
const SUITE = ['test/server', 'test/system/petstore', 'test/system/bad-requests', 'test/system/slow-clients'];
const PATHS = ['/pets?limit=100', '/categories', '/store/orders?limit=100', '/store/inventory?limit=100'];
const wanted = process.argv.slice(2);
const versions = wanted.length > 0 ? wanted : TESTED;

/** Brings a Node binary of that major version, outside the project. */
function binaryOf(version) {
  const folder = mkdtempSync(join(tmpdir(), `standin-node-${version}-`));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  execFileSync('npm', ['install', '--no-save', '--prefix', folder, `node@${version}`], { stdio: 'ignore' });
  return join(folder, 'node_modules/node/bin/node');
}

async function bytesOn(binary, document) {
  const child = spawn(
    binary,
    [MAIN, 'mock', ...document, '--port', '0', '--seed', '7', '--now', '2026-12-01', '--json'],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const line = await new Promise((done) => child.stdout.once('data', (chunk) => done(String(chunk))));
  const { url } = JSON.parse(line.split('\n')[0]);
  const hash = createHash('sha256');
  for (const path of PATHS) hash.update(await (await fetch(`${url}${path}`)).text());
  const created = await fetch(`${url}/pets`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"name":"Rex","categoryId":1}',
  });
  hash.update(await created.text());
  hash.update(await (await fetch(`${url}/pets`, { headers: { prefer: 'dynamic=true' } })).text());
  child.kill('SIGTERM');
  await new Promise((done) => child.once('close', done));
  return hash.digest('hex');
}

function suiteOn(binary) {
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
  const env = { ...process.env, PATH: `${dirname(binary)}:${process.env.PATH}` };
  const projects = ['shared', 'isolated', 'platform sockets', 'platform sockets isolated'].flatMap((name) => [
    '--project',
    name,
  ]);
  const args = [vitest, 'run', ...projects, ...SUITE];
  return spawnSync(binary, args, { cwd: ROOT, env, stdio: 'inherit' }).status === 0;
}

const seen = new Map();
let failed = 0;
for (const version of versions) {
  const binary = binaryOf(version);
  const exact = execFileSync(binary, ['--version'], { encoding: 'utf8' }).trim();
  if (!suiteOn(binary)) {
    console.error(`The tests of the server fail on ${exact}.`);
    failed += 1;
  }
  const digest = await bytesOn(binary, []);
  seen.set(digest, [...(seen.get(digest) ?? []), exact]);
  console.log(`${exact.padEnd(12)} ${digest}`);
}
if (seen.size !== 1) {
  console.error('The same seed gives different bytes.');
  failed += 1;
}
process.exitCode = failed === 0 ? 0 : 1;
console.log(`${versions.length} versions, ${failed} failed`);
