import { expect, test } from 'vitest';
import { fromYaml, tell } from '../harness.ts';

const OK =
  "'200': { description: ok, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Item' } } } } }";
const ONE =
  "'200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Item' } } } }";
const NONE = "'404': { description: not there }";
const PARTS = fromYaml(`
openapi: 3.1.0
info: { title: Items, version: '1' }
paths:
  /series: { get: { operationId: listSeries, responses: { ${OK} } } }
  /series/{id_or_slug}:
    parameters: [{ name: id_or_slug, in: path, required: true, schema: { oneOf: [{ type: integer, minimum: 1 }, { type: string, minLength: 1 }] } }]
    get: { operationId: readSeries, responses: { ${ONE}, ${NONE} } }
  /teams/{team}/flags:
    parameters: [{ name: team, in: path, required: true, schema: { type: string } }]
    get: { operationId: listFlags, responses: { ${OK} } }
  /teams/{team}/flags/{flag}:
    parameters: [{ name: team, in: path, required: true, schema: { type: string } }, { name: flag, in: path, required: true, schema: { type: string } }]
    get: { operationId: readFlag, responses: { ${ONE}, ${NONE} } }
  /teams/{team}/flags/{place}/{flag}/uses:
    parameters: [{ name: team, in: path, required: true, schema: { type: string } }, { name: place, in: path, required: true, schema: { type: string } }, { name: flag, in: path, required: true, schema: { type: string } }]
    get: { operationId: readUses, responses: { '200': { description: ok, content: { application/json: { schema: { type: object } } } }, ${NONE} } }
  /files: { get: { operationId: listFiles, responses: { ${OK} } } }
  /files/{folder}:
    parameters: [{ name: folder, in: path, required: true, schema: { type: string } }]
    get: { operationId: listFolder, responses: { '200': { description: ok, content: { application/json: { schema: { type: array, items: { type: object } } } } } } }
  /files/{folder}/{kind}/{name}:
    parameters: [{ name: folder, in: path, required: true, schema: { type: string } }, { name: kind, in: path, required: true, schema: { type: string } }, { name: name, in: path, required: true, schema: { type: string } }]
    get: { operationId: readFile, responses: { '200': { description: ok, content: { application/json: { schema: { type: array, items: { type: object } } } } }, ${NONE} } }
components:
  schemas:
    Item: { type: object, required: [id, key], properties: { id: { type: integer }, key: { type: string } } }
`);

/** A service with ten series, the flags of every team, which are found below every place, and files in every folder. */
async function items({ url }: Request): Promise<Response> {
  const [, kind, first = '', , third, , last] = new URL(url).pathname.split('/');
  const item = { id: 5, key: 'five' };
  if (last === 'uses' || kind === 'files') return Response.json(last === 'uses' ? {} : [item]);
  if (kind === 'series' && first === '') return Response.json([item]);
  if (kind === 'series') return /^\d$/.test(first) ? Response.json(item) : new Response(null, { status: 404 });
  if (third === undefined) return Response.json([item]);
  return third === 'five' ? Response.json(item) : new Response(null, { status: 404 });
}

test('an unknown id names no item of the service, whatever form the id has and wherever it stands', async () => {
  const { summary } = await tell({ ...PARTS, target: items, phases: ['protocol'] });
  const accepted = summary.findings.filter(({ check }) => check === 'state.unknown-accepted');
  expect(accepted.map(({ operation }) => operation)).toEqual([]);
});

const STARS = fromYaml(`
openapi: 3.1.0
info: { title: Stars, version: '1' }
paths:
  /stars: { get: { operationId: listStars, responses: { ${OK} } } }
  /stars/{item_id}:
    parameters: [{ name: item_id, in: path, required: true, schema: { type: integer } }]
    get: { operationId: readStar, responses: { ${ONE}, ${NONE} } }
    put: { operationId: addStar, responses: { ${ONE}, ${NONE} } }
    delete: { operationId: removeStar, responses: { '204': { description: gone }, ${NONE} } }
components:
  schemas:
    Item: { type: object, required: [item_id], properties: { item_id: { type: integer } } }
`);

test('a PUT without a body makes the link that its path names, so any id is known to it', async () => {
  const stars = new Set([5]);
  const target = async ({ method, url }: Request): Promise<Response> => {
    const id = new URL(url).pathname.split('/')[2];
    if (id === undefined) return Response.json([...stars].map((each) => ({ item_id: each })));
    if (!/^\d+$/.test(id)) return new Response(null, { status: 404 });
    if (method === 'PUT') stars.add(Number(id));
    if (!stars.has(Number(id))) return new Response(null, { status: 404 });
    if (method === 'DELETE') stars.delete(Number(id));
    return method === 'DELETE' ? new Response(null, { status: 204 }) : Response.json({ item_id: Number(id) });
  };
  const { summary } = await tell({ ...STARS, target, phases: ['protocol'] });
  const accepted = summary.findings.filter(({ check }) => check === 'state.unknown-accepted');
  expect(accepted.map(({ operation, message }) => [operation, message])).toEqual([]);
});

const NOTES = fromYaml(`
openapi: 3.1.0
info: { title: Notes, version: '1' }
paths:
  /notes:
    get: { operationId: listNotes, responses: { ${OK} } }
  /notes/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get: { operationId: readNote, responses: { ${ONE} } }
    put: { operationId: setNote, requestBody: { required: true, content: { application/json: { schema: { type: object, properties: { key: { type: string } } } } } }, responses: { ${ONE} } }
  /notes/{id}/labels:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    post: { operationId: labelNote, responses: { '200': { description: labelled }, ${NONE} } }
components:
  schemas:
    Item: { type: object, required: [id, key], properties: { id: { type: integer }, key: { type: string } } }
`);

test('an unknown number is not one that another operation was asked for, which may have made the record', async () => {
  const there = new Set(['5']);
  const notes = async ({ url, method }: Request): Promise<Response> => {
    const [, , id, part] = new URL(url).pathname.split('/');
    if (id === undefined) return Response.json([...there].map((each) => ({ id: Number(each), key: 'a' })));
    if (method === 'PUT') there.add(id);
    if (!there.has(id)) return new Response(null, { status: 404 });
    return part === undefined ? Response.json({ id: Number(id), key: 'a' }) : new Response(null, { status: 200 });
  };
  const { summary } = await tell({ ...NOTES, target: notes, phases: ['protocol'], touchExisting: true });
  const accepted = summary.findings.filter(({ check }) => check === 'state.unknown-accepted');
  expect(accepted.map(({ operation }) => operation)).toEqual([]);
});
