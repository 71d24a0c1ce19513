import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, object, path, ref, sending, text } from '../little.ts';

const flag = { type: 'boolean' };
const kept = { archived: flag, deleted: flag, hidden: flag };
const Flag = object({ id: text, name: text, ...kept }, ['id', 'name']);
const parameter = (name: string, description = ''): object => ({ name, in: 'query', schema: flag, description });
const document = api(
  {
    '/flags': {
      get: {
        parameters: [
          parameter('includeDeleted'),
          parameter('showHidden'),
          parameter('archived', 'Only archived flags. By default, archived flags are not included in the list.'),
        ],
        ...answer(array(ref('Flag'))),
      },
      post: { ...sending(object({ name: text, ...kept })), ...answer(ref('Flag'), '201') },
    },
    '/flags/{id}': { ...path('id'), get: answer(ref('Flag')) },
  },
  { Flag },
);

test('what is hidden by default is listed where a parameter asks for it', async () => {
  const ask = await asking(document);
  for (const [name, values] of Object.entries({
    plain: {},
    old: { archived: true, deleted: false },
    gone: { archived: false, deleted: true },
  }))
    await ask('POST', '/flags', { name, ...values });
  const mine = async (query: string): Promise<readonly string[]> => {
    const { body } = await ask('GET', `/flags?${query}`);
    const names: readonly string[] = body.map(({ name }: { readonly name: string }) => name);
    return names.filter((name) => ['plain', 'old', 'gone'].includes(name));
  };
  expect(await mine('')).toEqual(['plain']);
  expect(await mine('archived=false')).toEqual(['plain']);
  expect(await mine('includeDeleted=true')).toEqual(['plain', 'gone']);
  expect(await mine('archived=true')).toEqual(['old']);
});

test('a new item is not hidden', async () => {
  const ask = await asking(document);
  const sent = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
  for (const name of sent) await ask('POST', '/flags', { name });
  const names = (await ask('GET', '/flags')).body.map(({ name }: { readonly name: string }) => name);
  expect(names).toEqual(expect.arrayContaining(sent));
});

test('what a parameter leaves out is listed without it', async () => {
  const Room = object({ id: text, name: text, is_archived: flag }, ['id', 'name']);
  const ask = await asking(
    api(
      {
        '/rooms': {
          get: { parameters: [parameter('exclude_archived')], ...answer(array(ref('Room'))) },
          post: { ...sending(object({ name: text, is_archived: flag })), ...answer(ref('Room'), '201') },
        },
        '/rooms/{id}': { ...path('id'), get: answer(ref('Room')) },
      },
      { Room },
    ),
  );
  for (const name of ['old', 'new']) await ask('POST', '/rooms', { name, is_archived: name === 'old' });
  const mine = async (query: string): Promise<readonly string[]> => {
    const names: readonly string[] = (await ask('GET', `/rooms?${query}`)).body.map(
      (each: { name: string }) => each.name,
    );
    return names.filter((name) => ['old', 'new'].includes(name));
  };
  expect(await mine('')).toEqual(['old', 'new']);
  expect(await mine('exclude_archived=false')).toEqual(['old', 'new']);
  expect(await mine('exclude_archived=true')).toEqual(['new']);
});
