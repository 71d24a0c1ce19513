import { auth, tasks as connect } from '@googleapis/tasks';
import { beforeEach, describe, expect, test } from 'vitest';
import { failure } from './failure.mjs';
import { serve } from './serve.mjs';

const service = serve('google-tasks.json');
let google;
beforeEach(() => {
  const credentials = new auth.OAuth2();
  credentials.setCredentials({ access_token: 'ya29.secret', expiry_date: Date.now() + 3_600_000 });
  google = connect({ version: 'v1', auth: credentials, rootUrl: `${service.url}/`, retry: false });
});

const newList = async (title = 'Home') => (await google.tasklists.insert({ requestBody: { title } })).data;
const newTask = async (tasklist, fields = {}) =>
  (await google.tasks.insert({ tasklist, requestBody: { title: 'Water the plants', ...fields } })).data;
const titles = async (tasklist, query = {}) =>
  ((await google.tasks.list({ tasklist, ...query })).data.items ?? []).map(({ title }) => title);

/** All items of a list, page after page. */
async function allOf(page, fields) {
  const items = [];
  let pageToken;
  for (let count = 0; count < 40; count++) {
    const { data } = await page({ ...fields, pageToken });
    items.push(...(data.items ?? []));
    pageToken = data.nextPageToken;
    if (!pageToken) return items;
  }
  throw new Error('the pages do not end');
}

describe('The Google client with Google Tasks', () => {
  test('a list of tasks has an id and the title that was sent', async () => {
    const list = await newList('Home');
    expect(list.title).toBe('Home');
    expect(list.id.length).toBeGreaterThan(0);
  });

  test('a created list says what it is, and was changed now', async () => {
    const list = await newList();
    expect(list.kind).toBe('tasks#taskList');
    expect(Math.abs(Date.parse(list.updated) - Date.now())).toBeLessThan(120_000);
  });

  test('a created list is read as it was created', async () => {
    const list = await newList();
    expect((await google.tasklists.get({ tasklist: list.id })).data).toEqual(list);
  });

  test('a created list has the same fields as one that was there before', async () => {
    const { data } = await google.tasklists.list();
    expect(Object.keys(await newList()).sort()).toEqual(Object.keys(data.items[0]).sort());
  });

  test('all lists are given once, page by page', async () => {
    const made = [];
    for (let count = 0; count < 5; count++) made.push((await newList(`List ${count}`)).id);
    const ids = (await allOf((params) => google.tasklists.list(params), { maxResults: 3 })).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(expect.arrayContaining(made));
  });

  test('`maxResults` bounds a page', async () => {
    for (let count = 0; count < 3; count++) await newList(`List ${count}`);
    const { data } = await google.tasklists.list({ maxResults: 2 });
    expect(data.items).toHaveLength(2);
    expect(typeof data.nextPageToken).toBe('string');
  });

  test('an answer with a list says what it is', async () => {
    expect((await google.tasklists.list()).data.kind).toBe('tasks#taskLists');
  });

  test('a patched list has its new title', async () => {
    const { id } = await newList();
    await google.tasklists.patch({ tasklist: id, requestBody: { title: 'Garden' } });
    expect((await google.tasklists.get({ tasklist: id })).data.title).toBe('Garden');
  });

  test('a deleted list is a GaxiosError with status 404', async () => {
    const { id } = await newList();
    await google.tasklists.delete({ tasklist: id });
    const error = await failure(google.tasklists.get({ tasklist: id }));
    expect(error).toBeInstanceOf(Error);
    expect(error.response.status ?? error.status).toBe(404);
  });

  test('a new list has no tasks', async () => {
    expect(await titles((await newList()).id)).toEqual([]);
  });

  test('a task has what was sent', async () => {
    const { id } = await newList();
    const sent = { title: 'Water the plants', notes: 'All of them', due: '2030-01-02T00:00:00.000Z' };
    expect(await newTask(id, sent)).toMatchObject(sent);
  });

  test('a new task is to be done', async () => {
    const task = await newTask((await newList()).id);
    expect(task).toMatchObject({ kind: 'tasks#task', status: 'needsAction' });
    expect(task.completed ?? undefined).toBeUndefined();
    expect(task.deleted ?? false).toBe(false);
  });

  // wrong today: a created record has no optional field that the request leaves out.
  test.fails('the link of a task leads to the task', async () => {
    const { id } = await newList();
    const task = await newTask(id);
    expect(new URL(task.selfLink).pathname).toBe(`/tasks/v1/lists/${id}/tasks/${task.id}`);
  });

  test('tasks stand in their own list only', async () => {
    const [home, garden] = [await newList('Home'), await newList('Garden')];
    await newTask(home.id);
    expect(await titles(home.id)).toContain('Water the plants');
    expect(await titles(garden.id)).not.toContain('Water the plants');
  });

  test('all tasks of a list are given once, page by page', async () => {
    const { id: tasklist } = await newList();
    for (let count = 0; count < 7; count++) await newTask(tasklist, { title: `Task ${count}` });
    const items = await allOf((params) => google.tasks.list(params), { tasklist, maxResults: 3 });
    expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
    const expected = [0, 1, 2, 3, 4, 5, 6].map((each) => `Task ${each}`);
    expect(items.map(({ title }) => title)).toEqual(expect.arrayContaining(expected));
  });

  test('a patched task keeps what was not named', async () => {
    const { id: tasklist } = await newList();
    const { id: task } = await newTask(tasklist, { notes: 'All of them' });
    await google.tasks.patch({ tasklist, task, requestBody: { title: 'Water the roses' } });
    const { data } = await google.tasks.get({ tasklist, task });
    expect(data).toMatchObject({ title: 'Water the roses', notes: 'All of them' });
  });

  test('tasks are filtered by when they are due', async () => {
    const { id } = await newList();
    await newTask(id, { title: 'Soon', due: '2030-01-02T00:00:00.000Z' });
    await newTask(id, { title: 'Late', due: '2031-01-02T00:00:00.000Z' });
    const before = await titles(id, { dueMax: '2030-06-01T00:00:00.000Z' });
    const after = await titles(id, { dueMin: '2030-06-01T00:00:00.000Z' });
    expect([before.includes('Soon'), before.includes('Late')]).toEqual([true, false]);
    expect([after.includes('Soon'), after.includes('Late')]).toEqual([false, true]);
  });

  test('completed tasks are left out where that is asked for', async () => {
    const { id } = await newList();
    await newTask(id, { title: 'Open' });
    await newTask(id, { title: 'Done', status: 'completed' });
    const open = await titles(id, { showCompleted: false });
    expect([open.includes('Open'), open.includes('Done')]).toEqual([true, false]);
  });

  // wrong today: clearing has no effect (its description says what it removes).
  test.fails('clearing a list takes the completed tasks away', async () => {
    const { id } = await newList();
    await newTask(id, { title: 'Open' });
    await newTask(id, { title: 'Done', status: 'completed' });
    await google.tasks.clear({ tasklist: id });
    const left = await titles(id);
    expect([left.includes('Open'), left.includes('Done')]).toEqual([true, false]);
  });

  test('a moved task is the same task under its new parent', async () => {
    const { id: tasklist } = await newList();
    const parent = await newTask(tasklist, { title: 'Parent' });
    const task = await newTask(tasklist, { title: 'Child' });
    const { data } = await google.tasks.move({ tasklist, task: task.id, parent: parent.id });
    expect(data).toMatchObject({ id: task.id, title: 'Child', parent: parent.id });
  });

  test('a deleted task is gone', async () => {
    const { id: tasklist } = await newList();
    const { id: task } = await newTask(tasklist);
    await google.tasks.delete({ tasklist, task });
    expect((await failure(google.tasks.get({ tasklist, task }))).response.status).toBe(404);
    expect(await titles(tasklist)).not.toContain('Water the plants');
  });

  test('a task of a list that is not there is 404', async () => {
    expect((await failure(newTask('nothing'))).response.status).toBe(404);
  });
});
