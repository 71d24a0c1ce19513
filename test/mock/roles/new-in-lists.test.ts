import { describe, expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, number, object, path, ref, sending, text } from '../little.ts';

const flag = { type: 'boolean' };
const at = (name: string, schema: object = text, where = 'query'): object => ({
  name,
  in: where,
  required: where === 'path',
  schema,
});
const pages = [at('limit', number), at('page_token', { ...text, minLength: 16 })];
const ask = await asking(
  api(
    {
      '/users': {
        get: {
          parameters: pages,
          ...answer(object({ data: array(ref('User')), meta: object({ next_token: text }) }, ['data'])),
        },
        post: { ...sending(object({ name: text }, ['name'])), ...answer(ref('User'), '201') },
      },
      '/users/{id}': { ...path('id'), get: answer(ref('User')) },
      '/users/{id}/following': {
        ...path('id'),
        get: answer(array(ref('User'))),
        post: { ...sending(object({ target_user_id: text }, ['target_user_id'])), ...answer(object({ ok: flag })) },
      },
      '/users/{source_user_id}/following/{target_user_id}': {
        parameters: [at('source_user_id', text, 'path'), at('target_user_id', text, 'path')],
        delete: answer(object({ ok: flag })),
      },
      '/domains': {
        get: answer(array(ref('Domain'))),
        post: { ...sending(object({ name: text, colour: text })), ...answer(ref('Domain')) },
      },
      '/domains/{id}': {
        ...path('id', number),
        get: answer(ref('Domain')),
        put: { operationId: 'editDomain', ...sending(object({ name: text, colour: text })), ...answer(ref('Domain')) },
      },
      '/domains/{id}/verifydkim': { ...path('id', number), put: answer(ref('Domain')) },
      '/domains/{id}/rules': { ...path('id', number), get: answer(array(ref('Rule'))) },
      '/domains/{id}/rule': {
        ...path('id', number),
        post: { ...sending(object({ pattern: text })), ...answer(ref('Rule'), '201') },
      },
      '/domains/{id}/check': {
        ...path('id', number),
        post: { ...sending(object({ pattern: text })), ...answer(object({ fits: flag })) },
      },
    },
    {
      User: object({ id: text, name: text, createdDateTime: { ...text, format: 'date-time' } }, [
        'id',
        'createdDateTime',
      ]),
      Domain: object(
        {
          id: number,
          name: text,
          colour: text,
          DKIMVerified: flag,
          email_verified: flag,
          unverified: flag,
          sum: { ...number, description: 'Total number of rules.' },
          price: { ...number, description: 'Total sum of all amounts.' },
        },
        ['id', 'DKIMVerified', 'email_verified', 'sum', 'price'],
      ),
      Rule: object({ id: number, pattern: text }, ['id']),
    },
  ),
);
const user = async (name: string): Promise<string> => (await ask('POST', '/users', { name })).body.id;
const domain = async (): Promise<Readonly<Record<string, unknown>>> =>
  (await ask('POST', '/domains', { name: 'a.example', colour: 'red' })).body;

describe('What is new', () => {
  test('is a user under the words that say in which part: target_user', async () => {
    const [me, other] = [await user('Me'), await user('Other')];
    await ask('POST', `/users/${me}/following`, { target_user_id: other });
    const following = async (): Promise<readonly { id: string; name: string }[]> =>
      (await ask('GET', `/users/${me}/following`)).body;
    expect(await following()).toContainEqual(expect.objectContaining({ id: other, name: 'Other' }));
    await ask('DELETE', `/users/${me}/following/${other}`);
    expect((await following()).map(({ id }) => id)).not.toContain(other);
  });

  test('was made at its createdDateTime', async () => {
    const { createdDateTime } = (await ask('POST', '/users', { name: 'A' })).body;
    expect(Math.abs(Date.parse(createdDateTime) - Date.now())).toBeLessThan(60_000);
  });

  test('has nothing proven and nothing counted', async () => {
    const made = await domain();
    expect(made).toMatchObject({ DKIMVerified: false, email_verified: false, sum: 0 });
    expect(made['price']).not.toBe(0);
  });

  test('stands in the list with the plural name, and in no other', async () => {
    const { id } = await domain();
    const before = (await ask('GET', `/domains/${id}/rules`)).body;
    const { body } = await ask('POST', `/domains/${id}/rule`, { pattern: 'x*' });
    await ask('POST', `/domains/${id}/check`, { pattern: 'x*' });
    expect((await ask('GET', `/domains/${id}/rules`)).body).toEqual([...before, { id: body.id, pattern: 'x*' }]);
  });
});

test('an action with the name of a part sets the flag of that part', async () => {
  const { id } = await domain();
  await ask('PUT', `/domains/${id}/verifydkim`);
  expect((await ask('GET', `/domains/${id}`)).body).toMatchObject({ DKIMVerified: true, email_verified: false });
});

test('a PUT that edits keeps what it does not name', async () => {
  const { id } = await domain();
  await ask('PUT', `/domains/${id}`, { name: 'b.example' });
  expect((await ask('GET', `/domains/${id}`)).body).toMatchObject({ name: 'b.example', colour: 'red' });
});

test('a cursor is as long as the document says, and leads to the next page', async () => {
  for (const name of ['A', 'B', 'C', 'D']) await user(name);
  const all = (await ask('GET', '/users')).body.data.map(({ id }: { id: string }) => id);
  const found: string[] = [];
  let token = '';
  do {
    const { body } = await ask('GET', `/users?limit=2${token === '' ? '' : `&page_token=${token}`}`);
    found.push(...body.data.map(({ id }: { id: string }) => id));
    token = body.meta?.next_token ?? '';
    expect(token === '' || token.length >= 16).toBe(true);
  } while (token !== '' && found.length <= all.length);
  expect(found).toEqual(all);
});
