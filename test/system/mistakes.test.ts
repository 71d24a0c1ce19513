import { appendFile, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMock } from '../../src/library/index.ts';
import { finish, start } from './command.ts';
import { PETSTORE, type Server, TRANSPORTS } from './harness.ts';

const PETS = resolve(import.meta.dirname, '../../spec/petstore.openapi.yaml');

async function folder(files: Readonly<Record<string, string>>): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'standin-mistakes-'));
  for (const [name, text] of Object.entries(files)) await writeFile(join(path, name), text);
  return path;
}

let server: Server;
beforeAll(async () => {
  const open = TRANSPORTS[0]?.[1];
  if (open === undefined) throw new Error('There is no transport.');
  server = await open();
});
afterAll(() => server.close());

test('A name that no operation has is refused by verify, for with atMost it would always be satisfied', async () => {
  const answer = await server.call('POST /_standin/verify', { operation: 'deletePat', atMost: 0 });
  expect(answer.status).toBe(422);
  expect(answer.json.detail).toContain('no operation `deletePat`; it has listPets');
});

test('The journal says which filter it does not know', async () => {
  const unknown = await server.call('GET /_standin/journal?operaton=listPets');
  expect(unknown).toMatchObject({ status: 422 });
  expect(unknown.json.detail).toContain('`operaton` is no filter of the journal; it takes operation, method');
  expect((await server.call('GET /_standin/journal?limit=x')).json.detail).toBe('`limit` has to be a whole number.');
  expect((await server.call('GET /_standin/journal?operation=listPats')).status).toBe(422);
  expect((await server.call('GET /_standin/journal?operation=listPets&limit=1')).status).toBe(200);
});

test('A control route that is asked with another method names the methods that it has', async () => {
  const answer = await server.call('GET /_standin/reset');
  expect(answer.status).toBe(405);
  expect(answer.headers.get('allow')).toBe('POST');
  expect(answer.json.detail).toContain('There is no control route GET /_standin/reset, but there is POST of it');
  expect((await server.call('PUT /_standin/snapshots/one')).headers.get('allow')).toBe('POST, GET, DELETE');
  expect((await server.call('GET /_standin/nope')).status).toBe(404);
});

test('Data may be YAML, and a file that is not there is said in plain words', async () => {
  const cwd = await folder({ 'data.yaml': 'categories:\n  - { id: 5, name: Newts }\n', 'data.txt': 'a: 1' });
  const mock = await createMock({ ...PETSTORE, mocks: {}, data: 'data.yaml', cwd });
  const response = await mock.fetch(new Request('http://localhost/categories/5'));
  expect(await response.json()).toMatchObject({ name: 'Newts' });
  await mock.close();
  await expect(createMock({ ...PETSTORE, data: 'none.yaml', cwd })).rejects.toThrow(
    'The data file none.yaml cannot be read: there is no such file',
  );
  await expect(createMock({ ...PETSTORE, data: 'data.txt', cwd })).rejects.toMatchObject({
    hint: 'YAML is read from files that end in .yaml or .yml.',
  });
});

test('Mocks that name what the document does not have are refused', async () => {
  const behaviours = { deletePat: () => undefined };
  await expect(createMock({ ...PETSTORE, mocks: { behaviours } })).rejects.toMatchObject({
    code: 'mocks.invalid',
    message: 'The mocks have a behaviour `deletePat`, and the document has no such operation.',
  });
  await expect(createMock({ ...PETSTORE, mocks: { factories: { pats: () => ({}) } } })).rejects.toThrow(
    'a factory `pats`, and the document has no such resource',
  );
});

test('A name that narrows the plan to nothing ends the command', async () => {
  for (const [flag, name, word] of [
    ['--operation', 'listPats', 'operation'],
    ['--tag', 'Pats', 'tag'],
    ['--exclude', 'Pats', 'operation or tag'],
  ] as const) {
    const end = await finish(['check', '--self', flag, name]);
    expect(end.status).toBe(2);
    expect(end.err).toContain(`The document has no ${word} \`${name}\`.`);
  }
});

test('A report that cannot be written is said before a request is sent', async () => {
  const end = await finish(['check', 'http://127.0.0.1:9', '--report', 'json=/nowhere/at/all/x.json']);
  expect(end).toMatchObject({ status: 3, out: '' });
  expect(end.err).toContain('The folder /nowhere/at/all has to be there, and writable.');
});

test('Files beside the document, such as our own log, reload nothing', async () => {
  const cwd = await folder({ 'api.yaml': await readFile(PETS, 'utf8') });
  const running = start(['mock', 'api.yaml', '--port', '0', '--watch', '--json'], cwd);
  await running.until(/"started"/);
  await writeFile(join(cwd, 'mock.log'), 'anything');
  await new Promise((done) => setTimeout(done, 500));
  await appendFile(join(cwd, 'api.yaml'), '\n');
  await running.until(/"reloaded"/);
  const { out } = await running.stop();
  expect(out.match(/"event":"reloaded"/g)).toHaveLength(1);
});
