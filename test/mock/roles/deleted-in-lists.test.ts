import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, object, path, query, ref, sending, text } from '../little.ts';

const flag = { type: 'boolean' };
const time = { type: ['string', 'null'], format: 'date-time' };

test.each([
  ['include_deleted', { deleted_at: time }, 'deleted_at'],
  ['withDeleted', { isDeleted: flag }, 'isDeleted'],
])('%s lists what was deleted as well', async (parameter, mark, name) => {
  const ask = await asking(
    api(
      {
        '/things': {
          get: {
            parameters: [...query(parameter, flag).parameters, ...query('title').parameters],
            ...answer(array(ref('Thing'))),
          },
          post: { ...sending(object({ title: text })), ...answer(ref('Thing'), '201') },
        },
        '/things/{id}': {
          ...path('id'),
          get: answer(ref('Thing')),
          delete: { responses: { 204: { description: '' } } },
        },
      },
      { Thing: object({ id: text, title: text, ...mark }, ['id']) },
    ),
  );
  const made = (await ask('POST', '/things', { title: 'x' })).body;
  await ask('DELETE', `/things/${made.id}`);
  const ids = async (search: string): Promise<string[]> =>
    (await ask('GET', `/things${search}`)).body.map(({ id }: { id: string }) => id);
  expect(await ids('')).not.toContain(made.id);
  expect(await ids('?title=y')).toEqual([]);
  expect(await ids(`?title=x&${parameter}=true`)).toEqual([made.id]);
  const { body: whole } = await ask('GET', `/things?${parameter}=true`);
  expect(whole.at(-1)).toEqual({ ...made, [name]: name === 'isDeleted' ? true : expect.any(String) });
  for (const each of (await ask('GET', '/things')).body) expect(each[name] ?? false).toBe(false);
  expect((await ask('GET', `/things/${made.id}`)).status).toBe(404);
});
