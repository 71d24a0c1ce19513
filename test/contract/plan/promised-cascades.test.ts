import { expect, test } from 'vitest';
import type { Finding } from '../../../src/contract/index.ts';
import { fromYaml, tell } from '../harness.ts';
import { documentOf, json, service } from '../ownership/small-service.ts';

const SCHEMAS = `
    NewPost: { type: object, required: [title], properties: { title: { type: string } } }
    Post: { type: object, required: [id, title], properties: { id: { type: integer }, title: { type: string } } }
    NewComment: { type: object, required: [postId, text], properties: { postId: { type: integer }, text: { type: string } } }
    Comment:
      type: object
      required: [id, postId, text]
      properties: { id: { type: integer }, postId: { type: integer }, text: { type: string } }
    Vote: { type: object, required: [id], properties: { id: { type: integer } } }`;

/** Deletes posts as a response describes it, and keeps their comments or not. */
async function run(promise: string, keeps: boolean): Promise<readonly string[]> {
  return (await findingsOf(`'204': { description: ${JSON.stringify(promise)} }`, keeps)).map(({ check }) => check);
}

async function findingsOf(answers: string, keeps: boolean): Promise<readonly Finding[]> {
  const { fetch } = service({ posts: [], comments: [], votes: [] }, ({ method, path, body }, { posts, comments }) => {
    const [, table, id = ''] = path.split('/');
    const sent = (body ?? {}) as { title?: unknown; text?: unknown; postId?: unknown };
    if (method === 'POST' && typeof (table === 'posts' ? sent.title : sent.text) !== 'string') return json(422);
    if (method === 'POST' && table === 'comments' && posts?.has(String(sent.postId)) !== true) return json(422);
    if (method === 'DELETE' && table === 'posts' && !keeps)
      for (const [key, comment] of comments ?? []) if (String(comment['postId']) === id) comments?.delete(key);
    return undefined;
  });
  const remove = `{ operationId: deletePost, responses: { ${answers}, '404': { description: None. } } }`;
  const document = documentOf(
    {
      '/posts': { get: 'list Post', post: 'create Post' },
      '/posts/{id}': { get: 'read Post', delete: remove },
      '/comments': { get: 'list Comment', post: 'create Comment' },
      '/comments/{id}': { get: 'read Comment', delete: 'remove' },
      '/votes': { get: 'list Vote' },
      '/votes/{id}': { get: 'read Vote' },
    },
    SCHEMAS,
  );
  const { summary } = await tell({ ...fromYaml(document), target: fetch, phases: ['stateful'] });
  return summary.findings.filter(({ severity, about }) => severity === 'error' && about === 'service');
}

test.each([
  'Deleted, with its comments.',
  'Deletes the post with all comments.',
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

test('a sentence about the records counts more than a 409 about something else, and is quoted with its place', async () => {
  const answers = `'204': { description: The post and its comments are deleted. }, '409': { description: A comment of the post is being translated. }`;
  const [finding, ...others] = await findingsOf(answers, true);
  expect(others).toEqual([]);
  expect(finding).toMatchObject({
    expected: 'nothing that refers to it',
    sentence: 'The post and its comments are deleted.',
    message: expect.stringMatching(
      /^deletePost deleted the post \d+ \(the document: “The post and its comments are deleted\.”\), and .* still shows it as `postId` of the comment \d+\.$/,
    ),
  });
  expect(finding?.pointer).toMatch(/delete\/responses\/204\/description$/);
});

test.each([
  ['The post has comments.', '409 from deletePost', 'The post has comments.'],
  ['The post is pinned.', 'nothing that refers to it, or 409 from deletePost', undefined],
])('a 409 is expected where its description fits: %s', async (conflict, expected, sentence) => {
  const [finding] = await findingsOf(
    `'204': { description: Deleted. }, '409': { description: ${JSON.stringify(conflict)} }`,
    true,
  );
  expect(finding).toMatchObject({ check: 'state.delete-leaves-orphans', expected });
  expect(finding?.sentence).toBe(sentence);
});

test('a 409 about the records of another resource says nothing of comments', async () => {
  const answers = (conflict: string) => `'204': { description: Deleted. }, '409': { description: ${conflict} }`;
  expect(await findingsOf(answers('The post still has votes.'), true)).toEqual([]);
  expect(await findingsOf(answers('The post still has votes or comments.'), true)).toHaveLength(1);
});
