import { expect, test } from 'vitest';
import { fromYaml, tell } from '../harness.ts';

const one = (name: string): string =>
  `content: { application/json: { schema: { $ref: '#/components/schemas/${name}' } } }`;
const many = (name: string): string =>
  `content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/${name}' } } } }`;
const NONE = "'404': { description: None. }";
const id = 'parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]';
const action = (name: string, description: string): string => `
  /tickets/{id}/${name}:
    ${id}
    post: { operationId: ${name}Ticket, description: '${description}', responses: { '200': { description: The ticket., ${one('Ticket')} }, ${NONE}, '409': { description: The status does not allow it. } } }`;

const PARTS = fromYaml(`
openapi: 3.1.0
info: { title: Desk, version: '1' }
paths:
  /agents:
    get: { operationId: listAgents, responses: { '200': { description: Agents., ${many('Agent')} } } }
    post: { operationId: addAgent, requestBody: { required: true, ${one('Named')} }, responses: { '201': { description: The agent., ${one('Agent')} }, '400': { description: Refused. } } }
  /agents/{agentId}:
    parameters: [{ name: agentId, in: path, required: true, schema: { type: integer } }]
    get: { operationId: readAgent, responses: { '200': { description: The agent., ${one('Agent')} }, ${NONE} } }
  /tickets:
    get: { operationId: listTickets, responses: { '200': { description: Tickets., ${many('Ticket')} } } }
    post: { operationId: addTicket, requestBody: { required: true, ${one('Named')} }, responses: { '201': { description: The ticket., ${one('Ticket')} }, '400': { description: Refused. } } }
  /tickets/{id}:
    ${id}
    get: { operationId: readTicket, responses: { '200': { description: The ticket., ${one('Ticket')} }, ${NONE} } }
  /tickets/{id}/assign:
    ${id}
    post:
      operationId: assignTicket
      description: A \`new\` ticket becomes \`open\`. Closed tickets cannot be assigned (409).
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [agentId], properties: { agentId: { type: integer } } } } } }
      responses: { '200': { description: The ticket., ${one('Ticket')} }, '400': { description: Refused. }, ${NONE}, '409': { description: The status does not allow it. } }
${action('solve', 'Only tickets that are `open` can be solved. Sets `solvedAt`.')}
${action('reopen', 'A solved ticket becomes `open` again and loses its `solvedAt`. Any other status is refused with 409.')}
${action('close', 'Only a solved ticket can be closed.')}
components:
  schemas:
    Named: { type: object, required: [name], properties: { name: { type: string, minLength: 1, maxLength: 40 } } }
    Agent: { allOf: [{ $ref: '#/components/schemas/Named' }, { type: object, required: [id, load], properties: { id: { type: integer, readOnly: true }, load: { type: integer, readOnly: true, description: Number of tickets that are assigned to the agent and not closed. } } }] }
    Ticket:
      allOf:
        - $ref: '#/components/schemas/Named'
        - type: object
          required: [id, status]
          properties:
            id: { type: integer, readOnly: true }
            status: { type: string, enum: [new, open, solved, closed], readOnly: true }
            assigneeId: { type: integer, readOnly: true }
            solvedAt: { type: string, format: date-time, readOnly: true }
`);

type Fault = 'closed counted' | 'date stays';

interface Ticket {
  readonly id: number;
  readonly name: string;
  readonly status: string;
  readonly assigneeId?: number;
  readonly solvedAt?: string;
}

const FROM: Readonly<Record<string, readonly string[]>> = { solve: ['open'], reopen: ['solved'], close: ['solved'] };

/** A service in which agents work on tickets. */
function desk(fault?: Fault): (request: Request) => Promise<Response> {
  const agents = new Map<number, { readonly id: number; readonly name: string }>();
  const tickets = new Map<number, Ticket>();
  let last = 0;
  const none = (status = 404): Response => new Response(null, { status });
  const shown = (agent: { readonly id: number }): object => ({
    ...agent,
    load: [...tickets.values()].filter(
      ({ assigneeId, status }) => assigneeId === agent.id && (status !== 'closed' || fault === 'closed counted'),
    ).length,
  });
  const act = (ticket: Ticket, verb: string): Ticket | undefined => {
    if (FROM[verb]?.includes(ticket.status) !== true) return undefined;
    const { solvedAt, ...rest } = ticket;
    if (verb === 'solve') return { ...rest, status: 'solved', solvedAt: '2026-12-01T00:00:00Z' };
    const dated = { ...rest, ...(solvedAt === undefined ? {} : { solvedAt }) };
    if (verb === 'close') return { ...dated, status: 'closed' };
    return { ...(fault === 'date stays' ? dated : rest), status: 'open' };
  };
  return async (request) => {
    const [top, named, verb] = new URL(request.url).pathname.split('/').slice(1);
    const sent = request.method === 'POST' ? await request.json().catch(() => ({})) : {};
    const { name = '', agentId } = sent as { name?: string; agentId?: number };
    if (named === undefined) {
      if (request.method === 'GET')
        return Response.json(top === 'agents' ? [...agents.values()].map(shown) : [...tickets.values()]);
      if (typeof name !== 'string' || name === '' || name.length > 40) return none(400);
      last += 1;
      if (top === 'agents') {
        agents.set(last, { id: last, name });
        return Response.json(shown({ id: last, ...{ name } }), { status: 201 });
      }
      tickets.set(last, { id: last, name, status: 'new' });
      return Response.json(tickets.get(last), { status: 201 });
    }
    const agent = agents.get(Number(named));
    if (top === 'agents') return agent === undefined ? none() : Response.json(shown(agent));
    const ticket = tickets.get(Number(named));
    if (ticket === undefined) return none();
    if (verb === 'assign') {
      if (agentId === undefined || !agents.has(agentId)) return none(400);
      if (ticket.status === 'closed') return none(409);
      const status = ticket.status === 'new' ? 'open' : ticket.status;
      tickets.set(ticket.id, { ...ticket, assigneeId: agentId, status });
    } else if (verb !== undefined) {
      const after = act(ticket, verb);
      if (after === undefined) return none(409);
      tickets.set(ticket.id, after);
    }
    return Response.json(tickets.get(ticket.id));
  };
}

async function found(fault?: Fault): Promise<readonly string[]> {
  const { summary } = await tell({ ...PARTS, target: desk(fault), phases: ['stateful'] });
  return summary.findings.flatMap(({ check, severity, message }) =>
    severity === 'error' ? [`${check}: ${message}`] : [],
  );
}

test('a service that keeps its word has no finding', async () => {
  expect(await found()).toEqual([]);
});

test('the number of assigned tickets must follow the action that closes one', async () => {
  expect(await found('closed counted')).toEqual([
    'state.count-differs: `load` of readAgent stayed 1 after closeTicket of one of the tickets; it should be 0. The document calls it “Number of tickets that are assigned to the agent and not closed”.',
  ]);
});

test('an action that needs a state two actions away is tried there, and what it loses must be gone', async () => {
  expect(await found('date stays')).toEqual([
    'state.action-without-effect: reopenTicket answered with a success, and `solvedAt`, which it clears, is still "2026-12-01T00:00:00Z".',
  ]);
});
