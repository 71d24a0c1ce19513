import { expect, test } from 'vitest';
import { fromYaml, tell } from '../harness.ts';

const PARTS = fromYaml(`
openapi: 3.1.0
info: { title: Photos, version: '1' }
paths:
  /photos:
    get: { operationId: listPhotos, responses: { '200': { description: Photos., content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Photo' } } } } } } }
    post:
      operationId: addPhoto
      requestBody: { required: true, content: { multipart/form-data: { schema: { type: object, required: [file], properties: { file: { type: string, contentMediaType: image/jpeg } } } } } }
      responses: { '201': { description: It., content: { application/json: { schema: { $ref: '#/components/schemas/Photo' } } } }, '400': { description: No. } }
  /photos/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get: { operationId: readPhoto, responses: { '200': { description: It., content: { application/json: { schema: { $ref: '#/components/schemas/Photo' } } } }, '404': { description: None. } } }
    delete: { operationId: dropPhoto, responses: { '204': { description: Gone. }, '404': { description: None. } } }
  /photos/{id}/content:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get: { operationId: download, responses: { '200': { description: It., content: { application/octet-stream: { schema: { type: string, format: binary } } } }, '404': { description: None. } } }
components:
  schemas:
    Photo: { type: object, required: [id, fileName], properties: { id: { type: integer }, fileName: { type: string } } }
`);

/** Photos, which are stored under a name of each kind. */
function photos(named: (name: string) => string, strict = false): (request: Request) => Promise<Response> {
  const kept = new Map<number, { readonly id: number; readonly fileName: string }>();
  let made = 0;
  return async (request) => {
    const [id, below] = new URL(request.url).pathname.split('/').slice(2);
    if (id === undefined && request.method === 'GET') return Response.json([...kept.values()]);
    if (id === undefined) {
      const form = await request.formData().catch(() => undefined);
      const file = form?.get('file');
      if (!(file instanceof File) || strict) return new Response(null, { status: 400 });
      made += 1;
      const photo = { id: made, fileName: named(file.name) };
      kept.set(made, photo);
      return Response.json(photo, { status: 201 });
    }
    const photo = kept.get(Number(id));
    if (photo === undefined) return new Response(null, { status: 404 });
    if (below === 'content')
      return new Response('written again', { headers: { 'Content-Type': 'application/octet-stream' } });
    if (request.method === 'DELETE') kept.delete(photo.id);
    return request.method === 'DELETE' ? new Response(null, { status: 204 }) : Response.json(photo);
  };
}

async function checks(named: (name: string) => string, strict?: boolean): Promise<readonly string[]> {
  const { summary } = await tell({ ...PARTS, target: photos(named, strict), phases: ['stateful'] });
  const wanted = ['state.upload-name-lost', 'state.content-differs'];
  return summary.findings.flatMap(({ check }) => (wanted.includes(check) ? [check] : []));
}

test('the name of an image comes back', async () => {
  expect(await checks((name) => name)).toEqual([]);
  expect(await checks((name) => name.replace(/[^a-z.]/gi, '_'))).toEqual(['state.upload-name-lost']);
});

test('an image may be written again with the extension of its type, or refused for its bytes', async () => {
  expect(await checks((name) => name.replace(/\.\w+$/, '.jpg'))).toEqual([]);
  expect(await checks((name) => name, true)).toEqual([]);
});
