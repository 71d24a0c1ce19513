import { expect, test } from 'vitest';
import { substitute } from '../../../src/contract/requests/substitute.ts';
import { fromYaml } from '../harness.ts';

const { api } = fromYaml(`
openapi: 3.1.0
info: { title: Keys, version: '1' }
paths:
  /keys:
    post:
      requestBody: { content: { application/json: { schema: { type: object } } } }
      responses: { '201': { description: made } }
`);

test.each([
  ['drawn', 11, '11'],
  [3, '11', 11],
  [3, 'a-11', 'a-11'],
  [3, '9999999999999999999', '9999999999999999999'],
  ['drawn', 'b', 'b'],
])('in place of the drawn %j, the id %j is sent as %j', (drawn, id, sent) => {
  const [operation] = api.operations;
  if (operation === undefined) throw new Error('the document has an operation');
  const value = { teamId: drawn, others: [drawn, drawn] };
  const body = { kind: 'parsed', mediaType: 'application/json', value, text: JSON.stringify(value) } as const;
  const request = { method: 'POST', path: '/keys', query: '', headers: [], body };
  const known = { path: {}, body: { '/teamId': id, '/others/*': id } };
  expect(substitute(operation, request, known).body).toMatchObject({ value: { teamId: sent, others: [sent] } });
});
