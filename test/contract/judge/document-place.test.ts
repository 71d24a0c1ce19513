import { describe, expect, test } from 'vitest';
import { documentPlaceOf } from '../../../src/contract/judge/document-place.ts';
import type { FindingDraft } from '../../../src/contract/model/check.ts';
import { responseFor } from '../../../src/spec/index.ts';
import { fromYaml } from '../harness.ts';

const { api } = fromYaml(`
openapi: 3.1.0
info: { title: Loans, version: '1' }
security: [{ key: [] }]
paths:
  /loans:
    get:
      operationId: listLoans
      parameters:
        - { name: status, in: query, description: Which loans are listed. Others are left out., schema: { type: string } }
        - { name: Idempotency-Key, in: header, description: A repetition lends nothing., schema: { type: string } }
      responses:
        '200':
          description: A page.
          headers: { ETag: { schema: { type: string } } }
          content:
            application/json:
              schema:
                type: object
                properties:
                  has_more: { type: boolean, description: Whether another page follows. }
                  data: { type: array, items: { type: object, properties: { id: { type: integer } } } }
        '404': { description: There is no such loan. }
components: { securitySchemes: { key: { type: apiKey, in: header, name: X-Key } } }
`);
const operation = api.operations[0];

function placeOf(draft: Partial<FindingDraft>, check = 'schema.type'): unknown {
  const answer = operation === undefined ? undefined : responseFor(operation, 200);
  const place = documentPlaceOf(
    api,
    { expected: '', actual: '', message: '', ...draft },
    {
      operation,
      answer,
      check,
    },
  );
  return [place?.pointer.replace('/paths/~1loans/get', '…'), place?.sentence?.text];
}

test('a finding has the place of what it is about, and the sentence there', () => {
  expect(placeOf({ messagePointer: '/query/status' })).toEqual(['…/parameters/0', 'Which loans are listed.']);
  expect(placeOf({ messagePointer: '/header/idempotency-key' })).toEqual([
    '…/parameters/1',
    'A repetition lends nothing.',
  ]);
  const schema = '…/responses/200/content/application~1json/schema/properties';
  expect(placeOf({ messagePointer: '/body/has_more' })).toEqual([`${schema}/has_more`, undefined]);
  expect(placeOf({ messagePointer: '/body/has_more' }, 'page.more-inconsistent')).toEqual([
    `${schema}/has_more`,
    'Whether another page follows.',
  ]);
  expect(placeOf({ messagePointer: '/body/data/3/id' })).toEqual([`${schema}/data/items/properties/id`, undefined]);
  expect(placeOf({ messagePointer: '/header/etag' })).toEqual(['…/responses/200/headers/ETag', undefined]);
  expect(placeOf({ messagePointer: '/status' })).toEqual(['…', undefined]);
});

test('an entity tag that a change has not moved has the place of the field that a read shows', () => {
  const tagged = fromYaml(`
openapi: 3.1.0
info: { title: Rooms, version: '1' }
paths:
  /rooms/{id}:
    get:
      operationId: getRoom
      responses: { '200': { description: A room, headers: { ETag: { description: The tag. Changes with every change., schema: { type: string } } } } }
    put: { operationId: replaceRoom, responses: { '204': { description: Replaced } } }
`);
  const [get, put] = tagged.api.operations;
  if (get === undefined || put === undefined) throw new Error('no operation');
  const draft = { expected: '', actual: '', message: '', messagePointer: '/header/etag' };
  const about = { operation: put, answer: undefined, check: 'header.etag-inconsistent' };
  expect(documentPlaceOf(tagged.api, draft, { ...about, shown: responseFor(get, 200) })).toMatchObject({
    pointer: '/paths/~1rooms~1{id}/get/responses/200/headers/ETag',
    sentence: { text: 'Changes with every change.' },
  });
  expect(documentPlaceOf(tagged.api, draft, about)?.pointer).toBe(put.pointer);
});

test('the place that a check names comes first, and a sentence before all', () => {
  const pointer = `${operation?.pointer}/responses/404`;
  expect(placeOf({ messagePointer: '/query/status', pointer })).toEqual(['…/responses/404', undefined]);
  const sentence = { pointer: `${pointer}/description`, text: 'There is no such loan.' };
  expect(placeOf({ pointer, sentence })).toEqual(['…/responses/404/description', 'There is no such loan.']);
});

test('security that the operation does not write is that of the document', () => {
  expect(placeOf({ pointer: `${operation?.pointer}/security` })).toEqual(['/security', undefined]);
});

describe('what a write does with a property', () => {
  const written = fromYaml(`
openapi: 3.1.0
info: { title: Hives, version: '1' }
paths:
  /hives/{id}:
    put:
      operationId: replaceHive
      description: Replaces the hive. What is left out is removed. updated_at is set to the time of the change.
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Hive' } } } }
      responses:
        '200':
          description: Replaced
          content: { application/json: { schema: { type: object, properties: { data: { $ref: '#/components/schemas/Shown' } } } } }
        '401': { description: The key is missing. }
components:
  schemas:
    Hive: { type: object, properties: { queen: { type: [string, 'null'], description: Her name. null removes it. }, frames: { type: integer } } }
    Shown: { type: object, properties: { updated_at: { type: string }, queen: { type: string } } }
`);
  const [replace] = written.api.operations;
  const properties = '/components/schemas/Hive/properties';

  test.each([
    ['put.partial-update', 'frames', '…/description', 'What is left out is removed.'],
    ['state.version-unchanged', 'updated_at', '…/description', 'updated_at is set to the time of the change.'],
    ['state.patch-null-kept', 'queen', `${properties}/queen`, 'null removes it.'],
    ['state.roundtrip-lossy', 'queen', `${properties}/queen`, undefined],
    ['state.number-changed', 'frames', `${properties}/frames`, undefined],
    ['state.version-unchanged', 'frames', `${properties}/frames`, undefined],
    ['state.transition-accepted', 'frames', '…', undefined],
  ])('%s of %s is stated at %s', (check, name, pointer, text) => {
    if (replace === undefined) throw new Error('no operation');
    const draft = { expected: '', actual: '', message: '', messagePointer: `/body/${name}` };
    const place = documentPlaceOf(written.api, draft, {
      operation: replace,
      answer: undefined,
      check,
      entity: '/data',
    });
    expect([place?.pointer.replace(replace.pointer, '…'), place?.sentence?.text]).toEqual([pointer, text]);
  });
});
