import { expect, test } from 'vitest';
import { fromYaml, tell } from '../harness.ts';

const PARTS = fromYaml(`
openapi: 3.1.0
info: { title: Parcels, version: '1' }
paths:
  /parcels:
    get:
      operationId: listParcels
      parameters:
        - { name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 50, default: 10 } }
        - { name: offset, in: query, schema: { type: integer, minimum: 0, default: 0 } }
        - { name: state, in: query, explode: false, schema: { type: array, items: { $ref: '#/components/schemas/State' } } }
      responses: { '200': { description: Parcels., content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Parcel' } } } } } }
  /parcels/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get: { operationId: readParcel, responses: { '200': { description: It., content: { application/json: { schema: { $ref: '#/components/schemas/Parcel' } } } }, '404': { description: None. } } }
components:
  schemas:
    State: { type: string, enum: [open, held, sent, lost] }
    Parcel: { type: object, required: [id, state], properties: { id: { type: integer }, state: { $ref: '#/components/schemas/State' } } }
`);

/** A fixed list, in which most parcels are open or lost. */
function parcels(takesFirst: boolean): (request: Request) => Promise<Response> {
  const states = ['open', 'lost', ...Array.from({ length: 60 }, () => ['open', 'lost']).flat(), 'held', 'sent', 'lost'];
  const all = states.map((state, at) => ({ id: at + 1, state }));
  return (request) => {
    const { pathname, searchParams: query } = new URL(request.url);
    const key = pathname.split('/')[2];
    const one = all.find(({ id }) => String(id) === key);
    if (key !== undefined)
      return Promise.resolve(one === undefined ? new Response(null, { status: 404 }) : Response.json(one));
    const wanted = query.get('state')?.split(',');
    const known = takesFirst ? wanted?.slice(0, 1) : wanted;
    const found = all.filter(({ state }) => known === undefined || known.includes(state));
    const offset = Number(query.get('offset') ?? 0);
    return Promise.resolve(Response.json(found.slice(offset, offset + Number(query.get('limit') ?? 10))));
  };
}

test('several values of a filter are rare ones, so that what they must show fits on a page', async () => {
  const checks = async (takesFirst: boolean): Promise<readonly string[]> => {
    const { summary } = await tell({ ...PARTS, target: parcels(takesFirst), phases: ['stateful'] });
    return summary.findings.filter(({ severity }) => severity === 'error').map(({ check }) => check);
  };
  expect(await checks(false)).toEqual([]);
  expect(await checks(true)).toContain('filter.incomplete');
});
