import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, object, path, ref, sending, text } from '../little.ts';

const missing = { 404: { description: 'missing' } };
const made = (name: string): object => ({ ...sending(object({ title: text })), ...answer(ref(name), '201') });
const one = (name: string): object => ({ ...path('id'), get: answer(ref(name), '200', missing) });
const documented = (sent: object): object =>
  api(
    {
      '/badges': { get: answer(array(ref('Badge'))), post: made('Badge') },
      '/badges/{id}': one('Badge'),
      '/walks': { get: answer(array(ref('Walk'))), post: made('Walk') },
      '/walks/{id}': one('Walk'),
      '/walks/{id}/badges': {
        ...path('id'),
        get: answer(array(ref('Badge')), '200', missing),
        put: { ...sending(array(sent)), ...answer(array(ref('Badge')), '200', missing) },
      },
    },
    { Badge: object({ id: text, title: text }, ['id', 'title']), Walk: object({ id: text, title: text }, ['id']) },
  );

test.each([
  ['ids', object({ id: text }, ['id'])],
  ['whole records', object({ id: text, title: text }, ['id'])],
])('a PUT of a list replaces what the item holds, by %s', async (_form, sent) => {
  const ask = await asking(documented(sent));
  const walk = (await ask('POST', '/walks', { title: 'Hill' })).body.id;
  const [dog, cat] = [
    (await ask('POST', '/badges', { title: 'Dog' })).body,
    (await ask('POST', '/badges', { title: 'Cat' })).body,
  ];
  const list = `/walks/${walk}/badges`;
  expect((await ask('PUT', list, [{ id: dog.id }, { id: cat.id }])).body).toEqual([dog, cat]);
  expect((await ask('PUT', list, [{ id: cat.id }])).body).toEqual([cat]);
  expect((await ask('GET', list)).body).toEqual([cat]);
  // The badge itself stays.
  expect((await ask('GET', `/badges/${dog.id}`)).body).toEqual(dog);
  expect((await ask('PUT', list, [])).body).toEqual([]);
  expect((await ask('GET', list)).body).toEqual([]);
  expect((await ask('PUT', '/walks/none/badges', [])).status).toBe(404);
});

const named = sending(object({ tags: array(text) }, ['tags']));
const tags = answer(array(ref('Tag')), '200', missing);

test('a PUT of names replaces what the item holds, a POST adds to it', async () => {
  const ask = await asking(
    api(
      {
        '/walks': { post: made('Walk') },
        '/walks/{id}': one('Walk'),
        '/walks/{id}/tags': {
          ...path('id'),
          get: tags,
          post: { ...named, ...tags },
          put: { ...named, ...tags },
          delete: { responses: { 204: { description: 'done' } } },
        },
        '/walks/{id}/tags/{name}': {
          parameters: [...path('id').parameters, ...path('name').parameters],
          delete: { responses: { 204: { description: 'done' } } },
        },
      },
      { Tag: object({ name: text }, ['name']), Walk: object({ id: text, title: text }, ['id']) },
    ),
  );
  const walk = (await ask('POST', '/walks', { title: 'Hill' })).body.id;
  const list = `/walks/${walk}/tags`;
  const shown = async (): Promise<readonly string[]> =>
    (await ask('GET', list)).body.map(({ name }: { name: string }) => name);
  // What a client has just made holds nothing, also where no list shows it.
  expect(await shown()).toEqual([]);
  await ask('POST', list, { tags: ['steep'] });
  await ask('POST', list, { tags: ['long', 'steep'] });
  expect((await shown()).toSorted()).toEqual(['long', 'steep']);
  expect((await ask('PUT', list, { tags: ['wet', 'long'] })).body).toEqual([{ name: 'wet' }, { name: 'long' }]);
  // What stays is the same record: it is the older one.
  expect(await shown()).toEqual(['long', 'wet']);
  await ask('DELETE', `${list}/wet`);
  expect(await shown()).toEqual(['long']);
  await ask('DELETE', list);
  expect(await shown()).toEqual([]);
});
