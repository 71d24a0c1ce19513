import { describe, expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, object, path, query, ref, sending, text } from '../little.ts';

const ids = array(text);
const steps = object({ add: ids, remove: ids });
const sent = { name: text, included: ids, excluded: ids, customer_ids: ids };
const Segment = object({ id: text, api_key: text, ...sent }, ['id', 'api_key']);
const Target = object({ id: text, name: text });
const at = (...names: readonly string[]): object => ({
  parameters: names.map((name) => ({ name, in: 'path', required: true, schema: text })),
});
const gone = { responses: { 204: { description: 'done' } } };
const document = api(
  {
    '/segments': {
      get: {
        parameters: [...query('sort_field').parameters, ...query('sort_order').parameters],
        ...answer(array(ref('Segment'))),
      },
      post: { ...sending(object(sent)), ...answer(ref('Segment'), '201') },
    },
    '/segments/{id}': { ...path('id'), get: answer(ref('Segment')) },
    '/segments/{id}/users': {
      ...path('id'),
      post: { ...sending(object({ included: steps, excluded: steps })), responses: { 204: { description: 'done' } } },
    },
    '/segments/{id}/excluded': { ...path('id'), post: { ...sending(steps), ...answer(ref('Segment')) } },
    '/segments/{id}/link-customer': {
      ...path('id'),
      post: { ...sending(object({ customer_id: text })), ...answer(ref('Segment')) },
    },
    '/segments/{id}/unlink-customer': {
      ...path('id'),
      post: { ...sending(object({ customer_id: text })), ...answer(ref('Segment')) },
    },
    '/segments/{id}/api_key': { ...path('id'), post: { operationId: 'resetKey', ...answer(ref('Segment')) } },
    '/targets': { get: answer(object({ items: array(ref('Target')) })) },
    '/targets/{project}/{env}': {
      ...at('project', 'env'),
      post: { ...sending(ref('Target')), ...answer(ref('Target'), '201') },
    },
    '/targets/{project}/{env}/{id}': { ...at('project', 'env', 'id'), get: answer(ref('Target')), delete: gone },
  },
  { Segment, Target },
);

describe('Lists of an item', () => {
  test('change by what a body adds and removes under their names', async () => {
    const ask = await asking(document);
    const { id } = (await ask('POST', '/segments', { included: ['a'], excluded: [] })).body;
    await ask('POST', `/segments/${id}/users`, { included: { add: ['b', 'c'], remove: ['a'] } });
    await ask('POST', `/segments/${id}/users`, { included: { remove: ['c'] }, excluded: { add: ['d'] } });
    expect((await ask('GET', `/segments/${id}`)).body).toMatchObject({ included: ['b'], excluded: ['d'] });
  });

  test('change by what a body adds and removes where the path has their name', async () => {
    const ask = await asking(document);
    const { id } = (await ask('POST', '/segments', { included: ['a'], excluded: ['x'] })).body;
    const { body } = await ask('POST', `/segments/${id}/excluded`, { add: ['y'], remove: ['x'] });
    expect(body).toMatchObject({ included: ['a'], excluded: ['y'] });
  });

  test('get and lose the one that a body names by its id', async () => {
    const ask = await asking(document);
    const { id } = (await ask('POST', '/segments', { customer_ids: ['a'] })).body;
    const linked = await ask('POST', `/segments/${id}/link-customer`, { customer_id: 'b' });
    expect(linked.body.customer_ids).toEqual(['a', 'b']);
    const unlinked = await ask('POST', `/segments/${id}/unlink-customer`, { customer_id: 'a' });
    expect(unlinked.body.customer_ids).toEqual(['b']);
  });
});

test('a POST without a body that is called a reset renews what its path names', async () => {
  const ask = await asking(document);
  const made = (await ask('POST', '/segments', { name: 'Beta' })).body;
  const { body } = await ask('POST', `/segments/${made.id}/api_key`);
  expect(body).toMatchObject({ id: made.id, name: 'Beta' });
  expect(body.api_key).not.toBe(made.api_key);
  expect((await ask('GET', `/segments/${made.id}`)).body.api_key).toBe(body.api_key);
});

test('a direction in capitals turns the order round', async () => {
  const ask = await asking(document);
  const names = async (direction: string): Promise<string[]> => {
    const { body } = await ask('GET', `/segments?sort_field=ID&sort_order=${direction}`);
    return body.map(({ id }: { readonly id: string }) => id);
  };
  expect(await names('DESC')).toEqual((await names('ASC')).toReversed());
});

test('what is made below several words is listed by the shorter path', async () => {
  const ask = await asking(document);
  const { id } = (await ask('POST', '/targets/shop/live', { name: 'Here' })).body;
  expect((await ask('GET', '/targets')).body.items).toContainEqual({ id, name: 'Here' });
  expect((await ask('GET', `/targets/shop/live/${id}`)).body.name).toBe('Here');
  expect((await ask('GET', `/targets/shop/test/${id}`)).status).toBe(404);
});

test('a time is in milliseconds where its example is', async () => {
  const counted = (example: number): object => ({ type: 'integer', format: 'int64', example });
  const Note = object({ id: text, creationDate: counted(1443652232590), createdTime: counted(1443652232) });
  const ask = await asking(
    api(
      {
        '/notes': {
          get: answer(array(ref('Note'))),
          post: { ...sending(object({ name: text })), ...answer(ref('Note'), '201') },
        },
        '/notes/{id}': { ...path('id'), get: answer(ref('Note')) },
      },
      { Note },
    ),
    { now: () => Date.parse('2030-01-01T00:00:00Z') },
  );
  expect((await ask('POST', '/notes', { name: 'Now' })).body).toMatchObject({
    creationDate: 1893456000000,
    createdTime: 1893456000,
  });
});
