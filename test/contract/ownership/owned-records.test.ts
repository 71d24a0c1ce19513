import { expect, test } from 'vitest';
import { createOwnedRecords } from '../../../src/contract/ownership/owned-records.ts';
import { things } from '../servers/things.ts';

test('a record that was deleted is not owned any more, and the run has still created some', () => {
  const { api, model } = things();
  const owned = createOwnedRecords(api, model);
  const resource = model.resource('things');
  if (resource === undefined) throw new Error('no resource');
  expect(owned.hadAny(resource)).toBe(false);
  owned.add(resource, { path: { thingId: 7 }, scope: {}, id: 7 });
  expect(owned.hasId(resource, 7)).toBe(true);
  owned.remove(resource, '/things/{thingId}', { thingId: 7 });
  expect([owned.hasId(resource, 7), owned.hadId(resource, 7), owned.hadAny(resource)]).toEqual([false, true, true]);
});

test('the DELETE of a part of a record does not remove the record', () => {
  const { api, model } = things();
  const owned = createOwnedRecords(api, model);
  owned.add(model.resource('things'), { path: { thingId: 7 }, scope: {}, id: 7 });
  owned.remove(undefined, '/things/{thingId}/owner', { thingId: 7 });
  expect(owned.covers('/things/{thingId}', { thingId: 7 })).toBe(true);
  owned.remove(undefined, '/things/{thingId}/', { thingId: 7 });
  expect(owned.covers('/things/{thingId}', { thingId: 7 })).toBe(false);
});
