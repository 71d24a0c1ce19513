import { describe, expect, test } from 'vitest';
import { asking } from '../ask.ts';

const text = { type: 'string' };
const object = (properties: object, required: readonly string[] = []): object => ({
  type: 'object',
  properties,
  required,
});
const json = (schema: object): object => ({ content: { 'application/json': { schema } } });
const answers = (schema: object, status = 200): object => ({
  responses: { [status]: { description: '', ...json(schema) }, 404: { description: 'not there' } },
});

const person = object({ id: { ...text, readOnly: true }, name: text, town: text }, ['id', 'name']);
const wrapped = object({ person }, ['person']);
const flat = object({ name: text }, ['name']);

/** People of whom each is shown in an envelope: `item` in the list, `{ person }` alone. */
const people = ({ item = wrapped, sent = flat, more = {} }): object => ({
  openapi: '3.0.3',
  info: { title: 'people', version: '1' },
  paths: {
    '/people': {
      get: answers(object({ list: { type: 'array', items: item } })),
      post: { requestBody: json(sent), ...answers(wrapped, 201) },
    },
    '/people/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
      get: answers(wrapped),
      ...more,
    },
  },
});

describe('An item that has an envelope of its own, in the list and alone', () => {
  test.each([
    ['without it', flat, { name: 'Ada' }],
    ['in it', object({ person: flat }, ['person']), { person: { name: 'Ada' } }],
  ])('is made of what is sent %s, and shown with it', async (_, sent, body) => {
    const ask = await asking(people({ sent }));
    const made = await ask('POST', '/people', body);
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ person: { id: expect.any(String), name: 'Ada' } });
    expect(Object.keys(made.body)).toEqual(['person']);
    const path = `/people/${made.body.person.id}`;
    expect(made.location).toBe(path);
    expect((await ask('GET', path)).body).toEqual(made.body);
    const { list } = (await ask('GET', '/people')).body;
    expect(list.length).toBeGreaterThan(1);
    expect(list).toContainEqual(made.body);
    expect((await ask('GET', `/people/${list[0].person.id}`)).body).toEqual(list[0]);
  });

  test('is changed by what is sent without it', async () => {
    const ask = await asking(people({ more: { patch: { requestBody: json(flat), ...answers(wrapped) } } }));
    const { person } = (await ask('POST', '/people', { name: 'Ada' })).body;
    const patched = await ask('PATCH', `/people/${person.id}`, { name: 'Bea' });
    expect(patched.body).toEqual({ person: { ...person, name: 'Bea' } });
  });
});

test('Properties of a list beside its items are not an envelope of the items: what is created is what was sent', async () => {
  const ask = await asking(people({ item: object({ person, score: { type: 'integer' } }, ['person', 'score']) }));
  const made = await ask('POST', '/people', { name: 'Ada' });
  expect(made.body).toEqual({ person: { id: expect.any(String), name: 'Ada', town: expect.any(String) } });
});
