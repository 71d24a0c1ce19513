import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Server, TRANSPORTS } from './harness.ts';

const DOCUMENT = `
openapi: 3.0.3
info: {title: Desk, version: '1'}
security: [{key: []}, {}]
paths:
  /tickets:
    get:
      operationId: listTickets
      responses:
        '200': {description: ok, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Ticket'}}}}}
    post:
      operationId: createTicket
      requestBody: {required: true, content: {application/json: {schema: {$ref: '#/components/schemas/TicketInput'}}}}
      responses:
        '201': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Ticket'}}}}
        '400': {description: bad, content: {application/json: {schema: {type: object}}}}
  /tickets/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    get:
      operationId: getTicket
      externalDocs: {url: 'https://desk.example/docs/tickets'}
      responses:
        '200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Ticket'}}}}
        '404': {description: no, content: {application/json: {schema: {$ref: '#/components/schemas/Problems'}}}}
    put:
      operationId: putTicket
      requestBody: {required: true, content: {application/json: {schema: {$ref: '#/components/schemas/TicketInput'}}}}
      responses:
        '200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Ticket'}}}}
        '400': {description: bad, content: {text/plain: {schema: {type: string}}}}
    delete:
      operationId: deleteTicket
      responses:
        '200': {description: ok, content: {application/json: {schema: {type: object, required: [id, deleted], properties: {id: {type: string}, object: {type: string, enum: [ticket]}, deleted: {type: boolean}}}}}}
  /tickets/{id}/close:
    post:
      operationId: closeTicket
      parameters: [{name: id, in: path, required: true, schema: {type: string}}]
      responses:
        '200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Ticket'}}}}
        '404': {description: no, content: {application/json: {schema: {$ref: '#/components/schemas/Problems'}}}}
  /tickets/{ticketId}/remind:
    post:
      operationId: remindTicket
      parameters: [{name: ticketId, in: path, required: true, schema: {type: string}}]
      responses:
        '202': {description: queued}
components:
  securitySchemes:
    key: {type: apiKey, in: query, name: token}
  schemas:
    Problems:
      type: object
      required: [documentation_url]
      properties:
        errors: {type: array, items: {type: object, required: [code], properties: {code: {type: string, enum: [missing, invalid]}}}}
        documentation_url: {type: string}
        message: {type: string}
    TicketInput: {type: object, required: [title], properties: {title: {type: string}, note: {type: string}, rank: {type: integer, default: 1}}}
    Ticket:
      type: object
      required: [id, title]
      properties:
        id: {type: string}
        title: {type: string}
        note: {type: string}
        rank: {type: integer, default: 1}
        created_at: {type: string, format: date-time}
        updated_at: {type: string, format: date-time}
`;

/** A document with the habits of many: receipts, actions, stamps, open errors. Nothing but inference answers. */
describe.each(TRANSPORTS)('a document with receipts, actions and open errors, %s', (_, open) => {
  const folder = mkdtempSync(join(tmpdir(), 'standin-answers-'));
  const document = join(folder, 'desk.yaml');
  let server: Server;
  const clocked = (now: string, state: object = {}): Promise<Server> => open({ document, now, ...state });

  beforeAll(async () => {
    writeFileSync(document, DOCUMENT);
    server = await clocked('2026-12-01T00:00:00Z');
  });
  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const created = async (): Promise<string> =>
    (await server.call('POST /tickets', { title: 'Broken lamp', note: 'soon' })).json.id;

  it('gives ids that can be typed into a path', async () => {
    const ids = [...(await server.call('GET /tickets')).json.map(({ id }: { id: string }) => id), await created()];
    expect(ids.filter((id) => !/^[\w.~-]+$/.test(id))).toEqual([]);
  });

  it('stamps a new entity once, and never says that it was changed before it was made', async () => {
    const { json } = await server.call('POST /tickets', { title: 'Lamp' });
    expect([json.created_at, json.updated_at]).toEqual(['2026-12-01T00:00:00.000Z', '2026-12-01T00:00:00.000Z']);
  });

  it('moves the stamp of a seeded entity when it is replaced, and keeps when it was made', async () => {
    const [before] = (await server.call('GET /tickets')).json;
    const after = (await server.call(`PUT /tickets/${before.id}`, { title: 'Another' })).json;
    expect(after).toEqual({
      id: before.id,
      title: 'Another',
      rank: 1,
      created_at: before.created_at,
      updated_at: '2026-12-01T00:00:00.000Z',
    });
  });

  it('deletes with a receipt that names what was deleted', async () => {
    const id = await created();
    expect((await server.call(`DELETE /tickets/${id}`)).json).toEqual({ id, object: 'ticket', deleted: true });
    expect((await server.call(`GET /tickets/${id}`)).status).toBe(404);
  });

  it('does an action to an item that is there, and shows it', async () => {
    const id = await created();
    const shown = (await server.call(`GET /tickets/${id}`)).json;
    const answer = await server.call(`POST /tickets/${id}/close`);
    expect([answer.status, answer.json]).toEqual([200, shown]);
    expect((await server.call(`POST /tickets/${id}/remind`)).status).toBe(202);
  });

  it('does no action to an item that is not there', async () => {
    expect((await server.call('POST /tickets/none/close')).status).toBe(404);
    expect((await server.call('POST /tickets/none/remind')).status).toBe(404);
  });

  it('says the reason in an error schema that is open, and in one that is a text', async () => {
    const open = await server.call('POST /tickets', { title: 3 });
    expect([open.status, open.headers.get('content-type')]).toEqual([400, 'application/json']);
    expect(open.json).toMatchObject({ status: 400, violations: [{ pointer: '/body/title', keyword: 'type' }] });
    const text = await server.call(`PUT /tickets/${await created()}`, { title: 3 });
    expect([text.status, text.headers.get('content-type')]).toEqual([400, 'text/plain']);
    expect(text.text).toMatch(/^`title` must be a string/);
  });

  it('invents nothing in an error: no list where there is nothing to list, and the documentation that the document names', async () => {
    expect((await server.call('GET /tickets/none')).json).toEqual({
      message: 'There is no ticket with id "none".',
      documentation_url: 'https://desk.example/docs/tickets',
    });
  });

  it('points at the credential that is missing, where it belongs', async () => {
    const strict = await clocked('2026-12-01T00:00:00Z', { requireAuth: true });
    const answer = await strict.call('GET /tickets');
    await strict.close();
    expect([answer.status, answer.json.violations]).toMatchObject([
      401,
      [{ code: 'security.missing', pointer: '/query/token' }],
    ]);
  });
});
