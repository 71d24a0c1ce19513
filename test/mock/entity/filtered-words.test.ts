import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, object, path, query, ref, sending, text } from '../little.ts';

const asked = { type: 'string', enum: ['closed', 'open', 'all'] };
const document = api(
  {
    '/issues': {
      get: { ...query('state', asked), ...answer(array(ref('Issue'))) },
      post: { ...sending(object({ title: text }, ['title'])), ...answer(ref('Issue'), '201') },
    },
    '/issues/{id}': { ...path('id'), get: answer(ref('Issue')) },
  },
  { Issue: object({ id: text, title: text, state: text }, ['id', 'state']) },
);
const ask = await asking(document);

test('a state has the words by which its list is filtered', async () => {
  const { body } = await ask('GET', '/issues?state=all');
  const states = (body as readonly { state: string }[]).map(({ state }) => state);
  expect(new Set([...states, 'open', 'closed'])).toEqual(new Set(['open', 'closed']));
  expect((await ask('GET', '/issues?state=open')).body.length).toBe(states.filter((each) => each === 'open').length);
});

test('a new record is in the first of them that is a state of a new record', async () => {
  expect((await ask('POST', '/issues', { title: 'a' })).body).toMatchObject({ state: 'open' });
});

test('an example that is one of them is not the state of each record', async () => {
  const { paths } = document as { readonly paths: object };
  const Issue = object({ id: text, title: text, state: { ...text, example: 'closed' } }, ['id', 'state']);
  const shown = await asking(api(paths, { Issue }));
  expect((await shown('POST', '/issues', { title: 'a' })).body).toMatchObject({ state: 'open' });
});
