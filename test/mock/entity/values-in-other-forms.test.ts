import { describe, expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, object, path, query, ref, sending, text } from '../little.ts';

const Label = object({ name: text, colour: text });
const example = {
  number: 'first',
  labels: [{ name: 'bug', colour: 'red' }],
  head: { ref: 'topic', sha: 'a1' },
  repository_url: 'https://api.example.com/repos/ada/engine',
};
const Issue = object(
  {
    number: text,
    labels: array({ oneOf: [text, Label] }),
    head: object({ ref: text, sha: text }, ['ref', 'sha']),
    repository_url: { type: 'string', format: 'uri' },
    type: { type: 'string', enum: ['bug', 'wish'] },
    title: text,
    user_metadata: { type: 'object' },
    issue_metadata: { type: 'object' },
  },
  ['number', 'labels', 'head', 'repository_url'],
);
const shown = { description: '', content: { 'application/json': { schema: ref('Issue'), example } } };
const document = api(
  {
    '/repos/{repo}/issues': {
      ...path('repo'),
      get: { ...query('labels'), ...answer(array(ref('Issue'))) },
      post: {
        ...sending(
          object(
            { labels: array(text), head: text, issue_type: text, new_issue_title: text, data: { type: 'object' } },
            ['head'],
          ),
        ),
        responses: { 201: shown },
      },
    },
    '/repos/{repo}/issues/{number}': {
      parameters: [...path('repo').parameters, ...path('number').parameters],
      get: answer(ref('Issue')),
    },
  },
  { Issue },
);

describe('What is sent in another form than the answer has', () => {
  const made = async (): Promise<Record<string, unknown>> => {
    const ask = await asking(document);
    const sent = { labels: ['p1', 'p2'], head: 'f', issue_type: 'wish', new_issue_title: 'T', data: { team: 'red' } };
    const { status, body } = await ask('POST', '/repos/quill/issues', sent);
    expect(status).toBe(201);
    return body;
  };

  test('texts name objects, where the documented answer shows objects', async () => {
    expect((await made())['labels']).toMatchObject([{ name: 'p1' }, { name: 'p2' }]);
  });

  test('the text for an object is what it is referred to by', async () => {
    expect((await made())['head']).toMatchObject({ ref: 'f' });
  });

  test('a name that says that it is new is the name', async () => {
    expect(await made()).toMatchObject({ title: 'T' });
  });

  test('a name with the word for the thing is the name without it', async () => {
    expect((await made())['type']).toBe('wish');
  });

  test('free data is kept in the map that is named after the thing', async () => {
    const body = await made();
    expect(body['issue_metadata']).toEqual({ team: 'red' });
    expect(body['user_metadata']).not.toEqual({ team: 'red' });
  });

  test('an address of the example leads below the parents of the new record', async () => {
    expect((await made())['repository_url']).toBe('https://api.example.com/repos/quill/engine');
  });

  test('objects that texts named are found by those texts', async () => {
    const ask = await asking(document);
    const { body: one } = await ask('POST', '/repos/quill/issues', { labels: ['p1'], head: 'f' });
    await ask('POST', '/repos/quill/issues', { labels: ['p2'], head: 'f' });
    const { body } = await ask('GET', '/repos/quill/issues?labels=p1');
    expect(body.map(({ number }: { number: string }) => number)).toEqual([one.number]);
  });
});

test('the only entry of a list is the object that a record shows in its place, and several are none', async () => {
  const number = object({ number: text });
  const ask = await asking(
    api(
      {
        '/calls': {
          get: answer(array(ref('Call'))),
          post: { ...sending(object({ to: array(number) })), ...answer(ref('Call'), '201') },
        },
        '/calls/{id}': { ...path('id'), get: answer(ref('Call')) },
      },
      { Call: object({ id: text, to: number }, ['id']) },
    ),
  );
  expect((await ask('POST', '/calls', { to: [{ number: '1' }] })).body.to).toEqual({ number: '1' });
  expect((await ask('POST', '/calls', { to: [{ number: '1' }, { number: '2' }] })).body.to).not.toEqual({
    number: '1',
  });
});

test('a list that calls the id `uid` shows there the id of each record', async () => {
  const Job = object({ id: text, name: text }, ['id', 'name']);
  const row = object({ uid: { type: 'string', example: 'job_1' }, name: text }, ['uid', 'name']);
  const ask = await asking(
    api({
      '/jobs': {
        get: answer(object({ jobs: array(row) })),
        post: { ...sending(object({ name: text })), ...answer(Job) },
      },
      '/jobs/{id}': { ...path('id'), get: answer(Job) },
    }),
  );
  const { id } = (await ask('POST', '/jobs', { name: 'a' })).body;
  const { jobs } = (await ask('GET', '/jobs')).body;
  expect(jobs).toContainEqual({ uid: id, name: 'a' });
  for (const { uid } of jobs) expect((await ask('GET', `/jobs/${uid}`)).body.id).toBe(uid);
});
