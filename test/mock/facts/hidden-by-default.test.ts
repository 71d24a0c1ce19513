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
