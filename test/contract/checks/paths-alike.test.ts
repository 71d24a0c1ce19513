import { expect, test } from 'vitest';
import { fromYaml, tell } from '../harness.ts';
import { service } from '../ownership/small-service.ts';

const body = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;
const ACCOUNT =
  '{ type: object, required: [id, limit, balance], properties: { id: { type: integer, readOnly: true }, limit: { type: integer }, balance: { type: integer } } }';

const put = (parameter: string, operationId: string, required: string): string => `
  /accounts/{${parameter}}:
    put:
      operationId: ${operationId}
      parameters: [{ name: ${parameter}, in: path, required: true, schema: { type: integer } }]
      requestBody: { required: true, ${body(`{ type: object, required: [${required}], properties: { ${required}: { type: integer } } }`)} }
      responses: { '200': { description: changed, ${body(ACCOUNT)} }, '404': { description: none }, '422': { description: refused } }`;

test('a refusal by another operation with the same path is not held against a valid request', async () => {
  const parts = fromYaml(`
openapi: 3.1.0
info: { title: Accounts, version: '1' }
paths:
  /accounts:
    get: { operationId: listAccounts, responses: { '200': { description: ok, ${body(`{ type: array, items: ${ACCOUNT} }`)} } } }
    post: { operationId: createAccount, requestBody: { required: true, ${body(ACCOUNT)} }, responses: { '201': { description: made, ${body(ACCOUNT)} } } }
${put('id', 'openAccount', 'limit')}${put('accountId', 'updateAccount', 'balance')}
`);
  let refused = 0;
  const accounts = service({ accounts: [] }, ({ method, body: sent }) => {
    if (method !== 'PUT' || (typeof sent === 'object' && sent !== null && 'limit' in sent)) return undefined;
    refused += 1;
    return Response.json({}, { status: 422 });
  });
  const { summary } = await tell({ ...parts, target: accounts.fetch, phases: ['examples', 'coverage'] });
  expect(refused).toBeGreaterThan(0);
  expect(summary.findings.filter(({ check }) => check === 'accept.valid-rejected')).toEqual([]);
});
