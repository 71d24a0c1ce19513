import { expect, test } from 'vitest';
import { fromYaml, tell } from '../harness.ts';

const QUERY = ['limit', 'offset', 'width', 'height']
  .map((name) => `{ name: ${name}, in: query, schema: { type: integer, minimum: 1, maximum: 99 } }`)
  .join(', ');
const DOCUMENT = `openapi: 3.1.0
info: { title: Charts, version: '1' }
paths:
  /charts:
    get:
      operationId: listCharts
      parameters: [${QUERY}]
      responses: { '200': { description: ok, content: { application/json: { schema: { type: array, items: { type: object } } } } } }
    post:
      operationId: createChart
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [title, scale], properties: { title: { type: string, minLength: 2, maxLength: 9 }, scale: { type: integer, minimum: 1, maximum: 9 } } } } } }
      responses: { '201': { description: made, content: { application/json: { schema: { $ref: '#/components/schemas/Chart' } } } } }
  /charts/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get: { operationId: readChart, responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Chart' } } } }, '404': { description: none } } }
components: { schemas: { Chart: { type: object, properties: { id: { type: integer }, title: { type: string }, scale: { type: integer } } } } }
`;

test('an operation that is not there (404 at a path without parameters) is not asked with boundary values and broken requests', async () => {
  let asked = 0;
  const target = (request: Request): Promise<Response> => {
    if (['GET', 'POST'].includes(request.method) && new URL(request.url).pathname === '/charts') asked += 1;
    return Promise.resolve(new Response('Cannot be found', { status: 404, headers: { 'content-type': 'text/plain' } }));
  };
  const { summary } = await tell({ ...fromYaml(DOCUMENT), target, phases: ['coverage'] });
  expect(asked).toBeLessThan(20);
  expect(summary.inconclusive.map(({ reason }) => reason).join()).toContain('404');
});
