import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { finish, start, urlIn } from './command.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'standin-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const NOTES = `openapi: 3.1.0
info: { title: Notes, version: '1' }
paths:
  /notes:
    get:
      operationId: listNotes
      responses: { '200': { description: ok, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Note' } } } } } }
    post:
      operationId: createNote
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Note' } } } }
      responses: { '201': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Note' } } } } }
  /notes/{id}:
    get:
      operationId: getNote
      parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
      responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Note' } } } } }
components:
  schemas:
    Note:
      type: object
      required: [id, text]
      properties: { id: { type: integer, readOnly: true }, text: { type: string } }
`;

describe('standin mock', () => {
  it('says where it is, what it serves, and how to go on', async () => {
    const mock = start(['mock', '--port', '0']);
    const text = await mock.until(/Stop: +Ctrl-C/);
    expect(text).toMatch(/Petstore 1\.0\.0 {2}http:\/\/127\.0\.0\.1:\d+/);
    expect(text).toContain('19 operations · 4 resources (pets, categories, orders, inventory) · seed 1');
    expect((await fetch(`${urlIn(text)}/pets/1`)).status).toBe(200);
    expect((await mock.stop('SIGINT')).status).toBe(0);
  });

  it('gives the same bytes for the same seed, in two processes', async () => {
    const bytes = async (seed: string): Promise<string> => {
      const mock = start(['mock', '--port', '0', '--seed', seed, '--now', '2026-12-01']);
      const url = urlIn(await mock.until(/Stop: +Ctrl-C/));
      const text = (
        await Promise.all(
          ['/pets?limit=100', '/categories', '/store/orders'].map(async (path) =>
            (await fetch(`${url}${path}`)).text(),
          ),
        )
      ).join('\n');
      await mock.stop();
      return text;
    };
    const [first, second, other] = await Promise.all([bytes('7'), bytes('7'), bytes('8')]);
    expect(first).toBe(second);
    expect(first).not.toBe(other);
  });

  it('stops within two seconds of a signal though connections are open', async () => {
    const mock = start(['mock', '--port', '0']);
    const url = new URL(urlIn(await mock.until(/Stop: +Ctrl-C/)));
    const socket = connect({ host: url.hostname, port: Number(url.port) });
    socket.on('error', () => undefined);
    await new Promise((ready) => socket.once('connect', ready));
    socket.write('POST /pets HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{');
    const ended = await mock.stop('SIGTERM');
    expect(ended.status).toBe(0);
    expect(ended.out).toContain('stopping');
    socket.destroy();
  });

  it('prints a line for each request where that is asked for, without secrets', async () => {
    const mock = start(['mock', '--port', '0', '--log']);
    const url = urlIn(await mock.until(/Stop: +Ctrl-C/));
    await fetch(`${url}/pets?limit=2&access_token=s3cret`);
    await fetch(`${url}/pets`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' });
    const text = await mock.until(/POST[^\n]*\n[^\n]*\n/);
    expect(text).toMatch(/ {2}GET {4}\/pets\?limit=2&access_token=\S*redacted\S* {2}200 {2}resource · \d+ ms\n/);
    expect(text).toMatch(/ {2}POST {3}\/pets {2}422 {2}\w+ · \d+ ms\n {12}`\w+` is required\n/);
    expect((await mock.stop()).out).not.toContain('s3cret');
    const json = start(['mock', '--port', '0', '--log', '--json']);
    await fetch(`${urlIn(await json.until(/"surveyed"/))}/pets/1`);
    await json.until(/"exchange"/);
    const { out } = await json.stop();
    const events = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(events.find(({ event }) => event === 'exchange')).toMatchObject({
      method: 'GET',
      path: '/pets/1',
      status: 200,
      operation: 'getPet',
      violations: [],
    });
  });

  it('offers a free port where the wanted one is taken', async () => {
    const first = start(['mock', '--port', '0']);
    const port = new URL(urlIn(await first.until(/Stop: +Ctrl-C/))).port;
    const second = await finish(['mock', '--port', port]);
    expect(second.status).toBe(2);
    expect(second.err).toMatch(
      new RegExp(
        `error Port ${port} on 127\\.0\\.0\\.1 is in use by another process\\.\\n +Port \\d+ is free: --port \\d+`,
      ),
    );
    await first.stop();
  });

  it('speaks JSON where it is asked to', async () => {
    const mock = start(['mock', '--port', '0', '--json']);
    const text = await mock.until(/surveyed.*\n/);
    expect(
      text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([
      {
        event: 'started',
        url: urlIn(text),
        title: 'Petstore',
        version: '1.0.0',
        operations: 19,
        seed: 1,
      },
      { event: 'surveyed', resources: ['pets', 'categories', 'orders', 'inventory'], unenforceable: 0 },
    ]);
    const ended = await mock.stop();
    expect(JSON.parse(ended.out.trim().split('\n').at(-1) ?? '')).toEqual({ event: 'stopping' });
  });

  it('loads a document and mocks of the user, in TypeScript, without a build of theirs', async () => {
    const document = file('notes.yaml', NOTES);
    const mocks = file(
      'my-mocks.ts',
      `import { defineMocks, type Behaviour } from 'standin';
const getNote: Behaviour = async (call, records) => {
  const note = await records('notes').get(String(call.parameters.path['id']));
  return note === undefined ? call.refuse(404, 'no_note', 'No such note.') : call.reply(200, { ...note, text: 'read: ' + note['text'] });
};
export default defineMocks({
  behaviours: { getNote },
  factories: { notes: (draw) => ({ text: 'note ' + String(draw.id) }) },
  startingStates: { default: { description: 'two notes', seed: async (seeding) => { for (const id of [1, 2]) await seeding.records('notes').put(id, seeding.entity('notes', id)); } } },
});
`,
    );
    const mock = start(['mock', document, '--mocks', mocks, '--port', '0'], folder);
    const url = urlIn(await mock.until(/Stop: +Ctrl-C/));
    expect(await (await fetch(`${url}/notes`)).json()).toEqual([
      { id: 1, text: 'note 1' },
      { id: 2, text: 'note 2' },
    ]);
    expect(await (await fetch(`${url}/notes/2`)).json()).toEqual({ id: 2, text: 'read: note 2' });
    const missing = await fetch(`${url}/notes/9`);
    expect([missing.status, ((await missing.json()) as { code: string }).code]).toEqual([404, 'no_note']);
    await mock.stop();
  });

  it('starts from a data file, and refuses one that does not fit, naming each fault', async () => {
    const document = file('notes.yaml', NOTES);
    const mock = start([
      'mock',
      document,
      '--data',
      file('data.json', '{"notes":[{"id":7,"text":"seven"}]}'),
      '--port',
      '0',
    ]);
    const url = urlIn(await mock.until(/Stop: +Ctrl-C/));
    expect(await (await fetch(`${url}/notes`)).json()).toEqual([{ id: 7, text: 'seven' }]);
    const created = await fetch(`${url}/notes`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"text":"next"}',
    });
    expect(await created.json()).toEqual({ id: 8, text: 'next' });
    await mock.stop();
    const bad = await finish([
      'mock',
      document,
      '--data',
      file('bad.json', '{"notes":[{"id":"x"}],"nots":[]}'),
      '--port',
      '0',
    ]);
    expect(bad.status).toBe(2);
    expect(bad.err).toContain('notes[0]');
    expect(bad.err).toContain('there is no resource `nots`. Did you mean `notes`?');
  });

  it('reloads under --watch, keeps the data, and says what no longer fits', async () => {
    const document = file('watched.yaml', NOTES);
    const mock = start(['mock', document, '--watch', '--port', '0']);
    const url = urlIn(await mock.until(/Stop: +Ctrl-C/));
    const created = await fetch(`${url}/notes`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"text":"a long note that was written before"}',
    });
    const { id } = (await created.json()) as { id: number };
    writeFileSync(document, 'openapi: [');
    expect(await mock.until(/not reloaded/)).toContain('the last working version keeps running');
    expect((await fetch(`${url}/notes/${id}`)).status).toBe(200);
    writeFileSync(document, NOTES.replace('text: { type: string }', 'text: { type: string, maxLength: 20 }'));
    const text = await mock.until(/no longer fits/);
    expect(text).toMatch(/notes \d+ no longer fits: `text` must have at most 20 characters/);
    expect(((await (await fetch(`${url}/notes/${id}`)).json()) as { text: string }).text).toContain('written before');
    await mock.stop();
  });

  it('reads a config file, and lets flags win', async () => {
    const own = mkdtempSync(join(folder, 'config-'));
    writeFileSync(join(own, 'notes.yaml'), NOTES);
    writeFileSync(
      join(own, 'standin.config.ts'),
      `import { defineConfig } from 'standin';\nexport default defineConfig({ document: './notes.yaml', port: 0, seed: 5 });\n`,
    );
    const mock = start(['mock', '--seed', '6'], own);
    expect(await mock.until(/Stop: +Ctrl-C/)).toMatch(/Notes 1 .*\n.* seed 6/);
    await mock.stop();
    writeFileSync(join(own, 'standin.config.ts'), 'export default { prot: 1 }');
    const wrong = await finish(['mock'], own);
    expect([wrong.status, wrong.err]).toEqual([
      2,
      expect.stringContaining('there is no option `prot`.\n      Did you mean `port`?'),
    ]);
  });
});

describe('what is wrong is said in one breath', () => {
  it.each([
    ['an option', ['mock', '--prot', '1'], 'Did you mean --port?'],
    ['a command', ['mokc'], 'Did you mean mock?'],
    ['a port', ['mock', '--port', 'banana'], 'whole number from 0 to 65535'],
    ['an instant', ['mock', '--now', 'yesterday'], '`--now`: `yesterday` is not a date or instant'],
    ['a rate limit', ['mock', '--rate-limit', '5'], '60/m'],
    ['a delay', ['mock', '--delay', '9..1'], '100..400'],
    ['a file', ['mock', 'nowhere.yaml'], 'nowhere.yaml'],
    ['mocks', ['mock', '--mocks', 'nowhere.ts'], 'nowhere.ts cannot be loaded'],
    ['a way', ['mock', '--unknown', 'maybe'], 'auto, strict, materialise'],
    ['a reason to fail', ['check', '--fail-on', 'warning,maybe'], 'warning, document, usage'],
    ['a reason to fail, of merged reports', ['merge', '--fail-on', 'maybe', 'a.json'], 'warning, document, usage'],
  ])('%s', async (_, args, words) => {
    const ended = await finish(args, folder);
    expect(ended.status).toBe(2);
    expect(ended.err).toContain(words);
    expect(ended.err).not.toMatch(/\n\s+at /);
  });

  it('a document, with file, line and column', async () => {
    const ended = await finish(
      ['mock', file('twice.yaml', 'openapi: 3.1.0\ninfo: { title: a, version: "1" }\npaths: {}\npaths: {}\n')],
      folder,
    );
    expect([ended.status, ended.err]).toEqual([2, expect.stringMatching(/twice\.yaml:4:1/)]);
  });

  it('in JSON for a machine', async () => {
    const ended = await finish(['mock', 'nowhere.yaml', '--json'], folder);
    expect(JSON.parse(ended.err)).toMatchObject({ error: { code: 'document.unreadable' } });
  });
});

describe('standin inspect', () => {
  it('prints resources, roles and trouble', async () => {
    const { out, status } = await finish(['inspect']);
    expect(status).toBe(0);
    expect(out).toContain('Resources (4)');
    expect(out).toMatch(/GET {4}\/pets\/\{petId\} +read pets/);
    expect(out).toContain('Nothing in the document is wrong or unenforceable.');
  });

  it('gives reasons with --why, and everything with --json', async () => {
    expect((await finish(['inspect', '--why'])).out.split('\n').length).toBeGreaterThan(40);
    const inspection = JSON.parse((await finish(['inspect', '--json'])).out);
    expect(inspection).toMatchObject({ dialect: '3.1', diagnostics: [] });
    expect(inspection.model.operations).toHaveLength(19);
  });

  it('ends quietly when its reader has gone', async () => {
    const run = start(['inspect', '--why']);
    run.child.stdout?.destroy();
    expect((await run.finished).err).toBe('');
  });
});

describe('standin --help', () => {
  it('of a command that does not exist names the nearest one that does', async () => {
    const { err, status } = await finish(['help', 'chek']);
    expect(status).toBe(2);
    expect(err).toContain("unknown command 'chek'");
    expect(err).toContain('Did you mean check?');
    expect((await finish(['help', 'help'])).status).toBe(0);
  });

  it('lists every command, and every option with its default', async () => {
    const { out, status } = await finish(['--help']);
    expect(status).toBe(0);
    for (const command of ['mock', 'inspect', 'help']) expect(out).toContain(`  ${command}`);
    const help = (await finish(['mock', '--help'])).out;
    const options = [...help.matchAll(/^ {2}(?:-\w, )?--([\w-]+)/gm)].map(([, name]) => name);
    expect(options.length).toBeGreaterThan(25);
    for (const name of options.filter((each) => !/^(help|no-)/.test(each ?? ''))) {
      const text = new RegExp(`--${name}\\b[\\s\\S]*?(?=\\n {2}(?:-\\w, )?--|$)`).exec(help)?.[0].replace(/\s+/g, ' ');
      expect(text, name).toMatch(/\(default: /);
    }
  });

  it('knows its version', async () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    expect((await finish(['--version'])).out).toBe(`${version}\n`);
  });
});
