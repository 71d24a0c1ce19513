import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, number, object, path, ref, sending, text } from '../little.ts';

const missing = { 404: { description: '' } };
const Owner = object({ id: number, login: text }, ['id', 'login']);
const Team = object({ id: number, name: text, username: text, full_name: text }, ['id']);
const Repo = object({ id: number, name: text, owner: ref('Owner') }, ['id']);
const Label = object({ id: number, name: text, colour: text });
const Issue = object({ id: number, number, title: text, labels: array(ref('Label')) });
const ids = object({ labels: array(number) });
const inRepo = (...others: readonly { readonly parameters: readonly object[] }[]): object => ({
  parameters: [path('owner'), path('repo'), ...others].flatMap(({ parameters }) => parameters),
});
const issue = inRepo(path('number', number));
const repo = '/repos/{owner}/{repo}';

const ask = await asking(
  api(
    {
      '/user': { get: answer(ref('Owner')) },
      '/users': { get: answer(array(ref('Owner'))) },
      '/users/{login}': { ...path('login'), get: answer(ref('Owner'), '200', missing) },
      '/teams': {
        get: answer(array(ref('Team'))),
        post: { ...sending(object({ username: text, full_name: text }, ['username'])), ...answer(ref('Team'), '201') },
      },
      '/teams/{team}': { ...path('team'), get: answer(ref('Team'), '200', missing) },
      '/teams/{team}/repos': {
        ...path('team'),
        get: answer(array(ref('Repo')), '200', missing),
        post: { ...sending(object({ name: text }, ['name'])), ...answer(ref('Repo'), '201') },
      },
      '/user/repos': {
        get: answer(array(ref('Repo'))),
        post: { ...sending(object({ name: text }, ['name'])), ...answer(ref('Repo'), '201') },
      },
      [repo]: { ...inRepo(), get: answer(ref('Repo'), '200', missing) },
      [`${repo}/labels`]: {
        ...inRepo(),
        get: answer(array(ref('Label'))),
        post: { ...sending(object({ name: text, colour: text }, ['name'])), ...answer(ref('Label'), '201') },
      },
      [`${repo}/labels/{id}`]: { ...inRepo(path('id', number)), get: answer(ref('Label'), '200', missing) },
      [`${repo}/issues`]: {
        ...inRepo(),
        get: answer(array(ref('Issue'))),
        post: { ...sending(object({ title: text, labels: array(number) }, ['title'])), ...answer(ref('Issue'), '201') },
      },
      [`${repo}/issues/{number}`]: { ...issue, get: answer(ref('Issue'), '200', missing) },
      [`${repo}/issues/{number}/labels`]: {
        ...issue,
        get: answer(array(ref('Label'))),
        post: { ...sending(ids), ...answer(array(ref('Label'))) },
        put: { ...sending(ids), ...answer(array(ref('Label'))) },
      },
      [`${repo}/issues/{number}/labels/{id}`]: {
        ...inRepo(path('number', number), path('id', number)),
        delete: { responses: { 204: { description: '' } } },
      },
    },
    { Owner, Team, Repo, Label, Issue },
  ),
);

/** The path of a new repository of the caller. */
async function newRepo(name: string): Promise<string> {
  const { body } = await ask('POST', '/user/repos', { name });
  return `/repos/${body.owner.login}/${name}`;
}

test('an item is found by its owner, who need not be the kind of parent that another path names', async () => {
  const list = { get: answer(array(ref('Repo')), '200', missing) };
  const made = { post: { ...sending(object({ name: text }, ['name'])), ...answer(ref('Repo'), '201') } };
  const teams = await asking(
    api(
      {
        '/teams': { get: answer(array(ref('Team'))) },
        '/teams/{team}': { ...path('team'), get: answer(ref('Team'), '200', missing) },
        '/teams/{team}/repos': { ...path('team'), ...list, ...made },
        [repo]: {
          ...inRepo(),
          get: answer(ref('Repo'), '200', missing),
          patch: { ...sending(object({ name: text })), ...answer(ref('Repo'), '200', missing) },
          delete: { responses: { 204: { description: '' }, ...missing } },
        },
        '/user/repos': { get: answer(array(ref('Repo'))), ...made },
        '/users': { get: answer(array(ref('Owner'))) },
        '/users/{login}': { ...path('login'), get: answer(ref('Owner'), '200', missing) },
      },
      { Owner, Team, Repo },
    ),
  );
  const { body } = await teams('POST', '/user/repos', { name: 'mine' });
  expect((await teams('GET', `/repos/${body.owner.login}/mine`)).body).toEqual(body);
  expect((await teams('GET', '/repos/stranger/mine')).body.detail).toMatch(/^There is no repo /);
});

test('a path calls an item by the name that a client must send, not by one that no request sends', async () => {
  const { body } = await ask('POST', '/teams', { username: 'acme', full_name: 'Acme' });
  expect((await ask('GET', '/teams/acme')).body).toEqual(body);
});

test('objects that are named by their ids are the records beside the item, which a list below the item shows as well', async () => {
  const own = await newRepo('labelled');
  const bug = (await ask('POST', `${own}/labels`, { name: 'bug', colour: 'red' })).body;
  const easy = (await ask('POST', `${own}/labels`, { name: 'easy', colour: 'green' })).body;
  const made = (await ask('POST', `${own}/issues`, { title: 'broken', labels: [bug.id] })).body;
  expect(made.labels).toEqual([bug]);
  const at = `${own}/issues/${made.number}`;
  const labels = async (): Promise<unknown> => {
    const [alone, below] = [(await ask('GET', at)).body.labels, (await ask('GET', `${at}/labels`)).body];
    expect(below).toEqual(alone);
    return below;
  };
  expect(await labels()).toEqual([bug]);
  expect((await ask('POST', `${at}/labels`, { labels: [easy.id] })).body).toEqual([bug, easy]);
  expect(await labels()).toEqual([bug, easy]);
  expect((await ask('PUT', `${at}/labels`, { labels: [easy.id] })).body).toEqual([easy]);
  expect(await labels()).toEqual([easy]);
  expect((await ask('DELETE', `${at}/labels/${easy.id}`)).status).toBe(204);
  expect(await labels()).toEqual([]);
  expect((await ask('GET', `${own}/labels`)).body).toEqual([bug, easy]);
});
