import { expect, test } from 'vitest';
import { fromYaml, tell } from '../harness.ts';

const documentOf = (encoding: string): string => `openapi: 3.0.3
info: { title: Customers, version: '1' }
paths:
  /customers:
    post:
      operationId: addCustomer
      parameters: [{ name: Idempotency-Key, in: header, schema: { type: string, minLength: 4, maxLength: 40 }, description: A key that was used with another body is refused with 409. }]
      requestBody: { required: true, content: { application/x-www-form-urlencoded: { ${encoding} schema: { type: object, required: [name], properties: { name: { type: string, minLength: 1 }, labels: { type: object, additionalProperties: { type: string } } } } } } }
      responses: { '201': { description: made, content: { application/json: { schema: { $ref: '#/components/schemas/Customer' } } } }, '400': { description: wrong }, '409': { description: The key was used with another body. } }
  /customers/{id}:
    get:
      operationId: getCustomer
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Customer' } } } }, '404': { description: none } }
components:
  schemas:
    Customer: { type: object, required: [id, name], properties: { id: { type: string, readOnly: true }, name: { type: string } } }
`;

/** Takes forms without labels, and remembers keys; `refuses` is whether a key with another body is refused. */
function target(refuses: boolean): (request: Request) => Promise<Response> {
  const customers: { id: string; name: string }[] = [];
  const keys = new Map<string, { readonly body: string; readonly made: object }>();
  return async (request) => {
    const id = new URL(request.url).pathname.split('/')[2];
    if (request.method === 'GET' && id !== undefined) {
      const found = customers.find((each) => each.id === id);
      return found === undefined ? new Response(null, { status: 404 }) : Response.json(found);
    }
    if (request.method !== 'POST' || id !== undefined)
      return new Response(null, { status: 405, headers: { Allow: id === undefined ? 'POST' : 'GET' } });
    const body = await request.text();
    const key = request.headers.get('idempotency-key') ?? '';
    if (request.headers.has('idempotency-key') && (key.length < 4 || key.length > 40))
      return Response.json({ message: 'the key is too short or too long' }, { status: 400 });
    const earlier = keys.get(key);
    if (earlier !== undefined && earlier.body !== body && refuses) return new Response(null, { status: 409 });
    if (earlier !== undefined) return Response.json(earlier.made, { status: 201 });
    const sent = new URLSearchParams(body);
    const name = sent.get('name') ?? '';
    if (sent.has('labels')) return Response.json({ message: '/labels must be object' }, { status: 400 });
    if (name === '') return Response.json({ message: '/name is required' }, { status: 400 });
    const made = { id: `c${customers.length + 1}`, name };
    customers.push(made);
    if (key !== '') keys.set(key, { body, made });
    return Response.json(made, { status: 201 });
  };
}

async function checksOf(encoding: string, refuses = true): Promise<readonly string[]> {
  const { summary } = await tell({ ...fromYaml(documentOf(encoding)), target: target(refuses) });
  return summary.findings.filter(({ severity }) => severity === 'error').map(({ check }) => check);
}

test('a refused object in a form is an error only where the document says how it is written', async () => {
  expect(await checksOf('')).toEqual([]);
  expect(await checksOf('encoding: { labels: { contentType: application/json } },')).toContain('accept.valid-rejected');
});

test('a key is used again with another form', async () => {
  expect(await checksOf('', false)).toContain('idempotency.key-reused');
});
