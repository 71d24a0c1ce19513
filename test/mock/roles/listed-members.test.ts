import { afterAll, beforeEach, expect, test } from 'vitest';
import { createMock } from '../../../src/library/index.ts';
import { answer, api, array, number, object, path, sending, text } from '../little.ts';

const owner = object({ id: number, name: text });
const wall = object({ id: number, name: text, droplet_ids: array(number), tags: array(text), owners: array(owner) }, [
  'id',
  'name',
]);
const ids = sending(object({ droplet_ids: array(number) }));
const done = { responses: { 204: { description: '' } } };
const at = path('id', number);
const document = api({
  '/walls': {
    get: answer(array(wall)),
    post: {
      ...sending(object({ name: text, droplet_ids: array(number), tags: array(text), owners: array(owner) }, ['name'])),
      ...answer(wall, '201'),
    },
  },
  '/walls/{id}': { ...at, get: answer(wall) },
  '/walls/{id}/droplets': { ...at, post: { ...ids, ...done }, put: { ...ids, ...done }, delete: { ...ids, ...done } },
  '/walls/{id}/removeTags': { ...at, post: { ...sending(object({ tags: array(text) })), ...done } },
  '/walls/{id}/removeOwners': { ...at, post: { ...sending(object({ owners: array(owner) })), ...done } },
  '/walls/{id}/addOwners': { ...at, post: { ...sending(object({ owners: array(owner) })), ...done } },
  '/walls/{id}/report': { ...at, post: { ...ids, ...done } },
});
const mock = await createMock({ document });
afterAll(() => mock.close());

async function ask(method: string, url: string, body?: object): Promise<Record<string, unknown>> {
  const init =
    body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
  const response = await mock.fetch(new Request(`http://localhost${url}`, { method, ...init }));
  expect(response.status).toBeLessThan(300);
  return response.status === 204 ? {} : ((await response.json()) as Record<string, unknown>);
}

let item = '';
beforeEach(async () => {
  const owners = [
    { id: 1, name: 'Ann' },
    { id: 2, name: 'Bo' },
  ];
  const made = await ask('POST', '/walls', { name: 'a', droplet_ids: [1, 2], tags: ['x', 'y'], owners });
  item = `/walls/${made['id']}`;
});

test.each([
  ['POST', 'droplets', { droplet_ids: [2, 3] }, { droplet_ids: [1, 2, 3] }],
  ['PUT', 'droplets', { droplet_ids: [3] }, { droplet_ids: [3] }],
  ['DELETE', 'droplets', { droplet_ids: [1] }, { droplet_ids: [2] }],
  ['POST', 'removeTags', { tags: ['x'] }, { tags: ['y'] }],
  ['POST', 'report', { droplet_ids: [9] }, { droplet_ids: [1, 2] }],
])('%s …/%s changes what the item lists, where the path speaks of that', async (method, word, body, after) => {
  await ask(method, `${item}/${word}`, body);
  expect(await ask('GET', item)).toMatchObject(after);
});

test('a member that is an object is known by its id', async () => {
  await ask('POST', `${item}/addOwners`, { owners: [{ id: 2, name: 'Bob' }] });
  expect((await ask('GET', item))['owners']).toMatchObject([{ id: 1 }, { id: 2 }]);
  await ask('POST', `${item}/removeOwners`, { owners: [{ id: 1 }] });
  expect((await ask('GET', item))['owners']).toEqual([{ id: 2, name: 'Bo' }]);
});
