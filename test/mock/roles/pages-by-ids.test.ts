import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, number, object, path, ref, sending, text } from '../little.ts';

const missing = { 404: { description: 'there is none' } };
const Team = object({ teamId: text, name: text }, ['teamId']);
const parameter = (name: string, schema: object, description: string): object => ({
  name,
  in: 'query',
  schema,
  description,
});
const shown = { value: { items: [], nextLink: 'https://service/boxes?size=2&mark=abc' } };
const ask = await asking(
  api(
    {
      '/teams': {
        get: {
          description: 'Lists teams.<br />\n* Teams are stored in alphabetical order of teamId.',
          parameters: [
            parameter('start', text, 'Lists teams from the least teamId greater than the "start".'),
            parameter('top', number, 'The number of teams to list.'),
          ],
          ...answer(array(ref('Team'))),
        },
      },
      '/teams/{teamId}': {
        ...path('teamId'),
        get: answer(ref('Team'), '200', missing),
        put: { ...sending(object({ name: text })), ...answer(object({})) },
      },
      '/boxes': {
        get: {
          parameters: [parameter('size', number, 'The number of results per page.')],
          responses: {
            200: {
              description: 'a page',
              content: {
                'application/json': {
                  schema: object({ items: array(ref('Box')), nextLink: text }),
                  examples: { shown },
                },
              },
            },
          },
        },
      },
      '/boxes/{name}': { ...path('name'), get: answer(ref('Box'), '200', missing) },
    },
    { Team, Box: object({ name: text, width: number }, ['name']) },
  ),
);

test('pages begin behind the id that the client saw last', async () => {
  await ask('PUT', '/teams/staff', { name: 'Staff' });
  const all = (await ask('GET', '/teams')).body.map(({ teamId }: { teamId: string }) => teamId);
  expect(all).toEqual(all.toSorted());
  const seen: string[] = [];
  for (let page = ['']; page.length > 0; ) {
    page = (await ask('GET', `/teams?top=2&start=${seen.at(-1) ?? ''}`)).body.map(
      (each: { teamId: string }) => each.teamId,
    );
    expect(page.length).toBeLessThanOrEqual(2);
    seen.push(...page);
  }
  expect(seen).toEqual(all);
});

test.each([
  ['is a number', number, 'The first id of the page.'],
  ['is a number as text', { type: 'string', pattern: '^[0-9]+$' }, 'The first id of the page.'],
  ['names no id', text, 'Where the page begins.'],
])('a start that %s counts items', async (_, schema, description) => {
  const rooms = await asking(
    api({
      '/rooms': {
        get: {
          parameters: [parameter('start', schema, description), parameter('top', number, 'The number of rooms.')],
          ...answer(array(object({ roomId: text, name: text }, ['roomId']))),
        },
      },
      '/rooms/{roomId}': { ...path('roomId'), get: answer(object({ roomId: text, name: text }, ['roomId'])) },
    }),
  );
  const all = (await rooms('GET', '/rooms?top=100')).body;
  expect((await rooms('GET', '/rooms?top=2&start=1')).body).toEqual(all.slice(1, 3));
});

test('a link to the next page has the parameter that only links have', async () => {
  const names: string[] = [];
  let next: string | undefined = '/boxes?size=3';
  while (next !== undefined) {
    const { body }: { body: { items: { name: string }[]; nextLink?: string } } = await ask('GET', next);
    names.push(...body.items.map(({ name }) => name));
    if (body.nextLink !== undefined) expect(body.nextLink).toMatch(/[?&]mark=/);
    next = body.nextLink?.replace(/^https?:\/\/[^/]+/, '');
  }
  const whole = (await ask('GET', '/boxes?size=100')).body;
  expect(names).toEqual(whole.items.map(({ name }: { name: string }) => name));
  expect(whole.nextLink).toBeUndefined();
});
