import { expect, test } from 'vitest';
import { indexModel } from '../../../src/contract/resource-index/model-index.ts';
import { inferResources } from '../../../src/resources/index.ts';
import { fromYaml } from '../harness.ts';

const item = (name: string): string =>
  `content: { application/json: { schema: { type: object, required: [${name}], properties: { ${name}: { type: string }, text: { type: string } } } } }`;
const list = (name: string): string =>
  `content: { application/json: { schema: { type: array, items: { type: object, required: [${name}], properties: { ${name}: { type: string }, text: { type: string } } } } } }`;
const parameter = (name: string): string => `{ name: ${name}, in: path, required: true, schema: { type: string } }`;

const collection = (path: string, id: string): string => `
  ${path}:
    parameters: [${path.includes('{') ? parameter('entry') : ''}]
    get: { responses: { '200': { description: All., ${list(id)} } } }
    post: { requestBody: { ${item(id)} }, responses: { '201': { description: It., ${item(id)} } } }
  ${path}/{${id}}:
    parameters: [${path.includes('{') ? `${parameter('entry')}, ` : ''}${parameter(id)}]
    get: { responses: { '200': { description: It., ${item(id)} } } }
    put: { requestBody: { ${item(id)} }, responses: { '200': { description: It., ${item(id)} }, '201': { description: It., ${item(id)} } } }`;

test('the item of a PUT is called after a record of another kind', () => {
  const text = `openapi: 3.1.0\ninfo: { title: Entries, version: '1' }\npaths:${collection('/entries', 'entry')}${collection('/locales', 'locale')}${collection('/entries/{entry}/translations', 'locale')}${collection('/entries/{entry}/notes', 'note')}`;
  const { api } = fromYaml(text);
  const model = inferResources(api);
  const index = indexModel(api, model);
  const after = (path: string): string | undefined => {
    const resource = model.resources.find(({ collectionPath }) => collectionPath === path);
    return resource === undefined ? 'none' : index.calledAfter(resource)?.collectionPath;
  };
  expect(after('/entries/{entry}/translations')).toBe('/locales');
  expect(after('/entries/{entry}/notes')).toBeUndefined();
  expect(after('/locales')).toBeUndefined();
});
