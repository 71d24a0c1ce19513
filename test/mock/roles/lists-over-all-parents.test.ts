import { describe, expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, number, object, ref, sending, text } from '../little.ts';

// Shelves have boxes, and a box does not name its shelf.
const missing = { 404: { description: 'missing' } };
const gone = { responses: { 204: { description: 'gone' }, ...missing } };
const at = (...names: readonly string[]): object => ({
  parameters: names.map((name) => ({ name, in: 'path', required: true, schema: text })),
});
const shelves = {
  '/v1/shelves': {
    get: answer(array(ref('Shelf'))),
    post: { ...sending(ref('NewShelf')), ...answer(ref('Shelf'), '201') },
  },
  '/v1/shelves/{id}': { ...at('id'), get: answer(ref('Shelf'), '200', missing), delete: gone },
  '/v1/shelves/{id}/boxes': {
    ...at('id'),
    get: answer(array(ref('Box')), '200', missing),
    post: { ...sending(ref('NewBox')), ...answer(ref('Box'), '201', missing) },
  },
};
const inner = {
  '/v1/shelves/{id}/boxes/{boxId}': {
    ...at('id', 'boxId'),
    get: answer(ref('Box'), '200', missing),
    patch: { ...sending(ref('NewBox')), ...answer(ref('Box'), '200', missing) },
    delete: gone,
  },
};
const all = { '/v1/boxes': { get: answer(array(ref('Box'))) } };
const one = { '/v1/boxes/{boxId}': { ...at('boxId'), get: answer(ref('Box'), '200', missing), delete: gone } };

interface Box {
  readonly id: string | number;
}
const idsOf = ({ body }: { readonly body: readonly Box[] }): readonly string[] => body.map(({ id }) => String(id));

const FORMS: readonly (readonly [string, object])[] = [
  ['no item path', { ...shelves, ...all }],
  ['items below the parent', { ...shelves, ...inner, ...all }],
  ['items at the top', { ...shelves, ...all, ...one }],
  ['items at both', { ...shelves, ...inner, ...all, ...one }],
];

describe.each([
  ['text', text],
  ['numbers', number],
])('ids are %s', (_, id) => {
  const of = (paths: object): ReturnType<typeof asking> =>
    asking(
      api(paths, {
        Shelf: object({ id: text, room: text }, ['id']),
        NewShelf: object({ room: text }),
        Box: object({ id, label: text }, ['id']),
        NewBox: object({ label: text }),
      }),
    );
  const shelf = async (ask: Awaited<ReturnType<typeof of>>): Promise<string> =>
    (await ask('POST', '/v1/shelves', { room: 'attic' })).body.id;

  test.each(FORMS)('a list over all parents shows what was created below each (%s)', async (_form, paths) => {
    const ask = await of(paths);
    const before = idsOf(await ask('GET', '/v1/boxes'));
    const made: string[] = [];
    for (const each of [await shelf(ask), await shelf(ask)]) {
      const { status, body } = await ask('POST', `/v1/shelves/${each}/boxes`, { label: 'lamps' });
      expect(status).toBe(201);
      made.push(String(body.id));
      expect(idsOf(await ask('GET', `/v1/shelves/${each}/boxes`))).toEqual([String(body.id)]);
    }
    const after = idsOf(await ask('GET', '/v1/boxes'));
    expect(after).toEqual([...before, ...made]);
    // Without a path of items, nothing in the document calls `id` unique.
    if ('/v1/boxes/{boxId}' in paths || '/v1/shelves/{id}/boxes/{boxId}' in paths)
      expect(new Set(after).size).toBe(after.length);
  });

  test.each(FORMS)(
    'a list over all parents shows the seeds of each, and reads do not change it (%s)',
    async (_f, paths) => {
      const ask = await of(paths);
      const before = idsOf(await ask('GET', '/v1/boxes'));
      const below = new Set<string>();
      for (const { id: each } of (await ask('GET', '/v1/shelves')).body)
        for (const box of idsOf(await ask('GET', `/v1/shelves/${each}/boxes`))) below.add(box);
      expect(below.size).toBeGreaterThan(0);
      expect(new Set(before)).toEqual(below);
      expect(idsOf(await ask('GET', '/v1/boxes'))).toEqual(before);
    },
  );

  // Where items are at the top only, they do not depend on what they were created below.
  test.each(FORMS.filter(([form]) => form !== 'items at the top'))(
    'the deletion of a parent takes its children out of the list (%s)',
    async (_form, paths) => {
      const ask = await of(paths);
      const before = idsOf(await ask('GET', '/v1/boxes'));
      const [stays, goes] = [await shelf(ask), await shelf(ask)];
      const kept = String((await ask('POST', `/v1/shelves/${stays}/boxes`, { label: 'lamps' })).body.id);
      await ask('POST', `/v1/shelves/${goes}/boxes`, { label: 'wires' });
      expect((await ask('DELETE', `/v1/shelves/${goes}`)).status).toBe(204);
      expect(idsOf(await ask('GET', '/v1/boxes'))).toEqual([...before, kept]);
    },
  );

  test.each([
    ['with a list over all parents', all],
    ['without it', {}],
  ])('an item is the same below its parent and at the top, and its deletion is one (%s)', async (_form, list) => {
    const ask = await of({ ...shelves, ...inner, ...list, ...one });
    const [own, other] = [await shelf(ask), await shelf(ask)];
    const { body } = await ask('POST', `/v1/shelves/${own}/boxes`, { label: 'lamps' });
    const path = `/v1/shelves/${own}/boxes/${body.id}`;
    expect((await ask('PATCH', path, { label: 'lights' })).status).toBe(200);
    expect((await ask('GET', `/v1/boxes/${body.id}`)).body).toEqual({ ...body, label: 'lights' });
    expect((await ask('GET', `/v1/shelves/${other}/boxes/${body.id}`)).status).toBe(404);
    expect((await ask('DELETE', `/v1/boxes/${body.id}`)).status).toBe(204);
    expect((await ask('GET', path)).status).toBe(404);
    expect(idsOf(await ask('GET', `/v1/shelves/${own}/boxes`))).toEqual([]);
    if ('/v1/boxes' in list) expect(idsOf(await ask('GET', '/v1/boxes'))).not.toContain(String(body.id));
  });
});

test('an item that a path without its parent names by another property has what is below it', async () => {
  const team = object({ id: number, slug: text, title: text }, ['id', 'slug']);
  const member = object({ login: text, role: text }, ['login']);
  const paths = {
    '/orgs': { get: answer(array(object({ name: text }, ['name']))) },
    '/orgs/{org}': { ...at('org'), get: answer(object({ name: text }, ['name']), '200', missing) },
    '/orgs/{org}/teams': { ...at('org'), get: answer(array(team), '200', missing) },
    '/orgs/{org}/teams/{slug}': { ...at('org', 'slug'), get: answer(team, '200', missing) },
    '/teams/{team_id}': {
      parameters: [{ name: 'team_id', in: 'path', required: true, schema: number }],
      get: answer(team, '200', missing),
    },
    '/teams/{team_id}/members': {
      parameters: [{ name: 'team_id', in: 'path', required: true, schema: number }],
      get: answer(array(member), '200', missing),
    },
  };
  const ask = await asking(api(paths));
  const [org] = (await ask('GET', '/orgs')).body;
  const [first] = (await ask('GET', `/orgs/${org.name}/teams`)).body;
  expect((await ask('GET', `/teams/${first.id}`)).body.slug).toBe(first.slug);
  expect((await ask('GET', `/teams/${first.id}/members`)).status).toBe(200);
  expect((await ask('GET', '/teams/999999/members')).status).toBe(404);
});
