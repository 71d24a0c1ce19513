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

const said = (schema: object): object => ({ description: 'ok', content: { 'application/json': { schema } } });
const answers = (schema: object, status = 200): object => ({ responses: { [status]: said(schema) } });
const sends = (schema: object): object => ({
  requestBody: { required: true, content: { 'application/json': { schema } } },
});
const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
const inPath = (name: string, schema: object = { type: 'string' }): object => ({
  name,
  in: 'path',
  required: true,
  schema,
});
const page = {
  responses: { 200: { description: 'a page', content: { 'text/plain': { schema: { type: 'string' } } } } },
};
const id = { type: 'integer', readOnly: true };
const text = { type: 'string', minLength: 1 };

/** What documents say that easily makes a mock and a check of it disagree. */
const ODD = {
  openapi: '3.1.0',
  info: { title: 'Odd', version: '1' },
  paths: {
    // A path that the check of whether anything answers asks for, too.
    '/': { get: { operationId: 'root', ...answers({ type: 'object' }) } },
    // HEAD beside GET, both drawn.
    '/nodes/{name}/proxy': {
      parameters: [inPath('name')],
      get: { operationId: 'readProxy', ...page },
      head: { operationId: 'headProxy', ...page },
    },
    // The item names its owner in another way than the path does.
    '/agents/{owner}/tasks': {
      parameters: [inPath('owner')],
      post: {
        operationId: 'createTask',
        ...sends({ type: 'object', properties: { prompt: text } }),
        ...answers(ref('Task'), 201),
      },
    },
    '/agents/{owner}/tasks/{taskId}': {
      parameters: [inPath('owner'), inPath('taskId')],
      get: { operationId: 'getTask', ...answers(ref('Task')) },
    },
    // Items without an id that their parent counts.
    '/books': {
      get: { operationId: 'listBooks', ...answers({ type: 'array', items: ref('Book') }) },
      post: { operationId: 'createBook', ...sends(ref('Book')), ...answers(ref('Book'), 201) },
    },
    '/books/{bookId}': {
      parameters: [inPath('bookId', { type: 'integer' })],
      get: { operationId: 'getBook', ...answers(ref('Book')) },
      delete: { operationId: 'deleteBook', responses: { 204: { description: 'gone' } } },
    },
    '/books/{bookId}/comments': {
      parameters: [inPath('bookId', { type: 'integer' })],
      get: { operationId: 'listComments', ...answers({ type: 'array', items: ref('Comment') }) },
      post: { operationId: 'addComment', ...sends(ref('Comment')), ...answers(ref('Comment'), 201) },
    },
    // The path wants another form of the id than the body.
    '/providers': {
      get: { operationId: 'listProviders', ...answers({ type: 'array', items: ref('Provider') }) },
      post: { operationId: 'createProvider', ...sends(ref('Provider')), ...answers(ref('Provider'), 201) },
    },
    '/providers/{identifier}': {
      parameters: [inPath('identifier', { type: 'string', pattern: '^custom:[a-z]+$' })],
      get: { operationId: 'getProvider', ...answers(ref('Provider')) },
    },
    // A version inside of an object, which each write counts on.
    '/events/{name}': {
      parameters: [inPath('name')],
      get: { operationId: 'getEvent', ...answers(ref('Event')) },
      put: { operationId: 'putEvent', ...sends(ref('Event')), ...answers(ref('Event')) },
    },
  },
  components: {
    schemas: {
      Task: {
        type: 'object',
        required: ['id', 'owner'],
        properties: {
          id: text,
          owner: { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } },
          prompt: text,
        },
      },
      Book: {
        type: 'object',
        required: ['title'],
        properties: { id, title: text, comments_count: { type: 'integer', minimum: 0, readOnly: true } },
      },
      Comment: { type: 'object', required: ['text'], properties: { id, text } },
      Provider: {
        type: 'object',
        required: ['identifier', 'name'],
        properties: { identifier: { type: 'string', pattern: '^[a-z]+$' }, name: text },
      },
      Event: {
        type: 'object',
        required: ['metadata'],
        properties: {
          metadata: {
            type: 'object',
            properties: {
              name: text,
              resourceVersion: { type: 'string', description: 'Populated by the system. Read-only.' },
            },
          },
          reason: text,
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

test('the check of a mock is green where documents say odd things', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'standin-pair-'));
  writeFileSync(join(folder, 'odd.json'), JSON.stringify(ODD));
  const { checked, worlds } = await pair(folder, ['odd.json']);
  expect(checked.text).not.toMatch(/^ {2}error /m);
  expect(checked.text).not.toContain('would break the contract: `identifier`');
  expect(checked.status, checked.text).toBe(0);
  expect(worlds).toEqual({ worlds: [] });
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
