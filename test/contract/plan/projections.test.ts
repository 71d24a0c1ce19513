import { expect, test } from 'vitest';
import { fromYaml, tell } from '../harness.ts';

const FILM_SCHEMA = "{ $ref: '#/components/schemas/Film' }";
const documented = (required: string, listed = FILM_SCHEMA, names = '{ type: string }') =>
  fromYaml(`openapi: 3.1.0
info: { title: Films, version: '1' }
paths:
  /films:
    get:
      operationId: listFilms
      parameters: [{ name: fields, in: query, description: Comma separated list of the fields that should be returned, schema: ${names}, explode: false }]
      responses: { '200': { description: ok, content: { application/json: { schema: { type: array, items: ${listed} } } } } }
  /films/{id}:
    get:
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Film' } } } }, '404': { description: none } }
components:
  schemas:
    Film: { type: object, required: ${required}, properties: { id: { type: string }, name: { type: string }, year: { type: integer }, length: { type: integer }, country: { type: string } } }
`);

const FILM = { id: 'a', name: 'Alphaville', year: 1965, length: 99, country: 'France' };

/** A service that reads no parameter. */
async function target(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (pathname === '/films') return Response.json([FILM]);
  return pathname === '/films/a' ? Response.json(FILM) : Response.json({ error: 'none' }, { status: 404 });
}

test.each([
  ['[id]', 1],
  ['[id, name, year, length, country]', 0],
])(
  'of a parameter for fields that changes nothing, where the document requires %s, there are %i findings',
  async (required, expected) => {
    const { summary } = await tell({ ...documented(required), target, phases: ['protocol'] });
    expect(summary.findings.filter(({ check }) => check === 'filter.fields-ignored')).toHaveLength(expected);
  },
);

test('a parameter that lists its names may leave out the id', async () => {
  const names = '{ type: array, items: { type: string, enum: [name, year, length, country] } }';
  const { summary } = await tell({ ...documented('[id]', undefined, names), target, phases: ['protocol'] });
  expect(summary.findings.map(({ check }) => check)).toContain('filter.fields-ignored');
});

test('a list may show items of which it requires less than a read does', async () => {
  const part =
    '{ type: object, properties: { id: { type: string }, name: { type: string }, year: { type: integer }, length: { type: integer } } }';
  const { summary } = await tell({ ...documented('[id, name, year, length]', part), target, phases: ['protocol'] });
  expect(summary.findings.map(({ check }) => check)).toContain('filter.fields-ignored');
});
