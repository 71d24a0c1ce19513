import { expect, test } from 'vitest';
import { createMock } from '../../../src/library/index.ts';

const answerOf = async (media: object, type = 'text/event-stream') => {
  const document = {
    openapi: '3.1.0',
    info: { title: 'a', version: '1' },
    paths: { '/a': { get: { responses: { 200: { description: 'ok', content: { [type]: media } } } } } },
  };
  const mock = await createMock({ document });
  const response = await mock.fetch(new Request('http://mock/a'));
  const found = [await response.text(), response.headers.get('standin-violations')];
  await mock.close();
  return found;
};

const schema = { type: 'object', properties: { type: { type: 'string' } } };

test.each([
  ['data: {"type":"edit"}\n\n', 'data: {"type":"edit"}\n\n'],
  [': first\ndata: a\nid: 1\n\ndata: b\n\n', ': first\ndata: a\nid: 1\n\ndata: b\n\n'],
  ['data: a\n', 'data: a\n\n'],
  ['user created\nid: 42', 'data: user created\ndata: id: 42\n\n'],
])('the example %j of an event stream is sent as %j, and its schema is that of an event', async (example, sent) => {
  expect(await answerOf({ schema, example })).toEqual([sent, null]);
});

test('lines of JSON are sent as the document writes them, and each is held to the schema', async () => {
  const [lines, other] = ['{"type":"a"}\n{"type":"b"}', '{"type":"a"}\n{"type":1}'];
  expect(await answerOf({ schema, example: lines }, 'application/x-ndjson')).toEqual([lines, null]);
  expect(await answerOf({ schema, example: other }, 'application/x-ndjson')).toEqual([other, '1']);
});

test('an item that is the example of a list is shown as a list of it', async () => {
  const list = { type: 'array', items: schema };
  const [text] = await answerOf({ schema: { ...list, example: { type: 'edit' } } }, 'application/json');
  expect(text).toBe('[{"type":"edit"}]');
});
