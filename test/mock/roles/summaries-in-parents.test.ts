import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, object, path, sending, text } from '../little.ts';

const Summary = object({ id: text, name: text }, ['id', 'name']);
const Version = object({ id: text, name: text, html: text }, ['id', 'name']);
const Template = object({ id: text, title: text, versions: array(Summary) }, ['id', 'versions']);
const done = { responses: { 204: { description: 'done' } } };
const both = {
  parameters: ['template', 'version'].map((name) => ({ name, in: 'path', required: true, schema: text })),
};
const ask = await asking(
  api({
    '/templates': {
      get: answer(array(Template)),
      post: { ...sending(object({ title: text })), ...answer(Template, '201') },
    },
    '/templates/{template}': { ...path('template'), get: answer(Template) },
    '/templates/{template}/versions': {
      ...path('template'),
      post: { ...sending(object({ name: text, html: text })), ...answer(Version, '201') },
    },
    '/templates/{template}/versions/{version}': {
      ...both,
      get: answer(Version),
      patch: { ...sending(object({ name: text, html: text })), ...answer(Version) },
      delete: done,
    },
  }),
);

test('the list of an item shows the summaries of what is made, changed and deleted below it', async () => {
  const { id } = (await ask('POST', '/templates', { title: 't' })).body;
  const shown = async (): Promise<unknown> => (await ask('GET', `/templates/${id}`)).body.versions;
  const version = (await ask('POST', `/templates/${id}/versions`, { name: 'a', html: '<p>' })).body;
  expect(await shown()).toEqual([{ id: version.id, name: 'a' }]);
  await ask('PATCH', `/templates/${id}/versions/${version.id}`, { name: 'b' });
  expect(await shown()).toEqual([{ id: version.id, name: 'b' }]);
  await ask('DELETE', `/templates/${id}/versions/${version.id}`);
  expect(await shown()).toEqual([]);
});
