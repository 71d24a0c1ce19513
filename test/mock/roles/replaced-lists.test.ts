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
