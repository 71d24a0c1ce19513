import { beforeAll, describe, expect, test } from 'vitest';
import { type Ask, asking } from '../ask.ts';
import { answer, api, array, object, query, ref, sending, text } from '../little.ts';

const at = (name: string): object => ({ name, in: 'path', required: true, schema: text });
const limit = { name: 'limit', in: 'query', schema: { type: 'integer', maximum: 100 } };
const data = (schema: object): object => object({ data: schema }, ['data']);
const project = object({ gid: { ...text, readOnly: true }, name: text }, ['gid']);
const task = object({ gid: { ...text, readOnly: true }, name: text, projects: array(ref('Project')) }, [
  'gid',
  'name',
  'projects',
]);
const taskRequest = object({ name: text, projects: array(text) }, ['name']);
const folder = object({ gid: { ...text, readOnly: true }, name: text, projects: array(ref('Project')) });
const named = object({ gid: text, owner: object({ gid: text, name: text }) });

/** Tasks that are in several projects, each shown with its gid and its name. */
const document = api(
  {
    '/projects': {
      get: { parameters: [limit], ...answer(data(array(ref('Project')))) },
      post: { ...sending(data(object({ name: text }))), ...answer(data(ref('Project')), '201') },
    },
    '/projects/{project_gid}': { get: { parameters: [at('project_gid')], ...answer(data(ref('Project'))) } },
    '/projects/{project_gid}/tasks': { get: { parameters: [at('project_gid')], ...answer(data(array(ref('Task')))) } },
    '/tasks': {
      get: { ...query('project'), ...answer(data(array(ref('Task')))) },
      post: { ...sending(data(taskRequest)), ...answer(data(ref('Task')), '201') },
    },
    '/folders': {
      get: answer(data(array(ref('Folder')))),
      post: { ...sending(data(ref('Folder'))), ...answer(data(ref('Folder')), '201') },
    },
    '/folders/{folder_gid}': {
      get: { parameters: [at('folder_gid')], ...answer(data(ref('Folder'))) },
      delete: { parameters: [at('folder_gid')], ...answer(object({ data: { type: 'object' } })) },
    },
    '/shelves': {
      get: answer(data(array(ref('Shelf')))),
      post: { ...sending(data(ref('Shelf'))), ...answer(data(ref('Shelf')), '201') },
    },
    '/shelves/{shelf_gid}': { get: { parameters: [at('shelf_gid')], ...answer(data(ref('Shelf'))) } },
    '/owners': { get: answer(data(array(object({ gid: text, name: text })))) },
    '/owners/{owner_gid}': {
      get: { parameters: [at('owner_gid')], ...answer(data(object({ gid: text, name: text }))) },
    },
    '/tasks/{task_gid}/addProject': {
      post: { parameters: [at('task_gid')], ...sending(data(object({ project: text }))), ...answer(data(object({}))) },
    },
    '/tasks/{task_gid}/removeProject': {
      post: { parameters: [at('task_gid')], ...sending(data(object({ project: text }))), ...answer(data(object({}))) },
    },
    '/tasks/{task_gid}': { get: { parameters: [at('task_gid')], ...answer(data(ref('Task'))) } },
  },
  { Project: project, Task: task, Folder: folder, Shelf: named },
);

describe('Records that are listed in others', () => {
  let ask: Ask;
  beforeAll(async () => {
    ask = await asking(document);
  });

  test('a task that is sent with the ids of its projects is listed below each and found by each', async () => {
    const made = async (name: string): Promise<string> =>
      (await ask('POST', '/projects', { data: { name } })).body.data.gid;
    const [one, other] = [await made('one'), await made('other')];
    const task = await ask('POST', '/tasks', { data: { name: 'T', projects: [one] } });
    expect(task.body.data.projects).toMatchObject([{ gid: one }]);
    const gids = async (path: string): Promise<readonly string[]> =>
      (await ask('GET', path)).body.data.map(({ gid }: { gid: string }) => gid);
    expect(await gids(`/tasks?project=${one}`)).toEqual([task.body.data.gid]);
    expect(await gids(`/projects/${one}/tasks`)).toEqual([task.body.data.gid]);
    expect(await gids(`/tasks?project=${other}`)).toEqual([]);
    expect(await gids(`/projects/${other}/tasks`)).toEqual([]);
  });

  test('the id of a record stands for it where the object may not have the id', async () => {
    const { gid } = (await ask('POST', '/projects', { data: { name: 'one' } })).body.data;
    const made = await ask('POST', '/folders', { data: { name: 'F', projects: [gid] } });
    expect(made.status).toBe(201);
    expect(made.body.data.projects).toMatchObject([{ gid }]);
    // Another type, and an object that can name its record, are refused.
    expect((await ask('POST', '/folders', { data: { name: 'F', projects: [true] } })).status).toBe(422);
    expect((await ask('POST', '/shelves', { data: { owner: 'o-1' } })).status).toBe(422);
  });

  test('the deletion of a record answers an empty envelope', async () => {
    const made = await ask('POST', '/folders', { data: { name: 'F' } });
    expect((await ask('DELETE', `/folders/${made.body.data.gid}`)).body).toEqual({ data: {} });
  });

  test('an action adds a record to the list, and another takes it out', async () => {
    const made = async (name: string): Promise<string> =>
      (await ask('POST', '/projects', { data: { name } })).body.data.gid;
    const [one, other] = [await made('one'), await made('other')];
    const { gid } = (await ask('POST', '/tasks', { data: { name: 'T', projects: [one] } })).body.data;
    const listed = async (): Promise<readonly string[]> =>
      (await ask('GET', `/tasks/${gid}`)).body.data.projects.map((each: { gid: string }) => each.gid);
    const alone = (await ask('POST', '/tasks', { data: { name: 'T' } })).body.data;
    expect(alone.projects).toEqual([]);
    for (const _ of ['once', 'again'])
      expect((await ask('POST', `/tasks/${gid}/addProject`, { data: { project: other } })).status).toBe(200);
    expect(await listed()).toEqual([one, other]);
    await ask('POST', `/tasks/${gid}/removeProject`, { data: { project: one } });
    expect(await listed()).toEqual([other]);
  });

  test('seeded tasks name seeded projects', async () => {
    const known = (await ask('GET', '/projects?limit=100')).body.data.map(({ gid }: { gid: string }) => gid);
    const tasks = (await ask('GET', '/tasks')).body.data;
    const named = tasks.flatMap(({ projects }: { projects: readonly { gid: string }[] }) => projects);
    expect(named.length).toBeGreaterThan(0);
    for (const { gid } of named) expect(known).toContain(gid);
  });
});
