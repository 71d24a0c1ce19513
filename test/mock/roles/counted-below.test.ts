import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, number, object, path, ref, sending, text } from '../little.ts';

test('an article counts its comments, also those that are deleted at a path of their own', async () => {
  const gone = { responses: { 204: { description: 'gone' } } };
  const ask = await asking(
    api(
      {
        '/articles': {
          get: answer(array(ref('Article'))),
          post: { ...sending(object({ title: text })), ...answer(ref('Article'), '201') },
        },
        '/articles/{articleId}': { ...path('articleId', number), get: answer(ref('Article')) },
        '/articles/{articleId}/comments': {
          ...path('articleId', number),
          get: answer(array(ref('Comment'))),
          post: { ...sending(object({ body: text })), ...answer(ref('Comment'), '201') },
        },
        '/comments/{commentId}': { ...path('commentId', number), get: answer(ref('Comment')), delete: gone },
      },
      {
        Article: object({ id: number, title: text, commentCount: number }, ['id', 'title', 'commentCount']),
        Comment: object({ id: number, articleId: number, body: text }, ['id', 'articleId', 'body']),
      },
    ),
  );
  const { id } = (await ask('POST', '/articles', { title: 't' })).body;
  const other = (await ask('GET', '/articles')).body.find((each: { id: number }) => each.id !== id);
  const first = (await ask('POST', `/articles/${id}/comments`, { body: 'a' })).body;
  await ask('POST', `/articles/${id}/comments`, { body: 'b' });
  await ask('DELETE', `/comments/${first.id}`);
  expect((await ask('GET', `/articles/${id}`)).body.commentCount).toBe(1);
  expect((await ask('GET', `/articles/${other.id}`)).body).toEqual(other);
});
