import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMock, type StandinMock } from '../../../src/library/index.ts';

const API = `openapi: 3.1.0
info: { title: Notes, version: '1' }
paths:
  /notes:
    get: { operationId: listNotes, responses: { '204': { description: none } } }
    post:
      operationId: addNote
      requestBody:
        content:
          application/json: { schema: { $ref: 'parts/common.yaml#/Note' } }
          application/x-www-form-urlencoded: { schema: { $ref: 'parts/common.yaml#/Note' } }
      responses: { '204': { description: kept } }
`;
const NOTE = '{ type: object, required: [text], properties: { text: { type: string, minLength: 1 } } }';

let mock: StandinMock;
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'standin-places-'));
  mkdirSync(join(folder, 'parts'));
  writeFileSync(join(folder, 'openapi.yaml'), API);
  writeFileSync(join(folder, 'common.yaml'), 'another file of that name\n');
  writeFileSync(join(folder, 'parts/common.yaml'), `# shared\nNote: ${NOTE}\n`);
  mock = await createMock({ document: join(folder, 'openapi.yaml') });
});
afterAll(() => mock.close());

async function asked(path: string, body?: unknown): Promise<Record<string, unknown> & { readonly status: number }> {
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const response = await mock.control(new Request(`http://mock/_standin/${path}`, init));
  return { ...((await response.json()) as Record<string, unknown>), status: response.status };
}

it('a place has its lines, also where the document is in another folder than the process', async () => {
  const { line, lines } = await asked('document/place?pointer=/paths/~1notes');
  expect(lines).toContainEqual({ line, text: '  /notes:' });
});

it('a place in another file of the document has the lines of that file', async () => {
  await mock.fetch('http://mock/notes', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"text":""}',
  });
  const { violations } = (await asked('journal/1')) as never as { readonly violations: readonly { rule: string }[] };
  const place = await asked(`document/place?pointer=${encodeURIComponent(violations[0]?.rule ?? '')}`);
  expect(place['lines']).toContainEqual({ line: 2, text: `Note: ${NOTE}` });
});

it('a valid request is drawn with the media type that is asked for', async () => {
  const draw = (body: unknown) => asked('operations/addNote/draw', body);
  expect(await draw({})).toMatchObject({ mediaType: 'application/json' });
  const form = await draw({ mediaType: 'application/x-www-form-urlencoded' });
  expect(form).toMatchObject({ status: 200, mediaType: 'application/x-www-form-urlencoded' });
  expect(form['body']).toMatch(/^text=/);
  const xml = await draw({ mediaType: 'application/xml' });
  expect([xml.status, xml['detail']]).toEqual([
    422,
    '`mediaType` must be one of `application/json`, `application/x-www-form-urlencoded`.',
  ]);
  const both = await draw({ mediaType: 'application/json', breaks: { pointer: '/body', keyword: 'type' } });
  expect(both.status).toBe(422);
  expect((await asked('operations/listNotes/draw', { mediaType: 'application/json' })).status).toBe(422);
});
