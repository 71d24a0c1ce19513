import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, number, object, ref, sending, text } from '../little.ts';

const instant = { type: 'string', format: 'date-time' };
const inQuery = (name: string, schema: object, description = ''): object => ({
  name,
  in: 'query',
  schema,
  description,
});
const filter = object({ mail: object({ exact: text }), kind: text });
const ask = await asking(
  api(
    {
      '/apps': {
        get: answer(array(ref('App'))),
        post: {
          parameters: [inQuery('get_if_exists', { type: 'boolean' })],
          ...sending(object({ name: text, uid: { ...text, description: 'Unique identifier of the app' } }, ['name'])),
          ...answer(ref('App'), '201', {
            200: { description: 'It is there', content: { 'application/json': { schema: ref('App') } } },
            409: { description: 'Conflict' },
          }),
        },
      },
      '/messages': {
        get: {
          parameters: [inQuery('after', instant), inQuery('before', instant), inQuery('limit', number)],
          ...answer(array(ref('Message'))),
        },
        post: {
          ...sending(object({ kind: text, lines: array(ref('Line')) }, ['kind'])),
          ...answer(ref('Message'), '201'),
        },
      },
      '/people': {
        get: answer(array(ref('Person'))),
        post: { ...sending(object({ mail: text, kind: text })), ...answer(ref('Person'), '201') },
      },
      '/people/search': {
        post: {
          ...sending(object({ query: object({ filter }), limit: number })),
          ...answer(object({ people: array(ref('Person')) })),
        },
      },
    },
    {
      App: object({ id: text, name: text, uid: { ...text, description: 'Unique identifier of the app' } }, [
        'id',
        'name',
      ]),
      Line: object({ uid: text, name: text }),
      Message: object({ id: text, kind: text, timestamp: instant, lines: array(ref('Line')) }, ['id', 'timestamp']),
      Person: object({ id: text, mail: text, kind: text }, ['id']),
    },
  ),
);

test('a create that asks for what exists gets the record of that name', async () => {
  const made = (await ask('POST', '/apps', { name: 'A', uid: 'mine' })).body;
  expect(await ask('POST', '/apps?get_if_exists=true', { name: 'B', uid: 'mine' })).toMatchObject({
    status: 200,
    body: made,
  });
  expect((await ask('POST', '/apps?get_if_exists=false', { name: 'B', uid: 'mine' })).status).toBe(409);
});

test('the timestamp of a new record is now, and times bound it', async () => {
  const { id, timestamp } = (await ask('POST', '/messages', { kind: 'a' })).body;
  expect(Math.abs(Date.parse(timestamp) - Date.now())).toBeLessThan(60_000);
  const ago = new Date(Date.now() - 3_600_000).toISOString();
  expect((await ask('GET', `/messages?after=${ago}`)).body.map((each: { id: string }) => each.id)).toEqual([id]);
  const before = (await ask('GET', `/messages?before=${ago}`)).body.map((each: { id: string }) => each.id);
  expect(before.length).toBeGreaterThan(0);
  expect(before).not.toContain(id);
});

test('an entry of a list gets an id where none is sent', async () => {
  const { lines } = (await ask('POST', '/messages', { kind: 'b', lines: [{ name: 'x' }, { uid: 'own', name: 'y' }] }))
    .body;
  expect(lines).toMatchObject([
    { name: 'x', uid: expect.any(String) },
    { name: 'y', uid: 'own' },
  ]);
});

test('a filter in a query of the body is one', async () => {
  const { id } = (await ask('POST', '/people', { mail: 'only@example.org', kind: 'rare' })).body;
  const found = async (filter: object): Promise<readonly string[]> =>
    (await ask('POST', '/people/search', { query: { filter } })).body.people.map((each: { id: string }) => each.id);
  expect(await found({ mail: { exact: 'only@example.org' } })).toEqual([id]);
  expect(await found({ kind: 'rare' })).toEqual([id]);
});
