import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, number, object, ref, sending, text } from '../little.ts';

const instant = { type: 'string', format: 'date-time' };
const note = object({ id: text, kind: { ...text, enum: ['idea', 'task', 'bug'] }, body: text, created_at: instant }, [
  'id',
  'kind',
  'created_at',
]);
const opening = object({ note_id: text, reader: text }, ['note_id', 'reader']);
const inQuery = (name: string, schema: object, description = ''): object => ({
  name,
  in: 'query',
  schema,
  description,
});
const inPath = (name: string): object => ({ name, in: 'path', required: true, schema: text });
const openings = object({ openings: array(ref('Opening')), total: number });
const paging = [inQuery('limit', number), inQuery('offset', number)];

const ask = await asking(
  api(
    {
      '/notes': {
        get: {
          parameters: [
            inQuery('orderType', { ...text, default: 'ASC' }, 'Order result by ASC or DESC order.'),
            inQuery('kind.in', array({ ...text, enum: ['idea', 'task', 'bug'] })),
            inQuery('StartDate', text, 'Start date or time for filtering the list.'),
            inQuery('until', text, 'Only notes created before this time.'),
            ...paging,
          ],
          ...answer(array(ref('Note'))),
        },
        post: { ...sending(object({ kind: text, body: text }, ['kind'])), ...answer(ref('Note'), '201') },
      },
      '/notes/{id}': { parameters: [inPath('id')], get: answer(ref('Note')) },
      '/openings': { get: { parameters: paging, ...answer(openings) } },
      '/openings/{note_id}': { parameters: [inPath('note_id')], get: { parameters: paging, ...answer(openings) } },
    },
    { Note: note, Opening: opening },
  ),
);

const ids = async (query: string): Promise<readonly string[]> =>
  (await ask('GET', `/notes?limit=50&${query}`)).body.map(({ id }: { readonly id: string }) => id);

test('a direction without a property to sort by turns a list round', async () => {
  const usual = await ids('');
  expect(usual.length).toBeGreaterThan(2);
  expect(await ids('orderType=ASC')).toEqual(usual);
  expect(await ids('orderType=DESC')).toEqual(usual.toReversed());
  expect((await ask('GET', '/notes?orderType=DESC&limit=2&offset=1')).body.map(({ id }: { id: string }) => id)).toEqual(
    usual.toReversed().slice(1, 3),
  );
});

test('an operator behind a dot belongs to the property in front of it', async () => {
  const { id } = (await ask('POST', '/notes', { kind: 'bug' })).body;
  const found = (await ask('GET', '/notes?limit=50&kind.in=bug')).body;
  expect(found.map((each: { readonly id: string }) => each.id)).toContain(id);
  for (const { kind } of found) expect(kind).toBe('bug');
});

test('a start and an end bound the time of creation where they are told to filter', async () => {
  const { id, created_at } = (await ask('POST', '/notes', { kind: 'task' })).body;
  const day = created_at.slice(0, 10);
  const found = await ids(`StartDate=${day}`);
  expect(found).toContain(id);
  expect(found.length).toBeLessThan((await ids('')).length);
  expect(await ids(`until=${day}`)).toContain(id);
  expect(await ids('until=2001-01-01')).toEqual([]);
});

test('a path that names a property of what the collection lists is a list of those with it', async () => {
  const all = (await ask('GET', '/openings')).body.openings;
  const [{ note_id }] = all;
  const found = (await ask('GET', `/openings/${note_id}`)).body.openings;
  expect(found).toEqual(all.filter((each: { readonly note_id: string }) => each.note_id === note_id));
});
