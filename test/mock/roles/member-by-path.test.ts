import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, number, object, path, ref, sending, text } from '../little.ts';

const done = { responses: { 204: { description: 'done' }, 404: { description: 'not there' } } };
const below = (first: string, second: string): object => ({
  parameters: [first, second].flatMap((name) => path(name).parameters),
});

const document = api(
  {
    '/me': { get: answer(ref('User')) },
    '/users': { get: answer(array(ref('User'))) },
    '/users/{userId}': { ...path('userId'), get: answer(ref('User')) },
    '/messages': {
      get: answer(array(ref('Message'))),
      post: { ...sending(object({ text })), ...answer(ref('Message'), '201') },
    },
    '/messages/{messageId}': { ...path('messageId'), get: answer(ref('Message')) },
    '/messages/{messageId}/reactions/{emoji}': { ...below('messageId', 'emoji'), put: done, delete: done },
    '/messages/{messageId}/answers/{questionKey}': {
      ...below('messageId', 'questionKey'),
      put: { ...sending(object({ value: text })), ...answer(ref('Message')) },
      patch: { ...sending(object({ value: text })), ...answer(ref('Message')) },
    },
  },
  {
    User: object({ id: text, name: text }, ['id', 'name']),
    Reaction: object({ emoji: text, count: number, userIds: array(text) }, ['emoji', 'count', 'userIds']),
    Answer: object({ key: text, value: text }, ['key', 'value']),
    Message: object({ id: text, text, reactions: array(ref('Reaction')), answers: array(ref('Answer')) }, [
      'id',
      'text',
      'reactions',
      'answers',
    ]),
  },
);

test('a PUT at the name of a listed object puts it in with the caller, and a DELETE takes it out', async () => {
  const ask = await asking(document);
  const { id: me } = (await ask('GET', '/me')).body;
  const { id } = (await ask('POST', '/messages', { text: 'hello' })).body;
  const reactions = async (): Promise<unknown> => (await ask('GET', `/messages/${id}`)).body.reactions;
  for (const emoji of ['tada', 'tada', 'wave'])
    expect((await ask('PUT', `/messages/${id}/reactions/${emoji}`)).status).toBe(204);
  const [tada, wave] = ['tada', 'wave'].map((emoji) => ({ emoji, count: 1, userIds: [me] }));
  expect(await reactions()).toEqual([tada, wave]);
  expect((await ask('DELETE', `/messages/${id}/reactions/tada`)).status).toBe(204);
  expect(await reactions()).toEqual([wave]);
});

test('a listed object that others are behind stays when the caller goes, and counts one less', async () => {
  const ask = await asking(document);
  const { id: me } = (await ask('GET', '/me')).body;
  const seeded = (await ask('GET', '/messages')).body as {
    readonly id: string;
    readonly reactions: readonly {
      readonly emoji: string;
      readonly count: number;
      readonly userIds: readonly string[];
    }[];
  }[];
  const { id = '', reactions = [] } = seeded.find((each) => each.reactions.length > 0) ?? {};
  const [first] = reactions;
  expect(first?.count).toBe(first?.userIds.length);
  const at = `/messages/${id}/reactions/${encodeURIComponent(first?.emoji ?? '')}`;
  const shown = async (): Promise<unknown> => (await ask('GET', `/messages/${id}`)).body.reactions[0];
  await ask('PUT', at);
  expect(await shown()).toEqual({ ...first, count: (first?.count ?? 0) + 1, userIds: [...(first?.userIds ?? []), me] });
  await ask('DELETE', at);
  expect(await shown()).toEqual(first);
});

test('a body at the name of a listed object adds it or changes it', async () => {
  const ask = await asking(document);
  const { id } = (await ask('POST', '/messages', { text: 'hello' })).body;
  const answers = async (): Promise<unknown> => (await ask('GET', `/messages/${id}`)).body.answers;
  const put = await ask('PUT', `/messages/${id}/answers/why`, { value: 'so' });
  expect(put.body).toMatchObject({ id, answers: [{ key: 'why', value: 'so' }] });
  await ask('PATCH', `/messages/${id}/answers/why`, { value: 'not' });
  await ask('PATCH', `/messages/${id}/answers/how`, { value: 'not' });
  expect(await answers()).toEqual([{ key: 'why', value: 'not' }]);
});
