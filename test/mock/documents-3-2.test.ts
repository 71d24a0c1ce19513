import { afterAll, describe, expect, test } from 'vitest';
import { createMock } from '../../src/library/index.ts';
import { checked } from '../laws/self-checked.ts';

const said = (content: object): object => ({ 200: { summary: 'fine', content } });
const taking = (content: object): object => ({ requestBody: { content }, responses: { 204: {} } });
const list = { type: 'array', minItems: 2, items: { type: 'integer' } };
const Note = {
  type: 'object',
  required: ['text'],
  xml: { name: 'note' },
  properties: {
    id: { type: 'integer', xml: { nodeType: 'attribute' } },
    text: { type: 'string', xml: { nodeType: 'cdata' } },
    tags: {
      type: 'array',
      xml: { nodeType: 'element', name: 'labels' },
      items: { type: 'string', xml: { name: 'label' } },
    },
    place: { type: 'object', xml: { nodeType: 'none' }, properties: { city: { type: 'string' } } },
  },
};
const note = { id: 1, text: 'a <b> ]]>', tags: ['x'], place: { city: 'Oslo' } };
const document = {
  openapi: '3.2.0',
  info: { title: 'new', version: '1' },
  paths: {
    '/notes': {
      get: { responses: said({ 'application/xml': { schema: Note, examples: { one: { dataValue: note } } } }) },
      post: taking({ 'application/xml': { schema: Note } }),
    },
    '/shown': {
      get: {
        responses: said({
          'application/json': {
            schema: { type: 'object', required: ['a'], properties: { a: { type: 'integer' } } },
            examples: { sent: { serializedValue: '{"a": 1.0}' } },
          },
        }),
      },
    },
    '/events': {
      get: {
        responses: said({
          'text/event-stream': {
            itemSchema: {
              required: ['data'],
              properties: {
                data: {
                  type: 'string',
                  contentMediaType: 'application/json',
                  contentSchema: { type: 'object', required: ['n'], properties: { n: { type: 'integer' } } },
                },
              },
            },
          },
        }),
      },
    },
    '/lines': { post: taking({ 'application/x-ndjson': { schema: list } }) },
    '/things': { post: taking({ 'application/x-ndjson': { schema: { type: 'object', required: ['a'] } } }) },
  },
};
const mock = await createMock({ document });
afterAll(() => mock.close());

async function ask(path: string, body?: string, type = 'application/x-ndjson'): Promise<string> {
  const init = body === undefined ? {} : { method: 'POST', body, headers: { 'content-type': type } };
  const response = await mock.fetch(new Request(`http://mock${path}`, init));
  expect(response.headers.get('standin-violations')).toBe(response.status < 300 ? null : '1');
  return response.status < 300 ? response.text() : JSON.parse(await response.text()).detail;
}

describe('what OpenAPI 3.2 says', () => {
  const xml =
    '<?xml version="1.0" encoding="UTF-8"?>\n<note id="1"><![CDATA[a <b> ]]]]><![CDATA[>]]><labels><label>x</label></labels><city>Oslo</city></note>';

  test('of nodes of XML holds for what is sent and for what is read', async () => {
    expect(await ask('/notes')).toBe(xml);
    expect(await ask('/notes', xml, 'application/xml')).toBe('');
    expect(await ask('/notes', '<note id="a">b</note>', 'application/xml')).toBe(
      '`id` must be an integer, but is the string "a"',
    );
  });

  test('of an example as it is sent is sent so', async () => {
    expect(await ask('/shown')).toBe('{"a": 1.0}');
  });

  test('of JSON within the data of an event holds for what is made', async () => {
    const [, data = ''] = /^data: (.*)$/m.exec(await ask('/events')) ?? [];
    expect(JSON.parse(data)).toEqual({ n: expect.any(Number) });
  });

  test('of a whole sequence holds for the list of its items; what older documents say of one holds for each', async () => {
    expect(await ask('/lines', '1\n2\n')).toBe('');
    expect(await ask('/lines', '1\n')).toBe('The body must have at least 2 items, but has 1');
    expect(await ask('/lines', '1\n"a"\n')).toBe('`[1]` must be an integer, but is the string "a"');
    expect(await ask('/things', '{"a":1}\n{"a":2}\n')).toBe('');
    expect(await ask('/things', '{"a":1}\n{}\n')).toBe('Item `[1].a` is required');
  });

  test('is kept by the mock', async () => {
    expect(await checked(document)).toMatchObject({ errors: [] });
  });
});
