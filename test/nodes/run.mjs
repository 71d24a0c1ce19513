// Serves the same seed on several versions of Node and compares the bytes. Needs the npm registry: `npm run test:nodes [-- 20 22 24 26]`.
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const MAIN = resolve(import.meta.dirname, '../../dist/src/cli/main.js');
const PATHS = ['/pets?limit=100', '/categories', '/store/orders?limit=100', '/store/inventory?limit=100'];
const wanted = process.argv.slice(2);
const versions = wanted.length > 0 ? wanted : ['20', '22', '24', '26'];

/** Brings a Node binary of that major version, outside the project. */
function binaryOf(version) {
  const folder = mkdtempSync(join(tmpdir(), `standin-node-${version}-`));
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

const seen = new Map();
for (const version of versions) {
  const binary = binaryOf(version);
  const exact = execFileSync(binary, ['--version'], { encoding: 'utf8' }).trim();
  const digest = await bytesOn(binary, []);
  seen.set(digest, [...(seen.get(digest) ?? []), exact]);
  console.log(`${exact.padEnd(12)} ${digest}`);
}
if (seen.size !== 1) {
  console.error('The same seed gives different bytes.');
  process.exitCode = 1;
} else {
  console.log(`${versions.length} passed, 0 failed`);
}
