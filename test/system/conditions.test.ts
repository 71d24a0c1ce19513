import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openText, type Server, TRANSPORTS } from './harness.ts';

const DOCUMENT = `
openapi: 3.1.0
info: {title: Notes, version: '1'}
paths:
  /notes:
    post:
      requestBody: {required: true, content: {application/json: {schema: {$ref: '#/components/schemas/Note'}}}}
      responses:
        '201': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Note'}}}}
  /notes/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    get:
      responses:
        '200': {description: ok, headers: {ETag: {schema: {type: string}}}, content: {application/json: {schema: {$ref: '#/components/schemas/Note'}}}}
    put:
      requestBody: {required: true, content: {application/json: {schema: {$ref: '#/components/schemas/Note'}}}}
      responses:
        '200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Note'}}}}
    delete:
      responses:
        '204': {description: gone}
components:
  schemas:
    Note: {type: object, required: [text], properties: {id: {type: integer, readOnly: true}, text: {type: string}}}
`;

/** Only the read speaks of entity tags, as most documents have it. */
describe.each(TRANSPORTS)('a tag that a read gives out, %s', (_, open) => {
  let server: Server;
  let path: string;
  beforeAll(async () => {
    server = await openText(open, DOCUMENT);
    path = `/notes/${(await server.call('POST /notes', { text: 'a' })).json.id}`;
  });
  afterAll(() => server.close());

  const tagNow = async (): Promise<string> => (await server.call(`GET ${path}`)).headers.get('etag') ?? '';

  it('guards a write of the same path, which tells the next one', async () => {
    const tag = await tagNow();
    const written = await server.call(`PUT ${path}`, { text: 'b' }, { 'If-Match': tag });
    expect([written.status, written.headers.get('etag')]).toEqual([200, await tagNow()]);
    expect((await server.call(`PUT ${path}`, { text: 'c' }, { 'If-Match': tag })).status).toBe(412);
    expect((await server.call(`DELETE ${path}`, undefined, { 'If-Match': tag })).status).toBe(412);
    expect((await server.call(`GET ${path}`)).json.text).toBe('b');
  });

  it('and `If-None-Match: *` lets nothing be replaced that stands', async () => {
    expect((await server.call(`PUT ${path}`, { text: 'd' }, { 'If-None-Match': '*' })).status).toBe(412);
  });

  it('asks nothing of a write that names no version', async () => {
    expect((await server.call(`PUT ${path}`, { text: 'e' })).status).toBe(200);
  });
});
