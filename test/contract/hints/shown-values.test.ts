import { expect, test } from 'vitest';
import { createShownValues } from '../../../src/contract/hints/shown-values.ts';
import { fromYaml, tell } from '../harness.ts';

test('a path that does not end in a parameter takes no value', () => {
  const shown = createShownValues();
  shown.saw('/images', [{ id: 'sha' }]);
  expect(shown.at('/boxes/{id}/json', () => true)).toBeUndefined();
  expect(shown.at('/images/{id}', () => true)).toBe('sha');
});

const DOCUMENT = `openapi: 3.1.0
info: { title: Boxes, version: '1' }
paths:
  /boxes/json:
    get: { operationId: listBoxes, parameters: [{ name: filters, in: query, description: 'A map of filters, encoded as JSON.', schema: { type: string } }, { name: all, in: query, schema: { type: boolean } }, { name: size, in: query, schema: { type: boolean } }], responses: { '200': { description: ok, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Box' } } } } } } }
  /boxes/{id}/json:
    get: { operationId: readBox, parameters: [{ name: id, in: path, required: true, schema: { type: string } }], responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Box' } } } } } }
  /save:
    post:
      operationId: saveBox
      parameters: [{ name: box, in: query, description: The box to save, schema: { type: string } }]
      responses: { '201': { description: saved }, '400': { description: refused }, '404': { description: none } }
components: { schemas: { Box: { type: object, required: [Id], properties: { Id: { type: string }, Title: { type: string } } } } }
`;

test('a parameter called as a resource takes the id of one that is shown', async () => {
  const failed: string[] = [];
  const target = async (request: Request): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url);
    const filters = searchParams.get('filters');
    if (filters !== null && !filters.startsWith('{')) {
      failed.push(filters);
      return Response.json({ message: "invalid character 'u' looking for beginning of value" }, { status: 500 });
    }
    if (pathname === '/boxes/json') return Response.json([{ Id: 'b-17', Title: 'first' }]);
    if (pathname === '/boxes/b-17/json') return Response.json({ Id: 'b-17', Title: 'first' });
    const box = searchParams.get('box') ?? '';
    if (box === '') return Response.json({ message: 'invalid name or ID supplied: ""' }, { status: 400 });
    if (pathname === '/save' && box === 'b-17') return new Response(null, { status: 201 });
    return Response.json({ message: `No such box: ${box}` }, { status: 404 });
  };
  const { summary } = await tell({ ...fromYaml(DOCUMENT), phases: ['coverage'], target });
  expect(summary.coverage.operations.flatMap((each) => (each.reached ? [each.operation] : []))).toEqual([
    'listBoxes',
    'readBox',
    'saveBox',
  ]);
  expect(failed.filter((each) => each !== '').length).toBeLessThan(3);
});
