import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { finish, start } from './command.ts';

const CORPUS = resolve(import.meta.dirname, '../../../shared/corpus');
/** The small documents; `node test/self/pairs.mjs` does the same with all of them. */
const SMALL = ['museum.yaml', 'oai-tags-32.yaml', 'readme-file-uploads.json'];

const SECURED = {
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1' },
  security: [{ token: [] }],
  components: {
    securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
    schemas: {
      Note: {
        type: 'object',
        required: ['id', 'text'],
        properties: { id: { type: 'string', format: 'uuid', readOnly: true }, text: { type: 'string', minLength: 1 } },
      },
    },
  },
  paths: {
    '/notes': {
      get: {
        responses: {
          200: {
            description: 'ok',
            content: {
              'application/json': { schema: { type: 'array', items: { $ref: '#/components/schemas/Note' } } },
            },
          },
          401: { description: 'no' },
        },
      },
      post: {
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Note' } } },
        },
        responses: {
          201: {
            description: 'made',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Note' } } },
          },
          400: { description: 'no' },
          401: { description: 'no' },
          422: { description: 'no' },
        },
      },
    },
  },
};

/** A mock of the document, and the check that its banner names. */
async function pair(folder: string, args: readonly string[]) {
  const mock = start(['mock', ...args, '--port', '0'], folder);
  const banner = await mock.until(/Stop: +Ctrl-C/);
  const [, url = ''] = /Page: +(http\S+?)\/\n/.exec(banner) ?? [];
  const [, command = ''] = /Check: +standin (.*)/.exec(banner) ?? [];
  const { status, out, err } = await finish(command.replaceAll("'<key>'", 'sesame').split(' '), folder);
  const checked = { status, text: `${out}${err}` };
  const worlds = await (await fetch(`${url}/_standin/worlds`)).json();
  await mock.stop();
  return { checked, worlds };
}

test('the check that a mock prints ends green: in a world of its own, which is dropped, and held to the security of the document', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'standin-pair-'));
  writeFileSync(join(folder, 'notes.json'), JSON.stringify(SECURED));
  const open = await pair(folder, ['notes.json']);
  expect(open.checked.status, open.checked.text).toBe(0);
  expect(open.checked.text).toContain('The contract is kept');
  expect(open.checked.text).not.toMatch(/Left behind|401: not allowed|auth\./);
  expect(open.worlds).toEqual({ worlds: [] });
  const locked = await pair(folder, ['notes.json', '--api-key', 'sesame']);
  expect(locked.checked.status, locked.checked.text).toBe(0);
}, 120_000);

test('the embedded mock and the check of it leave nothing undecided and nothing behind', async () => {
  const { checked, worlds } = await pair(mkdtempSync(join(tmpdir(), 'standin-pair-')), []);
  expect(checked.status, checked.text).toBe(0);
  expect(checked.text).toMatch(/The contract is kept: \d+ passed · \d+ skipped, 0 errors/);
  expect(checked.text).not.toMatch(/Inconclusive|Left behind/);
  expect(worlds).toEqual({ worlds: [] });
}, 240_000);

test.skipIf(!existsSync(CORPUS)).each(SMALL)(
  'mock and check of %s end green',
  async (name) => {
    const folder = mkdtempSync(join(tmpdir(), 'standin-pair-'));
    const { checked, worlds } = await pair(folder, [join(CORPUS, name)]);
    expect(checked.status, checked.text).toBe(0);
    expect(checked.text).not.toContain('Left behind');
    expect(worlds).toEqual({ worlds: [] });
  },
  240_000,
);
