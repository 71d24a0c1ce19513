import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inMemory, openText, type Server } from './harness.ts';

const DOCUMENT = `
openapi: 3.0.3
info: {title: Mixed, version: '1'}
paths:
  /tips:
    get:
      operationId: listTips
      responses:
        '200':
          description: ok
          headers:
            X-Quota: {schema: {type: integer}, example: 60}
            Age: {schema: {type: integer}}
          content:
            application/json:
              schema: {type: array, items: {type: object, properties: {text: {type: string}}}}
              example: [{text: Look twice.}]
            text/csv: {schema: {type: string}, example: 'text'}
        '503': {description: no, content: {application/json: {schema: {type: object, required: [message, code], properties: {message: {type: string}, code: {type: string}}}}}}
  /moved: {get: {operationId: moved, responses: {'302': {description: away, headers: {Location: {schema: {type: string}}}}}}}
  /echo:
    post:
      operationId: greet
      requestBody: {required: true, content: {application/json: {schema: {type: object, properties: {name: {type: string}}}}}}
      responses:
        '200': {description: ok, content: {application/json: {schema: {type: object, required: [name, greeting], properties: {name: {type: string}, greeting: {type: string}}}}}}
  /notes:
    get:
      operationId: listNotes
      parameters:
        - {name: 'filter[done]', in: query, schema: {type: boolean}}
        - {name: sort, in: query, schema: {type: string}}
      responses: {'200': {description: ok, content: {application/vnd.api+json: {schema: {type: object, required: [data], properties: {data: {type: array, items: {$ref: '#/components/schemas/Note'}}}}}}}}
    post:
      operationId: createNote
      requestBody: {required: true, content: {application/vnd.api+json: {schema: {type: object, required: [data], properties: {data: {type: object, required: [attributes], properties: {type: {type: string}, attributes: {$ref: '#/components/schemas/NoteAttributes'}}}}}}}}
      responses:
        '201': {description: ok, content: {application/vnd.api+json: {schema: {type: object, required: [data], properties: {data: {$ref: '#/components/schemas/Note'}}}}}}
        '422': {description: no, content: {application/vnd.api+json: {schema: {type: object, required: [errors], properties: {errors: {type: array, items: {type: object, properties: {status: {type: string}, detail: {type: string}, source: {type: object, properties: {pointer: {type: string}, parameter: {type: string}}}}}}}}}}}
  /notes/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    get:
      operationId: getNote
      responses: {'200': {description: ok, content: {application/vnd.api+json: {schema: {type: object, required: [data], properties: {data: {$ref: '#/components/schemas/Note'}}}}}}}
    patch:
      operationId: patchNote
      requestBody: {required: true, content: {application/merge-patch+json: {schema: {type: object}}}}
      responses: {'200': {description: ok, content: {application/vnd.api+json: {schema: {$ref: '#/components/schemas/Note'}}}}}
components:
  schemas:
    NoteAttributes: {type: object, required: [title], properties: {title: {type: string}, done: {type: boolean, default: false}, createdAt: {type: string, format: date-time, readOnly: true}, updatedAt: {type: string, format: date-time, readOnly: true}}}
    Note: {type: object, required: [type, id, attributes], properties: {type: {type: string, enum: [notes]}, id: {type: string}, attributes: {$ref: '#/components/schemas/NoteAttributes'}}}
`;

/** What a document shows by example, says in its own forms, or holds one step deeper. */
describe('a document of many habits', () => {
  let server: Server;
  const call: Server['call'] = (...args) => server.call(...args);
  const jsonApi = { 'content-type': 'application/vnd.api+json' };

  beforeAll(async () => {
    server = await openText(inMemory, DOCUMENT, { now: '2026-12-01T00:00:00Z' });
  });
  afterAll(() => server.close());

  it('shows a collection without ids as its example shows it, and headers that have an example', async () => {
    const { json, headers } = await call('GET /tips');
    expect([json, headers.get('x-quota'), headers.get('age')]).toEqual([[{ text: 'Look twice.' }], '60', null]);
  });

  it('leaves a form that no entity can be written in to the document', async () => {
    const { text, headers } = await call('GET /tips', undefined, { accept: 'text/csv' });
    expect([text, headers.get('content-type'), headers.get('standin-violations')]).toEqual(['text', 'text/csv', null]);
  });

  it('says which error it is, where one is asked for', async () => {
    const { status, json } = await call('GET /tips', undefined, { prefer: 'code=503' });
    expect([status, json]).toEqual([503, { message: 'Service Unavailable, as requested.', code: 'unavailable' }]);
    const drawn = await call('GET /tips', undefined, { prefer: 'code=503, dynamic=true' });
    expect(drawn.json.code).not.toBe('unavailable');
  });

  it('says where a redirect leads', async () => {
    const { status, headers } = await call('GET /moved');
    expect([status, headers.get('location')]).toEqual([302, expect.stringMatching(/./)]);
  });

  it('answers with what was sent, where nothing remembers it', async () => {
    expect((await call('POST /echo', { name: 'Ada' })).json).toMatchObject({ name: 'Ada' });
  });

  it('fills, filters and sorts by the attributes of JSON:API', async () => {
    const { status, json } = await call('POST /notes', { data: { attributes: { title: 'Zebra' } } }, jsonApi);
    const stamp = '2026-12-01T00:00:00.000Z';
    expect([status, json.data.attributes]).toEqual([
      201,
      { title: 'Zebra', done: false, createdAt: stamp, updatedAt: stamp },
    ]);
    const done = (await call('GET /notes?filter[done]=true')).json.data;
    expect(done.every((note: { attributes: { done: boolean } }) => note.attributes.done)).toBe(true);
    const titles = (await call('GET /notes?sort=-title')).json.data.map(
      (note: { attributes: { title: string } }) => note.attributes.title,
    );
    expect(titles).toEqual([...titles].sort().reverse());
    expect(titles).toContain('Zebra');
  });

  it('points into the document that was sent, as JSON:API does', async () => {
    const { status, json } = await call('POST /notes', { data: { attributes: { title: 1 } } }, jsonApi);
    expect([status, json]).toEqual([
      422,
      {
        errors: [
          {
            status: '422',
            detail: '`data.attributes.title` must be a string, but is 1',
            source: { pointer: '/data/attributes/title' },
          },
        ],
      },
    ]);
  });

  it('refuses to merge what the entity cannot be', async () => {
    const [{ id }] = (await call('GET /notes')).json.data;
    const type = { 'content-type': 'application/merge-patch+json' };
    const answer = await call(`PATCH /notes/${id}`, { attributes: { done: 'perhaps' } }, type);
    expect(answer.status).toBe(422);
  });
});
