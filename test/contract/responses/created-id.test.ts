import { expect, test } from 'vitest';
import { indexModel } from '../../../src/contract/resource-index/model-index.ts';
import { createdId } from '../../../src/contract/responses/created-id.ts';
import type { HttpRequest } from '../../../src/core/index.ts';
import { things } from '../servers/things.ts';

const { api, model } = things();
const index = indexModel(api, model);
const resource = model.resource('things');
const create = api.operations.find(({ id }) => id === 'createThing');

/** The id of what was created, where an answer tells it by its `Location` alone. */
function idBy(location: string, status = 201): unknown {
  if (resource === undefined || create === undefined) throw new Error('there are no things');
  const request: HttpRequest = { method: 'POST', path: '/things', query: '', headers: [], body: { kind: 'none' } };
  const response = { status, headers: [['Location', location]] as const, body: { kind: 'none' } as const };
  return createdId(index, resource, create, { request, exchange: { response, api, model } })?.id;
}

test('a Location names what was created, wherever it leads', () => {
  expect(idBy('/things/12')).toBe('12');
  expect(idBy('https://a.test/v2/parts/12?full=true')).toBe('12');
});

test('one that leads to where it was created, or elsewhere by a 303, names nothing', () => {
  expect([idBy('/things'), idBy('https://a.test/v2/things')]).toEqual([undefined, undefined]);
  expect(idBy('/parts/12', 303)).toBeUndefined();
});
