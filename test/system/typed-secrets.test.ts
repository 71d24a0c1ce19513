import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { finish } from './command.ts';

const SECRET = 's3cret-Canary-77';
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'standin-typed-'));
  writeFileSync(join(folder, 'bad.har'), `{"log":{"entries":[{"request":{"headers":"${SECRET}`);
});
afterAll(() => rmSync(folder, { recursive: true }));

const HERE = 'http://127.0.0.1:1';

it.each([
  ['a target of another scheme', ['check', `htp://me:${SECRET}@host`]],
  ['a target with a query', ['check', `${HERE}/?token=${SECRET}`]],
  ['the URL of a document', ['check', HERE, `https://me:${SECRET}@127.0.0.1:1/doc.yaml?token=${SECRET}`]],
  ['a header field without its colon', ['check', HERE, '--header', `Authorization Bearer ${SECRET}`]],
  ['a key without its scheme', ['check', HERE, '--api-key', SECRET]],
  ['a user without a password', ['check', HERE, '--basic', SECRET]],
  ['a misspelt option', ['check', HERE, '--bearr', SECRET]],
  ['a store', ['mock', '--state', `redis:/me:${SECRET}@host`]],
  ['recorded traffic that is cut off', ['check', '--har', 'bad.har']],
])('%s that is wrong is refused without what is secret in it', async (_, args) => {
  for (const more of [[], ['--json']]) {
    const { status, out, err } = await finish([...args, ...more], folder);
    expect(status).toBeGreaterThan(1);
    expect(err).not.toBe('');
    expect(`${out}${err}`).not.toContain(SECRET);
  }
});
