import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, number, object, path, ref, sending, text } from '../little.ts';

// A course is a part of a boat, and actions of a boat show it beside other things.
const missing = { 404: { description: 'missing' } };
const SCHEMAS = {
  Course: object({ mode: text, port: text, knots: number }, ['mode', 'port', 'knots']),
  Boat: object({ id: text, name: text, course: ref('Course') }, ['id', 'course']),
};
const documented = (answered: object): object =>
  api(
    {
      '/boats': {
        get: answer(array(ref('Boat'))),
        post: { ...sending(object({ name: text, course: ref('Course') })), ...answer(ref('Boat'), '201') },
      },
      '/boats/{id}': { ...path('id'), get: answer(ref('Boat'), '200', missing) },
      '/boats/{id}/hail': { ...path('id'), post: answer(answered, '200', missing) },
    },
    SCHEMAS,
  );
const course = { mode: 'slow', port: 'Hull', knots: 4 };

test.each([
  ['alone', object({ course: ref('Course') }, ['course'])],
  [
    'beside other things',
    object({ course: ref('Course'), echo: object({ depth: number }, ['depth']) }, ['course', 'echo']),
  ],
])('an action shows a part of its item as the item has it, %s', async (_form, shown) => {
  for (const [answered, inside] of [
    [shown, (body: never) => body],
    [object({ data: shown }, ['data']), ({ data }: { data: never }) => data],
  ] as const) {
    const ask = await asking(documented(answered));
    const { id } = (await ask('POST', '/boats', { name: 'Ann', course })).body;
    const { status, body } = await ask('POST', `/boats/${id}/hail`);
    expect(status).toBe(200);
    expect(inside(body as never)).toMatchObject({ course });
  }
});

test('a part with another schema under the same name is a thing of the answer', async () => {
  const other = object({ mode: { type: 'string', enum: ['done'] } }, ['mode']);
  const ask = await asking(documented(object({ course: other }, ['course'])));
  const { id } = (await ask('POST', '/boats', { name: 'Ann', course })).body;
  expect((await ask('POST', `/boats/${id}/hail`)).body).toEqual({ course: { mode: 'done' } });
});

test('a PUT at the name of a part sets the part, unless its body has nothing of it', async () => {
  const put = (sent: object): object => ({
    ...path('id'),
    put: { ...sending(sent), responses: { 204: { description: 'set' } } },
  });
  const document = (sent: object): object =>
    api(
      {
        '/boats': {
          get: answer(array(ref('Boat'))),
          post: { ...sending(object({ name: text })), ...answer(ref('Boat'), '201') },
        },
        '/boats/{id}': { ...path('id'), get: answer(ref('Boat'), '200', missing) },
        '/boats/{id}/fans': put(sent),
      },
      { Boat: object({ id: text, name: text, fans: object({ total: number, href: text }) }, ['id', 'fans']) },
    );
  for (const [sent, rules, shown] of [
    [{ total: 7 }, object({ total: number }), { total: 7 }],
    [{ public: true }, object({ public: { type: 'boolean' } }), undefined],
  ] as const) {
    const ask = await asking(document(rules));
    const { id, fans } = (await ask('POST', '/boats', { name: 'Ann' })).body;
    expect((await ask('PUT', `/boats/${id}/fans`, sent)).status).toBe(204);
    expect((await ask('GET', `/boats/${id}`)).body.fans).toEqual(shown ?? fans);
  }
});
