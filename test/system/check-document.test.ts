import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { documentUrl } from '../targets/document.ts';
import { finish, start, urlIn } from './command.ts';
import { folder } from './folder.ts';

const NOTES = await readFile(documentUrl('notes'), 'utf8');
const EMBEDDED = await readFile(new URL('../../spec/petstore.openapi.yaml', import.meta.url), 'utf8');
const BRIEF = ['--phase', 'lifecycle', '--now', '2026-12-01'];

const running: Server[] = [];
afterEach(() => {
  for (const server of running.splice(0)) server.close();
});

/** A service that publishes what is given, and answers every other address with a page; it counts what is asked of it. */
async function service(
  published: Readonly<Record<string, (request: IncomingMessage, response: ServerResponse) => void>>,
): Promise<{ readonly url: string; readonly asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url} ${request.headers.authorization ?? ''}`.trim());
    const answer = published[request.url ?? ''];
    if (answer !== undefined) return answer(request, response);
    response
      .setHeader('content-type', 'text/html')
      .end('<!doctype html><title>openapi: a page for every address</title>');
  });
  running.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

const gives =
  (text: string) =>
  (_request: IncomingMessage, response: ServerResponse): void =>
    void response.end(text);

describe('a check without a document', () => {
  test('takes the one of the folder, and says so', async () => {
    const { url, asked } = await service({ '/openapi.json': gives('{"openapi":"3.1.0"}') });
    const cwd = await folder({ 'swagger.json': '{}', 'openapi.yml': NOTES });
    const { err, out } = await finish(['check', url, ...BRIEF], cwd);
    expect(err).toBe('The document is openapi.yml, in this folder.\n');
    expect(out).toContain('Notes 1.0.0  openapi.yml');
    expect(asked.filter((line) => line.includes('/openapi.json'))).toEqual([]);
  });

  test.each([
    ['below its base', '/base/swagger.json'],
    ['at its origin, behind a redirection', '/v3/api-docs'],
  ])('asks the target for its own, which it publishes %s', async (_, path) => {
    const { url, asked } = await service({
      [path]: (_request, response) => response.writeHead(302, { location: '/docs/here.yaml' }).end(),
      '/docs/here.yaml': gives(NOTES),
    });
    const { err, out } = await finish(['check', `${url}/base`, ...BRIEF], await folder({}));
    expect(err).toBe(`The document is ${url}/docs/here.yaml, as the target publishes it.\n`);
    expect(out).toContain('Notes 1.0.0');
    expect(asked.every((line) => line.startsWith('GET '))).toBe(true);
  });

  test('shows its credential only to an address that asks for one', async () => {
    const { url, asked } = await service({
      '/openapi.json': (_request, response) => response.writeHead(404).end(),
      '/openapi.yaml': ({ headers }, response) =>
        headers.authorization === 'Bearer opensesame' ? response.end(NOTES) : response.writeHead(401).end(),
    });
    const { err } = await finish(['check', url, '--bearer', 'opensesame', ...BRIEF], await folder({}));
    expect(err).toContain(`${url}/openapi.yaml`);
    expect(asked.slice(0, 5)).toEqual([
      'GET /_standin/health',
      'GET /',
      'GET /openapi.json',
      'GET /openapi.yaml',
      'GET /openapi.yaml Bearer opensesame',
    ]);
  });

  test('never takes the embedded petstore for the service: it says what was tried and what to do', async () => {
    const { url, asked } = await service({ '/api-docs': (_request, response) => response.writeHead(403).end() });
    const cwd = await folder({});
    const { status, err, out } = await finish(['check', url, '--allow-writes'], cwd);
    expect([status, out]).toEqual([2, '']);
    for (const word of [
      'openapi.yaml, openapi.yml',
      `${url} publishes none at openapi.json`,
      '/api-docs asked for a credential',
      '--petstore',
      'standin check http',
    ])
      expect(err).toContain(word);
    expect(asked.every((line) => line.startsWith('GET '))).toBe(true);
    // A plan sends nothing: the target is not asked for its document either.
    const before = asked.length;
    expect((await finish(['check', url, '--dry-run'], cwd)).status).toBe(2);
    expect(asked.length).toBe(before);
    expect((await finish(['check', url, '--petstore', '--dry-run'], cwd)).out).toContain('of 19 operations');
    expect((await finish(['check', url, 'a.yaml', '--petstore'], cwd)).err).toContain(
      '--petstore and a.yaml both name a document',
    );
  });

  test('finds that of a mock, and knows the embedded petstore again', async () => {
    const cwd = await folder({ 'notes.yaml': NOTES });
    const [own, petstore] = [start(['mock', 'notes.yaml', '--port', '0'], cwd), start(['mock', '--port', '0'], cwd)];
    const [notesUrl, petstoreUrl] = (await Promise.all([own, petstore].map((each) => each.until(/Stop: +Ctrl-C/)))).map(
      urlIn,
    );
    const found = await finish(['check', notesUrl ?? '', ...BRIEF], cwd);
    expect(found.err).toContain(`${notesUrl}/openapi.json, as the target publishes it`);
    expect(found.out).toContain('Notes 1.0.0');
    const known = await finish(['check', petstoreUrl ?? '', '--phase', 'scenarios', '--now', '2026-12-01'], cwd);
    expect(known.err).toContain('the embedded petstore, which the target publishes');
    expect(known.out).toContain('scenarios  74 passed');
    expect(await (await fetch(`${petstoreUrl}/_standin/document`)).text()).toBe(EMBEDDED);
    await Promise.all([own.stop(), petstore.stop()]);
  });

  test('of --self is that of the folder, as for the mock; without one it is the embedded petstore', async () => {
    const own = await finish(['check', '--self', ...BRIEF], await folder({ 'openapi.yaml': NOTES }));
    expect(own.out).toContain('Notes 1.0.0');
    const none = await finish(['check', '--self', ...BRIEF], await folder({}));
    expect([none.out, none.err]).toEqual([expect.stringContaining('Petstore 1.0.0'), '']);
    const embedded = await finish(['check', '--self', '--petstore', ...BRIEF], await folder({ 'openapi.yaml': NOTES }));
    expect(embedded.out).toContain('Petstore 1.0.0');
  });
});

describe('--har', () => {
  const entry = {
    startedDateTime: '2026-01-01T00:00:00Z',
    time: 1,
    request: { method: 'GET', url: 'http://notes.example/notes', headers: [], queryString: [] },
    response: {
      status: 200,
      headers: [{ name: 'content-type', value: 'application/json' }],
      content: { mimeType: 'application/json', text: '[]' },
    },
  };
  const files = { 'notes.yaml': NOTES, 'traffic.har': JSON.stringify({ log: { version: '1.2', entries: [entry] } }) };

  test.each([
    ['the document alone', ['notes.yaml']],
    ['the target and the document', ['http://notes.example', 'notes.yaml']],
  ])('takes %s', async (_, named) => {
    const { status, out } = await finish(['check', '--har', 'traffic.har', ...named], await folder(files));
    expect([status, out]).toEqual([0, expect.stringContaining('Notes 1.0.0  notes.yaml')]);
    expect(out).toContain('1 passed');
  });

  test('without a document judges nothing by the petstore', async () => {
    const { status, err } = await finish(
      ['check', '--har', 'traffic.har', 'http://notes.example'],
      await folder(files),
    );
    expect([status, err]).toEqual([2, expect.stringContaining('No OpenAPI document was given')]);
  });
});

test('a report goes to standard output where its path is -, from a config file too', async () => {
  const cwd = await folder({ 'notes.yaml': NOTES, 'standin.config.yaml': 'check: { report: github=- }\n' });
  const { url } = await service({});
  const { out } = await finish(['check', url, 'notes.yaml', ...BRIEF], cwd);
  expect(out).toMatch(/^::(?:error|notice) title=standin check::/m);
  const merged = await finish(['check', url, 'notes.yaml', ...BRIEF, '--report', 'json=-'], cwd);
  expect(merged.out).toContain('"type":"run-finished"');
  await expect(readFile(`${cwd}/-`)).rejects.toThrow();
});
