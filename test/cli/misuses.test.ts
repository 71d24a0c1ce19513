import { mkdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { finish, start, urlIn } from '../system/command.ts';
import { contentsOf, folder } from '../system/folder.ts';

const API = `openapi: 3.1.0
info: { title: Notes, version: '1' }
paths:
  /notes:
    get: { operationId: listNotes, responses: { '200': { description: ok, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Note' } } } } } } }
  /notes/{id}:
    get: { operationId: getNote, parameters: [{ name: id, in: path, required: true, schema: { type: integer } }], responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Note' } } } } } }
components: { schemas: { Note: { type: object, required: [id], properties: { id: { type: integer } } } } }
`;
const here = { 'openapi.yaml': API };
const COLLECTION =
  '{"info":{"_postman_id":"1","name":"x","schema":"https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},"item":[]}';
const PAGE = '<!doctype html><html><body>Sign in</body></html>';

/** What a person types wrongly, what is in the folder, and what the first lines of the answer name: the flag as typed, and the nearest right name. */
const MISUSES: readonly (readonly [string, Readonly<Record<string, string>>, string, readonly string[]])[] = [
  ['a flag that does not exist', here, 'mock --prot 1', ["'--prot'", 'Did you mean --port?']],
  ['a switch with a value that is none', here, 'mock --cors=off', ["'--cors=off'", 'standin mock --help']],
  ['a value for a flag that is no switch', here, 'mock --port=true', ['--port', "'true'", 'whole number']],
  ['a flag of another command', here, 'mock --opration x', ["'--opration'", 'standin mock --help']],
  ['a command that does not exist', {}, 'mok', ["'mok'", 'Did you mean mock?']],
  ['help of a command that does not exist', {}, 'help chekc', ["'chekc'", 'Did you mean check']],
  ['a port that is a word', here, 'mock --port http', ['--port', "'http'", 'whole number']],
  ['a port beyond all ports', here, 'mock --port 99999', ['--port', "'99999'", '0 to 65535']],
  ['a port under its short name', here, 'mock -p -1', ['-p', "'-1'", '0 to 65535']],
  ['a flag without its value', here, 'mock --port', ['--port', 'missing']],
  ['a delay in words', here, 'mock --delay fast', ['`--delay`', '`fast`', '100..400']],
  ['a rate without its time', here, 'mock --rate-limit 60', ['`--rate-limit`', '60/m']],
  ['a time in words', here, 'mock --now yesterday', ['`--now`', '2027-07-02']],
  ['a seed in words', here, 'mock --seed hello', ['--seed', "'hello'", 'whole number']],
  ['a misspelt way of security', here, 'mock --auth of', ['--auth', 'Did you mean `off`?']],
  ['a misspelt way for unknown ids', here, 'mock --unknown strct', ['--unknown', 'Did you mean `strict`?']],
  ['a base without its slash', here, 'mock --base api', ['`--base`', 'such as /api.']],
  ['a misspelt state engine', here, 'mock --state sqlit:x.db', ['`--state`', 'Did you mean sqlite?']],
  ['a misspelt document', here, 'mock opneapi.yaml', ['opneapi.yaml', 'did you mean openapi.yaml?']],
  ['a folder instead of a document', here, 'mock .', ['it is a folder', 'path or URL']],
  ['an empty document', { 'a.yaml': '' }, 'mock a.yaml', ['a.yaml:1:1', 'holds no document']],
  ['a comment in JSON', { 'a.json': '{ // here\n}' }, 'mock a.json', ['a.json:1:3', 'JSON has none']],
  ['a page instead of a document', { 'a.yaml': PAGE }, 'mock a.yaml', ['HTML page', 'openapi.json']],
  ['a collection of another tool', { 'a.json': COLLECTION }, 'mock a.json', ['Postman']],
  ['a document of events', { 'a.yaml': 'asyncapi: 3.0.0\n' }, 'mock a.yaml', ['AsyncAPI']],
  [
    'a host without its scheme',
    here,
    'check localhost openapi.yaml',
    ['`localhost`', 'Did you mean http://localhost?'],
  ],
  [
    'a baseline of another form',
    { ...here, 'b.json': '{"ignore":[]}' },
    'check --self --baseline b.json',
    ['b.json', 'JSON list', '--update-baseline'],
  ],
  [
    'a baseline that is text',
    { ...here, 'b.txt': 'none' },
    'check --self --baseline b.txt',
    ['b.txt', 'not JSON', '--update-baseline'],
  ],
  ['two documents at one base', { 'a.yaml': API, 'b.yaml': API }, 'mock a.yaml@/x b.yaml@/x', ['Two documents', '/x']],
  ['two documents without a base', { 'a.yaml': API, 'b.yaml': API }, 'mock a.yaml b.yaml', ['a.yaml', '@/users']],
  ['misspelt mocks', { ...here, 'mocks.ts': '' }, 'mock --mocks mock.ts', ['mock.ts', 'did you mean mocks.ts?']],
  ['misspelt data', { ...here, 'data.json': '{}' }, 'mock --data date.json', ['did you mean data.json?']],
  [
    'data of a misspelt resource',
    { ...here, 'd.json': '{"nots":[]}' },
    'mock --data d.json',
    ['Did you mean `notes`?'],
  ],
  [
    'a config with a typo',
    { ...here, 'standin.config.yaml': 'prot: 1\n' },
    'mock',
    ['.yaml:1', 'Did you mean `port`?'],
  ],
  ['a config with a wrong value', { ...here, 'standin.config.yaml': 'auth: of\n' }, 'mock', ['.yaml:1', '`of`']],
  ['a config that throws', { ...here, 'standin.config.ts': 'throw new Error("boom");' }, 'mock', ['boom (line 1)']],
  ['a misspelt config', { ...here, 'mine.yaml': '' }, 'mock --config mien.yaml', ['did you mean mine.yaml?']],
  ['a misspelt phase', here, 'check --self --phase statefull', ['--phase', 'Did you mean `stateful`?']],
  ['a misspelt report', here, 'check --self --report htlm=x', ['`htlm=x`', '--report kind=path', 'html']],
  ['a misspelt check', here, 'check --self --check schema.tpye=off', ['--check', 'Did you mean `schema.type`?']],
  ['a misspelt severity', here, 'check --self --check schema.type=eror', ['--check', 'Did you mean `error`?']],
  ['a misspelt operation', here, 'check --self --operation listNots', ['Did you mean `listNotes`?']],
  ['a misspelt reason to fail', here, 'check --self --fail-on wrning', ['--fail-on', 'Did you mean `warning`?']],
  ['a misspelt coverage', here, 'check --self --min-coverage opertions=5', ['--min-coverage', '`operations`']],
  ['a time without its unit', here, 'check --self --time-limit soon', ['--time-limit', '`soon`', '30s']],
  ['a time that needs a unit', here, 'check --self --wait 5', ['--wait', 'Write the unit: 5s, or 5ms.']],
  ['a time with an odd unit', here, 'check --self --timeout 5parsecs', ['--timeout', "'5parsecs'", '500ms, 5s or 2m']],
  ['a time beyond all bounds', here, 'mock --request-timeout 2h', ['--request-timeout', "'2h'", 'from 1 to 3600000']],
  ['a delay with an odd unit', here, 'mock --delay 5x', ['`--delay`', '500ms..2s']],
  ['a misspelt protocol', here, 'check htp://127.0.0.1:9', ['Did you mean http://127.0.0.1:9?']],
  ['a document before its target', here, 'check openapi.yaml', ['standin check --self openapi.yaml']],
  ['no target', here, 'check', ['--self openapi.yaml']],
  ['credentials without a colon', here, 'check http://127.0.0.1:9 --basic me', ['--basic', 'user:password']],
  ['a misspelt area of checks', {}, 'checks shema', ['Did you mean `schema`?']],
  ['a shell that is not known', {}, 'completion zhs', ['argument <shell>', 'zhs', 'Did you mean `zsh`?']],
];

test.each(MISUSES)('%s is answered in a few lines that name it, and changes no file', async (_, files, line, words) => {
  const cwd = await folder(files);
  const { status, out, err } = await finish(line.split(' '), cwd);
  expect({ status, out }).toEqual({ status: 2, out: '' });
  for (const word of words) expect(err).toContain(word);
  expect(err).toMatch(/^error /m);
  expect(err.trimEnd().split('\n').length).toBeLessThanOrEqual(5);
  expect(err).not.toMatch(/\n\s+at |defect/);
  expect(await contentsOf(cwd)).toEqual(files);
});

test('A report in the place of a folder is refused before the run, and what is there stays', async () => {
  const files = { ...here, out: 'mine' };
  const cwd = await folder(files);
  const { status, out, err } = await finish(['check', '--self', '--report', 'html=out/x.html'], cwd);
  expect({ status, out }).toEqual({ status: 3, out: '' });
  expect(err).toContain('The report out/x.html cannot be written: a part of its path is a file, not a folder.');
  expect(await contentsOf(cwd)).toEqual(files);
});

test.each([
  ['a report', 'check --self --report json=here', 'The report here'],
  ['a baseline', 'check --self --baseline here --update-baseline', 'The baseline here'],
  ['drafted values', 'check --self --draft-values here', 'The file of values here'],
  [
    'a baseline of a comparison',
    'diff openapi.yaml openapi.yaml --baseline here --update-baseline',
    'The baseline here',
  ],
])('%s that cannot be written is refused before the run', async (_, line, words) => {
  const cwd = await folder(here);
  // A file is written under this name first.
  await mkdir(join(cwd, 'here.part'));
  const { status, out, err } = await finish(line.split(' '), cwd);
  expect({ status, out }).toEqual({ status: 3, out: '' });
  expect(err).toContain(`${words} cannot be written: it is a folder.`);
});

test('A taken port is answered with a free one', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await new Promise((done) => other.once('listening', done));
  const { port } = other.address() as { port: number };
  const { status, err } = await finish(['mock', '--port', String(port)], await folder(here));
  other.close();
  expect(status).toBe(2);
  expect(err).toMatch(new RegExp(`${port}[\\s\\S]*--port \\d+`));
});

test('An override that names an unknown operation is refused with the nearest one, and the answers stay', async () => {
  const mock = start(['mock', '--port', '0'], await folder(here));
  const url = urlIn(await mock.until(/Stop: +Ctrl-C/));
  const body = JSON.stringify({ operation: 'listNots', status: 500 });
  const refused = await fetch(`${url}/_standin/overrides`, { method: 'POST', body });
  expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining('Did you mean `listNotes`?')]);
  expect((await fetch(`${url}/notes`)).status).toBe(200);
  await mock.stop();
});

test.skipIf(process.platform === 'win32')('Ctrl-C ends a mock that is still starting, without a stack', async () => {
  const mock = start(['mock', '--port', '0'], await folder(here));
  const { status, err } = await mock.stop('SIGINT');
  // A process that has not begun to listen for signals is ended by the system, which leaves no status.
  expect([0, 130, null]).toContain(status);
  expect(err).not.toMatch(/\n\s+at |defect/);
});

test('A mock whose input is closed goes on', async () => {
  const mock = start(['mock', '--port', '0'], await folder(here));
  const url = urlIn(await mock.until(/Stop: +Ctrl-C/));
  expect((await fetch(`${url}/notes`)).status).toBe(200);
  expect((await mock.stop()).status).toBe(0);
});

test.each([
  ['mock --cors=false', null],
  ['mock --cors=true', 'http://page'],
  ['mock --dynamic=false --no-cors', null],
  ['mock -d --dynamic=true', 'http://page'],
])('%s is understood as other command lines write switches', async (line, allowed) => {
  const mock = start([...line.split(' '), '--port', '0'], await folder(here));
  const answer = await fetch(`${urlIn(await mock.until(/http/))}/notes`, { headers: { origin: 'http://page' } });
  expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, allowed]);
  await mock.stop();
});
