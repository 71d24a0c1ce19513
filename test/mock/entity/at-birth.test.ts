import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, number, object, path, ref, sending, text } from '../little.ts';

const own = (schema: object): object => ({ ...schema, readOnly: true });
const document = api(
  {
    '/servers': { get: answer(array(ref('Server'))) },
    '/servers/{id}': {
      ...path('id', number),
      get: answer(
        object(
          { ok: { type: 'boolean' }, status: { type: 'string', enum: ['error', 'success'] }, data: ref('Server') },
          ['ok', 'status', 'data'],
        ),
      ),
    },
    '/addresses': {
      get: answer(
        object({
          success: { type: 'boolean' },
          errors: array(object({ message: text })),
          result: array(ref('Address')),
        }),
      ),
      post: { ...sending(object({ name: text, server: number }, ['name'])), ...answer(ref('Address'), '201') },
    },
    '/addresses/{id}': {
      ...path('id', number),
      get: answer(ref('Address')),
      delete: answer(object({ action: object({ id: number, command: text }, ['id', 'command']) })),
    },
  },
  {
    Server: object({ id: number, name: text }, ['id']),
    Address: object(
      {
        id: own(number),
        name: text,
        slug: own(text),
        server: { type: ['integer', 'null'] },
        is_alive: own({ type: 'boolean', example: true }),
        sent_weekly: own(number),
        first_sent_at: own(text),
        created_at_unix_secs: own(number),
        mirror: own({ type: 'string', description: 'Where it is copied to, if there is an active copy.' }),
        origin: own({ type: 'string', description: 'Where it is, if the server shows it.' }),
      },
      ['id', 'name', 'server'],
    ),
  },
);
const ask = await asking(document);

test('a new record names no other that was not chosen', async () => {
  expect((await ask('POST', '/addresses', { name: 'a' })).body).toMatchObject({ server: null });
  const [{ id }] = (await ask('GET', '/servers')).body;
  expect((await ask('POST', '/addresses', { name: 'a', server: id })).body).toMatchObject({ server: id });
});

test('a new record has the slug of its name, the flags of the examples, nothing counted, and the time of now in any unit', async () => {
  const { body } = await ask('POST', '/addresses', { name: 'Größe & Form 7' });
  expect(body).toMatchObject({ slug: 'grosse-form-7', is_alive: true, sent_weekly: 0 });
  expect(body.first_sent_at).toBeUndefined();
  expect(Math.abs(body.created_at_unix_secs - Date.now() / 1000)).toBeLessThan(600);
});

test('a deletion shows the optional parts of its answer, if it documents nothing else', async () => {
  const { id } = (await ask('POST', '/addresses', { name: 'a' })).body;
  expect((await ask('DELETE', `/addresses/${id}`)).body).toMatchObject({ action: { command: expect.any(String) } });
});

test('what was found says beside it that it was, without errors', async () => {
  expect((await ask('GET', '/addresses')).body).toMatchObject({ success: true, errors: [] });
  const [{ id }] = (await ask('GET', '/servers')).body;
  expect((await ask('GET', `/servers/${id}`)).body).toMatchObject({ ok: true, status: 'success', data: { id } });
});

test('a new record has nothing that is there only after something has happened', async () => {
  const ask = await asking(document);
  const { body } = await ask('POST', '/addresses', { name: 'one' });
  expect(body).not.toHaveProperty('mirror');
  expect(body).toHaveProperty('origin');
});

const maybe = (type: string): object => ({ type: [type, 'null'] });
const events = api(
  {
    '/events': {
      get: answer(array(ref('Event'))),
      post: {
        ...sending(object({ title: text, place: text, dueOn: text }, ['title'])),
        ...answer(ref('Event'), '201'),
      },
    },
    '/events/{id}': {
      ...path('id', number),
      get: answer(ref('Event')),
      put: { ...sending(object({ title: text, place: text, dueOn: text }, ['title'])), ...answer(ref('Event')) },
    },
  },
  {
    Event: object(
      {
        id: number,
        title: text,
        place: maybe('string'),
        dueOn: maybe('string'),
        size: number,
        mergedIntoId: maybe('integer'),
        startedAt: maybe('string'),
        createdAt: { type: 'string', format: 'date-time' },
        code: text,
        owner: text,
        color: text,
        room: text,
      },
      [
        'id',
        'title',
        'place',
        'dueOn',
        'size',
        'mergedIntoId',
        'startedAt',
        'createdAt',
        'code',
        'owner',
        'color',
        'room',
      ],
    ),
  },
);

test('what a new record must show and may be null is null, unless it was sent', async () => {
  const asked = await asking(events);
  const { body } = await asked('POST', '/events', { title: 'a' });
  expect(body).toMatchObject({ place: null, dueOn: null, mergedIntoId: null, startedAt: null });
  expect([typeof body.size, typeof body.owner]).toEqual(['number', 'string']);
  expect((await asked('POST', '/events', { title: 'a', place: 'here' })).body.place).toBe('here');
  const put = await asked('PUT', `/events/${body.id}`, { title: 'b', place: 'here' });
  expect(put.body).toMatchObject({ title: 'b', place: 'here', size: body.size });
  expect((await asked('PUT', `/events/${body.id}`, { title: 'b' })).body).toMatchObject({
    place: null,
    size: body.size,
  });
});
