import { expect, test } from 'vitest';
import type { Json } from '../../../src/core/index.ts';
import { isObject, parseJson } from '../../../src/wire/index.ts';
import { fromYaml, tell } from '../harness.ts';

const DOCUMENT = `openapi: 3.1.0
info: { title: Rules, version: '1' }
paths:
  /admin/rule:
    post:
      operationId: addOrUpdateRule
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [rules]
              properties: { rules: { type: array, minItems: 1, items: { $ref: '#/components/schemas/Rule' } } }
      responses: { '200': { description: ok }, '400': { description: refused } }
  /log/{kind}:
    get:
      operationId: readLog
      parameters:
        - { name: kind, in: path, required: true, schema: { type: string, enum: [KIND_UNSPECIFIED, KIND_ACCESS] } }
        - { name: mode, in: query, required: true, schema: { type: string, enum: [MODE_UNSPECIFIED, MODE_FULL] } }
        - { name: from, in: query, required: true, schema: { type: string, format: date-time } }
      responses: { '200': { description: ok }, '400': { description: refused } }
components:
  schemas:
    Rule:
      type: object
      properties:
        title: { type: string }
        version: { type: string }
        forUser: { $ref: '#/components/schemas/Part' }
        forGroup: { $ref: '#/components/schemas/Part' }
        forAll: { $ref: '#/components/schemas/Part' }
    Part: { type: object, properties: { limit: { type: integer } } }
`;

const FORMS = ['forUser', 'forGroup', 'forAll'];

const refusal = (message: string): Response => Response.json({ code: 3, message }, { status: 400 });

const inText = (body: object): Response =>
  new Response(JSON.stringify(body), { status: 400, headers: { 'content-type': 'text/plain' } });

function read(text: string): Json | undefined {
  const found = parseJson(text);
  return found.ok ? found.value : undefined;
}

/** Paths of the requests for a log, until one is accepted. */
const refused: string[] = [];

/** A service that takes one form of a rule at a time, and no value that means that none is set. */
async function target(request: Request): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  const isLog = pathname.startsWith('/log/');
  if (isLog && !refused.includes('accepted')) refused.push(pathname);
  if (pathname === '/log/KIND_UNSPECIFIED') return inText({ code: 3, message: 'kind: value is required' });
  if (searchParams.get('mode') === 'MODE_UNSPECIFIED') return inText({ code: 3, message: 'mode: value is required' });
  if (isLog) {
    refused.push('accepted');
    return new Response(null, { status: 200 });
  }
  const body = read(await request.text());
  const rules = isObject(body) && Array.isArray(body.rules) ? body.rules : [];
  for (const [index, rule] of rules.entries()) {
    const [first, second] = Object.keys(isObject(rule) ? rule : {}).filter((name) => FORMS.includes(name));
    if (second !== undefined)
      return refusal(`proto: (line 1:37): error parsing "${second}", oneof rules.v1.Rule.form is already set`);
    if (first === undefined) return refusal(`rules[${index}].form: exactly one field is required in oneof`);
    if (!isObject(rule) || rule.version !== 'v1' || !/^[a-z]+$/.test(String(rule.title)))
      return refusal(
        `validation errors:\n - rules[${index}].version: value must equal \`v1\`\n - rules[${index}].title: value does not match regex pattern \`^[a-z]+$\``,
      );
  }
  return rules.length > 0 ? new Response(null, { status: 200 }) : refusal('no rules');
}

test('of several properties of which a service takes one at a time, one is sent; what each line of a refusal asks for is sent, and not the value that means that none is set', async () => {
  const { summary } = await tell({ ...fromYaml(DOCUMENT), phases: ['coverage'], target });
  expect(summary.coverage.operations.filter(({ reached }) => reached).map(({ operation }) => operation)).toEqual([
    'addOrUpdateRule',
    'readLog',
  ]);
  expect(refused.indexOf('accepted')).toBe(2);
});
