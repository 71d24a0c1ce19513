import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMock } from '../../src/library/index.ts';
import { finish, MAIN, start, urlIn } from './command.ts';
import { folder } from './folder.ts';
import { inMemory, PETSTORE, type Server } from './harness.ts';

const PETS = resolve(import.meta.dirname, '../../spec/petstore.openapi.yaml');

let server: Server;
beforeAll(async () => {
  server = await inMemory();
});
afterAll(() => server.close());

test('A name that no operation has is refused by verify, for with atMost it would always be satisfied', async () => {
  const answer = await server.call('POST /_standin/verify', { operation: 'deletePat', atMost: 0 });
  expect(answer.status).toBe(422);
  expect(answer.json.detail).toContain('no operation `deletePat`. Did you mean `deletePet`?');
});

test('The journal says which filter it does not know', async () => {
  const unknown = await server.call('GET /_standin/journal?operaton=listPets');
  expect(unknown).toMatchObject({ status: 422 });
  expect(unknown.json.detail).toContain('`operaton` is not a filter of the journal; use one of operation, method');
  expect((await server.call('GET /_standin/journal?limit=x')).json.detail).toBe('`limit` must be a whole number.');
  expect((await server.call('GET /_standin/journal?operation=listPats')).status).toBe(422);
  expect((await server.call('GET /_standin/journal?operation=listPets&limit=1')).status).toBe(200);
});

test('A control route that is asked with another method names the methods that it has', async () => {
  const answer = await server.call('GET /_standin/reset');
  expect(answer.status).toBe(405);
  expect(answer.headers.get('allow')).toBe('POST');
  expect(answer.json.detail).toContain('There is no control route GET /_standin/reset, but there is POST of it');
  const several = await server.call('PUT /_standin/snapshots/one');
  expect(several.headers.get('allow')).toBe('POST, GET, DELETE');
  expect(several.json.detail).toContain('but there is POST, GET and DELETE of it');
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
    message: 'The mocks define a behaviour `deletePat`, but the document has no such operation.',
  });
  await expect(createMock({ ...PETSTORE, mocks: { factories: { pats: () => ({}) } } })).rejects.toThrow(
    'a factory `pats`, but the document has no such resource',
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
  const end = await finish(['check', 'http://127.0.0.1:9', '--report', 'json=/dev/null/at/all/x.json']);
  expect(end).toMatchObject({ status: 3, out: '' });
  expect(end.err).toContain('The folder /dev/null/at/all must exist and be writable.');
  for (const args of [
    ['check', 'http://127.0.0.1:9', '--report', 'html=.'],
    ['merge', 'r.json', '--report', 'html=.'],
  ]) {
    const folder = await finish(args);
    expect(folder).toMatchObject({ status: 3, out: '' });
    expect(folder.err).toContain('The report . cannot be written: it is a folder.');
  }
});

test.skipIf(process.platform === 'win32')(
  'A report may go to a pipe, and one that cannot be written leaves nothing',
  async () => {
    const cwd = await folder({});
    const args = ['check', 'http://127.0.0.1:9', '--petstore', '--phase', 'lifecycle', '--report'];
    const [make, name] = ['mkfifo', join(cwd, 'pipe')] as const;
    execFileSync(make, [name]);
    const [read] = await Promise.all([readFile(join(cwd, 'pipe'), 'utf8'), finish([...args, 'markdown=pipe'], cwd)]);
    expect(read).toContain('# ');
    await mkdir(join(cwd, 'there.md.part'));
    const end = await finish([...args, 'markdown=there.md'], cwd);
    expect(end.status).toBe(3);
    expect(end.err).toContain('The report there.md cannot be written: it is a folder.');
  },
);

test('A wrong option is said in the words of every other error, as JSON where that was asked for', async () => {
  const text = await finish(['mock', '--prot', '1']);
  expect(text).toMatchObject({ status: 2, out: '' });
  expect(text.err).toMatch(/^error unknown option '--prot'\n/);
  expect(text.err).toContain('(standin mock --help lists its options)');
  const json = await finish(['mock', '--json', '--port', 'x']);
  expect(json).toMatchObject({ status: 2, out: '' });
  expect(JSON.parse(json.err)).toMatchObject({
    error: { code: 'usage', message: expect.stringContaining("'x' is invalid. It must be a whole number") },
  });
});

test('A started mock names addresses that answer', async () => {
  const cwd = await folder({
    'a.yaml': `openapi: 3.0.3
info: { title: a, version: "1" }
servers: [{ url: /v1 }]
paths:
  /search: { get: { parameters: [{ name: q, in: query, required: true, schema: { type: string } }], responses: { "200": { description: ok } } } }
  /state: { get: { responses: { "204": { description: ok } } } }
`,
  });
  const running = start(['mock', 'a.yaml', '--port', '0', '--strict-base-path', '--control-prefix', '/ctl'], cwd);
  const text = await running.until(/Stop: +Ctrl-C/);
  expect(text).toContain('2 operations · 0 resources · seed 1');
  const [, tried = ''] = /Try: +curl (\S+)/.exec(text) ?? [];
  expect((await fetch(tried)).status).toBe(204);
  for (const name of ['Page', 'Document', 'Control']) {
    const [, url = ''] = new RegExp(`${name}: +(http\\S+)`).exec(text) ?? [];
    expect((await fetch(url, { headers: { accept: 'text/html, application/json' } })).status, name).toBe(200);
  }
  await running.stop();
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

test.each<[string, Readonly<Record<string, string>>, readonly string[], readonly string[]]>([
  ['a folder as document', {}, ['mock', '.'], ['it is a folder']],
  ['a document that is no text', { 'a.yaml': '\u0000\u0001' }, ['mock', 'a.yaml'], ['a.yaml:1:1', 'NUL']],
  ['an empty document', { 'a.yaml': '' }, ['mock', 'a.yaml'], ['a.yaml:1:1', 'holds no document']],
  [
    'two documents in one file',
    { 'a.yaml': 'openapi: 3.1.0\n---\nb: 1\n' },
    ['mock', 'a.yaml'],
    ['a.yaml:3:1', 'more than one YAML document'],
  ],
  ['a folder without scenarios', { 'notes.md': '' }, ['check', '--self', '--scenarios', '.'], ['. holds no scenario.']],
  ['a state engine that is none', {}, ['mock', '--state', 'foo'], ['`foo` is not a state engine']],
  ['a secret in a state', {}, ['mock', '--state', 'redi://u:p@h/0'], ['`redi://…` is not a state engine']],
  ['JSON with an error', { 'a.json': '{\n "a": ,\n}' }, ['inspect', 'a.json'], ['a.json:2:7']],
  ['mocks that throw', { 'm.ts': '\nthrow new Error("boom");' }, ['mock', '--mocks', 'm.ts'], ['boom (line 2)']],
  ['mocks that are cut off', { 'm.ts': 'export default {\n' }, ['mock', '--mocks', 'm.ts'], ['m.ts', '(line ']],
  ['mocks that are not there', {}, ['mock', '--mocks', 'm.ts'], ['there is no such file']],
  [
    'mocks with a misspelt part',
    { 'm.ts': 'export default { behaviors: {} };' },
    ['mock', '--mocks', 'm.ts'],
    ['unknown part `behaviors`', 'Did you mean `behaviours`?'],
  ],
  [
    'mocks with a misspelt operation',
    { 'm.ts': 'export default { behaviours: { deletePat: () => undefined } };' },
    ['mock', '--mocks', 'm.ts'],
    ['Did you mean `deletePet`?'],
  ],
  ['data that is cut off', { 'd.json': '{"pets":\n [}' }, ['mock', '--data', 'd.json'], ['d.json:2:3']],
  [
    'a port in a config file',
    { 'standin.config.yaml': 'seed: 1\nport: 99999\n' },
    ['mock'],
    ['.yaml:2:', '0 to 65535'],
  ],
  ['a seed in a config file', { 'standin.config.json': '{"seed": 1.5}' }, ['mock'], ['.json:1', 'whole number']],
  ['a way in a config file', { 'standin.config.yaml': 'unknown: maybe\n' }, ['mock'], ['auto, strict, materialise']],
  ['credentials in a config file', { 'standin.config.yaml': 'apiKeys: [1]\n' }, ['mock'], ['`apiKeys`']],
  ['a word for --fail-on', {}, ['check', '--self', '--fail-on', 'wrning'], ['warning, document, usage']],
  ['a baseline that is not there', {}, ['check', '--self', '--baseline', 'b.json'], ['there is no such file']],
  ['a report to merge that is not there', {}, ['merge', 'r.json'], ['there is no such file']],
  [
    'a document and a target in the wrong order',
    {},
    ['check', 'a.yaml', 'http://127.0.0.1:9'],
    ['The target comes first: standin check http://127.0.0.1:9 a.yaml'],
  ],
  ['a target without http', {}, ['check', 'localhost:9'], ['Did you mean http://localhost:9?']],
  ['a document instead of a target', {}, ['check', 'a.yaml'], ['standin check --self a.yaml']],
  ['a target with a query', {}, ['check', 'http://127.0.0.1:9/?key=s3'], ['has no `?key=…`', '--header']],
  ['a misspelt operation', {}, ['check', '--self', '--operation', 'listPats'], ['Did you mean `listPets`?']],
  ['a misspelt case or operation', {}, ['check', '--self', '--only', 'xyz'], ['There are listPets, createPet, getPet']],
  [
    'a key for a scheme that is not there',
    {},
    ['check', '--self', '--api-key', 'nope=1'],
    ['no security scheme `nope`', 'There is bearerAuth.'],
  ],
  ['a baseline to write without its name', {}, ['check', '--self', '--update-baseline'], ['--baseline']],
  [
    'two reports in one file',
    {},
    ['check', '--self', '--report', 'html=r', '--report', 'json=./r'],
    ['Two reports have the same path: ./r.', 'its own file'],
  ],
  [
    'scenarios that are neither folder nor YAML',
    { 's.txt': '' },
    ['check', '--self', '--scenarios', 's.txt'],
    ['.yml'],
  ],
  [
    'a config file that throws',
    { 'standin.config.ts': '\nthrow new Error("boom");' },
    ['mock'],
    ['The config file standin.config.ts cannot be read: boom (line 2)'],
  ],
  [
    'a config file of no kind',
    { 'c.txt': '' },
    ['mock', '--config', 'c.txt'],
    ['c.txt has an unknown file type', '.ts, .mts'],
  ],
  ['a text that is no OpenAPI', { 'a.yaml': 'a: 1' }, ['inspect', 'a.yaml'], ['a.yaml:1:1', '`openapi: 3.1.0`']],
  ['a command that prints no credential', {}, ['check', '--self', '--auth-cmd', 'exit 3'], ['failed (3)']],
  ['cleaning a mock of its own', {}, ['check', '--self', '--clean', 'r.json'], ['--clean does not work with --self']],
])('%s is said with its place and its remedy, without a stack', async (_, files, args, words) => {
  const end = await finish(args, await folder(files));
  expect(end.status).toBe(2);
  for (const word of words) expect(end.err).toContain(word);
  expect(end.err).not.toMatch(/\n\s+at |defect/);
});

test('A config file may name files whose names a URL would change', async () => {
  const cwd = await folder({ 'my api #1 100%.yaml': await readFile(PETS, 'utf8') });
  await writeFile(join(cwd, 'standin.config.yaml'), 'document: "my api #1 100%.yaml"\nport: 0\n');
  const running = start(['mock'], cwd);
  await running.until(/19 operations/);
  expect((await running.stop()).status).toBe(0);
});

test('A target that never answered gets no table of what it does', async () => {
  const end = await finish(['check', 'http://127.0.0.1:9', '--petstore']);
  expect(end.status).toBe(3);
  expect(end.out).toContain('nothing answered, and nothing was checked');
  expect(end.out).toContain('--wait 30s');
  expect(end.out).not.toMatch(/Covered|Deprecated/);
});

test('A document that is unavailable at the moment differs from a wrong address: a build may try again', async () => {
  const gone = createServer().listen(0, '127.0.0.1');
  await once(gone, 'listening');
  const { port } = gone.address() as AddressInfo;
  await new Promise((done) => gone.close(done));
  const document = `http://127.0.0.1:${port}/openapi.json`;
  for (const args of [
    ['mock', document],
    ['inspect', document],
    ['check', 'http://127.0.0.1:1', document],
  ]) {
    const end = await finish(args);
    expect(end).toMatchObject({ status: 3, out: '' });
    expect(end.err).toContain(`${document} cannot be fetched: nothing is listening there`);
  }
  expect((await finish(['inspect', 'http://'])).status).toBe(2);
});

test.runIf(process.platform === 'linux')(
  'Output that does not fit on the disk is reported, and fails the command',
  () => {
    const full = openSync('/dev/full', 'w');
    const { status, stderr } = spawnSync(process.execPath, [MAIN, 'checks'], { stdio: ['ignore', full, 'pipe'] });
    closeSync(full);
    expect(status).toBe(3);
    expect(String(stderr)).toMatch(/^error The output cannot be written: ENOSPC/);
  },
);

test('Choices in process are judged as those of the command line', async () => {
  for (const [choices, words] of [
    [{ bodyLimit: -5 }, '`bodyLimit` is -5.'],
    [{ seed: 1.5 }, '`seed` is 1.5.'],
    [{ maxEntities: 0 }, '`maxEntities` is 0.'],
    [{ requestTimeout: Number.NaN }, '`requestTimeout` is NaN.'],
    [{ delay: '9..1' }, '`9..1` is not a delay.'],
    [{ controlPrefix: '/' }, 'is not a path for `controlPrefix`'],
  ] as const)
    await expect(createMock({ ...PETSTORE, ...choices })).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringContaining(words),
    });
});

test('A second signal ends the command at once, and a reader that has gone ends nothing', async () => {
  const running = start(['mock', '--port', '0']);
  const url = urlIn(await running.until(/Stop: +Ctrl-C/));
  running.child.stdout?.destroy();
  running.child.stderr?.destroy();
  expect((await fetch(`${url}/pets/1`)).status).toBe(200);
  const held = fetch(`${url}/pets/1`, { headers: { prefer: 'fault=hang' } }).catch(() => undefined);
  running.child.kill('SIGINT');
  running.child.kill('SIGTERM');
  const { status } = await running.finished;
  // No status: the second one came when nobody listened any more, and ended what was ending.
  expect([0, 130, 143, null]).toContain(status);
  await held;
});

test('Inspect lists what is wrong in the order of the document', async () => {
  const cwd = await folder({
    'a.yaml': `openapi: 3.0.3
info: { title: a, version: "1" }
paths:
  /a:
    get:
      parameters: [{ name: q, in: quary, schema: { type: string } }]
      responses: { "200": { description: ok, content: { application/json: { schema: { $ref: "#/components/schemas/B" } } } } }
  /a/{id}: { get: { responses: { "200": { description: ok } } } }
components: { schemas: { C: { type: int } } }
`,
  });
  const { out } = await finish(['inspect', 'a.yaml'], cwd);
  const lines = [...out.matchAll(/a\.yaml:(\d+):\d+/g)].map(([, line]) => Number(line));
  expect(lines.length).toBeGreaterThan(2);
  expect(lines).toEqual([...lines].sort((a, b) => a - b));
});
