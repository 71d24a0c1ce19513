import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { ContractOptions } from '../../../src/contract/index.ts';
import { useOfBroken } from '../../../src/contract/plan/planner.ts';
import { prepareRun } from '../../../src/contract/run/prepare-run.ts';
import type { Target } from '../../../src/contract/transport/target.ts';
import { servers } from '../../targets/catalogue.ts';
import { readDocument } from '../../targets/document.ts';
import { collaboratorsOf, fromYaml, tell } from '../harness.ts';

const { operations } = fromYaml(`
openapi: 3.1.0
info: { title: Shelves, version: '1' }
paths:
  /shelves/{shelf}/books/{book-id}:
    parameters:
      - { name: shelf, in: path, required: true, schema: { type: integer } }
      - { name: book-id, in: path, required: true, schema: { type: integer } }
    get: { responses: { '200': { description: One. } } }
    put: { responses: { '200': { description: Changed. } } }
    delete: { responses: { '204': { description: Gone. } } }
`).api;

test('a DELETE that is to be refused gets an item of its own, unless its own id is what is broken', () => {
  const use = (method: string, pointer?: string): string | undefined => {
    const operation = operations.find((each) => each.method === method);
    return operation && useOfBroken(operation, pointer);
  };
  expect(use('DELETE')).toBe('fresh');
  expect(use('DELETE', '/path/shelf')).toBe('fresh');
  expect(use('DELETE', '/query/force')).toBe('fresh');
  expect(use('DELETE', '/path/book-id')).toBe('spoil');
  expect([use('PUT', '/path/book-id'), use('PUT', '/body/title')]).toEqual(['spoil', 'spoil']);
  expect(use('GET', '/path/book-id')).toBe('read');
});

/** Everything that is asked of a server of orders, one request at a time, with the status of each answer. */
async function askedOfOrders(options: Partial<ContractOptions>, also: (request: Request) => Response | undefined) {
  const server = servers.find(({ name }) => name === 'orders');
  if (server === undefined) throw new Error('there is no server of orders');
  const target = server.create();
  const asked: string[] = [];
  const { summary } = await tell({
    ...(await collaboratorsOf(readDocument('orders'))),
    ...(server.bearer === undefined ? {} : { credentials: { bearer: server.bearer } }),
    target: async (request) => {
      const place = `${request.method} ${new URL(request.url).pathname}${new URL(request.url).search}`;
      const answer = also(request) ?? (await target.fetch(request));
      asked.push(`${place} ${answer.status}`);
      return answer;
    },
    concurrency: 1,
    ...options,
  });
  return { asked, summary };
}

const UNDOCUMENTED = /^(?:POST|PUT) (\/orders\/[^/ ]+) (?:405|200)$/;

test('what is to be refused is sent to one item, however many others come and go', async () => {
  const before = await askedOfOrders({ phases: ['coverage'] }, () => undefined);
  const refused = before.asked.flatMap((each) => /^PATCH (\/orders\/[^/ ]+) 4(?:00|22)$/.exec(each)?.[1] ?? []);
  const { asked } = await askedOfOrders({ phases: ['coverage', 'stateful', 'protocol'] }, () => undefined);
  const items = asked.flatMap((each) => UNDOCUMENTED.exec(each)?.[1] ?? []);
  expect(items.length).toBeGreaterThan(1);
  expect(asked.filter((each) => /^DELETE \/orders\/[^/ ]+ 204$/.test(each)).length).toBeGreaterThan(5);
  expect([...new Set(items)]).toEqual([refused.at(-1)]);
});

test('an item on which such a method was accepted is thrown away at once, and no case uses it again', async () => {
  const taken = (request: Request): Response | undefined =>
    request.method === 'PUT' && UNDOCUMENTED.test(`PUT ${new URL(request.url).pathname} 200`)
      ? Response.json({})
      : undefined;
  const { asked } = await askedOfOrders({ phases: ['protocol'] }, taken);
  const at = asked.findIndex((each) => each.startsWith('PUT ') && UNDOCUMENTED.test(each));
  const item = UNDOCUMENTED.exec(asked[at] ?? '')?.[1] ?? 'none';
  expect(asked[at + 1]).toBe(`DELETE ${item} 204`);
  expect(asked.slice(at + 2).filter((each) => each.includes(`${item} `))).toEqual([]);
});

test('a target on this machine is asked sixteen at a time, any other eight', async () => {
  const parts = await collaboratorsOf(readDocument('orders'));
  const width = (target: string, more: Partial<ContractOptions> = {}): number =>
    prepareRun({ ...parts, target: new URL(target), now: () => 0, ...more }, new AbortController().signal, () => {})
      .started.settings.concurrency;
  expect([width('http://127.0.0.1:1'), width('http://localhost:1/api')]).toEqual([16, 16]);
  expect(width('https://api.example.com')).toBe(8);
  expect([width('http://127.0.0.1:1', { concurrency: 3 }), width('http://a.test', { concurrency: 30 })]).toEqual([
    3, 30,
  ]);
});

test('a list that was read is judged as it is: no request is the same as the one before it', async () => {
  const options = { phases: ['stateful'], only: ['stateful/orders/life/1-create'] } as const;
  const { asked, summary } = await askedOfOrders(options, () => undefined);
  expect(summary.counts.passed).toBeGreaterThan(5);
  const lists = asked.filter((each) => /^GET \/orders[? ]/.test(each));
  expect(lists.length).toBeGreaterThan(1);
  expect(asked.filter((each, at) => each === asked[at - 1] && lists.includes(each))).toEqual([]);
});

test('a target is asked the more at a time the quicker it is, unless the user says how much', async () => {
  const most = async (duration: number, more: Partial<ContractOptions> = {}): Promise<number> => {
    let inFlight = 0;
    let asked = 0;
    let seen = 0;
    const timing = { startedAt: 0, duration };
    const target: Target = {
      base: 'http://127.0.0.1:1',
      loopback: true,
      async send() {
        inFlight += 1;
        asked += 1;
        // How quick it is shows once it has answered.
        if (asked > 30) seen = Math.max(seen, inFlight);
        await turn();
        inFlight -= 1;
        return {
          kind: 'answered',
          status: 404,
          reason: '',
          headers: [],
          bytes: new Uint8Array(),
          cut: false,
          notes: [],
          timing,
        };
      },
      close: async () => {},
    };
    await tell({ ...(await collaboratorsOf(readDocument('orders'))), target, phases: ['coverage'], ...more });
    return seen;
  };
  expect(await most(1)).toBe(16);
  expect(await most(200)).toBe(8);
  expect(await most(2_000)).toBe(2);
  expect(await most(2_000, { timeout: 30_000 })).toBe(8);
  expect(await most(2_000, { concurrency: 16 })).toBe(16);
  expect(await most(1, { concurrency: 3 })).toBe(3);
});

const FOUND = `
openapi: 3.1.0
info: { title: Found things, version: '1' }
paths:
  /things:
    get: { responses: { '200': { description: All., content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Thing' } } } } } } }
  /things/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get: { responses: { '200': { description: One., content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } } }, '404': { description: None. } } }
    put:
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } } }
      responses: { '200': { description: Changed., content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } } }, '404': { description: None. } }
components:
  schemas:
    Thing: { type: object, required: [id, name], properties: { id: { type: integer, readOnly: true }, name: { type: string }, size: { type: integer } } }
`;

test('what was there before is looked at before it is written to, and what cannot be read is left alone', async () => {
  const written = async (readable: boolean): Promise<readonly string[]> => {
    const asked: string[] = [];
    await tell({
      ...fromYaml(FOUND),
      target: (request) => {
        const { pathname } = new URL(request.url);
        asked.push(`${request.method} ${pathname}`);
        if (pathname === '/things') return Response.json([{ id: 7, name: 'seven' }]);
        return readable ? Response.json({ id: 7, name: 'seven' }) : Response.json({}, { status: 404 });
      },
      phases: ['stateful'],
      only: ['stateful/things/replace-twice'],
      concurrency: 1,
      touchExisting: true,
      tries: 0,
    });
    return asked.filter((each) => each.startsWith('PUT '));
  };
  expect((await written(true)).length).toBeGreaterThan(1);
  expect(await written(false)).toEqual([]);
});
