import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inMemory, openText, type Server } from './harness.ts';

const error = (schema: string): string => `{description: refused, content: {application/json: {schema: ${schema}}}}`;

const DOCUMENT = `
openapi: 3.1.0
info: {title: Depot, version: '1'}
paths:
  /crates:
    get:
      operationId: listCrates
      parameters:
        - {name: limit, in: query, schema: {type: integer}}
        - {name: after, in: query, schema: {type: string}}
        - {name: colour, in: query, schema: {type: string}}
      responses:
        '200': {description: ok, content: {application/json: {schema: {type: object, properties: {data: {type: array, items: {$ref: '#/components/schemas/Crate'}}, next_cursor: {type: [string, 'null']}}}}}}
        '400': ${error('{type: object, additionalProperties: {type: array, items: {type: string}}}')}
    post:
      operationId: createCrate
      security: [{header: []}, {query: [], bearer: []}]
      requestBody: {required: true, content: {application/json: {schema: {$ref: '#/components/schemas/CrateInput'}}}}
      responses:
        '201': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Crate'}}}}
        '422': ${error('{type: object, additionalProperties: {type: array, items: {type: string}}}')}
  /crates/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    get:
      operationId: getCrate
      responses:
        '200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Crate'}}}}
        '404': ${error('{type: object, properties: {requestId: {type: string}, info: {type: string}}, additionalProperties: false}')}
    put:
      operationId: putCrate
      requestBody: {required: true, content: {application/json: {schema: {$ref: '#/components/schemas/CrateInput'}}}}
      responses:
        '200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Crate'}}}}
        '404': ${error("{$ref: '#/components/schemas/Fault'}")}
    patch:
      operationId: patchCrate
      requestBody: {required: true, content: {application/merge-patch+json: {schema: {type: object, properties: {colour: {type: string}, touched_at: {type: string}, updated_at: {type: string, format: date-time}}}}}}
      responses:
        '200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Crate'}}}}
        '404': ${error('{type: object, required: [type], properties: {type: {type: string, enum: [api_error, invalid_request_error]}, error: {type: string}}}')}
    delete:
      operationId: deleteCrate
      responses:
        '200': {description: ok, content: {application/json: {schema: {type: object, properties: {data: {type: object, required: [crateId, removed], properties: {crateId: {type: string}, removed: {type: boolean}}}, message: {type: string}}}}}}
  /crates/{id}/weight:
    get:
      operationId: weighCrate
      parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
      responses:
        '200': {description: ok, content: {application/json: {schema: {type: object, required: [crate_id, kilos], properties: {crate_id: {type: integer}, kilos: {type: number}}}}}}
        '404': {description: no}
components:
  securitySchemes:
    header: {type: apiKey, in: header, name: X-Depot-Key}
    query: {type: apiKey, in: query, name: key}
    bearer: {type: http, scheme: bearer}
  schemas:
    Fault: {type: object, required: [reason], properties: {reason: {type: string}, fields: {type: array, items: {type: object, required: [field], properties: {field: {type: string}, why: {type: string}}}}}}
    CrateInput: {type: object, required: [colour], properties: {colour: {type: string}, label: {type: string}, state: {type: string, enum: [open, shut]}}}
    Crate:
      type: object
      required: [id, colour]
      properties:
        id: {type: integer}
        colour: {type: string}
        label: {type: string}
        state: {type: string, enum: [open, shut]}
        created_at: {type: string, format: date-time}
        updated_at: {type: string, format: date-time}
`;

/** What a person reads when something cannot be done, and what stays when something is done. */
describe('answers to a person who brings a document', () => {
  let clock = Date.UTC(2026, 11, 1);
  let server: Server;
  const auth = { 'x-depot-key': 'any' };
  const call: Server['call'] = (...args) => server.call(...args);
  const created = async (body: object = { colour: 'red', label: 'A', state: 'shut' }) =>
    (await call('POST /crates', body, auth)).json;

  beforeAll(async () => {
    server = await openText(inMemory, DOCUMENT, { now: () => (clock += 1), auth: 'document' });
  });
  afterAll(() => server.close());

  describe('a cursor', () => {
    it('that names nothing is refused as the document refuses, and not answered with an empty page', async () => {
      const answer = await call('GET /crates?after=none');
      expect([answer.status, answer.json]).toEqual([400, { after: ['`after` names nothing in this list: "none"'] }]);
    });

    it('leads on though what it names is gone, or no longer fits the filter', async () => {
      const first = (await call('GET /crates?limit=2')).json;
      const cursor = first.next_cursor;
      const following = (await call(`GET /crates?limit=2&after=${cursor}`)).json.data;
      expect(
        (await call(`GET /crates?limit=2&after=${cursor}&colour=${following[0].colour}`)).json.data,
      ).toContainEqual(following[0]);
      await call(`DELETE /crates/${cursor}`);
      expect((await call(`GET /crates?limit=2&after=${cursor}`)).json.data).toEqual(following);
    });

    it('and a limit that means nothing, where the document lets it pass, is as good as none', async () => {
      expect((await call('GET /crates?limit=-3')).json.data.length).toBeGreaterThan(1);
    });
  });

  describe('a reason', () => {
    it('stands by field where an error is a map of texts', async () => {
      const { status, json } = await call('POST /crates', { label: 3 }, auth);
      expect([status, json]).toEqual([
        422,
        { colour: ['`colour` is required'], label: ['`label` must be a string, but is 3'] },
      ]);
    });

    it('stands in the likeliest of optional fields, where none is called a message', async () => {
      const { status, json } = await call('GET /crates/999');
      expect([status, json]).toEqual([404, { info: 'There is no crate with id "999".' }]);
    });

    it('takes the form that all errors of the operation share, where the status has none', async () => {
      const { id } = await created();
      const { status, headers, json } = await call(`PUT /crates/${id}`, { label: 3 });
      expect([status, headers.get('content-type')]).toEqual([422, 'application/json']);
      expect(json).toEqual({
        reason: '`colour` is required; `label` must be a string, but is 3',
        fields: [
          { field: 'colour', why: '`colour` is required' },
          { field: 'label', why: '`label` must be a string, but is 3' },
        ],
      });
      expect((await call('PUT /crates/999', { colour: 'x' })).json).toEqual({
        reason: 'There is no crate with id "999".',
      });
    });

    it('is of the likeliest kind that the document lists', async () => {
      const { json } = await call(
        'PATCH /crates/999',
        { colour: 'x' },
        { 'content-type': 'application/merge-patch+json' },
      );
      expect(json).toEqual({ type: 'invalid_request_error', error: 'There is no crate with id "999".' });
    });
  });

  describe('a write', () => {
    it('takes nothing that its own schema does not name: neither an id nor a stamp', async () => {
      const crate = await created({ colour: 'red', id: 12_345, created_at: '1999-01-01T00:00:00Z' });
      expect(crate.id).not.toBe(12_345);
      expect(crate.created_at).toMatch(/^2026-12-01/);
    });

    it('makes both stamps in one instant, moves the one with each change, and never the other', async () => {
      const crate = await created();
      expect(crate.updated_at).toBe(crate.created_at);
      const put = (await call(`PUT /crates/${crate.id}`, { ...crate, label: 'B' })).json;
      expect(put.created_at).toBe(crate.created_at);
      expect(put.updated_at > crate.updated_at).toBe(true);
      const patch = { colour: 'blue', updated_at: put.updated_at };
      const type = { 'content-type': 'application/merge-patch+json' };
      const patched = (await call(`PATCH /crates/${crate.id}`, patch, type)).json;
      expect(patched).toMatchObject({ colour: 'blue', label: 'B', created_at: crate.created_at });
      expect(patched.updated_at > put.updated_at).toBe(true);
    });

    it('that replaces leaves nothing behind of what it leaves out', async () => {
      const { id } = await created();
      const { json } = await call(`PUT /crates/${id}`, { colour: 'green' });
      expect(Object.keys(json)).toEqual(['id', 'colour', 'created_at', 'updated_at']);
    });

    it('that deletes says in any envelope what went', async () => {
      const { id } = await created();
      const { json } = await call(`DELETE /crates/${id}`);
      expect(json).toEqual({ data: { crateId: String(id), removed: true }, message: `The crate ${id} was deleted.` });
    });
  });

  it('What is read of an item needs the item, and names it', async () => {
    const { id } = await created();
    expect((await call(`GET /crates/${id}/weight`)).json).toMatchObject({ crate_id: id });
    expect((await call('GET /crates/999/weight')).status).toBe(404);
  });

  describe('a missing credential', () => {
    it('is looked for where it belongs, in the alternative that lacks least', async () => {
      const pointers = async (line: string, headers: Readonly<Record<string, string>> = {}) => {
        const answer = await call(line, { colour: 'red' }, { ...headers });
        const { entries } = (await call('GET /_standin/journal?status=401')).json;
        expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([
          401,
          expect.stringContaining('Bearer'),
        ]);
        return entries.at(-1).violations[0].pointer;
      };
      expect(await pointers('POST /crates')).toBe('/header/x-depot-key');
      expect(await pointers('POST /crates', { authorization: 'Basic eA==' })).toBe('/header/authorization');
    });
  });

  describe('a preference', () => {
    const told = async (prefer: string) => {
      const { status, headers } = await call('GET /crates', undefined, { prefer });
      return [status, headers.get('preference-applied'), headers.get('standin-preference-ignored')];
    };

    it('that means nothing here is ignored, and that is said', async () => {
      expect(await told('code=banana, respond-async, dynamic=true')).toEqual([
        200,
        'dynamic=true',
        'code=banana, respond-async',
      ]);
      expect((await call('GET /crates?__code=x')).headers.get('standin-preference-ignored')).toBe('code=x');
    });

    it('that the document cannot honour is not said to be applied', async () => {
      expect(await told('code=418')).toEqual([404, null, null]);
      expect(await told('example=none, seed=3')).toEqual([404, 'seed=3', null]);
    });

    it('cannot put anything into a header field that is not its own', async () => {
      expect((await told('x="a, b\tc"'))[2]).toBe('x=a??b?c');
    });
  });

  it('One override can be taken away, and the others stay', async () => {
    const add = async (status: number): Promise<string> =>
      (await call('POST /_standin/overrides', { operation: 'getCrate', status, times: 2 })).json.id;
    const [first, second] = [await add(503), await add(500)];
    expect((await call('GET /crates/1')).status).toBe(503);
    expect((await call(`DELETE /_standin/overrides/${first}`)).status).toBe(204);
    expect((await call(`DELETE /_standin/overrides/${first}`)).status).toBe(404);
    expect((await call('GET /crates/1')).status).toBe(500);
    expect((await call(`DELETE /_standin/overrides/${second}`)).status).toBe(204);
  });
});
