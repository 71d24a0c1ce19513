import { expect, test } from 'vitest';
import { idsOf } from '../../../src/contract/responses/list-walk.ts';
import type { Resource } from '../../../src/resources/index.ts';
import { fromYaml, tell } from '../harness.ts';

const DOCUMENT = `
openapi: 3.1.0
info: { title: Events, version: '1' }
paths:
  /events:
    get:
      operationId: listEvents
      parameters: [{ name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 50 } }, { name: offset, in: query, schema: { type: integer, minimum: 0 } }]
      responses: { '200': { description: All., content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Event' } } } } } }
  /events/{name}:
    get:
      operationId: readEvent
      parameters: [{ name: name, in: path, required: true, schema: { type: string } }]
      responses: { '200': { description: One., content: { application/json: { schema: { $ref: '#/components/schemas/Event' } } } }, '404': { description: None. } }
components:
  schemas: { Event: { type: object, required: [name], properties: { name: { type: string }, at: { type: integer } } } }
`;

const { model } = fromYaml(DOCUMENT);
const [events] = model.resources as [Resource];

test.each([
  ['equal values in equal items', [{ name: 'a' }, { name: 'b' }, { name: 'a' }], ['a', 'b', 'a']],
  [
    'equal values in different items',
    [
      { name: 'a', at: 1 },
      { name: 'b', at: 2 },
      { name: 'a', at: 3 },
    ],
    [],
  ],
])('%s', (_, items, ids) => {
  expect(events.id?.property).toBe('name');
  expect(idsOf(events, items)).toEqual(ids);
});

test('different items with one name are not one item that comes twice', async () => {
  const all = Array.from({ length: 9 }, (_, at) => ({ name: at % 2 === 0 ? 'odd' : 'even', at }));
  const target = (request: Request): Response => {
    const { pathname, searchParams } = new URL(request.url);
    const name = pathname.split('/')[2];
    const found = all.find((each) => each.name === name);
    if (name !== undefined) return Response.json(found ?? {}, { status: found === undefined ? 404 : 200 });
    const from = Number(searchParams.get('offset') ?? 0);
    return Response.json(all.slice(from, from + Number(searchParams.get('limit') ?? 50)));
  };
  const { summary } = await tell({ ...fromYaml(DOCUMENT), target, phases: ['stateful'] });
  expect(summary.findings.map(({ check }) => check).filter((check) => check.startsWith('page.'))).toEqual([]);
});
