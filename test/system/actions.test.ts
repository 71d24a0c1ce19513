import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openText, type Server, TRANSPORTS } from './harness.ts';

const DOCUMENT = `
openapi: 3.1.0
info: {title: Orders, version: '1'}
paths:
  /orders:
    get:
      responses:
        '200': {description: ok, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Order'}}}}}
    post:
      requestBody: {required: true, content: {application/json: {schema: {$ref: '#/components/schemas/Order'}}}}
      responses:
        '201': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Order'}}}}
  /orders/{id}:
    parameters: [{$ref: '#/components/parameters/id'}]
    get:
      responses:
        '200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Order'}}}}
        '404': {description: no}
  /orders/{id}/cancel:
    parameters: [{$ref: '#/components/parameters/id'}]
    post:
      responses:
        '200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Order'}}}}
        '404': {description: no}
  /orders/{id}/ship:
    parameters: [{$ref: '#/components/parameters/id'}]
    post:
      responses:
        '204': {description: ok}
  /orders/{id}:reopen:
    parameters: [{$ref: '#/components/parameters/id'}]
    post:
      responses:
        '200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Order'}}}}
  /orders/{id}/remind:
    parameters: [{$ref: '#/components/parameters/id'}]
    post:
      responses:
        '200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Order'}}}}
components:
  parameters:
    id: {name: id, in: path, required: true, schema: {type: integer}}
  schemas:
    Order:
      type: object
      required: [id, status]
      properties:
        id: {type: integer, readOnly: true}
        status: {type: string, enum: [placed, shipped, cancelled], default: placed, readOnly: true}
        tracking: {type: [string, 'null']}
        reopenedAt: {type: [string, 'null'], format: date-time}
        open: {type: boolean}
        updatedAt: {type: string, format: date-time, readOnly: true}
      if: {required: [status], properties: {status: {const: shipped}}}
      then: {required: [tracking], properties: {tracking: {type: string}}}
`;

describe.each(TRANSPORTS)('an action, %s', (_, open) => {
  let server: Server;
  beforeAll(async () => {
    server = await openText(open, DOCUMENT, { now: '2026-12-01T00:00:00Z' });
  });
  afterAll(() => server.close());

  const placed = async (order: object = {}): Promise<string> =>
    `/orders/${(await server.call('POST /orders', order)).json.id}`;
  const status = async (path: string): Promise<string> => (await server.call(`GET ${path}`)).json.status;

  it('may stand behind a colon, and sets the time at which it is done', async () => {
    const path = await placed();
    const done = { reopenedAt: '2026-12-01T00:00:00.000Z', open: true };
    expect((await server.call(`POST ${path}:reopen`)).json).toMatchObject(done);
    expect((await server.call(`GET ${path}`)).json).toMatchObject(done);
  });

  it('whose name says what it makes of its item answers it so, and it is read so from then on', async () => {
    const path = await placed();
    expect((await server.call(`POST ${path}/cancel`)).json).toMatchObject({ status: 'cancelled' });
    expect(await status(path)).toBe('cancelled');
  });

  it('does the same where its answer shows nothing, and once is enough', async () => {
    const path = await placed({ tracking: 'T1' });
    expect((await server.call(`POST ${path}/ship`)).status).toBe(204);
    const read = (await server.call(`GET ${path}`)).json;
    expect(read).toMatchObject({ status: 'shipped', tracking: 'T1' });
    await server.call(`POST ${path}/ship`);
    expect((await server.call(`GET ${path}`)).json).toEqual(read);
  });

  it('changes nothing where the whole would no longer fit its schema, or its name says nothing', async () => {
    const path = await placed();
    await server.call(`POST ${path}/ship`);
    await server.call(`POST ${path}/remind`);
    expect(await status(path)).toBe('placed');
  });

  it('changes the item in its own world alone', async () => {
    const path = await placed();
    const { id } = (await server.call('GET /orders')).json[0];
    await server.call(`POST /orders/${id}/cancel`, undefined, { 'Standin-World': 'other' });
    expect((await server.call(`GET /orders/${id}`, undefined, { 'Standin-World': 'other' })).json.status).toBe(
      'cancelled',
    );
    expect([await status(path), (await server.call('POST /orders/999999/cancel')).status]).toEqual(['placed', 404]);
  });
});
