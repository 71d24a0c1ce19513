import { afterAll, expect, test } from 'vitest';
import { createMock } from '../../../src/library/index.ts';
import { answer, api, object, path, text } from '../little.ts';

const note = object({ id: text, text });
const document = api({
  '/folders/{folder}/notes': { ...path('folder'), get: answer({ type: 'array', items: note }) },
  '/folders/{folder}/notes/{note}': {
    parameters: [...path('folder').parameters, ...path('note').parameters],
    get: answer(note),
  },
  '/folders/mine': { get: answer(note) },
});
const mock = await createMock({ document });
afterAll(() => mock.close());

const asked = async (at: string) => {
  const response = await mock.fetch(new Request(`http://mock${at}`));
  return { status: response.status, text: await response.text() };
};

test('an empty segment in the place of a parameter is a parameter without a value', async () => {
  for (const at of ['/folders//notes', '/folders//notes/1']) {
    const { status, text: body } = await asked(at);
    expect(status).toBe(422);
    expect(JSON.parse(body).violations).toMatchObject([{ code: 'parameter.required', pointer: '/path/folder' }]);
  }
});

test('an empty segment elsewhere is an unknown path', async () => {
  for (const at of [
    '//folders/1/notes',
    '/folders/1//notes',
    '/folders//mine',
    '/folders/1/notes/',
    '/folders//unknown',
  ])
    expect((await asked(at)).status).toBe(404);
  expect((await asked('/folders/a/notes')).status).toBe(200);
});
