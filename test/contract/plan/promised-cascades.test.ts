import { expect, test } from 'vitest';
import { fromYaml, tell } from '../harness.ts';
import { documentOf, json, service } from '../ownership/small-service.ts';

const SCHEMAS = `
    NewPost: { type: object, required: [title], properties: { title: { type: string } } }
    Post: { type: object, required: [id, title], properties: { id: { type: integer }, title: { type: string } } }
    NewComment: { type: object, required: [postId, text], properties: { postId: { type: integer }, text: { type: string } } }
    Comment:
      type: object
      required: [id, postId, text]
      properties: { id: { type: integer }, postId: { type: integer }, text: { type: string } }`;

/** Deletes posts as a response describes it, and keeps their comments or not. */
async function run(promise: string, keeps: boolean): Promise<readonly string[]> {
  const { fetch } = service({ posts: [], comments: [] }, ({ method, path, body }, { posts, comments }) => {
    const [, table, id = ''] = path.split('/');
    const sent = (body ?? {}) as { title?: unknown; text?: unknown; postId?: unknown };
    if (method === 'POST' && typeof (table === 'posts' ? sent.title : sent.text) !== 'string') return json(422);
    if (method === 'POST' && table === 'comments' && posts?.has(String(sent.postId)) !== true) return json(422);
    if (method === 'DELETE' && table === 'posts' && !keeps)
      for (const [key, comment] of comments ?? []) if (String(comment['postId']) === id) comments?.delete(key);
    return undefined;
  });
  const remove = `{ operationId: deletePost, responses: { '204': { description: ${JSON.stringify(promise)} }, '404': { description: None. } } }`;
  const document = documentOf(
    {
      '/posts': { get: 'list Post', post: 'create Post' },
      '/posts/{id}': { get: 'read Post', delete: remove },
      '/comments': { get: 'list Comment', post: 'create Comment' },
      '/comments/{id}': { get: 'read Comment', delete: 'remove' },
    },
    SCHEMAS,
  );
  const { summary } = await tell({ ...fromYaml(document), target: fetch, phases: ['stateful'] });
  const found = summary.findings.filter(({ severity, about }) => severity === 'error' && about === 'service');
  return found.map(({ check }) => check);
}

test.each([
  'Deleted, with its comments.',
  'Deleted, together with all of its comments.',
  'Deleted along with its comments.',
  'Gone, including every comment.',
  'Comments are removed with the post.',
  'The comments of a post are deleted with it.',
])('a delete keeps its promise: %s', async (promise) => {
  expect(await run(promise, true)).toEqual(['state.delete-leaves-orphans']);
  expect(await run(promise, false)).toEqual([]);
});

test.each([
  'Deleted.',
  'Deleted, its comments are kept.',
  'Deleted with the DELETE method, as comments are.',
  'Deleted with the comment id.',
  'Comments are deleted with DELETE /comments/{id}.',
  'Comments are removed through their own endpoint.',
])('what promises nothing about its comments is no promise: %s', async (promise) => {
  expect(await run(promise, true)).toEqual([]);
});
