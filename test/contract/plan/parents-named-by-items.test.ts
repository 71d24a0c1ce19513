import { expect, test } from 'vitest';
import { fromYaml, tell } from '../harness.ts';

const ref = (name: string): string =>
  `content: { application/json: { schema: { $ref: '#/components/schemas/${name}' } } }`;
const CUSTOMERS = `  /customers:
    get: { operationId: listCustomers, responses: { '200': { description: All., content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Customer' } } } } } } }
    post: { operationId: addCustomer, requestBody: { ${ref('Customer')} }, responses: { '201': { description: Added., ${ref('Customer')} } } }
  /customers/{customer_id}:
    parameters: [{ name: customer_id, in: path, required: true, schema: { type: string } }]
    get: { operationId: readCustomer, responses: { '200': { description: One., ${ref('Customer')} }, '404': { description: None. } } }
`;
const PARTS = fromYaml(`
openapi: 3.1.0
info: { title: Cards, version: '1' }
paths:
${CUSTOMERS}  /cards:
    get: { operationId: listCards, responses: { '200': { description: All., content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Card' } } } } } } }
    post: { operationId: addCard, requestBody: { ${ref('Card')} }, responses: { '201': { description: Added., ${ref('Card')} } } }
  /cards/{card_id}:
    parameters: [{ name: card_id, in: path, required: true, schema: { type: string } }]
    get: { operationId: readCard, responses: { '200': { description: One., ${ref('Card')} }, '404': { description: None. } } }
  /customers/{customer_id}/cards:
    parameters: [{ name: customer_id, in: path, required: true, schema: { type: string } }]
    post: { operationId: addCardOf, requestBody: { ${ref('Card')} }, responses: { '201': { description: Added., ${ref('Card')} } } }
  /customers/{customer_id}/cards/{card_id}:
    parameters: [{ name: customer_id, in: path, required: true, schema: { type: string } }, { name: card_id, in: path, required: true, schema: { type: string } }]
    delete: { operationId: removeCard, responses: { '204': { description: Removed. } } }
components:
  schemas:
    Customer: { type: object, properties: { id: { type: string, readOnly: true }, name: { type: string } } }
    Card: { type: object, properties: { id: { type: string, readOnly: true }, customer_id: { type: string }, holder: { type: string } } }
`);

/** A service that removes a card only below the customer that the card names, if it names one. */
function cards(names: boolean) {
  const kept = new Map<string, Record<string, unknown>>();
  const removed: string[] = [];
  const target = async (request: Request): Promise<Response> => {
    const [, top = '', first = '', , last = ''] = new URL(request.url).pathname.split('/');
    const below = new URL(request.url).pathname.includes('/cards');
    const of = (kind: string): Record<string, unknown>[] =>
      [...kept].flatMap(([key, value]) => (key.startsWith(kind) ? [value] : []));
    if (request.method === 'POST') {
      const kind = below ? 'cards' : 'customers';
      const sent = (await request.json()) as Record<string, unknown>;
      const id = `${kind[1]}${kept.size + 1}`;
      const named = top === 'customers' && below ? { customer_id: first } : {};
      const { customer_id: _, ...others } = { ...sent, ...named } as Record<string, unknown>;
      const made = names ? { ...sent, ...named, id } : { ...others, id };
      kept.set(`${kind}/${id}`, made);
      return Response.json(made, { status: 201 });
    }
    if (request.method === 'DELETE') {
      const card = kept.get(`cards/${last}`);
      if (card?.['customer_id'] !== first) return new Response(null, { status: 404 });
      kept.delete(`cards/${last}`);
      removed.push(last);
      return new Response(null, { status: 204 });
    }
    if (first === '') return Response.json(of(top));
    const found = kept.get(`${top}/${first}`);
    return found === undefined ? new Response(null, { status: 404 }) : Response.json(found);
  };
  return { target, removed };
}

test('an item is deleted below the parent that it names', async () => {
  const { target, removed } = cards(true);
  const { summary } = await tell({ ...PARTS, target, phases: ['stateful'] });
  expect(summary.findings.filter(({ operation }) => operation === 'removeCard')).toEqual([]);
  expect(removed.length).toBeGreaterThan(0);
});

test('an item that names no parent is not deleted below another one', async () => {
  const { target } = cards(false);
  const { summary } = await tell({ ...PARTS, target, phases: ['stateful'] });
  expect(summary.findings.filter(({ operation }) => operation === 'removeCard')).toEqual([]);
});

const NESTED = fromYaml(`
openapi: 3.1.0
info: { title: Addresses, version: '1' }
paths:
${CUSTOMERS}  /customers/{customer_id}/addresses:
    parameters: [{ name: customer_id, in: path, required: true, schema: { type: string } }]
    get: { operationId: listAddresses, responses: { '200': { description: All., content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Address' } } } } } } }
    post: { operationId: addAddress, requestBody: { ${ref('Address')} }, responses: { '201': { description: Added., ${ref('Address')} } } }
  /addresses: { get: { operationId: allAddresses, responses: { '200': { description: All., content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Address' } } } } } } } }
  /addresses/{address_id}:
    parameters: [{ name: address_id, in: path, required: true, schema: { type: string } }]
    get: { operationId: readAddress, responses: { '200': { description: One., ${ref('Address')} }, '404': { description: None. } } }
components:
  schemas:
    Customer: { type: object, properties: { id: { type: string, readOnly: true }, name: { type: string } } }
    Address: { type: object, properties: { id: { type: string, readOnly: true }, street: { type: string }, customer: { type: object, properties: { id: { type: string }, name: { type: string } } } } }
`);

/** A service whose addresses belong to the customer of their path, whatever the body says; it may lose streets. */
function addresses(loses: boolean) {
  const kept = new Map<string, Record<string, unknown>>();
  return async (request: Request): Promise<Response> => {
    const [, top = '', first = '', below] = new URL(request.url).pathname.split('/');
    const kind = below ?? top;
    const all = [...kept].flatMap(([key, value]) => (key.startsWith(`${kind}/`) ? [value] : []));
    if (request.method === 'POST') {
      const sent = (await request.json()) as Record<string, unknown>;
      const made: Record<string, unknown> = { ...sent, id: `n${kept.size + 1}` };
      if (kind === 'addresses')
        made['customer'] = { name: 'Ada', ...(sent['customer'] as object | undefined), id: first };
      kept.set(`${kind}/${made['id']}`, loses ? { ...made, street: 'Elsewhere' } : made);
      return Response.json(made, { status: 201 });
    }
    if (below !== undefined)
      return Response.json(all.filter(({ customer }) => (customer as { id: string }).id === first));
    if (first === '') return Response.json(all);
    const found = kept.get(`${kind}/${first}`);
    return found === undefined ? new Response(null, { status: 404 }) : Response.json(found);
  };
}

test('a parent that the path decides is not what the body says, also where the item is read elsewhere', async () => {
  const lossy = async (target: (request: Request) => Promise<Response>): Promise<readonly string[]> => {
    const { summary } = await tell({ ...NESTED, target, phases: ['stateful'] });
    return summary.findings.flatMap(({ check, message }) => (check === 'state.roundtrip-lossy' ? message : []));
  };
  expect(await lossy(addresses(false))).toEqual([]);
  expect(await lossy(addresses(true))).toEqual([expect.stringContaining('`street`')]);
});
