import { expect, test } from 'vitest';
import { fromYaml, tell } from '../harness.ts';

const NOTES = fromYaml(`
openapi: 3.1.0
info: { title: Notes, version: '1' }
paths:
  /notes:
    get:
      operationId: list
      parameters:
        - { name: 'page[number]', in: query, schema: { type: integer, minimum: 1, default: 1 } }
        - { name: 'page[size]', in: query, schema: { type: integer, minimum: 1, maximum: 50, default: 20 } }
        - { name: 'filter[mark]', in: query, schema: { $ref: '#/components/schemas/Mark' } }
      responses:
        '200':
          description: A page of notes
          content:
            application/json:
              schema:
                type: object
                required: [data, meta, links]
                properties:
                  data: { type: array, items: { $ref: '#/components/schemas/Note' } }
                  meta: { type: object, required: [total], properties: { total: { type: integer, description: How many notes fit the filters. } } }
                  links: { type: object, required: [next], properties: { next: { type: [string, 'null'], description: The page after this one. \`null\` on the last page. } } }
  /notes/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { operationId: read, responses: { '200': { description: A note, content: { application/json: { schema: { type: object, required: [data], properties: { data: { $ref: '#/components/schemas/Note' } } } } } }, '404': { description: None. } } }
components:
  schemas:
    Mark: { type: string, enum: [red, blue] }
    Note: { type: object, required: [id, attributes], properties: { id: { type: string }, attributes: { type: object, required: [text, mark], properties: { text: { type: string }, mark: { $ref: '#/components/schemas/Mark' } } } } }
`);

type Fault = 'none' | 'filter-lost' | 'next-on-last' | 'same-page';
const ALL = Array.from({ length: 9 }, (_, index) => ({
  id: `n${index}`,
  attributes: { text: `Note ${index}`, mark: index % 3 === 1 ? 'blue' : 'red' },
}));

function notes(fault: Fault): (request: Request) => Promise<Response> {
  return async (request) => {
    const { pathname, searchParams: query } = new URL(request.url);
    const [id] = pathname.split('/').slice(2);
    const found = ALL.find((note) => note.id === id);
    if (id !== undefined)
      return found === undefined ? new Response(null, { status: 404 }) : Response.json({ data: found });
    const [size, page] = [Number(query.get('page[size]') ?? 20), Number(query.get('page[number]') ?? 1)];
    const mark = query.get('filter[mark]');
    const fitting = ALL.filter(({ attributes }) => mark === null || attributes.mark === mark);
    const pages = Math.ceil(fitting.length / size);
    const next = new URLSearchParams(query);
    next.set('page[number]', String(fault === 'same-page' ? page : page + 1));
    if (fault === 'filter-lost') next.delete('filter[mark]');
    const follows = fault === 'next-on-last' ? page <= pages : page < pages;
    return Response.json({
      data: fitting.slice((page - 1) * size, page * size),
      meta: { total: fitting.length },
      links: { next: follows ? `/notes?${next}` : null },
    });
  };
}

test.each<[Fault, readonly string[]]>([
  ['none', []],
  ['filter-lost', ['page.link-header']],
  ['same-page', ['page.link-header']],
  ['next-on-last', ['page.link-header', 'page.more-inconsistent']],
])('the address of the next page in an envelope is followed: %s', async (fault, expected) => {
  const { summary } = await tell({ ...NOTES, target: notes(fault), phases: ['stateful'], seed: 3 });
  const found = summary.findings.filter(({ severity }) => severity === 'error');
  expect([...new Set(found.map(({ check }) => check))]).toEqual(expected);
  expect(found.every(({ message }) => !message.includes('Link'))).toBe(true);
});
