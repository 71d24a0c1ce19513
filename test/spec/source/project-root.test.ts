import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { loadApi } from '../../../src/spec/index.ts';

const SECRET = 'canary-of-a-file';

/** A folder with files by name; `top/api/openapi.json` is the document, which refers to one other file. */
function project(files: Readonly<Record<string, string>>, reference: string): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'standin-root-')));
  const document = {
    openapi: '3.1.0',
    info: { title: 'a', version: '1' },
    paths: {
      '/a': {
        get: {
          responses: { 200: { description: 'ok', content: { 'application/json': { schema: { $ref: reference } } } } },
        },
      },
    },
  };
  for (const [name, text] of Object.entries({ ...files, 'top/api/openapi.json': JSON.stringify(document) })) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

const SHARED = JSON.stringify({ type: 'object', properties: { shared: { const: SECRET } } });
const load = (folder: string, root?: string) =>
  loadApi(join(folder, 'top/api/openapi.json'), root === undefined ? {} : { root: join(folder, root) });

test('a reference may lead above the folder of the document, within its project', async () => {
  const api = await load(
    project({ 'top/package.json': '{}', 'top/common/shared.json': SHARED }, '../common/shared.json'),
  );
  expect(api.files.map(({ name }) => name)).toEqual(['openapi.json', '../common/shared.json']);
});

test('it may within a root that is named', async () => {
  const api = await load(
    project({ 'common/shared.yaml': `type: object\ntitle: ${SECRET}\n` }, '../../common/shared.yaml'),
    '.',
  );
  expect(api.files).toHaveLength(2);
});

test.each([
  ['above the project', { 'top/package.json': '{}', 'shared.json': SHARED }, '../../shared.json'],
  ['above the folder where there is no project', { 'top/shared.json': SHARED }, '../shared.json'],
  [
    'to a file of the project that is not JSON or YAML',
    { 'top/package.json': '{}', 'top/.env': `KEY: ${SECRET}` },
    '../.env',
  ],
])('it may not lead %s', async (_, files, reference) => {
  const error = await load(project(files, reference)).then(
    () => undefined,
    (cause: unknown) => cause,
  );
  expect(error).toMatchObject({ code: 'document.refused', message: expect.stringContaining('outside') });
  expect(String(error)).not.toContain(SECRET);
});

test('a document of a thousand files is read', async () => {
  const names = Array.from({ length: 1_000 }, (_, index) => `top/api/parts/p${index}.json`);
  const files = Object.fromEntries(
    names.map((name, index) => [
      name,
      JSON.stringify(index === 999 ? { type: 'string' } : { properties: { next: { $ref: `p${index + 1}.json` } } }),
    ]),
  );
  const api = await load(project(files, 'parts/p0.json'));
  expect(api.files).toHaveLength(1_001);
});
