import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** Whom we measure against, and with what. Never needed by users: installed on request, out of git. */
const PEERS = {
  autocannon: '9.0.0',
  '@stoplight/prism-cli': '5.14.2',
  'json-server': '1.0.0-beta.3',
  ...(nodeMajor() >= 22 ? { '@scalar/mock-server': '^0.14.0' } : {}),
};

const FOLDER = fileURLToPath(new URL('./peers/', import.meta.url));

function nodeMajor() {
  return Number(process.versions.node.split('.', 1)[0]);
}

/** The file of a peer's folder, or `undefined` where it is not installed. @param {string} name @param {string} file */
export function peerFile(name, file) {
  const path = join(FOLDER, 'node_modules', name, file);
  return existsSync(path) ? path : undefined;
}

/** @param {string} name @returns {Promise<any>} */
export async function peer(name) {
  const path = createRequire(join(FOLDER, 'package.json')).resolve(name);
  return (await import(pathToFileURL(path).href)).default;
}

export function isInstalled() {
  return peerFile('autocannon', 'package.json') !== undefined;
}

export function install() {
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(
    join(FOLDER, 'package.json'),
    `${JSON.stringify({ private: true, name: 'standin-bench-peers', dependencies: PEERS }, null, 2)}\n`,
  );
  const { status } = spawnSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts'], {
    cwd: FOLDER,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  return status ?? 1;
}
