import { expect, test } from 'vitest';
import { fromYaml, tell } from '../harness.ts';

/** A service that accepts exports, which never come to an end. */
const PARTS = fromYaml(`
openapi: 3.1.0
info: { title: Exports, version: '1' }
paths:
  /exports:
    post:
      operationId: startExport
      responses: { '202': { description: Accepted. } }
  /exports/{id}:
    get:
      operationId: getExport
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      responses:
        '200':
          description: Its state.
          content:
            application/json:
              schema: { type: object, properties: { id: { type: string }, status: { type: string } } }
`);

test('a wait between two reads ends when the run is stopped', async () => {
  const stop = new AbortController();
  let reads = 0;
  let stopped = 0;
  const target = async ({ method }: Request): Promise<Response> => {
    if (method === 'POST') return new Response(null, { status: 202, headers: { location: '/exports/7' } });
    reads += 1;
    // The next wait is one of 800 ms or more.
    if (reads === 7)
      setTimeout(() => {
        stopped = performance.now();
        stop.abort();
      }, 50);
    return Response.json({ id: '7', status: 'running' });
  };
  await tell({ ...PARTS, target, phases: ['stateful'], operations: ['startExport'], signal: stop.signal });
  expect(stopped).toBeGreaterThan(0);
  expect(performance.now() - stopped).toBeLessThan(400);
});
