import { RequestError } from '@octokit/request-error';
import { Octokit } from '@octokit/rest';
import { beforeEach, describe, expect, test } from 'vitest';
import { failure } from './failure.mjs';
import { serve } from './serve.mjs';

const github = serve('github.json');
const log = { debug() {}, info() {}, warn() {}, error() {} };
const asItComes = () => new Octokit({ baseUrl: github.url, auth: 'ghp_secret', log });

let octokit;
beforeEach(() => {
  octokit = asItComes();
  // As long as the media type of Octokit is refused, the tests below would all fail for that one reason: they ask for plain JSON.
  octokit.hook.before('request', (options) => {
    options.headers.accept = 'application/json';
  });
});

const newRepo = async (name = 'hello', fields = {}) =>
  (await octokit.rest.repos.createForAuthenticatedUser({ name, ...fields })).data;
const at = (repo) => ({ owner: repo.owner.login, repo: repo.name });
const newIssue = async (repo, fields = {}) =>
  (await octokit.rest.issues.create({ ...at(repo), title: 'It breaks', body: 'As soon as I start it.', ...fields }))
    .data;

describe('Octokit with GitHub', () => {
  test('reads who is signed in, with the Accept header that it always sends', async () => {
    const { status, data } = await asItComes().rest.users.getAuthenticated();
    expect(status).toBe(200);
    expect(typeof data.login).toBe('string');
  });

  test('a call with a media type of its own (raw, diff, html) is answered', async () => {
    const { status } = await asItComes().rest.issues.listForAuthenticatedUser({ mediaType: { format: 'full' } });
    expect(status).toBe(200);
  });

  test('creates with the Accept header that it always sends', async () => {
    const { status } = await asItComes().rest.repos.createForAuthenticatedUser({ name: 'hello' });
    expect(status).toBe(201);
  });

  test('paginate follows Link headers with the Accept header that it always sends', async () => {
    const client = asItComes();
    const all = await client.paginate(client.rest.repos.listForAuthenticatedUser, { per_page: 3 });
    expect(all.length).toBeGreaterThan(3);
  });

  test('a call is answered although its operation documents 406', async () => {
    const repo = await newRepo();
    const { data: pull } = await octokit.rest.pulls.create({ ...at(repo), title: 'Mend it', head: 'f', base: 'main' });
    const { status } = await asItComes().rest.pulls.get({ ...at(repo), pull_number: pull.number });
    expect(status).toBe(200);
  });

  test('a repository has the name and the description that were sent', async () => {
    const { status, data } = await octokit.rest.repos.createForAuthenticatedUser({
      name: 'hello',
      description: 'A greeting.',
      private: true,
    });
    expect(status).toBe(201);
    expect(data).toMatchObject({ name: 'hello', description: 'A greeting.', private: true });
  });

  test('a repository that I create is mine', async () => {
    const { data: me } = await octokit.rest.users.getAuthenticated();
    expect((await newRepo()).owner.login).toBe(me.login);
  });

  test('a repository that I create is found under my login', async () => {
    const { data: me } = await octokit.rest.users.getAuthenticated();
    await newRepo('hello');
    const { data } = await octokit.rest.repos.get({ owner: me.login, repo: 'hello' });
    expect(data.name).toBe('hello');
  });

  test('the full name of a repository is its owner and its name', async () => {
    const repo = await newRepo('hello');
    expect(repo.full_name).toBe(`${repo.owner.login}/hello`);
  });

  test('the addresses of a repository have the documented form', async () => {
    const repo = await newRepo('hello');
    expect(new URL(repo.url).pathname).toBe(`/repos/${repo.owner.login}/hello`);
    expect(new URL(repo.html_url).pathname).toBe(`/${repo.owner.login}/hello`);
    expect(repo.clone_url).toMatch(/\.git$/);
  });

  test('a repository is read under the owner that its creation shows', async () => {
    const repo = await newRepo('hello', { description: 'A greeting.' });
    const { data } = await octokit.rest.repos.get(at(repo));
    expect(data).toMatchObject({ id: repo.id, name: 'hello', description: 'A greeting.' });
  });

  test('a second repository of the same name is refused with 422', async () => {
    await newRepo('hello');
    const error = await failure(newRepo('hello'));
    expect(error).toBeInstanceOf(RequestError);
    expect(error.status).toBe(422);
  });

  test('no two of my repositories have the same id', async () => {
    await newRepo('one');
    await newRepo('two');
    const { data } = await octokit.rest.repos.listForAuthenticatedUser({ per_page: 100 });
    expect(data.length).toBeGreaterThan(2);
    expect(new Set(data.map(({ id }) => id)).size).toBe(data.length);
  });

  test('a renamed description is kept', async () => {
    const repo = await newRepo();
    await octokit.rest.repos.update({ ...at(repo), description: 'Another.' });
    expect((await octokit.rest.repos.get(at(repo))).data.description).toBe('Another.');
  });

  test('a deleted repository is a RequestError with status 404', async () => {
    const repo = await newRepo();
    expect((await octokit.rest.repos.delete(at(repo))).status).toBe(204);
    const error = await failure(octokit.rest.repos.get(at(repo)));
    expect(error).toBeInstanceOf(RequestError);
    expect(error.status).toBe(404);
    expect(typeof error.response.data.message).toBe('string');
  });

  test('a new issue has its title and body, is open and has no comments', async () => {
    const issue = await newIssue(await newRepo());
    expect(issue).toMatchObject({ title: 'It breaks', body: 'As soon as I start it.', state: 'open', comments: 0 });
  });

  test('a new issue belongs to me and to its repository', async () => {
    const repo = await newRepo();
    const issue = await newIssue(repo);
    const { data: me } = await octokit.rest.users.getAuthenticated();
    expect(issue.user.login).toBe(me.login);
    expect(new URL(issue.repository_url).pathname).toBe(`/repos/${repo.owner.login}/${repo.name}`);
  });

  test('issues of a repository are numbered from 1', async () => {
    const repo = await newRepo();
    expect([(await newIssue(repo)).number, (await newIssue(repo)).number]).toEqual([1, 2]);
  });

  test('a new issue is read by its number', async () => {
    const repo = await newRepo();
    const issue = await newIssue(repo);
    const { data } = await octokit.rest.issues.get({ ...at(repo), issue_number: issue.number });
    expect(data).toMatchObject({ id: issue.id, title: 'It breaks' });
  });

  test('open issues are listed as such, closed ones only when asked for', async () => {
    const repo = await newRepo();
    const first = await newIssue(repo);
    const second = await newIssue(repo);
    await octokit.rest.issues.update({ ...at(repo), issue_number: second.number, state: 'closed' });
    const numbers = async (state) =>
      (await octokit.rest.issues.listForRepo({ ...at(repo), state })).data.map(({ number }) => number).sort();
    expect(await numbers('open')).toEqual([first.number]);
    expect(await numbers('closed')).toEqual([second.number]);
    expect(await numbers('all')).toEqual([first.number, second.number].sort());
  });

  test('a new repository has no issues', async () => {
    const { data } = await octokit.rest.issues.listForRepo({ ...at(await newRepo()), state: 'all' });
    expect(data).toEqual([]);
  });

  test('paginate gives every issue once and ends', async () => {
    const repo = await newRepo();
    const numbers = [];
    for (let count = 0; count < 7; count++) numbers.push((await newIssue(repo, { title: `Issue ${count}` })).number);
    const all = await octokit.paginate(octokit.rest.issues.listForRepo, { ...at(repo), state: 'all', per_page: 3 });
    expect(all.map(({ number }) => number).sort()).toEqual([...numbers].sort());
  });

  test('the iterator gives pages of the size that was asked for', async () => {
    const repo = await newRepo();
    for (let count = 0; count < 5; count++) await newIssue(repo);
    const sizes = [];
    for await (const { data } of octokit.paginate.iterator(octokit.rest.issues.listForRepo, {
      ...at(repo),
      state: 'all',
      per_page: 2,
    }))
      sizes.push(data.length);
    expect(sizes).toEqual([2, 2, 1]);
  });

  test('issues are sorted by the date of their creation, newest first', async () => {
    const { data: repos } = await octokit.rest.repos.listForAuthenticatedUser({ per_page: 1 });
    const { data } = await octokit.rest.issues.listForRepo({
      ...at(repos[0]),
      state: 'all',
      sort: 'created',
      direction: 'desc',
      per_page: 100,
    });
    const times = data.map(({ created_at }) => created_at);
    expect(times).toEqual([...times].sort().reverse());
  });

  test('issues are filtered by label', async () => {
    const repo = await newRepo();
    const labelled = await newIssue(repo, { labels: ['p1'] });
    await newIssue(repo);
    const { data } = await octokit.rest.issues.listForRepo({ ...at(repo), state: 'all', labels: 'p1' });
    expect(data.map(({ number }) => number)).toEqual([labelled.number]);
  });

  // wrong today: what a search finds is a collection of its own, and `q` is not understood.
  test.fails('a search finds the repository that I created', async () => {
    const repo = await newRepo('hello-search');
    const { data } = await octokit.rest.search.repos({ q: 'hello-search' });
    expect(data.items.map(({ id }) => id)).toEqual([repo.id]);
    expect(data.total_count).toBe(1);
  });

  test('labels of a new issue are those that were sent', async () => {
    const issue = await newIssue(await newRepo(), { labels: ['p1', 'p2'] });
    expect(issue.labels.map(({ name }) => name)).toEqual(['p1', 'p2']);
  });

  test('labels that are added to an issue are its labels', async () => {
    const repo = await newRepo();
    const { number: issue_number } = await newIssue(repo);
    const { data } = await octokit.rest.issues.addLabels({ ...at(repo), issue_number, labels: ['p1', 'p2'] });
    expect(data.map(({ name }) => name)).toEqual(['p1', 'p2']);
  });

  test('labels that were added to an issue are listed on it', async () => {
    const repo = await newRepo();
    const { number: issue_number } = await newIssue(repo);
    await octokit.rest.issues.addLabels({ ...at(repo), issue_number, labels: ['p1', 'p2'] });
    const { data } = await octokit.rest.issues.listLabelsOnIssue({ ...at(repo), issue_number });
    expect(data.map(({ name }) => name)).toEqual(['p1', 'p2']);
  });

  test('a new issue is not locked', async () => {
    expect((await newIssue(await newRepo())).locked).toBe(false);
  });

  test('a locked issue is locked, an unlocked one is not', async () => {
    const repo = await newRepo();
    const { number: issue_number } = await newIssue(repo);
    const locked = async () => (await octokit.rest.issues.get({ ...at(repo), issue_number })).data.locked;
    await octokit.rest.issues.lock({ ...at(repo), issue_number });
    expect(await locked()).toBe(true);
    await octokit.rest.issues.unlock({ ...at(repo), issue_number });
    expect(await locked()).toBe(false);
  });

  test('a new issue has no comments in its list', async () => {
    const repo = await newRepo();
    const { number: issue_number } = await newIssue(repo);
    expect((await octokit.rest.issues.listComments({ ...at(repo), issue_number })).data).toEqual([]);
  });

  test('comments of an issue are created, read, changed and deleted', async () => {
    const repo = await newRepo();
    const { number: issue_number } = await newIssue(repo);
    const { data: comment } = await octokit.rest.issues.createComment({ ...at(repo), issue_number, body: 'Me too.' });
    const listed = async () => (await octokit.rest.issues.listComments({ ...at(repo), issue_number })).data;
    expect(comment.body).toBe('Me too.');
    expect((await listed()).map(({ body }) => body)).toContain('Me too.');
    await octokit.rest.issues.updateComment({ ...at(repo), comment_id: comment.id, body: 'No longer.' });
    expect((await listed()).map(({ body }) => body)).toContain('No longer.');
    await octokit.rest.issues.deleteComment({ ...at(repo), comment_id: comment.id });
    expect((await listed()).map(({ id }) => id)).not.toContain(comment.id);
  });

  test('an issue under a repository that is not there is 404', async () => {
    const error = await failure(octokit.rest.issues.create({ owner: 'nobody', repo: 'nothing', title: 'a' }));
    expect(error.status).toBe(404);
  });

  test('an issue without a title is refused with the documented 422', async () => {
    const repo = await newRepo();
    const error = await failure(octokit.request('POST /repos/{owner}/{repo}/issues', { ...at(repo), body: 'b' }));
    expect(error).toBeInstanceOf(RequestError);
    expect(error.status).toBe(422);
  });

  test('a new pull request is open, not merged, and between the branches that were sent', async () => {
    const repo = await newRepo();
    const { data } = await octokit.rest.pulls.create({ ...at(repo), title: 'Mend it', head: 'f', base: 'main' });
    expect(data).toMatchObject({ title: 'Mend it', state: 'open', merged: false });
    expect(data.head.ref).toBe('f');
    expect(data.base.ref).toBe('main');
  });

  test('a new pull request is listed and read by its number', async () => {
    const repo = await newRepo();
    const { data: pull } = await octokit.rest.pulls.create({ ...at(repo), title: 'Mend it', head: 'f', base: 'main' });
    const { data } = await octokit.rest.pulls.get({ ...at(repo), pull_number: pull.number });
    expect(data.title).toBe('Mend it');
    const { data: listed } = await octokit.rest.pulls.list({ ...at(repo), state: 'all' });
    expect(listed.map(({ number }) => number)).toContain(pull.number);
  });

  test('a created label has the same fields as one that was there before', async () => {
    const { data: repos } = await octokit.rest.repos.listForAuthenticatedUser({ per_page: 1 });
    const { data: seeded } = await octokit.rest.issues.listLabelsForRepo(at(repos[0]));
    const { data } = await octokit.rest.issues.createLabel({ ...at(repos[0]), name: 'urgent', color: 'ff0000' });
    expect(seeded.length).toBeGreaterThan(0);
    expect(Object.keys(data).sort()).toEqual(Object.keys(seeded[0]).sort());
  });

  test('the times of a new issue are now', async () => {
    const issue = await newIssue(await newRepo());
    for (const time of [issue.created_at, issue.updated_at])
      expect(Math.abs(Date.parse(time) - Date.now())).toBeLessThan(120_000);
    expect(issue.closed_at).toBeNull();
  });

  test('the content of a file is base64, as its encoding says', async () => {
    const { data: repos } = await octokit.rest.repos.listForAuthenticatedUser({ per_page: 1 });
    const { data } = await octokit.rest.repos.getContent({ ...at(repos[0]), path: 'README.md' });
    expect(data.encoding).toBe('base64');
    expect(data.content.replaceAll('\n', '')).toMatch(/^(?:[\w+/]{4})*(?:[\w+/]{2}==|[\w+/]{3}=)?$/);
  });

  // wrong today: PUT on a path whose answer is no entity keeps nothing.
  test.fails('a file that was written is read with the same content', async () => {
    const repo = await newRepo();
    const content = Buffer.from('Hello, world').toString('base64');
    await octokit.rest.repos.createOrUpdateFileContents({ ...at(repo), path: 'a.txt', message: 'Add a.txt', content });
    const { data } = await octokit.rest.repos.getContent({ ...at(repo), path: 'a.txt' });
    expect(Buffer.from(data.content, 'base64').toString()).toBe('Hello, world');
  });
});
