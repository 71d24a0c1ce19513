import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, object, path, ref, sending, text } from '../little.ts';

const Setting = object({ id: text, key: text }, ['id', 'key']);

async function patched(pathSchema: object, at: unknown, beside = {}): Promise<{ status: number; key: string }> {
  const step = object({ op: text, path: pathSchema, value: true as unknown as object });
  const ask = await asking(
    api(
      {
        '/settings': {
          get: answer(array(ref('Setting'))),
          post: { ...sending(object({ key: text })), ...answer(ref('Setting'), '201') },
        },
        '/settings/{id}': {
          ...path('id'),
          get: answer(ref('Setting')),
          patch: {
            ...sending(object({ operations: array(step), ...beside })),
            ...answer(ref('Setting'), '200', { 400: { description: 'invalid' } }),
          },
        },
      },
      { Setting },
    ),
  );
  const { body: made } = await ask('POST', '/settings', { key: 'one' });
  const { status } = await ask('PATCH', `/settings/${made.id}`, {
    operations: [{ op: 'add', path: at, value: 'two' }],
    ...Object.fromEntries(Object.keys(beside).map((name) => [name, 'why'])),
  });
  return { status, key: (await ask('GET', `/settings/${made.id}`)).body.key };
}

test('steps in an object are carried out, if their paths are strings', async () => {
  expect(await patched(text, '/key')).toEqual({ status: 200, key: 'two' });
  expect((await patched(text, 'key')).status).toBe(400);
});

test('steps beside a remark are carried out', async () => {
  expect(await patched(text, '/key', { comment: text })).toEqual({ status: 200, key: 'two' });
});

test('steps whose paths are not strings are accepted and change nothing', async () => {
  expect(await patched(object({ kind: text }), { kind: 'plain' })).toEqual({ status: 200, key: 'one' });
});
