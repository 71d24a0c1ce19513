import { afterAll, expect, test } from 'vitest';
import { createMock, type StandinMock } from '../../src/library/index.ts';

const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
const content = (schema: object, members: object = {}, type = 'application/json'): object => ({
  content: { [type]: { schema, ...members } },
});

/** A read whose success has an example of this media type. */
const shown = (mediaType: string, schema: object | undefined, example: unknown): object => ({
  get: { responses: { 200: { description: '', content: { [mediaType]: { schema, example } } } } },
});

const document = {
  openapi: '3.0.3',
  info: { title: 'odd examples', version: '1' },
  paths: {
    '/secrets': {
      get: { responses: { 200: { description: '', ...content({ type: 'array', items: ref('Secret') }) } } },
    },
    '/secrets/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      get: { responses: { 200: { description: '', ...content(ref('Secret')) } } },
    },
    '/count': {
      get: {
        responses: {
          200: { description: '', ...content(ref('Count'), { example: { count: '4' } }, 'application/xml') },
        },
      },
    },
    '/texts': {
      get: {
        responses: {
          200: {
            description: '',
            ...content(
              ref('Text'),
              {
                examples: {
                  other: { value: '<r><no>x</no></r>' },
                  own: { value: '<r><!-- ours --><text>t</text></r>' },
                },
              },
              'application/xml',
            ),
          },
        },
      },
    },
    '/broken': shown('application/xml', { type: 'string', xml: { name: 'r' } }, '<r>cut off'),
    '/quoted': shown('application/json', undefined, '{"total": 1}'),
    '/quoted-text': shown('application/json', { type: 'string' }, '{"total": 1}'),
    '/quoted-xml': shown('application/xml', undefined, '{"total": 1}'),
    '/refused': { get: { responses: { 409: { description: 'Never done.', ...content(ref('Problem')) } } } },
  },
  components: {
    schemas: {
      Text: { type: 'object', required: ['text'], properties: { text: { type: 'string' } }, xml: { name: 'r' } },
      Problem: {
        type: 'object',
        required: ['status'],
        properties: { status: { type: 'integer' }, message: { type: 'string' } },
      },
      Secret: {
        required: ['id', 'name'],
        properties: { id: { type: 'string' }, name: { type: 'string' } },
        example: '{"id": "1", "name": "a text"}',
      },
      Count: { type: 'object', properties: { count: { type: 'integer', xml: { attribute: true } } } },
    },
  },
};

const open: StandinMock[] = [];
afterAll(() => Promise.all(open.map((mock) => mock.close())));

async function ask(path: string): Promise<Response> {
  const mock = await createMock({ document });
  open.push(mock);
  return mock.fetch(new Request(`http://mock${path}`));
}

test('an example that is the text of an item makes no item without its members', async () => {
  const response = await ask('/secrets');
  for (const item of (await response.json()) as object[])
    expect(item).toEqual({ id: expect.any(String), name: expect.any(String) });
  expect(response.headers.get('standin-violations')).toBeNull();
});

test('an example for XML that says numbers as texts breaks nothing', async () => {
  const response = await ask('/count');
  expect(await response.text()).toContain('count="4"');
  expect(response.headers.get('standin-violations')).toBeNull();
});

test('an example for XML that lacks what is required is passed over, and one that does not is shown as it was written', async () => {
  const response = await ask('/texts');
  expect(await response.text()).toBe('<r><!-- ours --><text>t</text></r>');
  expect(response.headers.get('standin-violations')).toBeNull();
});

test('an example for XML that is not XML is passed over', async () => {
  expect(await (await ask('/broken')).text()).not.toContain('cut off');
});

test('JSON inside a string is what the string holds, unless the content may be a string', async () => {
  expect(await (await ask('/quoted')).json()).toEqual({ total: 1 });
  expect(await (await ask('/quoted-text')).json()).toBe('{"total": 1}');
  expect(await (await ask('/quoted-xml')).text()).toMatch(/<total>1<\/total>/);
});

test('an operation with no documented success says in its error what it says by its status', async () => {
  const response = await ask('/refused');
  expect([response.status, await response.json()]).toEqual([
    409,
    { status: 409, message: 'Conflict, because the document has no success.' },
  ]);
});

test('`default` is also the name of an example that has none', async () => {
  const mock = await createMock({ document });
  open.push(mock);
  const asked = async (query: string) => {
    const answer = await mock.fetch(new Request(`http://mock${query}`));
    return [answer.status, answer.status === 200 ? await answer.text() : ''];
  };
  expect(await asked('/quoted?__example=default')).toEqual([200, '{"total":1}']);
  expect(await asked('/quoted?__example=other')).toEqual([404, '']);
  expect(await asked('/texts?__example=default')).toEqual([404, '']);
});
