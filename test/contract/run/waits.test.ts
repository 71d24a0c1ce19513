import { afterEach, expect, test, vi } from 'vitest';
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

afterEach(() => {
  vi.useRealTimers();
});

test('a wait between two reads ends when the run is stopped', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const stop = new AbortController();
  let reads = 0;
  const target = async ({ method }: Request): Promise<Response> => {
    if (method === 'POST') return new Response(null, { status: 202, headers: { location: '/exports/7' } });
    reads += 1;
    return Response.json({ id: '7', status: 'running' });
  };
  const run = tell({ ...PARTS, target, phases: ['stateful'], operations: ['startExport'], signal: stop.signal });
  while (reads < 7) {
    await turn();
    await vi.advanceTimersByTimeAsync(50);
  }
  for (let turns = 0; turns < 20; turns += 1) await turn();
  // From here on the clock stands still: only the signal can end the wait.
  stop.abort();
  const { summary } = await run;
  expect(summary.interrupted).toBeDefined();
}, 20_000);

/** Lets everything run that waits for no timer. */
function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
