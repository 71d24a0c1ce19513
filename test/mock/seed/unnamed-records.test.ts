import { expect, test } from 'vitest';
import { createMock } from '../../../src/library/index.ts';

const note = { type: 'object', properties: { text: { type: 'string' }, stars: { type: 'integer' } } };
const answer = (schema: object, example?: unknown) => ({
  200: {
    description: 'ok',
    content: { 'application/json': { schema, ...(example === undefined ? {} : { example }) } },
  },
});

const documentOf = (listed: unknown, read: unknown) => ({
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1' },
  paths: {
    '/notes': { get: { responses: answer({ type: 'array', items: note }, listed) } },
    '/notes/{id}': {
      parameters: [{ in: 'path', name: 'id', required: true, schema: { type: 'string' }, example: 55 }],
      get: { responses: { ...answer(note, read), 404: { description: 'none' } } },
    },
  },
});

const read = async (document: object, path: string): Promise<unknown> => {
  const mock = await createMock({ document });
  const response = await mock.fetch(new Request(`http://mock${path}`));
  const found = await response.json();
  await mock.close();
  return found;
};

const [first, second] = [
  { text: 'some text', stars: 1 },
  { text: 'more text', stars: 2 },
];

test('records whose id only their path shows are exactly those of the list', async () => {
  const document = documentOf([first, second], undefined);
  expect(await read(document, '/notes')).toEqual([first, second]);
  expect(await read(document, '/notes/55')).toEqual(first);
});

test('without an example of the list, the item that its path shows is among others', async () => {
  const document = documentOf(undefined, second);
  expect(await read(document, '/notes/55')).toEqual(second);
  const listed = (await read(document, '/notes')) as readonly unknown[];
  expect(listed).toContainEqual(second);
  expect(listed.length).toBeGreaterThan(1);
});
