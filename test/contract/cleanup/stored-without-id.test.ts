import { expect, test } from 'vitest';
import { fromYaml, tell } from '../harness.ts';

const BODY =
  'requestBody: { required: true, content: { application/json: { schema: { type: object, required: [text], properties: { text: { type: string } } } } } }';
const paths = (rules: string): string => `
openapi: 3.1.0
info: { title: Rules, version: '1' }
paths:
${rules}
  /rules/check:
    post: { operationId: checkRule, ${BODY}, responses: { '200': { description: Checked. } } }
`;
const WRITES = `
  /rule:
    get: { operationId: getRule, parameters: [{ name: name, in: query, required: true, schema: { type: string } }], responses: { '200': { description: It. }, '404': { description: None. } } }
    post: { operationId: RuleService_AddOrUpdateRule, ${BODY}, responses: { '200': { description: Stored. } } }`;
const SENDS = `
  /notices:
    post: { operationId: notices, ${BODY}, responses: { '201': { description: Made. } } }`;

async function left(rules: string, status: number): Promise<readonly string[]> {
  const target = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    if (pathname === '/rules/check') return Response.json({});
    return request.method === 'POST' ? Response.json({}, { status }) : Response.json({}, { status: 404 });
  };
  const { summary } = await tell({ ...fromYaml(paths(rules)), target });
  return [...new Set(summary.leftovers.map(({ operation, reason }) => `${operation}: ${reason}`))];
}

test('what a write stores is said to be left, although no answer names it', async () => {
  expect(await left(WRITES, 200)).toEqual([
    'RuleService_AddOrUpdateRule: the document has no operation that removes it',
  ]);
  expect(await left(SENDS, 201)).toEqual(['notices: the document has no operation that removes it']);
});
