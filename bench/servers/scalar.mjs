import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const [, , peers = '', document = ''] = process.argv;
const require = createRequire(peers);
const load = (/** @type {string} */ name) => import(pathToFileURL(require.resolve(name)).href);
const { createMockServer } = await load('@scalar/mock-server');
const { serve } = await import('@hono/node-server');
const app = await createMockServer({ document: await readFile(document, 'utf8') });
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => console.log(`http://127.0.0.1:${port}`));
