import { expect, test } from 'vitest';
import { fromYaml, tell } from '../harness.ts';

const json = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;
const document = (description: string, type = '{ type: string }'): string => `
openapi: 3.1.0
info: { title: Tickets, version: '1' }
paths:
  /tickets:
    get:
      operationId: listTickets
      parameters:
        - { name: queue, in: query, description: '${description}', schema: ${type} }
      responses: { '200': { description: All., ${json("{ type: array, items: { $ref: '#/components/schemas/Ticket' } }")} } }
  /tickets/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get: { operationId: readTicket, responses: { '200': { description: It., ${json("{ $ref: '#/components/schemas/Ticket' }")} }, '404': { description: None. } } }
components:
  schemas:
    Ticket: { type: object, required: [id, queue], properties: { id: { type: integer }, queue: { type: string } } }
`;

const TICKETS = ['billing', 'hardware', 'billing', 'travel'].map((queue, at) => ({ id: at + 1, queue }));

async function errorsOf(
  text: string,
  fits: (queue: string, wanted: string) => boolean,
  tickets = TICKETS,
): Promise<readonly string[]> {
  const target = async (request: Request): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url);
    const [, , id] = pathname.split('/');
    if (id !== undefined) {
      const found = tickets.find((each) => String(each.id) === id);
      return found === undefined ? new Response(null, { status: 404 }) : Response.json(found);
    }
    const wanted = searchParams.get('queue');
    return Response.json(tickets.filter(({ queue }) => wanted === null || fits(queue, wanted)));
  };
  const { summary } = await tell({ ...fromYaml(text), target, phases: ['stateful'] });
  return summary.findings.filter(({ severity }) => severity === 'error').map(({ check }) => check);
}

const startsWith = (queue: string, wanted: string): boolean => queue.startsWith(wanted);

test.each(['Only tickets in this queue.', 'Key of the queue. The whole value must be equal.'])(
  'a filter that compares beginnings is found where the document says: %s',
  async (description) => {
    expect(await errorsOf(document(description), startsWith)).toEqual(['filter.ignored']);
    expect(await errorsOf(document(description), (queue, wanted) => queue === wanted)).toEqual([]);
  },
);

test.each([
  'Filters by queue.',
  'Only tickets whose queue starts with this text.',
  'Only tickets with this text in it.',
  'Filters by queue; use quotes for an exact match.',
  'The queue. It need not be exact.',
])('and not where it does not: %s', async (description) => {
  expect(await errorsOf(document(description), startsWith)).toEqual([]);
});

test('the name of a content may be found by its beginning', async () => {
  const commits = TICKETS.map(({ id, queue }) => ({ id, queue: Buffer.from(queue.padEnd(20, '.')).toString('hex') }));
  expect(await errorsOf(document('Only tickets of this commit.'), startsWith, commits)).toEqual([]);
});
