import { expect, test } from 'vitest';
import type { Json } from '../../../src/core/index.ts';
import { isObject, parseJson } from '../../../src/wire/index.ts';
import { fromYaml, tell } from '../harness.ts';

const DOCUMENT = `openapi: 3.1.0
info: { title: Calls, version: '1' }
paths:
  /calls:submit:
    post:
      operationId: call
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Call' } } } }
      responses: { '200': { description: ok }, '400': { description: refused } }
components:
  schemas:
    Call: { type: object, properties: { phoneNumber: { type: string }, tenant: { type: string }, region: { type: string } } }
`;

/** A service that needs a number, and has no tenants. It refuses both without the name of the property. */
async function target(request: Request): Promise<Response> {
  if (request.method !== 'POST') return new Response(null, { status: 405, headers: { allow: 'POST' } });
  const read = parseJson(await request.text());
  const body: { readonly [name: string]: Json } = read.ok && isObject(read.value) ? read.value : {};
  const refused = (message: string): Response => Response.json({ error: { message } }, { status: 400 });
  if ('tenant' in body) return refused('This is not for several customers.');
  return /^\+\d+$/.test(String(body['phoneNumber']))
    ? Response.json({})
    : refused('INVALID_PHONE_NUMBER : Wrong format.');
}

test('a value that a refusal calls wrong, and that was not sent, is sent next', async () => {
  const statuses: number[] = [];
  await tell({
    ...fromYaml(DOCUMENT),
    phases: ['coverage'],
    target: async (request) => {
      const response = await target(request);
      if (request.method === 'POST') statuses.push(response.status);
      return response;
    },
  });
  expect(statuses.slice(0, 2)).toEqual([400, 200]);
});
