import { expect, test } from 'vitest';
import { createDeadlockGuard } from '../../../src/contract/concurrency/deadlock-guard.ts';
import { fromYaml, tell } from '../harness.ts';

const object = (properties: string): string =>
  `{ content: { application/json: { schema: { type: object, required: [id, name], properties: { id: { type: integer }, name: { type: string }, ${properties} } } } } }`;
const listOf = (name: string): string =>
  `{ '200': { description: All., content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/${name}' } } } } } }`;
const one = (status: number, name: string): string =>
  `{ '${status}': { description: One., content: { application/json: { schema: { $ref: '#/components/schemas/${name}' } } } } }`;
const id = (name: string): string => `{ name: ${name}, in: path, required: true, schema: { type: integer } }`;

/** A release lists its assets, and an asset is made under a release but read beside it. */
const CIRCLE = `
openapi: 3.0.3
info: { title: Releases, version: '1' }
paths:
  /repos:
    get: { operationId: listRepos, responses: ${listOf('Repo')} }
    post: { operationId: createRepo, requestBody: ${object('')}, responses: ${one(201, 'Repo')} }
  /repos/{repoId}:
    get: { operationId: readRepo, parameters: [${id('repoId')}], responses: ${one(200, 'Repo')} }
  /repos/{repoId}/releases:
    parameters: [${id('repoId')}]
    get: { operationId: listReleases, responses: ${listOf('Release')} }
    post:
      operationId: createRelease
      requestBody: ${object("assets: { type: array, items: { $ref: '#/components/schemas/Asset' } }")}
      responses: ${one(201, 'Release')}
  /repos/{repoId}/releases/{releaseId}:
    get: { operationId: readRelease, parameters: [${id('repoId')}, ${id('releaseId')}], responses: ${one(200, 'Release')} }
  /repos/{repoId}/releases/{releaseId}/assets:
    parameters: [${id('repoId')}, ${id('releaseId')}]
    get: { operationId: listAssets, responses: ${listOf('Asset')} }
    post: { operationId: createAsset, requestBody: ${object('')}, responses: ${one(201, 'Asset')} }
  /repos/{repoId}/releases/assets/{assetId}:
    parameters: [${id('repoId')}, ${id('assetId')}]
    get: { operationId: readAsset, responses: ${one(200, 'Asset')} }
    patch: { operationId: patchAsset, requestBody: ${object('')}, responses: ${one(200, 'Asset')} }
    delete: { operationId: deleteAsset, responses: { '204': { description: Gone. } } }
components:
  schemas:
    Repo: { type: object, required: [id, name], properties: { id: { type: integer }, name: { type: string } } }
    Asset: { type: object, required: [id, name], properties: { id: { type: integer }, name: { type: string } } }
    Release:
      type: object
      required: [id, name, assets]
      properties:
        id: { type: integer }
        name: { type: string }
        assets: { type: array, items: { $ref: '#/components/schemas/Asset' } }
`;

/** Makes whatever it is asked for, and remembers nothing. */
async function target(request: Request): Promise<Response> {
  await new Promise((resolve) => setImmediate(resolve));
  if (request.method !== 'POST') return Response.json([]);
  const kind = new URL(request.url).pathname.split('/').at(-1);
  return Response.json({ id: 7, name: 'made', ...(kind === 'releases' ? { assets: [] } : {}) }, { status: 201 });
}

test('records that need each other are made without the other, and the run ends', async () => {
  const { summary } = await tell({
    ...fromYaml(CIRCLE),
    target,
    phases: ['coverage'],
    operations: ['createRelease', 'readAsset'],
  });
  expect(summary.counts.passed).toBeGreaterThan(0);
});

test('a task does not wait for another one that waits for it, directly or through others', async () => {
  const waits = createDeadlockGuard();
  let release = (): void => {};
  const last = new Promise<void>((resolve) => (release = resolve));
  const a = waits.until({ within: 'a' }, 'b', last);
  const b = waits.until({ within: 'b' }, 'c', last);
  expect(waits.endsAt('a', 'c')).toBe(true);
  expect(waits.endsAt('c', 'a')).toBe(false);
  expect(waits.endsAt('a', undefined)).toBe(false);
  release();
  await Promise.all([a, b]);
  expect(waits.endsAt('a', 'c')).toBe(false);
});
