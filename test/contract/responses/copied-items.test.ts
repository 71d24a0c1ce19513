import { expect, test } from 'vitest';
import { fromYaml, tell } from '../harness.ts';

const ONE = "{ description: One., content: { application/json: { schema: { $ref: '#/components/schemas/Folder' } } } }";
const DOCUMENT = fromYaml(`
openapi: 3.1.0
info: { title: Folders, version: '1' }
paths:
  /folders:
    get: { responses: { '200': { description: All., content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Folder' } } } } } } }
    post: { requestBody: { required: true, content: { application/json: { schema: { type: object, required: [name], properties: { name: { type: string } } } } } }, responses: { '201': ${ONE} } }
  /folders/{id}:
    get: { parameters: [{ name: id, in: path, required: true, schema: { type: integer } }], responses: { '200': ${ONE} } }
  /folders/{id}/copy:
    post: { operationId: copyFolder, parameters: [{ name: id, in: path, required: true, schema: { type: integer } }], responses: { '200': ${ONE} } }
components:
  schemas:
    Folder: { type: object, required: [name], properties: { id: { type: integer }, name: { type: string }, state: { type: string } } }
`);

/** Folders that do not tell their ids where they are read, and what an action on one answers. */
async function saidOf(act: (folder: { id: number; name: string }) => object): Promise<readonly string[]> {
  const folders = new Map<number, { id: number; name: string }>();
  const { events } = await tell({
    ...DOCUMENT,
    target: async (request) => {
      const [, id = '', copy] = /^\/folders(?:\/(\d+)(\/copy)?)?$/.exec(new URL(request.url).pathname) ?? [];
      const folder = folders.get(Number(id));
      if (request.method === 'POST' && id === '') {
        const made = { ...((await request.json()) as { name: string }), id: folders.size + 1 };
        folders.set(made.id, made);
        return Response.json(made, { status: 201 });
      }
      if (id === '') return Response.json([...folders.values()]);
      if (folder === undefined) return new Response(null, { status: 404 });
      return Response.json(copy === undefined ? { name: folder.name } : act(folder));
    },
    only: ['stateful/copyFolder/effect'],
    concurrency: 1,
  });
  return events.flatMap((event) => (event.type === 'case-finished' ? [event.result.verdict] : []));
}

test('a copy of an item does not count as the changed item', async () => {
  expect(await saidOf(({ name }) => ({ id: 4_711, name: `Copy of ${name}` }))).toEqual(['skipped']);
  expect(await saidOf(({ id, name }) => ({ id, name: `Renamed ${name}` }))).toEqual(['failed']);
  expect(await saidOf(({ id, name }) => ({ id, name }))).toEqual(['passed']);
});
