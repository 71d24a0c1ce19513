import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, number, object, path, query, ref, sending, text } from '../little.ts';

const flag = { type: 'boolean' };
const state = { type: 'string', enum: ['created', 'running', 'paused', 'exited', 'dead'] };
const Box = object(
  {
    Id: text,
    Name: text,
    State: object({ Status: state, Running: flag, Paused: flag, Dead: flag }, ['Status', 'Running', 'Paused', 'Dead']),
    Limits: object({ Memory: number, Cpus: number }),
    Cables: { type: 'object', additionalProperties: object({ Speed: number }) },
  },
  ['Id', 'Name', 'State', 'Limits'],
);
const Line = object({ Id: text, Names: array(text), State: text }, ['Id', 'Names', 'State']);
const done = { responses: { 204: { description: 'done' } } };
const once = { responses: { ...done.responses, 304: { description: 'box already started' } } };
const deed = (word: string, operation: object = done): object => ({
  [`/boxes/{id}/${word}`]: { ...path('id'), post: operation },
});

const ask = await asking(
  api(
    {
      '/boxes': {
        get: answer(array(ref('Line'))),
        post: { ...sending(object({ Name: text }, ['Name'])), ...answer(ref('Box'), '201') },
      },
      '/boxes/{id}': { ...path('id'), get: answer(ref('Box')) },
      ...deed('start', once),
      ...deed('stop'),
      ...deed('restart'),
      ...deed('kill'),
      ...deed('pause'),
      ...deed('unpause'),
      ...deed('connect', { ...sending(object({ Cable: text })), ...done }),
      ...deed('disconnect', { ...sending(object({ Cable: text })), ...done }),
      ...deed('rename', { ...query('name'), ...done }),
      ...deed('update', { ...sending(object({ Memory: number, Cpus: number })), ...done }),
    },
    { Box, Line },
  ),
);
const newBox = async (): Promise<string> => (await ask('POST', '/boxes', { Name: 'a' })).body.Id;
const stateOf = async (id: string): Promise<unknown> => (await ask('GET', `/boxes/${id}`)).body.State;

test('a new record has the first state in the object of its state, and flags that agree with it', async () => {
  expect(await stateOf(await newBox())).toEqual({ Status: 'created', Running: false, Paused: false, Dead: false });
});

test('an action changes the state in the object of the state, and its flags', async () => {
  const id = await newBox();
  for (const [word, wanted] of [
    ['start', { Status: 'running', Running: true }],
    ['pause', { Status: 'paused', Paused: true }],
    ['unpause', { Status: 'running', Running: true, Paused: false }],
    ['stop', { Status: 'exited', Running: false }],
    ['restart', { Status: 'running', Running: true }],
    ['kill', { Status: 'exited', Running: false }],
  ] as const) {
    expect((await ask('POST', `/boxes/${id}/${word}`)).status).toBe(204);
    expect(await stateOf(id)).toMatchObject(wanted);
  }
});

test('an action that has been done already answers the documented 304', async () => {
  const id = await newBox();
  expect((await ask('POST', `/boxes/${id}/start`)).status).toBe(204);
  expect((await ask('POST', `/boxes/${id}/start`)).status).toBe(304);
});

test('a list that shows the state as a string, and names in the plural, agrees with the record', async () => {
  const id = await newBox();
  await ask('POST', `/boxes/${id}/start`);
  const { body } = await ask('GET', '/boxes');
  expect(body.find((each: { readonly Id: string }) => each.Id === id)).toEqual({
    Id: id,
    Names: ['a'],
    State: 'running',
  });
});

test('an action sets what it has in the query', async () => {
  const id = await newBox();
  await ask('POST', `/boxes/${id}/rename?name=b`);
  expect((await ask('GET', `/boxes/${id}`)).body).toMatchObject({ Name: 'b' });
});

test('an update sets what it sends in the only object that has a place for it', async () => {
  const id = await newBox();
  await ask('POST', `/boxes/${id}/update`, { Memory: 4, Cpus: 2 });
  await ask('POST', `/boxes/${id}/update`, { Memory: 8 });
  expect((await ask('GET', `/boxes/${id}`)).body).toMatchObject({ Limits: { Memory: 8, Cpus: 2 } });
});

test('an action puts what it names into a map of the item, and another one takes it out', async () => {
  const id = await newBox();
  const cables = async (): Promise<readonly string[]> =>
    Object.keys((await ask('GET', `/boxes/${id}`)).body.Cables ?? {});
  const before = await cables();
  await ask('POST', `/boxes/${id}/connect`, { Cable: 'c1' });
  expect(await cables()).toEqual([...before, 'c1']);
  await ask('POST', `/boxes/${id}/disconnect`, { Cable: 'c1' });
  expect(await cables()).toEqual(before);
});
