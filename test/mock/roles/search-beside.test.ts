import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, object, path, ref, sending, text } from '../little.ts';

const Issue = object({ id: text, title: text }, ['id', 'title']);
const Page = object({ slug: text, body: text }, ['slug']);
const paths = {
  '/search': { get: answer(object({ issues: array(ref('Issue')) })) },
  '/issue': { post: { ...sending(object({ title: text })), ...answer(ref('Issue'), '201') } },
  '/issue/{id}': { ...path('id'), get: answer(ref('Issue'), '200', { 404: { description: '' } }) },
  '/page/{slug}': { ...path('slug'), get: answer(ref('Page')) },
};

test.each(['', '/api/3'])('a search at %s/search lists the only records beside it that look alike', async (base) => {
  const based = Object.fromEntries(Object.entries(paths).map(([each, item]) => [base + each, item]));
  const ask = await asking(api(based, { Issue, Page }));
  const { id } = (await ask('POST', `${base}/issue`, { title: 'mine' })).body;
  expect((await ask('GET', `${base}/search`)).body.issues).toContainEqual({ id, title: 'mine' });
});
