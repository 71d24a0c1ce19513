import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, number, object, path, ref, sending, text } from '../little.ts';

const missing = { 404: { description: '' } };
const empty = { responses: { 204: { description: 'done' } } };
const Campaign = object(
  {
    id: text,
    title: text,
    status: { type: 'string', enum: ['save', 'paused', 'schedule', 'sending', 'sent'] },
    settings: object({ subject: text, sender: text }),
    report: object({ open_count: number, rate: number }),
    ended: text,
  },
  ['id', 'title', 'status'],
);
const Image = object({ id: number, description: text, kind: text, server_id: number }, ['id', 'description']);
const Job = object({ id: number, command: { ...text, example: 'start_server' }, progress: number }, ['id', 'command']);
const Server = object({ id: number, name: text }, ['id', 'name']);
const ask = await asking(
  api(
    {
      '/campaigns': {
        get: answer(array(ref('Campaign'))),
        post: {
          ...sending(object({ title: text, settings: object({ subject: text, sender: text }) }, ['title'])),
          ...answer(ref('Campaign'), '201'),
        },
      },
      '/campaigns/{campaign}': { ...path('campaign'), get: answer(ref('Campaign'), '200', missing) },
      '/campaigns/{campaign}/actions/schedule': { ...path('campaign'), post: empty },
      '/campaigns/{campaign}/actions/unschedule': { ...path('campaign'), post: empty },
      '/campaigns/{campaign}/actions/replicate': { ...path('campaign'), post: answer(ref('Campaign')) },
      '/jobs': { get: answer(array(ref('Job'))) },
      '/jobs/{job}': { ...path('job', number), get: answer(ref('Job'), '200', missing) },
      '/images': { get: answer(array(ref('Image'))) },
      '/images/{image}': { ...path('image', number), get: answer(ref('Image'), '200', missing) },
      '/servers': { get: answer(array(ref('Server'))) },
      '/servers/{server}': { ...path('server', number), get: answer(ref('Server'), '200', missing) },
      '/servers/{server}/actions/create_image': {
        ...path('server', number),
        post: {
          ...sending(object({ description: text, kind: text })),
          responses: {
            201: {
              description: 'accepted',
              content: {
                'application/json': {
                  schema: object({ job: ref('Job'), image: ref('Image') }),
                  example: {
                    job: { id: 1, command: 'create_image', progress: 0 },
                    image: { id: 2, description: 'mine' },
                  },
                },
              },
            },
          },
        },
      },
    },
    { Campaign, Image, Job, Server },
  ),
);
const campaign = async () =>
  (await ask('POST', '/campaigns', { title: 'May', settings: { subject: 'Hello', sender: 'Ada' } })).body;

test('a copy is a new item with the values of the first one and the state of a new item', async () => {
  const first = await campaign();
  await ask('POST', `/campaigns/${first.id}/actions/schedule`);
  const copy = (await ask('POST', `/campaigns/${first.id}/actions/replicate`)).body;
  expect(copy.id).not.toBe(first.id);
  expect(copy).toMatchObject({ title: 'May', settings: { subject: 'Hello' }, status: 'save' });
  expect((await ask('GET', `/campaigns/${copy.id}`)).body).toEqual(copy);
});

test('an action that takes another one back brings the state before it', async () => {
  const { id } = await campaign();
  await ask('POST', `/campaigns/${id}/actions/schedule`);
  expect((await ask('GET', `/campaigns/${id}`)).body.status).toBe('schedule');
  await ask('POST', `/campaigns/${id}/actions/unschedule`);
  expect((await ask('GET', `/campaigns/${id}`)).body.status).toBe('save');
});

test('counters in an object of the server are zero in a new item', async () => {
  expect((await campaign()).report.open_count).toBe(0);
});

test('an action that shows a job and what the job makes creates what its name says', async () => {
  const [{ id }] = (await ask('GET', '/servers')).body;
  const sent = { description: 'before the move', kind: 'snapshot' };
  const { image, job } = (await ask('POST', `/servers/${id}/actions/create_image`, sent)).body;
  expect(image).toMatchObject({ ...sent, server_id: id });
  expect(job).toMatchObject({ command: 'create_image' });
  expect((await ask('GET', `/images/${image.id}`)).body).toEqual(image);
});
