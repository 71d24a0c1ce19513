import { describe, expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, number, object, ref, sending, text } from '../little.ts';

const flag = { type: 'boolean' };
const problems = { type: 'array', minItems: 1, items: object({ title: text }) };
const said = (name: string): object => answer(object({ data: object({ [name]: flag }), errors: problems }));
const at = (...names: readonly string[]): object => ({
  parameters: names.map((name) => ({ name, in: 'path', required: true, schema: number })),
});
const group = object({ id: number, name: text }, ['id']);
const ask = await asking(
  api(
    {
      '/groups': { get: answer(array(ref('Group'))), post: { ...sending(object({ name: text })), ...answer(group) } },
      '/groups/{id}': { ...at('id'), get: answer(ref('Group')), delete: said('deleted') },
      '/users': { get: answer(array(ref('User'))) },
      '/users/{id}': { ...at('id'), get: answer(ref('User')) },
      '/groups/{id}/members': {
        ...at('id'),
        get: answer(object({ data: array(ref('User')) })),
        post: { ...sending(object({ user_id: number })), ...said('is_member') },
      },
      '/groups/{id}/members/{user_id}': { ...at('id', 'user_id'), delete: said('is_member') },
      '/groups/{id}/pinned_notes': { ...at('id'), post: { ...sending(object({ note: number })), ...said('pinned') } },
      '/groups/{id}/pinned_notes/{note}': { ...at('id', 'note'), delete: said('pinned') },
      '/groups/{id}/hidden': { ...at('id'), put: { ...sending(object({ hidden: flag })), ...said('hidden') } },
      '/users/{id}/follow': { ...at('id'), post: answer(ref('Relation')) },
      '/users/{id}/unblock': { ...at('id'), post: answer(ref('Relation')) },
      '/groups/{id}/unlock': { ...at('id'), post: said('locked') },
      '/groups/{id}/rename': { ...at('id'), post: { ...sending(object({ name: text })), ...said('updated') } },
    },
    {
      Group: group,
      Relation: object({ id: number, following: flag, blocking: flag, muting: flag, note: text }, [
        'id',
        'following',
        'blocking',
      ]),
      User: object({ id: number, email: text }, ['id']),
    },
  ),
);

describe('What a write answers in flags', () => {
  test.each([
    ['POST', '/pinned_notes', { note: 3 }, { pinned: true }],
    ['DELETE', '/pinned_notes/3', undefined, { pinned: false }],
    ['PUT', '/hidden', { hidden: false }, { hidden: false }],
    ['PUT', '/hidden', { hidden: true }, { hidden: true }],
    ['POST', '/unlock', undefined, { locked: false }],
    ['POST', '/rename', { name: 'b' }, { updated: true }],
  ])('is what %s %s did, without an error', async (method, path, body, data) => {
    const { id } = (await ask('POST', '/groups', { name: 'a' })).body;
    expect((await ask(method, `/groups/${id}${path}`, body)).body).toEqual({ data });
  });

  test('is true for a new member, false for a member that is taken out, and true for a group that is deleted', async () => {
    const { id } = (await ask('POST', '/groups', { name: 'a' })).body;
    const user_id = (await ask('GET', '/users')).body[0].id;
    expect((await ask('POST', `/groups/${id}/members`, { user_id })).body).toEqual({ data: { is_member: true } });
    expect((await ask('DELETE', `/groups/${id}/members/${user_id}`)).body).toEqual({ data: { is_member: false } });
    expect((await ask('DELETE', `/groups/${id}`)).body).toEqual({ data: { deleted: true } });
  });
});

test('an answer of flags about two records says what was done, also with an id', async () => {
  const [{ id }] = (await ask('GET', '/users')).body;
  expect((await ask('POST', `/users/${id}/follow`)).body).toMatchObject({ following: true });
  expect((await ask('POST', `/users/${id}/unblock`)).body).toMatchObject({ blocking: false });
});
