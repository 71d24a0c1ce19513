import { expect, test } from 'vitest';
import { loadApi } from '../../../src/spec/index.ts';

const named = (name: string, description?: string): object => ({
  name,
  in: 'path',
  required: true,
  schema: { type: 'string' },
  ...(description === undefined ? {} : { description }),
});
const get = (...parameters: readonly object[]): object => ({
  get: { parameters, responses: { 200: { description: 'ok' } } },
});

const api = await loadApi({
  openapi: '3.1.0',
  info: { title: 'jobs', version: '1' },
  paths: {
    '/v1/{name}': get(named('name', 'Format: projects/{project}/jobs/{job}')),
    '/v1/{name}/runs': get(named('name')),
    '/v1/{name}/runs/{run}': get(named('name'), named('run')),
    '/v1/{owner}/notes': get(named('owner', 'The name of the owner')),
  },
});

const match = (path: string, method = 'GET') => {
  const found = api.match({ method, path });
  return found.kind === 'found' ? [found.operation.path, { ...found.pathParams }] : found.kind;
};

test('a value has slashes where the document shows such values for its name, and the longest literal parts win', () => {
  expect(match('/v1/projects/a/jobs/b')).toEqual(['/v1/{name}', { name: 'projects/a/jobs/b' }]);
  expect(match('/v1/projects/a/jobs/b/runs')).toEqual(['/v1/{name}/runs', { name: 'projects/a/jobs/b' }]);
  expect(match('/v1/plain')).toEqual(['/v1/{name}', { name: 'plain' }]);
  expect(match('/v1/a/runs/b')).toEqual(['/v1/{name}/runs/{run}', { name: 'a', run: 'b' }]);
});

test.each([
  ['another method', '/v1/projects/a/jobs/b', 'POST'],
  ['another beginning', '/v2/projects/a/jobs/b', 'GET'],
  ['an empty part', '/v1/projects//jobs', 'GET'],
  ['a slash at the end', '/v1/projects/a/', 'GET'],
])('%s is not such a value', (_, path, method) => {
  expect(match(path, method)).toBe('unknown-path');
});

test('a parameter without such values has none', async () => {
  const plain = await loadApi({
    openapi: '3.1.0',
    info: { title: 'notes', version: '1' },
    paths: { '/v1/{owner}/notes': get(named('owner', 'The name of the owner/editor')) },
  });
  expect(plain.match({ method: 'GET', path: '/v1/a/b/notes' }).kind).toBe('unknown-path');
});
