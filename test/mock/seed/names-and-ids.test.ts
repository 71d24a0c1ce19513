import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, number, object, path, ref, sending, text } from '../little.ts';

const own = { ...text, readOnly: true };
const Project = object({ id: { ...own, pattern: '^[1-9]\\d{0,5}$' }, key: text, title: text }, ['id', 'key']);
const Component = object({ id: own, name: text, project: text, projectId: { ...number, readOnly: true } }, ['id']);
const Version = object({ id: own, name: text, project: text, projectId: number }, ['id']);
const made = (schema: string): object => ({ post: { ...sending(ref(schema)), ...answer(ref(schema), '201') } });
const ask = await asking(
  api(
    {
      '/projects': { get: answer(array(ref('Project'))), ...made('Project') },
      '/projects/{projectIdOrKey}': { ...path('projectIdOrKey'), get: answer(ref('Project')) },
      '/projects/{projectIdOrKey}/components': { ...path('projectIdOrKey'), get: answer(array(ref('Component'))) },
      '/components': made('Component'),
      '/components/{id}': { ...path('id'), get: answer(ref('Component')) },
      '/versions': made('Version'),
      '/versions/{id}': { ...path('id'), get: answer(ref('Version')) },
    },
    { Project, Component, Version },
  ),
);

test('what names a record by its key has its id, and what names it by its id has its key', async () => {
  const project = (await ask('POST', '/projects', { key: 'ZED', title: 'z' })).body;
  expect((await ask('GET', '/projects/ZED')).body.id).toBe(project.id);
  const component = (await ask('POST', '/components', { name: 'c', project: 'ZED' })).body;
  expect(component.projectId).toBe(Number(project.id));
  const version = (await ask('POST', '/versions', { name: 'v', projectId: Number(project.id) })).body;
  expect(version.project).toBe('ZED');
  const named = (await ask('GET', '/projects/ZED/components')).body;
  expect(named.map(({ name }: { readonly name: string }) => name)).toContain('c');
});
