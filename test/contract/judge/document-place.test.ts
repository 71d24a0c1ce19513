import { expect, test } from 'vitest';
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

function placeOf(draft: Partial<FindingDraft>, isDescribed = false): unknown {
  const answer = operation === undefined ? undefined : responseFor(operation, 200);
  const place = documentPlaceOf(
    api,
    { expected: '', actual: '', message: '', ...draft },
    {
      operation,
      answer,
      isDescribed,
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
  expect(placeOf({ messagePointer: '/body/has_more' }, true)).toEqual([
    `${schema}/has_more`,
    'Whether another page follows.',
  ]);
  expect(placeOf({ messagePointer: '/body/data/3/id' })).toEqual([`${schema}/data/items/properties/id`, undefined]);
  expect(placeOf({ messagePointer: '/header/etag' })).toEqual(['…/responses/200/headers/ETag', undefined]);
  expect(placeOf({ messagePointer: '/status' })).toEqual(['…', undefined]);
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
