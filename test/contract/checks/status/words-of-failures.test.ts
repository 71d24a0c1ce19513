import { expect, test } from 'vitest';
import type { Finding } from '../../../../src/contract/index.ts';
import { fromYaml, tell } from '../../harness.ts';

const PARTS = fromYaml(`
openapi: 3.1.0
info: { title: Notes, version: '1' }
paths:
  /notes:
    get:
      operationId: listNotes
      parameters:
        - { name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 50 } }
        - { name: word, in: query, schema: { type: string, minLength: 1 } }
      responses: { '200': { description: All., content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Note' } } } } } }
components:
  schemas:
    Note: { type: object, required: [text, rank], properties: { text: { type: string }, rank: { type: integer } } }
`);

async function found(target: (query: URLSearchParams) => Response): Promise<readonly Finding[]> {
  const { summary } = await tell({
    ...(await PARTS),
    target: async (request: Request) => target(new URL(request.url).searchParams),
    phases: ['coverage', 'stateful', 'protocol'],
  });
  return summary.findings;
}
const TEXT = { status: 500, headers: { 'content-type': 'text/plain' } };
const notes = (count: number): readonly object[] => Array.from({ length: count }, () => ({ text: 'a', rank: 1 }));

test('a failure after an invalid request names what is wrong in it, and what the service says', async () => {
  const all = await found((query) =>
    query.get('limit') === '51' ? new Response('Out of cheese', TEXT) : Response.json([]),
  );
  const failure = all.find(({ check }) => check === 'status.server-error');
  expect(failure?.message).toBe(
    'GET /notes failed: it answered 500 to an invalid request: query parameter `limit` must be at most 50, but is 51.',
  );
  expect(failure?.actual).toBe('500: Out of cheese');
});

test('a failure after an unusual request names what is unusual in it', async () => {
  const all = await found((query) =>
    (query.get('word') ?? '').includes(';--')
      ? Response.json({ message: 'unclosed quote' }, { status: 500 })
      : Response.json([]),
  );
  const failure = all.find(({ check }) => check === 'status.server-error');
  expect(failure?.message).toBe('GET /notes failed: it answered 500 to a request with quotes in `word`.');
  expect(failure?.actual).toBe('500: unclosed quote');
});

test('an undocumented refusal is told with the words of the service', async () => {
  const all = await found((query) =>
    query.has('limit') ? Response.json({ message: 'no pages here' }, { status: 409 }) : Response.json([]),
  );
  const refusal = all.find(({ check }) => check === 'status.undocumented');
  expect([refusal?.expected, refusal?.actual]).toEqual(['200', '409: no pages here']);
});

test('an item without a required property is told with the properties that it has', async () => {
  const all = await found(() => Response.json([{ text: 'a', colour: 'red' }]));
  expect(all.find(({ check }) => check === 'schema.required')?.actual).toBe('only `text, colour`');
});

test('a limit that is ignored is told at the parameter', async () => {
  const all = await found(() => Response.json(notes(60)));
  expect(all.find(({ check }) => check === 'page.limit-ignored')?.pointer).toBe('/paths/~1notes/get/parameters/0');
});
