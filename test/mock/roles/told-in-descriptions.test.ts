import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, object, path, ref, sending, text } from '../little.ts';

const told = (description: string, more: object = {}): object => ({
  type: 'string',
  readOnly: true,
  description,
  ...more,
});
const instant = { format: 'date-time' };
const done = { responses: { 200: { description: '', content: { 'application/json': { schema: ref('Outcome') } } } } };
const ask = await asking(
  api(
    {
      '/templates': {
        get: answer(array(ref('Template'))),
        post: { ...sending(object({ name: text }, ['name'])), ...answer(ref('Template'), '201') },
      },
      '/templates/{id}': {
        ...path('id'),
        get: answer(ref('Template')),
        put: { ...sending(object({ name: text })), ...done },
        delete: done,
      },
    },
    {
      Outcome: object({ code: { type: 'string', enum: ['Failed', 'FAILED', 'Success'] }, message: text }, ['code']),
      Template: object({
        id: text,
        name: text,
        type: told('The type of template (user, base, or gallery).'),
        category: told('The category (id or name).'),
        progress: { type: 'integer', readOnly: true, description: 'Percentage that is rendered.' },
        upload_time: told('When the template was uploaded.', instant),
        invite_time: told('The time the invitation was sent.', instant),
        send_time: told('The date and time a template was sent.', instant),
        create_time: told('The date and time the template was created.', instant),
      }),
    },
  ),
);

test('A type has one of the words that stand in brackets', async () => {
  for (const { type, category } of (await ask('GET', '/templates')).body) {
    expect(['user', 'base', 'gallery']).toContain(type);
    expect(['id', 'name']).not.toContain(category);
  }
});

test('A new record has no time of what was not done to it yet', async () => {
  const made = (await ask('POST', '/templates', { name: 'a' })).body;
  expect(made.send_time ?? null).toBeNull();
  expect(made.progress).toBe(0);
  for (const time of [made.create_time, made.upload_time, made.invite_time])
    expect(Date.parse(time)).toBeGreaterThan(Date.now() - 60_000);
});

test('The code of an outcome says that what was done is done', async () => {
  const ids = (await ask('GET', '/templates')).body.slice(0, 4).map(({ id }: { readonly id: string }) => id);
  for (const id of ids) {
    expect((await ask('PUT', `/templates/${id}`, { name: 'b' })).body.code).toBe('Success');
    expect((await ask('DELETE', `/templates/${id}`)).body.code).toBe('Success');
  }
});
