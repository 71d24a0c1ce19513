import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, number, object, path, query, ref, sending, text } from '../little.ts';

const time = { ...text, format: 'date-time' };
const CALL = {
  id: number,
  title: text,
  status: { ...text, enum: ['open', 'closed', 'cancelled'] },
  date_ended: { ...time, nullable: true },
};
const calls = (told: object, paths: object = {}): object =>
  api(
    {
      '/calls': {
        get: answer(array(ref('Call'))),
        post: { ...sending(object({ title: text }, ['title'])), ...answer(ref('Call'), '201') },
      },
      '/calls/{id}': {
        ...path('id', number),
        get: answer(ref('Call')),
        patch: { ...sending(object({ status: text })), ...answer(ref('Call')) },
      },
      '/calls/{id}/cancel': { ...path('id', number), post: { responses: { 200: { description: 'done' }, ...told } } },
      ...paths,
    },
    { Call: object(CALL, ['id', 'title', 'status']) },
  );

test.each([
  [{ 422: { description: 'Cannot cancel call in current status' } }, 422],
  [{ 400: { description: 'The call is already cancelled' } }, 400],
  [{ 409: { description: 'Conflict' } }, 409],
  [{ 422: { description: 'The body is not valid' } }, 200],
  [{ 400: { description: 'The title is already taken' } }, 200],
])('a second cancellation is refused as the document says: %j', async (told, status) => {
  const ask = await asking(calls(told));
  const { id } = (await ask('POST', '/calls', { title: 'Hi' })).body;
  expect((await ask('POST', `/calls/${id}/cancel`)).status).toBe(200);
  expect((await ask('POST', `/calls/${id}/cancel`)).status).toBe(status);
  expect((await ask('GET', `/calls/${id}`)).body.status).toBe('cancelled');
});

test('the time of the end is set with a state that ends a record', async () => {
  const ask = await asking(calls({}));
  const made = (await ask('POST', '/calls', { title: 'Hi' })).body;
  expect(made.date_ended ?? null).toBeNull();
  const closed = (await ask('PATCH', `/calls/${made.id}`, { status: 'closed' })).body;
  expect(Date.parse(closed.date_ended)).toBeGreaterThan(Date.now() - 60_000);
});

test.each([
  [{ calls: array(ref('Call')), error: text }, { error: '' }],
  [{ Result: array(ref('Call')), IsFaulted: { type: 'boolean' }, ErrorMessages: array(text) }, { IsFaulted: false }],
])('a list says that its request succeeded: %j', async (shown, expected) => {
  const ask = await asking(calls({}, { '/calls': { get: answer(object(shown, Object.keys(shown))) } }));
  expect((await ask('GET', '/calls')).body).toMatchObject(expected);
});

test('the error of a job is not taken from its answer', async () => {
  const job = object({ status: { ...text, enum: ['failed'] }, error: { ...text, examples: ['out of space'] } }, [
    'status',
    'error',
  ]);
  const ask = await asking(calls({}, { '/last-job': { get: answer(job) } }));
  expect((await ask('GET', '/last-job')).body.error).not.toBe('');
});

test('options of a list may stand in one object by their names', async () => {
  const options = ['queryOptions.page', 'queryOptions.pageSize', 'queryOptions.query'];
  const parameters = options.flatMap((name, at) => query(name, at < 2 ? number : text).parameters);
  const ask = await asking(
    calls(
      {},
      {
        '/calls': {
          get: { parameters, ...answer(array(ref('Call'))) },
          post: { ...sending(object({ title: text }, ['title'])), ...answer(ref('Call'), '201') },
        },
      },
    ),
  );
  const all = (await ask('GET', '/calls?queryOptions.pageSize=100')).body;
  expect((await ask('GET', '/calls?queryOptions.page=2&queryOptions.pageSize=2')).body).toEqual(all.slice(2, 4));
  const made = (await ask('POST', '/calls', { title: 'quite rare' })).body;
  expect((await ask('GET', '/calls?queryOptions.query=quite%20rare')).body).toEqual([made]);
});

test('a counter that must be at least one is not below it', async () => {
  const paths = {
    '/groups': { get: answer(array(ref('Group'))) },
    '/groups/{id}': { ...path('id', number), get: answer(ref('Group')) },
    '/records': { get: answer(array(ref('Record'))) },
  };
  const Group = object({ id: number, name: text, recordsCount: { ...number, minimum: 1 } }, ['id', 'name']);
  const ask = await asking(api(paths, { Group, Record: object({ year: number, group: ref('Group') }, ['year']) }));
  for (const group of (await ask('GET', '/groups')).body) expect(group.recordsCount ?? 1).toBeGreaterThan(0);
});
