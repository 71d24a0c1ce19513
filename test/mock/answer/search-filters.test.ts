import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, number, object, ref, sending, text } from '../little.ts';

const anything = { type: 'object', additionalProperties: true };
const page = object({ contacts: array(ref('Contact')), total: number });
const ask = await asking(
  api(
    {
      '/contacts': { get: answer(page), post: { ...sending(ref('Contact')), ...answer(ref('Contact'), '201') } },
      '/contacts/search': {
        post: {
          ...sending(
            object({
              query: anything,
              filters: array(anything),
              filterGroups: array(anything),
              limit: number,
              offset: number,
            }),
          ),
          ...answer(page),
        },
      },
    },
    { Contact: object({ id: text, name: text, city: text, age: number, tags: array(text) }) },
  ),
);
await ask('POST', '/contacts', { id: 'ada', name: 'Ada Quill', city: 'Quarx', age: 7036, tags: ['quav'] });
await ask('POST', '/contacts', { id: 'bob', name: 'Bob Quill', city: 'Quarx', age: 7041, tags: [] });
await ask('POST', '/contacts', { id: 'cyd', name: 'Cyd Quill', city: 'Zendt', age: 7099, tags: ['quav'] });

async function found(body: object): Promise<readonly string[]> {
  const { body: told } = await ask('POST', '/contacts/search', body);
  const ids = told.contacts.map((each: { id: string }) => each.id);
  if (!('limit' in body)) expect(told.total).toBe(ids.length);
  return ids.sort();
}

test('a search by a list of conditions finds what fulfils all of them', async () => {
  expect(await found({ filters: [{ field: 'city', operator: 'eq', value: 'Quarx' }] })).toEqual(['ada', 'bob']);
  expect(
    await found({
      filters: [
        { field: 'city', operator: '=', value: 'Quarx' },
        { field: 'age', operator: '>', value: 7036 },
      ],
    }),
  ).toEqual(['bob']);
  expect(await found({ filters: [{ propertyName: 'tags', operator: 'CONTAINS', value: 'quav' }] })).toEqual([
    'ada',
    'cyd',
  ]);
  expect(await found({ filters: [{ field: 'age', op: 'between', value: 7036, highValue: 7041 }] })).toEqual([
    'ada',
    'bob',
  ]);
});

test('groups are joined as they say', async () => {
  const is = (value: string) => ({ field: 'name', operator: 'is', value });
  const [ada, cyd] = [is('Ada Quill'), is('Cyd Quill')];
  expect(await found({ query: { operator: 'OR', value: [ada, cyd] } })).toEqual(['ada', 'cyd']);
  expect(await found({ query: { operator: 'AND', value: [ada, cyd] } })).toEqual([]);
  expect(await found({ filterGroups: [{ filters: [ada] }, { filters: [cyd] }] })).toEqual(['ada', 'cyd']);
  const quill = { field: 'name', operator: 'ends_with', value: 'Quill' };
  expect(await found({ query: { filter: { and: [quill, { not: ada }] } } })).toEqual(['bob', 'cyd']);
});

test('the total of a page is that of all that is found', async () => {
  const filters = [{ field: 'name', operator: 'contains', value: 'quill' }];
  const { body } = await ask('POST', '/contacts/search', { filters, limit: 2 });
  expect([body.contacts.length, body.total]).toEqual([2, 3]);
  expect((await found({ filters, limit: 2, offset: 2 })).length).toBe(1);
});
