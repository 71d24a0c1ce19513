import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMock, type StandinMock } from '../../../src/library/index.ts';
import { PETSTORE } from '../../system/harness.ts';
import { exchange } from '../../system/raw.ts';

/** Each would contradict what the server does with the connection. */
const FIELDS = {
  Connection: 'close, Upgrade',
  'Keep-Alive': 'timeout=99',
  'Proxy-Connection': 'close',
  Date: 'Thu, 01 Jan 1970 00:00:00 GMT',
  Upgrade: 'websocket',
  TE: 'trailers',
  Trailer: 'X-Sum',
  'Transfer-Encoding': 'gzip',
  'Content-Length': '3',
};
const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Fields', version: '1' },
  paths: {
    '/documented': {
      get: {
        responses: {
          200: {
            description: 'All of them.',
            headers: Object.fromEntries(
              Object.entries(FIELDS).map(([name, example]) => [
                name,
                { required: true, schema: { type: 'string' }, example },
              ]),
            ),
            content: { 'application/json': { example: { whole: 'and sound' } } },
          },
        },
      },
    },
  },
};

function get(path: string, ...lines: readonly string[]): string {
  return [`GET ${path} HTTP/1.1`, 'Host: localhost', ...lines, '', ''].join('\r\n');
}

/** The answers in one text, each with the values of its fields by lower-case name and its content. */
function answersIn(text: string): readonly { status: string; fields: Record<string, string[]>; content: string }[] {
  return text
    .split(/(?=HTTP\/1\.1 )/)
    .filter((each) => each !== '')
    .map((each) => {
      const end = each.indexOf('\r\n\r\n');
      const [status = '', ...lines] = each.slice(0, end).split('\r\n');
      const fields: Record<string, string[]> = {};
      for (const line of lines) {
        const colon = line.indexOf(':');
        const name = line.slice(0, colon).toLowerCase();
        fields[name] = [...(fields[name] ?? []), line.slice(colon + 1).trim()];
      }
      return { status, fields, content: each.slice(end + 4) };
    });
}

/** A state from elsewhere may hold overrides that this version refuses to add. */
async function restored(name: string, headers: Readonly<Record<string, string>>): Promise<void> {
  const world = overridden.world(name);
  const snapshot = await world.snapshot();
  const overrides = { next: 2, list: [{ id: '1', operation: 'getPet', headers }] };
  await world.restore({ ...snapshot, records: { ...snapshot.records, overrides } });
}

let folder: string;
let documented: StandinMock;
let overridden: StandinMock;
const defects: unknown[] = [];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'standin-fields-'));
  writeFileSync(join(folder, 'api.json'), JSON.stringify(DOCUMENT));
  const onDefect = (error: unknown): void => void defects.push(error);
  documented = await createMock({ document: join(folder, 'api.json'), onDefect });
  overridden = await createMock({ ...PETSTORE, onDefect });
  await restored('plain', FIELDS);
  await restored('cookie', { ...FIELDS, 'Set-Cookie': 'a=b' });
});
afterAll(async () => {
  await Promise.all([documented.close(), overridden.close()]);
  rmSync(folder, { recursive: true, force: true });
});

const SENT: readonly (readonly [string, () => StandinMock, string, readonly string[]])[] = [
  ['an override, answered on the socket', () => overridden, '/pets/1', ['Standin-World: plain']],
  ['an override, answered by the app', () => overridden, '/pets/1', ['Standin-World: plain', 'Prefer: wait=0.01']],
  ['an override with a cookie', () => overridden, '/pets/1', ['Standin-World: cookie']],
  ['an override with a cookie, answered by the app', () => overridden, '/pets/%31', ['Standin-World: cookie']],
  ['a document, answered on the socket', () => documented, '/documented', []],
  ['a document, answered by the app', () => documented, '/documented', ['Prefer: wait=0.01']],
];

describe.each(SENT)('fields of the connection from %s', (_, mock, path, lines) => {
  test('are set by the server alone, and the connection goes on', async () => {
    const { url } = await mock().listen({ port: 0 });
    const text = await exchange(url, get(path, ...lines) + get(path, ...lines, 'Connection: close'));
    const answers = answersIn(text);
    expect(answers.map(({ status }) => status)).toEqual(['HTTP/1.1 200 OK', 'HTTP/1.1 200 OK']);
    for (const [index, { fields, content }] of answers.entries()) {
      expect(fields['connection']).toEqual([index === 0 ? 'keep-alive' : 'close']);
      expect(fields['keep-alive']).toEqual(index === 0 ? ['timeout=5'] : undefined);
      expect(fields['date']).toHaveLength(1);
      expect(fields['date']?.[0]).not.toContain('1970');
      expect(fields['content-length']).toEqual([String(content.length)]);
      expect(() => JSON.parse(content)).not.toThrow();
      for (const name of ['upgrade', 'te', 'trailer', 'transfer-encoding', 'proxy-connection'])
        expect([name, fields[name]]).toEqual([name, undefined]);
    }
    expect(defects).toEqual([]);
  });
});

test('fields of the connection are not in an answer in process', async () => {
  const answer = await documented.fetch(new Request('http://localhost/documented'));
  expect(
    [...answer.headers.keys()].filter((name) => Object.keys(FIELDS).some((each) => each.toLowerCase() === name)),
  ).toEqual(['content-length']);
  expect(await answer.json()).toEqual({ whole: 'and sound' });
});
