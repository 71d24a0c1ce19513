import { describe, expect, it } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, number, object, path, query, ref, sending, text } from '../little.ts';

const none = { 404: { description: 'none' } };
const Note = object({ id: text, title: text });

describe('One key has two spellings', () => {
  it('where an item shows its id as text and its path takes a number', async () => {
    const ask = await asking(
      api(
        {
          '/notes': {
            get: answer(object({ data: array(ref('Note')) })),
            post: { ...sending(object({ title: text }, ['title'])), ...answer(ref('Note'), '201') },
          },
          '/notes/{note_id}': { ...path('note_id', number), get: answer(ref('Note'), '200', none) },
        },
        { Note },
      ),
    );
    const [first] = (await ask('GET', '/notes')).body.data;
    expect((await ask('GET', `/notes/${first.id}`)).body).toEqual(first);
    const made = (await ask('POST', '/notes', { title: 'Mine' })).body;
    expect(made).toMatchObject({ id: expect.stringMatching(/^\d+$/), title: 'Mine' });
    expect((await ask('GET', `/notes/${made.id}`)).body).toEqual(made);
  });

  it('where an item shows a number and its path takes a text', async () => {
    const ask = await asking(
      api(
        {
          '/notes': { get: answer(array(ref('Count'))) },
          '/notes/{note_id}': { ...path('note_id'), get: answer(ref('Count'), '200', none) },
        },
        { Count: object({ id: number, title: text }) },
      ),
    );
    const [first] = (await ask('GET', '/notes')).body;
    expect((await ask('GET', `/notes/${first.id}`)).body).toEqual(first);
    expect((await ask('GET', '/notes/abc')).status).toBe(404);
  });
});

describe('An id that the schema forbids', () => {
  it.each([
    ['too short a text', { type: 'string', minLength: 26 }, 'ABC', 'a'.repeat(26)],
    ['no uuid', { type: 'string', format: 'uuid' }, 'ABC', 'c990ea45-cbf9-4218-9925-d1bb5260e7f0'],
    ['no number', number, 'ABC', '17'],
  ])('is not found, for it is %s', async (_, id, wrong, right) => {
    const User = object({ id, name: text }, ['id']);
    const ask = await asking(
      api({ '/users/{userId}': { ...path('userId'), get: answer(ref('User'), '200', none) } }, { User }),
    );
    expect((await ask('GET', `/users/${wrong}`)).status).toBe(404);
    expect(String((await ask('GET', `/users/${right}`)).body.id)).toBe(right);
  });
});

describe('What a path calls by several names', () => {
  it.each(['app_id_or_slug', 'slugOrId', 'id_or_slug'])('is found by each of them (%s)', async (name) => {
    const App = object({ id: text, slug: text, title: text });
    const ask = await asking(
      api(
        {
          '/apps': { get: answer(array(ref('App'))) },
          [`/apps/{${name}}`]: {
            ...path(name),
            get: answer(ref('App'), '200', none),
            put: { ...sending(object({ title: text })), ...answer(ref('App')) },
          },
        },
        { App },
      ),
    );
    const [first] = (await ask('GET', '/apps')).body;
    expect((await ask('GET', `/apps/${first.id}`)).body).toEqual(first);
    expect((await ask('GET', `/apps/${first.slug}`)).body).toEqual(first);
    await ask('PUT', `/apps/${first.slug}`, { title: 'Renamed' });
    expect((await ask('GET', `/apps/${first.id}`)).body).toEqual({ ...first, title: 'Renamed' });
    expect((await ask('GET', '/apps/absent')).status).toBe(404);
  });

  it('is one thing with an id of two segments', async () => {
    const Net = object({ ip: text, prefixlen: number, view: text });
    const ask = await asking(
      api(
        {
          '/networks': { get: answer(array(ref('Net'))) },
          '/networks/{ip}/{prefixlen}': {
            parameters: [...path('ip').parameters, ...path('prefixlen', number).parameters],
            get: answer(ref('Net'), '200', none),
            put: { ...sending(object({ view: text })), responses: { 204: { description: '' } } },
          },
        },
        { Net },
      ),
    );
    const [{ ip, prefixlen }] = (await ask('GET', '/networks')).body;
    await ask('PUT', `/networks/${ip}/${prefixlen}`, { view: 'mine' });
    expect((await ask('GET', `/networks/${ip}/${prefixlen}`)).body).toEqual({ ip, prefixlen, view: 'mine' });
    expect((await ask('GET', '/networks')).body[0]).toEqual({ ip, prefixlen, view: 'mine' });
  });
});

describe('One thing under several paths', () => {
  const data = (schema: object): object => object({ data: schema });
  const Compact = object({ gid: text, name: text }, ['gid']);
  const tracker = api(
    {
      '/tasks': {
        get: answer(data(array(ref('TaskCompact')))),
        post: { ...sending(data(object({ name: text, notes: text }))), ...answer(data(ref('Task')), '201') },
      },
      '/tasks/{task_gid}': { ...path('task_gid'), get: answer(data(ref('Task')), '200', none) },
      '/projects': {
        get: { ...query('workspace'), ...answer(data(array(ref('Project')))) },
      },
      '/projects/{project_gid}': { ...path('project_gid'), get: answer(data(ref('Project')), '200', none) },
      '/projects/{project_gid}/tasks': { ...path('project_gid'), get: answer(data(array(ref('TaskCompact')))) },
      '/workspaces/{workspace_gid}': { ...path('workspace_gid'), get: answer(data(ref('Workspace')), '200', none) },
      '/workspaces': { get: answer(data(array(ref('Workspace')))) },
    },
    {
      TaskCompact: Compact,
      Workspace: Compact,
      Task: object({ gid: text, name: text, notes: text, completed: { type: 'boolean' } }, ['gid']),
      Project: object({ gid: text, name: text, colour: text, workspace: ref('Workspace') }, ['gid', 'workspace']),
    },
  );

  it('is the same in a compact form', async () => {
    const ask = await asking(tracker);
    const [project] = (await ask('GET', '/projects')).body.data;
    const listed = (await ask('GET', `/projects/${project.gid}/tasks`)).body.data;
    expect(listed.length).toBeGreaterThan(0);
    for (const task of listed) expect((await ask('GET', `/tasks/${task.gid}`)).body.data).toMatchObject(task);
  });

  it('is filtered by what it is related to', async () => {
    const ask = await asking(tracker);
    const all = (await ask('GET', '/projects')).body.data;
    const own = (await ask('GET', `/projects?workspace=${all[0].workspace.gid}`)).body.data;
    expect(own.length).toBeGreaterThan(0);
    expect(own.every((each: typeof own) => each.workspace.gid === all[0].workspace.gid)).toBe(true);
    expect((await ask('GET', '/projects?workspace=nobody')).body.data).toEqual([]);
  });

  it('is a label of a check, and one of all labels', async () => {
    const Label = object({ id: text, name: text, owner: text });
    const ask = await asking(
      api(
        {
          '/labels': { get: answer(object({ labels: array(ref('Label')) })) },
          '/labels/{labelID}': { ...path('labelID'), get: answer(object({ label: ref('Label') }), '200', none) },
          '/checks': { get: answer(object({ checks: array(ref('Check')) })) },
          '/checks/{checkID}': { ...path('checkID'), get: answer(ref('Check'), '200', none) },
          '/checks/{checkID}/labels': {
            ...path('checkID'),
            get: answer(object({ labels: array(ref('Label')) })),
            post: {
              ...sending(object({ labelID: text }, ['labelID'])),
              ...answer(object({ label: ref('Label') }), '201'),
            },
          },
          '/checks/{checkID}/labels/{labelID}': {
            parameters: [...path('checkID').parameters, ...path('labelID').parameters],
            delete: { responses: { 204: { description: '' } } },
          },
        },
        { Label, Check: object({ id: text, name: text, every: text }) },
      ),
    );
    const [check] = (await ask('GET', '/checks')).body.checks;
    const at = `/checks/${check.id}/labels`;
    for (const label of (await ask('GET', at)).body.labels)
      expect((await ask('GET', `/labels/${label.id}`)).body.label).toEqual(label);
    const last = (await ask('GET', '/labels')).body.labels.at(-1);
    expect((await ask('POST', at, { labelID: last.id })).body.label).toEqual(last);
    expect((await ask('GET', at)).body.labels).toContainEqual(last);
  });
});

describe('What an action answers', () => {
  it('is of its own schema, whatever it shares with its item', async () => {
    const Video = object({ uri: text, name: text, length: number, privacy: object({ view: text, embed: text }) });
    const Group = object({ uri: text, name: text, about: text, privacy: object({ view: text, join: text }) });
    const ask = await asking(
      api(
        {
          '/groups/{g}': { ...path('g'), get: answer(ref('Group'), '200', none), delete: answer(ref('Group')) },
          '/groups/{g}/videos/{v}': {
            parameters: [...path('g').parameters, ...path('v').parameters],
            put: answer(ref('Video')),
          },
        },
        { Video, Group },
      ),
    );
    const group = (await ask('GET', '/groups/1')).body;
    const video = (await ask('PUT', '/groups/1/videos/2')).body;
    expect(video.privacy).not.toHaveProperty('join');
    expect(video.name).not.toBe(group.name);
  });
});
