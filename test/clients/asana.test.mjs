import Asana from 'asana';
import { beforeAll, describe, expect, test } from 'vitest';
import { failure } from './failure.mjs';
import { serve } from './serve.mjs';

describe('asana', () => {
  const service = serve('asana.json');
  const api = {};
  let workspace;
  beforeAll(async () => {
    const client = Asana.ApiClient.instance;
    client.basePath = `${service.url}/api/1.0`;
    client.authentications.token.accessToken = 'token';
    for (const name of ['Tasks', 'Projects', 'Tags', 'Users', 'Workspaces', 'Stories']) {
      api[name.toLowerCase()] = new Asana[`${name}Api`]();
    }
    workspace = (await api.workspaces.getWorkspaces({})).data[0].gid;
  });
  const newTask = async (fields = {}) =>
    (await api.tasks.createTask({ data: { name: 'Buy milk', notes: 'two', workspace, ...fields } }, {})).data;
  const newProject = async () => (await api.projects.createProject({ data: { name: 'Plan', workspace } }, {})).data;
  const task = async (gid, options = {}) => (await api.tasks.getTask(gid, options)).data;
  const idsOf = ({ data }) => data.map(({ gid }) => gid);

  test('a new task has what was sent, is open and stands in its workspace', async () => {
    const made = await newTask({ due_on: '2030-01-02' });
    expect(made).toMatchObject({ name: 'Buy milk', notes: 'two', due_on: '2030-01-02', completed: false });
    expect(made).toMatchObject({ resource_type: 'task', workspace: { gid: workspace } });
    expect(await task(made.gid)).toMatchObject({ gid: made.gid, name: 'Buy milk' });
  });

  test('an update changes what it names', async () => {
    const { gid } = await newTask();
    await api.tasks.updateTask({ data: { completed: true, name: 'Buy bread' } }, gid, {});
    expect(await task(gid)).toMatchObject({ name: 'Buy bread', completed: true, notes: 'two' });
  });

  test('a deleted task is not found, with the messages of the service', async () => {
    const { gid } = await newTask();
    await api.tasks.deleteTask(gid);
    const { status, response } = await failure(api.tasks.getTask(gid, {}));
    expect(status).toBe(404);
    expect(response.body.errors[0].message).toContain(gid);
  });

  test('a wrong request is refused with the messages of the service', async () => {
    const { status, response } = await failure(api.tasks.createTask({ data: { completed: 'maybe' } }, {}));
    expect(status).toBe(400);
    expect(response.body.errors[0].message).toContain('completed');
  });

  test('me is a user with a name', async () => {
    const { data: me } = await api.users.getUser('me', {});
    expect((await api.users.getUser(me.gid, {})).data).toMatchObject({ gid: me.gid, name: me.name });
  });

  test('a task is assigned to the named user, and listed by it', async () => {
    const [, user] = (await api.users.getUsers({})).data;
    const { gid, assignee } = await newTask({ assignee: user.gid });
    expect(assignee.gid).toBe(user.gid);
    expect(idsOf(await api.tasks.getTasks({ assignee: user.gid, workspace }))).toContain(gid);
  });

  test('a task is added to a project, and the project lists it', async () => {
    const project = await newProject();
    const { gid } = await newTask();
    await api.tasks.addProjectForTask({ data: { project: project.gid } }, gid);
    expect(idsOf(await api.tasks.getTasksForProject(project.gid, {}))).toEqual([gid]);
    expect((await task(gid)).projects.map((each) => each.gid)).toContain(project.gid);
  });

  test('tasks are listed by project', async () => {
    const project = await newProject();
    const { gid } = await newTask({ projects: [project.gid] });
    expect(idsOf(await api.tasks.getTasks({ project: project.gid }))).toEqual([gid]);
  });

  test('a list has at most as many items as asked for', async () => {
    for (const name of ['a', 'b', 'c']) await newTask({ name });
    expect((await api.tasks.getTasks({ limit: 2 })).data).toHaveLength(2);
  });

  test('lists show tasks in short, with nothing but their names and types', async () => {
    const [first] = (await api.tasks.getTasks({})).data;
    expect(first).toHaveProperty('name');
    expect(first).not.toHaveProperty('notes');
  });

  test('opt_fields selects properties, and the id is always there', async () => {
    const { gid } = await newTask();
    expect(await task(gid, { opt_fields: 'name,completed' })).toEqual({ gid, name: 'Buy milk', completed: false });
  });

  test('a new task has no tags, subtasks and stories', async () => {
    const { gid } = await newTask();
    expect((await api.tags.getTagsForTask(gid, {})).data).toEqual([]);
    expect((await api.tasks.getSubtasksForTask(gid, {})).data).toEqual([]);
    expect((await api.stories.getStoriesForTask(gid, {})).data).toEqual([]);
  });

  test('a tag is added to a task', async () => {
    const { data: tag } = await api.tags.createTag({ data: { name: 'red', workspace } }, {});
    const { gid } = await newTask();
    await api.tasks.addTagForTask({ data: { tag: tag.gid } }, gid);
    expect((await api.tags.getTagsForTask(gid, {})).data).toMatchObject([{ gid: tag.gid, name: 'red' }]);
  });

  test('a subtask names its parent and is a task of its own', async () => {
    const { gid } = await newTask();
    const { data: sub } = await api.tasks.createSubtaskForTask({ data: { name: 'Ask for oats' } }, gid, {});
    expect(sub.parent.gid).toBe(gid);
    expect(idsOf(await api.tasks.getSubtasksForTask(gid, {}))).toEqual([sub.gid]);
    expect((await task(sub.gid)).name).toBe('Ask for oats');
  });

  test('setParent moves a task below another one', async () => {
    const [above, below] = [await newTask(), await newTask({ name: 'below' })];
    await api.tasks.setParentForTask({ data: { parent: above.gid } }, below.gid, {});
    expect((await task(below.gid)).parent.gid).toBe(above.gid);
  });

  test('a dependency is listed', async () => {
    const [first, second] = [await newTask(), await newTask({ name: 'before' })];
    await api.tasks.addDependenciesForTask({ data: { dependencies: [second.gid] } }, first.gid);
    expect(idsOf(await api.tasks.getDependenciesForTask(first.gid, {}))).toEqual([second.gid]);
  });

  test('a follower is added', async () => {
    const [, user] = (await api.users.getUsers({})).data;
    const { gid } = await newTask();
    const { data } = await api.tasks.addFollowersForTask({ data: { followers: [user.gid] } }, gid, {});
    expect(data.followers.map((each) => each.gid)).toContain(user.gid);
  });

  test('a story is kept with its task', async () => {
    const { gid } = await newTask();
    const { data: story } = await api.stories.createStoryForTask({ data: { text: 'Nice' } }, gid, {});
    expect(idsOf(await api.stories.getStoriesForTask(gid, {}))).toEqual([story.gid]);
    expect((await api.stories.getStory(story.gid, {})).data.text).toBe('Nice');
  });

  test('projects are listed by whether they are archived', async () => {
    const { gid } = await newProject();
    await api.projects.updateProject({ data: { archived: true } }, gid, {});
    expect(idsOf(await api.projects.getProjects({ archived: true }))).toContain(gid);
    expect(idsOf(await api.projects.getProjects({ archived: false }))).not.toContain(gid);
  });
});
