import { expect, test } from 'vitest';
import { createMock } from '../../../src/library/index.ts';
import { asking } from '../ask.ts';
import { answer, api, array, number, object, path, query, ref, sending, text } from '../little.ts';

const time = { type: 'string', format: 'date-time' };
const id = path('id').parameters;
const document = api(
  {
    '/tasks': {
      get: { ...query('page_token'), ...answer(array(ref('Task'))) },
      post: { ...sending(object({ title: text })), ...answer(ref('Task'), '201') },
    },
    '/tasks/{id}': { ...path('id'), get: answer(ref('Task')) },
    '/tasks/{id}/move': { post: { parameters: [...id, ...query('parent').parameters], ...answer(ref('Task')) } },
    '/events': {
      get: {
        parameters: [...query('from_date').parameters, ...query('to_date').parameters],
        ...answer(array(ref('Event'))),
      },
      post: { ...sending(object({ date: array(text) })), ...answer(ref('Event'), '201') },
    },
    '/events/{id}': { ...path('id'), get: answer(ref('Event')) },
    '/flows': {
      get: { parameters: [{ name: 'id', in: 'query', required: true, schema: text }], ...answer(ref('Flow')) },
    },
    '/files/{name}': {
      ...path('name'),
      get: {
        responses: {
          200: {
            description: '',
            content: {
              'application/json': {
                schema: object({ encoding: text, content: text, of: array(object({ encoding: text, content: text })) }),
                example: { encoding: 'base64', content: 'aGVsbG8-*', of: [{ encoding: 'utf-8', content: 'a-*' }] },
              },
            },
          },
        },
      },
    },
    '/teams/{team}/keys': {
      ...path('team'),
      get: answer(array(ref('Key'))),
      post: { ...sending(array(ref('Key'))), ...answer(array(ref('Key')), '201') },
    },
    '/teams/{team}/keys/{key}': {
      parameters: [...path('team').parameters, ...path('key').parameters],
      get: answer(ref('Key')),
    },
    '/teams': { get: answer(array(ref('Team'))), post: { ...sending(ref('Team')), ...answer(ref('Team'), '201') } },
    '/teams/{team}': { ...path('team'), get: answer(ref('Team')) },
    '/token': {
      get: {
        responses: {
          200: {
            description: '',
            headers: { 'X-Expires-After': { schema: time } },
            content: { 'application/json': { schema: text } },
          },
        },
      },
    },
    '/pages': {
      get: {
        parameters: [
          { name: 'page', in: 'query', schema: { type: 'integer', minimum: 0 } },
          { name: 'page_size', in: 'query', schema: number },
        ],
        ...answer(object({ pages: array(ref('Flow')), page: number, page_size: number, start: number, end: number })),
      },
    },
    '/pages/{id}': { ...path('id'), get: answer(ref('Flow')) },
  },
  {
    Task: object({ id: text, title: text, parent: text }, ['id']),
    Event: object({ id: text, date: array({ type: 'string', format: 'date' }) }, ['id']),
    Flow: object({ id: text, state: text }, ['id', 'state']),
    Key: object({ key: text, value: text }, ['key']),
    Team: object({ id: text }, ['id']),
  },
);

test('an action that answers its item takes what its query says of it', async () => {
  const ask = await asking(document);
  const { body: task } = await ask('POST', '/tasks', { title: 'Child' });
  const { body } = await ask('POST', `/tasks/${task.id}/move?parent=seven`);
  expect(body).toMatchObject({ id: task.id, title: 'Child', parent: 'seven' });
  expect((await ask('GET', `/tasks/${task.id}`)).body.parent).toBe('seven');
});

test('bounds compare each value of a list', async () => {
  const ask = await asking(document);
  const make = async (...date: readonly string[]): Promise<string> => (await ask('POST', '/events', { date })).body.id;
  const [early, late] = [await make('2031-01-02', '2031-02-03'), await make('2035-01-02')];
  const { body } = await ask('GET', '/events?from_date=2031-02-01&to_date=2031-12-31');
  const ids = body.map((each: { id: string }) => each.id);
  expect(ids).toContain(early);
  expect(ids).not.toContain(late);
});

test('what is asked for by its id has that id', async () => {
  const ask = await asking(document);
  expect((await ask('GET', '/flows?id=abc')).body.id).toBe('abc');
});

test('content beside `encoding: base64` is base64, other content is as the example has it', async () => {
  const ask = await asking(document);
  const { body } = await ask('GET', '/files/a');
  expect(Buffer.from(body.content, 'base64').toString('base64')).toBe(body.content);
  expect(Buffer.from(body.content, 'base64').toString()).toMatch(/^hello/);
  expect(body.of).toEqual([{ encoding: 'utf-8', content: 'a-*' }]);
});

test('each of a list that is sent to a collection below an item is created', async () => {
  const ask = await asking(document);
  const { body: team } = await ask('POST', '/teams', { id: 'red' });
  const sent = [{ key: 'TOKEN', value: 'one' }];
  expect((await ask('POST', `/teams/${team.id}/keys`, sent)).body).toMatchObject(sent);
  expect((await ask('GET', `/teams/${team.id}/keys/TOKEN`)).body).toMatchObject({ key: 'TOKEN', value: 'one' });
});

test('a header field that says when something ends is in the future', async () => {
  const mock = await createMock({ document, now: '2030-01-01T00:00:00Z' });
  const { headers } = await mock.fetch(new Request('http://localhost/token'));
  await mock.close();
  expect(headers.get('x-expires-after')).toBe('2030-01-31T00:00:00.000Z');
});

test('a list that is a bare array gives out its cursor in a Link, which is absolute', async () => {
  const mock = await createMock({ document: withLimit(document) });
  for (const host of ['localhost', 'api.example']) {
    const { headers } = await mock.fetch(new Request(`http://${host}/tasks?limit=2`, { headers: { host } }));
    expect(headers.get('link')).toMatch(new RegExp(`<http://${host}/tasks\\?limit=2&page_token=[^>]+>; rel="next"`));
  }
  await mock.close();
});

test.each([
  ['</tasks?limit=2>; rel="next"', /^<\/tasks\?limit=2&page_token=/],
  ['<https://api.example/tasks?limit=2>; rel="next"', /^<http:\/\/localhost\/tasks\?limit=2&page_token=/],
])('a documented Link has the form of its example: %s', async (example, form) => {
  const copy = withLimit(document) as { paths: { '/tasks': { get: { responses: { 200: { headers?: object } } } } } };
  copy.paths['/tasks'].get.responses[200].headers = { Link: { schema: { type: 'string' }, example } };
  const mock = await createMock({ document: copy });
  const { headers } = await mock.fetch(new Request('http://localhost/tasks?limit=2'));
  await mock.close();
  expect(headers.get('link')).toMatch(form);
});

function withLimit(whole: object): object {
  const copy = structuredClone(whole) as { paths: { '/tasks': { get: { parameters: object[] } } } };
  copy.paths['/tasks'].get.parameters.push({ name: 'limit', in: 'query', schema: number });
  return copy;
}

test('a page says where it starts and where it ends', async () => {
  const ask = await asking(document);
  expect((await ask('GET', '/pages?page_size=3&page=1')).body).toMatchObject({ page: 1, start: 3, end: 5 });
});

test('an XML element is called as its component', async () => {
  const xml = (schema: object): object => ({
    responses: { 200: { description: '', content: { 'application/xml': { schema } } } },
  });
  const flows = { '/flows': { get: xml(array(ref('Flow'))) }, '/flows/{id}': { ...path('id'), get: xml(ref('Flow')) } };
  const mock = await createMock({ document: api(flows, { Flow: object({ id: text, state: text }, ['id', 'state']) }) });
  const list = await (await mock.fetch(new Request('http://localhost/flows'))).text();
  const id = /<id>([^<]+)</.exec(list)?.[1];
  const one = await (await mock.fetch(new Request(`http://localhost/flows/${id}`))).text();
  await mock.close();
  expect(list).toMatch(/<root><Flow><id>/);
  expect(one).toMatch(/\?>\n<Flow><id>.*<\/Flow>$/);
});
