import { describe, expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, object, path, query, ref, sending, text } from '../little.ts';

const missing = { 404: { description: 'no such record' } };

describe('What is missing, where the document has no status for that', () => {
  const Option = object({ code: text, label: text }, ['code']);
  const options = (others: object): object =>
    api(
      {
        '/options': {
          get: answer(array(ref('Option'))),
          post: { ...sending(ref('Option')), ...answer(ref('Option'), '201') },
          put: { ...sending(ref('Option')), ...answer(ref('Option'), '200', others) },
          patch: { ...sending(ref('Option')), ...answer(ref('Option'), '200', others) },
        },
        '/options/{code}': { ...path('code'), get: answer(ref('Option')) },
      },
      { Option },
    );

  test.each(['PUT', 'PATCH'])('is created by a %s that names it in its body', async (method) => {
    const ask = await asking(options({}));
    expect((await ask(method, '/options', { code: 'blue', label: 'Blue' })).status).toBe(200);
    expect((await ask('GET', '/options/blue')).body).toEqual({ code: 'blue', label: 'Blue' });
  });

  test.each(['PUT', 'PATCH'])('is not created by a %s with a documented 404', async (method) => {
    const ask = await asking(options(missing));
    expect((await ask(method, '/options', { code: 'blue', label: 'Blue' })).status).toBe(404);
  });

  const Member = object({ id: text, name: text }, ['id', 'name']);
  const Profile = object({ member_id: text, is_bookable: { type: 'boolean' } }, ['member_id']);
  const members = (others: object): object =>
    api(
      {
        '/members': {
          get: answer(array(ref('Member'))),
          post: { ...sending(object({ name: text })), ...answer(ref('Member'), '201') },
        },
        '/members/{member_id}': { ...path('member_id'), get: answer(ref('Member'), '200', missing) },
        '/profiles': { get: answer(array(ref('Profile'))) },
        '/profiles/{member_id}': { ...path('member_id'), get: answer(ref('Profile'), '200', others) },
      },
      { Member, Profile },
    );

  test('is there for each record of the resource that its id refers to', async () => {
    const ask = await asking(members({}));
    const { body: made } = await ask('POST', '/members', { name: 'Ada' });
    const { status, body } = await ask('GET', `/profiles/${made.id}`);
    expect([status, body.member_id]).toEqual([200, made.id]);
    expect((await ask('GET', '/profiles/unknown')).status).toBe(404);
  });

  test('is there for seeded records as well, whatever was requested before', async () => {
    const [first, other] = [await asking(members({})), await asking(members({}))];
    const { body: all } = await other('GET', '/members');
    expect((await first('GET', `/profiles/${all[0].id}`)).status).toBe(200);
  });

  test('is missing where the document says so', async () => {
    const ask = await asking(members(missing));
    const { body: made } = await ask('POST', '/members', { name: 'Ada' });
    expect((await ask('GET', `/profiles/${made.id}`)).status).toBe(404);
  });
});

describe('An empty list, where the document demands an item', () => {
  const Tag = object({ id: text, owner: text }, ['id', 'owner']);
  const tags = (required: readonly string[]): object =>
    api(
      {
        '/tags': {
          get: {
            ...query('owner'),
            ...answer(
              object({ tags: { allOf: [{ ...array(ref('Tag')), minItems: 1 }, { description: 'all' }] } }, required),
            ),
          },
        },
        '/tags/{id}': { ...path('id'), get: answer(ref('Tag')) },
      },
      { Tag },
    );

  test('is left out of its envelope', async () => {
    const ask = await asking(tags([]));
    expect((await ask('GET', '/tags?owner=strangers')).body).toEqual({});
  });

  test('comes from the document where it is required', async () => {
    const ask = await asking(tags(['tags']));
    expect((await ask('GET', '/tags?owner=strangers')).body.tags.length).toBeGreaterThan(0);
  });

  test('comes from the document where nothing else tells its alternatives apart', async () => {
    const form = (name: string): object => object({ tags: array(object({ id: text, [name]: text }, ['id', name])) });
    const list = { ...query('id'), ...answer({ oneOf: [form('owner'), form('user')] }) };
    const ask = await asking(
      api({ '/tags': { get: list }, '/tags/{id}': { ...path('id'), get: answer(ref('Tag')) } }, { Tag }),
    );
    expect((await ask('GET', '/tags?id=strange')).body.tags.length).toBeGreaterThan(0);
  });
});
