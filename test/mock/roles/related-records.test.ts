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
    '/tasks/{task_gid}': { get: { parameters: [at('task_gid')], ...answer(data(ref('Task'))) } },
  },
  { Project: project, Task: task },
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

  test('seeded tasks name seeded projects', async () => {
    const known = (await ask('GET', '/projects?limit=100')).body.data.map(({ gid }: { gid: string }) => gid);
    const tasks = (await ask('GET', '/tasks')).body.data;
    const named = tasks.flatMap(({ projects }: { projects: readonly { gid: string }[] }) => projects);
    expect(named.length).toBeGreaterThan(0);
    for (const { gid } of named) expect(known).toContain(gid);
  });
});
