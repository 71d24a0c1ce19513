import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, object, ref, sending, text } from '../little.ts';

const at = (...names: readonly string[]): object => ({
  parameters: names.map((name) => ({ name, in: 'path', required: true, schema: text })),
});
const own = { ...text, readOnly: true };
const gone = { responses: { 200: { description: 'done' }, 404: { description: 'There is none.' } } };
const rules = object({ allowed: array(text), strict: { type: 'boolean' } }, ['allowed']);
const missing = { 404: { description: 'There is none.' } };

const ask = await asking(
  api(
    {
      '/streams': {
        get: answer(array(ref('Stream'))),
        post: { ...sending(object({ name: text, rules }, ['name'])), ...answer(ref('Stream'), '201') },
      },
      '/streams/{id}': { ...at('id'), get: answer(ref('Stream'), '200', missing) },
      '/streams/{id}/rules': {
        ...at('id'),
        put: { ...sending(rules), ...answer(ref('Stream'), '200', missing) },
        patch: { ...sending(object({ strict: { type: 'boolean' } })), ...answer(ref('Stream'), '200', missing) },
      },
      '/streams/{id}/reset-stream-key': { ...at('id'), post: answer(ref('Stream'), '201', missing) },
      '/streams/{id}/groups/{group_id}': { ...at('id', 'group_id'), put: gone, delete: gone },
      '/groups': {
        get: answer(array(ref('Group'))),
        post: { ...sending(object({ name: text }, ['name'])), ...answer(ref('Group'), '201') },
      },
      '/groups/{group_id}': { ...at('group_id'), get: answer(ref('Group')) },
    },
    {
      Group: object({ id: own, name: text }, ['id', 'name']),
      Stream: object({ id: own, name: text, stream_key: own, rules, group_ids: { ...array(text), readOnly: true } }, [
        'id',
        'name',
        'stream_key',
        'group_ids',
      ]),
    },
  ),
);
const made = async () => (await ask('POST', '/streams', { name: 'S', rules: { allowed: ['a'] } })).body;

test('a PUT on the path of an object of the item replaces that object, a PATCH merges it', async () => {
  const { id } = await made();
  const put = await ask('PUT', `/streams/${id}/rules`, { allowed: ['b'] });
  expect([put.status, put.body.rules]).toEqual([200, { allowed: ['b'] }]);
  await ask('PATCH', `/streams/${id}/rules`, { strict: true });
  expect((await ask('GET', `/streams/${id}`)).body.rules).toEqual({ allowed: ['b'], strict: true });
});

test('an action that renews a property of its item shows the item, also with 201', async () => {
  const { id, stream_key } = await made();
  const { body } = await ask('POST', `/streams/${id}/reset-stream-key`);
  expect(body.id).toBe(id);
  expect(body.stream_key).not.toBe(stream_key);
  expect((await ask('GET', `/streams/${id}`)).body.stream_key).toBe(body.stream_key);
});

test('a PUT on a path that names a member puts it into the list of the item, a DELETE takes it out', async () => {
  const { id } = await made();
  const { id: group } = (await ask('POST', '/groups', { name: 'G' })).body;
  const listed = async () => (await ask('GET', `/streams/${id}`)).body.group_ids;
  await ask('PUT', `/streams/${id}/groups/${group}`);
  await ask('PUT', `/streams/${id}/groups/${group}`);
  expect((await listed()).filter((each: string) => each === group)).toHaveLength(1);
  await ask('DELETE', `/streams/${id}/groups/${group}`);
  expect(await listed()).not.toContain(group);
});
