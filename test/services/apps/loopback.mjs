// The to-do list that LoopBack publishes as its example, as it is, in a folder of its own.

import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { main } from '@loopback/example-todo';

process.chdir(mkdtempSync(join(tmpdir(), 'standin-loopback-')));
mkdirSync('data');
const app = await main({ rest: { port: 0, host: '127.0.0.1' } });
process.stdout.write(`${app.restServer.url.replace('[::1]', '127.0.0.1')}\n`);
