import { fileURLToPath } from 'node:url';
import { peerFile } from './peers.mjs';
import { freePort, startServer } from './server.mjs';

/**
 * @typedef {import('./load.mjs').Ask} Ask
 * @typedef {object} Contender
 * @property {string} id
 * @property {string} name
 * @property {() => Promise<import('./server.mjs').Server>} start
 * @property {(scenario: string, ask: Ask) => Ask | undefined} ask How the request is put to this one; `undefined` where it cannot be.
 * @property {number} warmUp Requests of each kind before anything is counted: enough for the code to be compiled, few enough to wait for.
 * @property {boolean} [resets] Whether it forgets what it was told on `POST /_standin/reset`.
 */

const here = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url));
const CLI = here('../dist/src/cli/main.js');
export const PETSTORE = here('../spec/petstore.openapi.yaml');

/** @param {readonly string[]} [more] @returns {Contender} */
export const standin = (more = []) => ({
  id: 'standin',
  name: 'standin',
  start: () => startServer({ args: [CLI, 'mock', ...more, '--port', '0', '--json'] }),
  ask: (_, ask) => ask,
  warmUp: 5_000,
  resets: true,
});

/** The bare servers have no routes but one for each scenario. @type {Contender['ask']} */
const bareAsk = (scenario, ask) => ({ ...ask, path: `/${scenario}/7` });

/** @param {string} answers @returns {readonly Contender[]} */
export const bare = (answers) => [
  {
    id: 'node',
    name: 'node:http',
    start: () => startServer({ args: [here('servers/bare-node.mjs'), answers] }),
    ask: bareAsk,
    warmUp: 5_000,
  },
  {
    id: 'strict',
    name: 'Hono strict',
    start: () => startServer({ args: [here('servers/bare-hono.mjs'), answers] }),
    ask: bareAsk,
    warmUp: 5_000,
  },
  {
    id: 'same',
    name: 'Hono same headers',
    start: () => startServer({ args: [here('servers/bare-hono.mjs'), answers, 'same-headers'] }),
    ask: bareAsk,
    warmUp: 5_000,
  },
];

/** @param {string} document @returns {readonly Contender[]} */
export function prism(document) {
  const bin = peerFile('@stoplight/prism-cli', 'dist/index.js');
  if (bin === undefined) return [];
  return [
    {
      id: 'prism',
      name: 'Prism',
      start: async () => {
        const port = await freePort();
        return startServer({ args: [bin, 'mock', document, '-p', String(port), '-v', 'silent'], port });
      },
      ask: (_, ask) => ask,
      warmUp: 500,
    },
  ];
}

/** @param {string} database @returns {readonly Contender[]} */
export function jsonServer(database) {
  const bin = peerFile('json-server', 'lib/bin.js');
  if (bin === undefined) return [];
  return [
    {
      id: 'json-server',
      name: 'json-server',
      start: async () => {
        const port = await freePort();
        return startServer({ args: [bin, database, '--port', String(port)], port });
      },
      ask: (scenario, ask) =>
        scenario === 'post-invalid'
          ? undefined
          : { ...ask, path: ask.path.replace('?limit=20', '?_page=1&_per_page=20') },
      warmUp: 1_000,
    },
  ];
}

/** @param {string} document @returns {readonly Contender[]} */
export function scalar(document) {
  const manifest = peerFile('@scalar/mock-server', 'package.json');
  if (manifest === undefined || Number(process.versions.node.split('.', 1)[0]) < 22) return [];
  return [
    {
      id: 'scalar',
      name: 'Scalar',
      start: () => startServer({ args: [here('servers/scalar.mjs'), manifest, document] }),
      // It knows only what it was told, and was told nothing of a thousand pets.
      ask: (scenario, ask) => (scenario === 'post-invalid' || /\/pets\/(?!7$)\d/.test(ask.path) ? undefined : ask),
      warmUp: 1_000,
    },
  ];
}
