import { expect, test } from 'vitest';
import { namesVersion, versionPlace, withVersion } from '../../../src/contract/requests/item-version.ts';
import { requestAt } from '../../../src/contract/requests/locations.ts';
import { loadApi } from '../../../src/spec/index.ts';

async function placeOf(name: string, description: string, statuses: readonly string[] = ['409']) {
  const parameters = [
    { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
    { name, in: 'header', required: true, description, schema: { type: 'integer' } },
  ];
  const responses = Object.fromEntries(['200', ...statuses].map((status) => [status, { description: 'An answer.' }]));
  const paths = { '/entries/{id}': { patch: { parameters, responses } } };
  const api = await loadApi({ openapi: '3.1.0', info: { title: 'Entries', version: '1' }, paths });
  const [operation] = api.operations;
  return operation === undefined ? undefined : versionPlace(api, operation);
}

test('a header field may have the version that a change is based on', async () => {
  const place = await placeOf('X-Entry-Version', 'The `version` of the entry that this change is based on.');
  expect(place).toEqual({ in: 'header', name: 'X-Entry-Version', property: 'version' });
  expect(await placeOf('X-Row-Revision', 'An outdated one is refused.')).toEqual({
    in: 'header',
    name: 'X-Row-Revision',
    property: 'revision',
  });
  if (place === undefined) throw new Error('no place');
  const sent = withVersion({ ...requestAt({ path: '/entries/1' }), headers: [['x-entry-version', '1']] }, place, 7);
  expect(sent.headers).toEqual([['X-Entry-Version', '7']]);
  expect(namesVersion(sent, place)).toBe(true);
  expect(namesVersion(requestAt({ path: '/entries/1' }), place)).toBe(false);
});

test('the version of an API is not that of an item', async () => {
  expect(await placeOf('X-Api-Version', 'Version of the API.')).toBeUndefined();
  expect(await placeOf('X-Entry-Version', 'An outdated one is refused.', [])).toBeUndefined();
});
