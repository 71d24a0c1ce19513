import { expect, test } from 'vitest';
import { fromYaml, tell } from '../../harness.ts';
import { documentOf, json, service } from '../../ownership/small-service.ts';

const SCHEMAS = `
    NewProject: { type: object, required: [title], properties: { title: { type: string, minLength: 1 } } }
    Project: { type: object, required: [id, title], properties: { id: { type: integer }, title: { type: string } } }`;

async function checks(items: string): Promise<readonly string[]> {
  const list = `{ operationId: listIssues, parameters: [{ name: wanted, in: query, required: true, schema: { type: array, minItems: 1, items: { type: ${items} } } }], responses: { '200': { description: All., content: { application/json: { schema: { type: array, items: { type: object } } } } }, '404': { description: None. } } }`;
  const paths = {
    '/projects': { post: 'create Project' },
    '/projects/{id}': { get: 'read Project', delete: 'remove' },
    '/projects/{id}/issues': { get: list },
  };
  const { fetch } = service({ projects: [] }, ({ method, body }) => {
    const { title } = (body ?? {}) as { title?: unknown };
    const isTitle = typeof title === 'string' && title !== '';
    return method === 'POST' && !isTitle ? json(422, { message: 'title is missing' }) : undefined;
  });
  const { summary } = await tell({ ...fromYaml(documentOf(paths, SCHEMAS)), target: fetch, phases: ['coverage'] });
  return summary.findings.flatMap(({ check, severity }) => (severity === 'error' ? [check] : []));
}

test('a 404 may be about a record that a list of strings in the query names', async () => {
  expect(await checks('string')).toEqual([]);
  expect(await checks('boolean')).toEqual(['status.unexpected']);
});
