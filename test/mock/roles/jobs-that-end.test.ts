import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, object, path, ref, sending, text } from '../little.ts';

const missing = { 404: { description: 'missing' } };
const states = (...words: string[]): object => ({ type: 'string', enum: words });
const about = (status: object, body: object, others: object = {}): object =>
  api(
    {
      ...others,
      '/renders': {
        get: answer(array(ref('Render'))),
        post: { ...sending(body), ...answer(ref('Render'), '201') },
      },
      '/renders/{renderId}': { ...path('renderId'), get: answer(ref('Render'), '200', missing) },
    },
    {
      Render: object({ id: text, scene: text, status, completed_at: { ...text, format: 'date-time' } }, [
        'id',
        'status',
      ]),
    },
  );
const BODY = object({ scene: text }, ['scene']);

test.each([
  ['a word for success', ['queued', 'processing', 'succeeded', 'failed', 'canceled'], 'succeeded'],
  ['the only state that is left', ['in_progress', 'rendered', 'failed'], 'rendered'],
  ['a word for the end of what can be cancelled', ['in_progress', 'canceling', 'ended'], 'ended'],
])('a job that a read shows running is done in the next one, which %s says', async (_, words, done) => {
  const ask = await asking(about(states(...words), BODY));
  const made = (await ask('POST', '/renders', { scene: 'lake' })).body;
  expect(made.status).toBe(words[0]);
  expect((await ask('GET', `/renders/${made.id}`)).body).toEqual(made);
  const after = (await ask('GET', `/renders/${made.id}`)).body;
  expect(after).toMatchObject({ id: made.id, scene: 'lake', status: done });
  expect(Date.parse(after.completed_at)).toBeGreaterThan(Date.now() - 60_000);
  expect((await ask('GET', '/renders')).body).toContainEqual(after);
  expect((await ask('GET', `/renders/${made.id}`)).body).toEqual(after);
});

test.each([
  ['a client sets the state', ['pending', 'running', 'done', 'failed'], object({ scene: text, status: text })],
  ['nothing can fail', ['pending', 'running', 'done'], BODY],
  ['nothing says that it runs', ['pending', 'accepted', 'failed'], BODY],
  ['it is a server that runs', ['starting', 'running', 'failed', 'degraded'], BODY],
  ['several states may be the last one', ['processing', 'failed', 'kept', 'sold'], BODY],
  ['it is in danger and not at work', ['warning', 'healthy', 'failed'], BODY],
  ['it is not paid', ['outstanding', 'paid', 'failed'], BODY],
  ['it is ending without success', ['expiring', 'valid', 'failed'], BODY],
])('a thing keeps its state where %s', async (_, words, body) => {
  const ask = await asking(about(states(...words), body));
  const made = (await ask('POST', '/renders', { scene: 'lake' })).body;
  for (let reads = 0; reads < 3; reads += 1)
    expect((await ask('GET', `/renders/${made.id}`)).body.status).toBe(made.status);
});

const on = (action: string, sent: object = {}): object => ({
  [`/renders/{renderId}/${action}`]: {
    ...path('renderId'),
    post: { ...sent, ...answer(ref('Render'), '200', missing) },
  },
});
const STATES = states('pending', 'running', 'completed', 'failed');

test.each([
  ['an action completes it', on('complete')],
  ['an action takes its state', on('move', sending(object({ status: STATES }, ['status'])))],
  ['an action starts it', on('start')],
])('a thing keeps its state where %s', async (_, others) => {
  const ask = await asking(about(STATES, BODY, others));
  const { id } = (await ask('POST', '/renders', { scene: 'lake' })).body;
  for (let reads = 0; reads < 3; reads += 1) expect((await ask('GET', `/renders/${id}`)).body.status).toBe('pending');
});

test('a job ends by itself where actions only start, repeat or cancel it', async () => {
  const ask = await asking(about(STATES, BODY, { ...on('start'), ...on('cancel') }));
  const { id } = (await ask('POST', '/renders', { scene: 'lake' })).body;
  await ask('POST', `/renders/${id}/start`);
  expect((await ask('GET', `/renders/${id}`)).body.status).toBe('running');
  expect((await ask('GET', `/renders/${id}`)).body.status).toBe('completed');
  const other = await asking(about(STATES, BODY, { ...on('restart'), ...on('cancel') }));
  const made = (await other('POST', '/renders', { scene: 'lake' })).body;
  await other('GET', `/renders/${made.id}`);
  expect((await other('GET', `/renders/${made.id}`)).body.status).toBe('completed');
});

test('what is done below a job waits for its end', async () => {
  const conflict = {
    description: 'not yet',
    content: {
      'application/json': {
        schema: object({ title: text, allowed_values: array(text) }),
        example: { title: 'Wrong state', allowed_values: ['succeeded'], current_value: 'running' },
      },
    },
  };
  const Render = object({ id: text, scene: text, status: states('running', 'succeeded', 'failed') }, ['id', 'status']);
  const ask = await asking(
    api(
      {
        '/renders': { get: answer(array(ref('Render'))), post: { ...sending(BODY), ...answer(ref('Render'), '201') } },
        '/renders/{renderId}': {
          ...path('renderId'),
          get: answer(ref('Render'), '200', missing),
          delete: { responses: { 204: { description: 'gone' }, 409: conflict, ...missing } },
        },
      },
      { Render },
    ),
  );
  const { id } = (await ask('POST', '/renders', { scene: 'lake' })).body;
  expect((await ask('DELETE', `/renders/${id}`)).status).toBe(409);
  await ask('GET', `/renders/${id}`);
  expect((await ask('DELETE', `/renders/${id}`)).status).toBe(204);
});

test('a job that is done says that all of it is done', async () => {
  const job = (progress: object) => {
    const document = about(states('queued', 'processing', 'succeeded', 'failed'), BODY) as {
      components: { schemas: { Render: { properties: object; required: string[] } } };
    };
    const { Render } = document.components.schemas;
    Render.properties = { ...Render.properties, progress };
    Render.required.push('progress');
    return asking(document);
  };
  const percent = { type: 'number', description: 'Progress in percent', examples: [0] };
  for (const [progress, all] of [
    [percent, 100],
    [{ type: 'number', minimum: 0, maximum: 1, default: 0 }, 1],
  ] as const) {
    const ask = await job(progress);
    const { id } = (await ask('POST', '/renders', { scene: 'lake' })).body;
    await ask('GET', `/renders/${id}`);
    expect((await ask('GET', `/renders/${id}`)).body).toMatchObject({ status: 'succeeded', progress: all });
  }
});
