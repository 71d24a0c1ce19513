import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, number, object, path, ref, sending, text } from '../little.ts';

const flag = { type: 'boolean' };
const gone = { responses: { 204: { description: 'done' } } };
const bounces = {
  get: answer(array(ref('Bounce'))),
  delete: { ...sending(object({ delete_all: flag, force: flag, emails: array(text) })), ...gone },
};
const ask = await asking(
  api(
    {
      '/lists': {
        get: answer(array(ref('List'))),
        post: { ...sending(object({ name: text }, ['name'])), ...answer(ref('List'), '201') },
        delete: {
          requestBody: { required: true, content: { 'application/json': { schema: array(number) } } },
          ...gone,
        },
      },
      '/lists/{list_id}': { ...path('list_id', number), get: answer(ref('List')) },
      '/bounces': bounces,
      '/bounces/{email}': { ...path('email'), get: answer(ref('Bounce')) },
    },
    {
      List: object({ id: number, name: text }, ['id', 'name']),
      Bounce: object({ email: { ...text, format: 'email' }, reason: text }, ['email', 'reason']),
    },
  ),
);
const idsOf = async (): Promise<readonly number[]> =>
  (await ask('GET', '/lists')).body.map(({ id }: { id: number }) => id);
const emailsOf = async (): Promise<readonly string[]> =>
  (await ask('GET', '/bounces')).body.map(({ email }: { email: string }) => email);

test('a deletion of a collection takes away the items whose ids its body lists', async () => {
  await ask('POST', '/lists', { name: 'A' });
  const [first, ...others] = await idsOf();
  expect(others.length).toBeGreaterThan(0);
  expect((await ask('DELETE', '/lists', [first])).status).toBe(204);
  expect(await idsOf()).toEqual(others);
});

test('a deletion of a collection takes away the items that its body names by a property, or all', async () => {
  const [first, ...others] = await emailsOf();
  expect(others.length).toBeGreaterThan(0);
  await ask('DELETE', '/bounces', { emails: [first] });
  expect(await emailsOf()).toEqual(others);
  for (const body of [undefined, {}, { delete_all: false }, { force: true }]) {
    await ask('DELETE', '/bounces', body);
    expect(await emailsOf()).toEqual(others);
  }
  await ask('DELETE', '/bounces', { delete_all: true });
  expect(await emailsOf()).toEqual([]);
});
