import { expect, test } from 'vitest';
import { createHints } from '../../../src/contract/hints/hints.ts';
import { withHints } from '../../../src/contract/hints/with-hints.ts';
import type { Exchange } from '../../../src/contract/model/exchange.ts';
import type { HttpRequest, Json } from '../../../src/core/index.ts';
import { fromYaml } from '../harness.ts';

const parts = fromYaml(`openapi: 3.1.0
info: { title: Books, version: '1' }
paths:
  /books:
    get: { operationId: listBooks, parameters: [{ $ref: '#/components/parameters/Meta' }, { name: own, in: query, schema: { type: string } }], responses: { '200': { description: ok } } }
    post:
      operationId: createBook
      requestBody: { content: { application/json: { schema: { type: object, properties: { id: { type: integer }, title: { type: string } } } } } }
      responses: { '201': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Book' } } } } }
  /books/{id}:
    get: { operationId: readBook, parameters: [{ name: id, in: path, required: true, schema: { type: integer } }, { $ref: '#/components/parameters/Meta' }, { name: own, in: query, schema: { type: string } }], responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Book' } } } } } }
components:
  parameters: { Meta: { name: meta, in: query, schema: { type: string } } }
  schemas: { Book: { type: object, properties: { id: { type: integer }, title: { type: string } } } }
`);
const operationOf = (id: string) => parts.api.operations.find((each) => each.id === id) ?? expect.fail(id);
const asking = (path: string, query: string): HttpRequest => ({
  method: 'GET',
  path,
  query,
  headers: [],
  body: { kind: 'none' },
});
const parsed = (value: Json) => ({ kind: 'parsed', mediaType: 'application/json', value, text: '' }) as const;

/** Hints that have learned from the refusal of one request. */
function taught(
  operation: string,
  request: HttpRequest,
  message: string,
  status = 400,
): ReturnType<typeof createHints> {
  const hints = createHints({ ...parts, salt: '', isGiven: () => false });
  const refusal = { operation: operationOf(operation), purpose: { expect: 'valid' }, request };
  const response = { status, headers: [], body: parsed({ error: message }) };
  // Hints read nothing else of an exchange.
  hints.learn({ ...refusal, response } as unknown as Exchange);
  return hints;
}

test('what one operation says of a shared parameter holds for the others, and what it says of its own does not', () => {
  const ofShared = taught('listBooks', asking('/books', 'meta=x&own=y'), '"meta" must be one of [total, none]');
  const where = { seed: 1, at: 'a' };
  expect(ofShared.fill(operationOf('readBook'), asking('/books/1', 'meta=x&own=y'), where).query).toMatch(
    /^own=y&meta=(total|none)$/,
  );
  expect(ofShared.fill(operationOf('readBook'), asking('/books/1', 'own=y'), where).query).toBe('own=y');
  expect(
    ofShared.fill(operationOf('readBook'), asking('/books/1', 'meta=x'), where, { probed: '/query/meta' }).query,
  ).toBe('meta=x');
  const ofOwn = taught('listBooks', asking('/books', 'meta=x&own=y'), '"own" must be one of [total, none]');
  expect(ofOwn.fill(operationOf('readBook'), asking('/books/1', 'meta=x&own=y'), where).query).toBe('meta=x&own=y');
});

test('an id that is optional and taken is left out', () => {
  const create = { ...asking('/books', ''), method: 'POST', body: parsed({ id: 3, title: 'A' }) };
  const hints = taught('createBook', create, 'Value for field "id" has to be unique.');
  expect(hints.fill(operationOf('createBook'), create, { seed: 1, at: 'a' }).body).toMatchObject({
    value: { title: 'A' },
  });
  const { body } = hints.fill(operationOf('createBook'), create, { seed: 1, at: 'a' });
  expect(body.kind === 'parsed' && Object.keys(Object(body.value))).toEqual(['title']);
});

test('a query parameter that the plan has chosen keeps its value, whatever was refused before', () => {
  const hints = taught('listBooks', asking('/books', 'meta=x'), '"meta" must be one of [total, none]');
  const { request } = withHints(parts.generator, hints);
  const drawn = request(
    operationOf('listBooks'),
    { kind: 'valid', optional: 'required' },
    { seed: 1, at: 'a' },
    {
      'query.meta': 'mine',
    },
  );
  expect(drawn).toMatchObject({ ok: true, value: { query: 'meta=mine' } });
});

test('an id that is taken is left out, also where the service forbids it', () => {
  const create = { ...asking('/books', ''), method: 'POST', body: parsed({ id: 3, title: 'A' }) };
  const sent = (message: string): readonly string[] => {
    const { body } = taught('createBook', create, message, 403).fill(operationOf('createBook'), create, {
      seed: 1,
      at: 'a',
    });
    return body.kind === 'parsed' ? Object.keys(Object(body.value)) : [];
  };
  expect(sent("id '3': book already exists")).not.toContain('id');
  expect(sent('you may not choose the id')).toContain('id');
});
