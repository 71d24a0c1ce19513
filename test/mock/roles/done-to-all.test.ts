import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, number, object, path, query, ref, sending, text } from '../little.ts';

const flag = { type: 'boolean' };
const time = { type: 'string', format: 'date-time' };
const maybe = (type: string): object => ({ type: [type, 'null'] });

const document = api(
  {
    '/notices': { get: { ...query('unread', flag), ...answer(array(ref('Notice'))) } },
    '/notices/{id}': { ...path('id', number), get: answer(ref('Notice')) },
    '/notices/read-all': { post: { summary: 'Mark all notices as read', ...answer(object({ updated: number })) } },
    '/notices/unread-count': { get: answer(object({ count: number }, ['count'])) },
    '/meters/{id}/readings': {
      ...path('id', number),
      get: answer(array(ref('Reading'))),
      post: { ...sending(object({ metric: text, value: number, recordedAt: time })), ...answer(ref('Reading'), '201') },
    },
    '/meters/{id}/readings/latest': {
      parameters: [
        { name: 'id', in: 'path', required: true, schema: number },
        { name: 'metric', in: 'query', schema: text },
      ],
      get: answer(ref('Reading')),
    },
    '/imports': { post: { ...sending(object({ kind: text })), ...answer(object({ jobId: text, url: text }), '202') } },
    '/jobs': { get: answer(array(ref('Job'))) },
    '/jobs/{jobId}': { ...path('jobId'), get: answer(ref('Job')) },
    '/exports': { post: { ...sending(object({ kind: text })), ...answer(ref('Export'), '202') } },
    '/exports/{id}': { ...path('id'), get: answer(ref('Export')) },
    '/exports/{id}/cancel': {
      ...path('id'),
      post: answer(ref('Export'), '200', { 409: { description: 'The export has ended' } }),
    },
    '/exports/{id}/retry': {
      ...path('id'),
      post: answer(ref('Export'), '202', { 409: { description: 'The export is not failed or cancelled' } }),
    },
  },
  {
    Notice: object({ id: number, title: text, read: flag, readAt: { ...maybe('string'), format: 'date-time' } }, [
      ...['id', 'title', 'read', 'readAt'],
    ]),
    Reading: object({ id: number, metric: text, value: number, recordedAt: time }, [
      ...['id', 'metric', 'value', 'recordedAt'],
    ]),
    Job: object({ jobId: text, kind: text }, ['jobId', 'kind']),
    Export: object(
      { id: text, kind: text, status: { enum: ['queued', 'running', 'completed', 'failed', 'cancelled'] } },
      ['id', 'kind', 'status'],
    ),
  },
);

test('an action on all items changes each of them and counts what it changed', async () => {
  const ask = await asking(document);
  const unread = async (): Promise<number> => (await ask('GET', '/notices?unread=true')).body.length;
  const before = await unread();
  expect(before).toBeGreaterThan(0);
  expect((await ask('GET', '/notices/unread-count')).body).toEqual({ count: before });
  expect((await ask('POST', '/notices/read-all')).body).toEqual({ updated: before });
  for (const { read, readAt } of (await ask('GET', '/notices')).body)
    expect([read, typeof readAt]).toEqual([true, 'string']);
  expect((await ask('GET', '/notices/unread-count')).body).toEqual({ count: 0 });
  expect(await unread()).toBe(0);
});

test('the latest record is that of the last observation, of those that the query lets through', async () => {
  const ask = await asking(document);
  const send = (metric: string, hour: number): Promise<{ readonly body: { readonly id: number } }> =>
    ask('POST', '/meters/1/readings', { metric, value: hour, recordedAt: `2031-01-01T0${hour}:00:00Z` });
  const { body: last } = await send('heat', 7);
  await send('heat', 5);
  await send('wind', 9);
  expect((await ask('GET', '/meters/1/readings/latest?metric=heat')).body).toEqual(last);
});

test('a request that is accepted makes the job of which it shows the id', async () => {
  const ask = await asking(document);
  const { status, body } = await ask('POST', '/imports', { kind: 'people' });
  expect([status, (await ask('GET', `/jobs/${body.jobId}`)).body]).toEqual([
    202,
    { jobId: body.jobId, kind: 'people' },
  ]);
});

test('what has ended takes no cancellation, and a retry queues it again', async () => {
  const ask = await asking(document);
  const { body } = await ask('POST', '/exports', { kind: 'a' });
  const at = `/exports/${body.id}`;
  expect((await ask('POST', `${at}/retry`)).status).toBe(409);
  expect((await ask('POST', `${at}/cancel`)).body.status).toBe('cancelled');
  expect((await ask('POST', `${at}/cancel`)).status).toBe(409);
  expect((await ask('POST', `${at}/retry`)).body).toEqual({ ...body, status: 'queued' });
});
