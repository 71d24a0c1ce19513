import { expect, test } from 'vitest';
import { lacksPartOfValue } from '../../../src/contract/checks/rejection/needed-parts.ts';
import type { Exchange } from '../../../src/contract/model/exchange.ts';
import { loadApi } from '../../../src/spec/index.ts';

async function lacks(description: string, sent: object, message: string): Promise<boolean> {
  const properties = {
    action: { type: 'string', enum: ['close', 'addTag'] },
    tag: { type: 'string' },
    note: { type: 'string' },
  };
  const schema = { type: 'object', required: ['action'], properties };
  const requestBody = { required: true, content: { 'application/json': { schema } } };
  const post = { description, requestBody, responses: { 200: { description: 'Done.' } } };
  const api = await loadApi({ openapi: '3.1.0', info: { title: 'Bulk', version: '1' }, paths: { '/bulk': { post } } });
  const [operation] = api.operations;
  const body = (value: object) => ({ kind: 'parsed', mediaType: 'application/json', text: '', value });
  const exchange = { api, operation, request: { body: body(sent) }, response: { body: body({ message }) } };
  return lacksPartOfValue(exchange as unknown as Exchange);
}

const TEXT = 'Does one thing. `close` closes them. `addTag` adds the tag `tag`.';

test('a listed value may need a property that a sentence names with it', async () => {
  expect(await lacks(TEXT, { action: 'addTag' }, 'tag is required')).toBe(true);
  expect(await lacks(TEXT, { action: 'close' }, 'tag is required')).toBe(false);
  expect(await lacks(TEXT, { action: 'addTag' }, 'note is required')).toBe(false);
  expect(await lacks(TEXT, { action: 'addTag', tag: '' }, 'tag is too short')).toBe(false);
  expect(await lacks('Does one thing.', { action: 'addTag' }, 'tag is required')).toBe(false);
});
