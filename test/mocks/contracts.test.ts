import { fileURLToPath } from 'node:url';
import { createMock, type StandinMock } from 'standin';
import { afterAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import mocks from '../../mocks/petstore/index.ts';
import { type Doc, deref, document, operations, play, readText, readYaml, scenarioFiles } from './play.ts';

/** From sources, on a clock that no calendar turns red. */
const PETSTORE = {
  document: fileURLToPath(new URL('../../spec/petstore.openapi.yaml', import.meta.url)),
  mocks,
  now: '2026-12-01',
};
const { runs, overrides } = readYaml('contracts/petstore/runs.yaml');
const scenarios: readonly (readonly [string, Doc])[] = scenarioFiles.map((file) => [
  file,
  readYaml(`contracts/petstore/scenarios/${file}`),
]);

describe('The stories of contracts/petstore', () => {
  test('name only operations and parameters that the document has, and only values that were captured before', () => {
    for (const [file, { steps }] of scenarios) {
      const captured = new Set<string>();
      for (const step of steps) {
        for (const [, name] of JSON.stringify(step).matchAll(/\$\{(\w+)\}/g))
          expect(captured, `${file}: ${step.name}`).toContain(name);
        for (const name of Object.keys(step.capture ?? {})) captured.add(name);
        if (step.request) continue;
        const one = operations.find((each) => each.id === step.operation);
        const parameters = (one?.operation.parameters ?? []).map((spec: Doc) => deref(spec).name);
        expect(one, `${file}: ${step.operation}`).toBeDefined();
        for (const name of Object.keys(step.parameters ?? {}))
          expect(parameters, `${file}: ${step.name}`).toContain(name);
      }
    }
  });

  test.each(scenarios)('%s is true of the mock, and leaves nothing behind', async (_, scenario) => {
    const mock = await createMock(PETSTORE);
    try {
      const totals = async () =>
        Promise.all(
          ['/pets', '/categories', '/store/inventory'].map(async (path) =>
            (await mock.fetch(new Request(`http://petstore.test${path}`))).headers.get('X-Total-Count'),
          ),
        );
      const before = await totals();
      expect(await play(scenario, mock.fetch)).toEqual([]);
      expect(await totals()).toEqual(before);
    } finally {
      await mock.close();
    }
  });
});

test('The scenario that contracts/README.md shows is true of the mock', async () => {
  const shown = /```yaml[^\n]*\n([\s\S]*?)```/.exec(readText('contracts/README.md'))?.[1] ?? '';
  const mock = await createMock(PETSTORE);
  expect(parse(shown).steps.length).toBeGreaterThan(3);
  expect(await play(parse(shown), mock.fetch)).toEqual([]);
  await mock.close();
});

describe('The fixtures of contracts/petstore', () => {
  test('exist in the default shop', async () => {
    const mock = await createMock(PETSTORE);
    const fixtures: Record<string, number[]> = readYaml('contracts/petstore/fixtures.yaml');
    const paths: Record<string, string> = {
      pets: '/pets',
      categories: '/categories',
      orders: '/store/orders',
      inventory: '/store/inventory',
    };
    expect(Object.keys(fixtures).sort()).toEqual([...mock.resources].sort());
    for (const [resource, ids] of Object.entries(fixtures))
      for (const id of ids)
        expect((await mock.fetch(new Request(`http://petstore.test${paths[resource]}/${id}`))).status).toBe(200);
    await mock.close();
  });
});

describe('The starts of contracts/petstore/runs.yaml', () => {
  test('produce, together with the overrides, every error status that the document lists', () => {
    const documented = new Set(
      operations.flatMap(({ operation }) => Object.keys(operation.responses).filter((status) => status >= '400')),
    );
    const produced = [...runs, ...overrides].flatMap((run: Doc) => run.produces.map(String));
    expect(new Set(produced)).toEqual(documented);
    expect(produced).toHaveLength(documented.size);
  });

  const started = new Map<Doc, Promise<StandinMock>>();
  const start = (run: Doc): Promise<StandinMock> => {
    const mock = started.get(run) ?? createMock({ ...PETSTORE, ...choicesOf(run.mock ?? []) });
    started.set(run, mock);
    return mock;
  };
  afterAll(async () => {
    for (const mock of started.values()) await (await mock).close();
  });

  test.each(operations.map((one) => [one.id, one] as const))(
    'let %s answer each error that it lists',
    async (_, one) => {
      for (const status of Object.keys(one.operation.responses).filter((each) => each >= '400')) {
        const run = [...runs, ...overrides].find((each: Doc) => each.produces.includes(Number(status)));
        const world = (await start(run)).world(`${one.id}-${status}`);
        if (status === '500') await world.override({ operation: one.id, status: 500 });
        const answer = await provoke(one, Number(status), world.fetch);
        const text = await answer.text();
        expect(answer.status, `${one.id} ${status} ${text}`).toBe(Number(status));
        const body = JSON.parse(text);
        expect(Object.keys(body).sort()).toEqual(['code', 'message', 'status']);
        expect(body.status).toBe(Number(status));
        const { headers = {}, content } = deref(one.operation.responses[status]);
        expect(Object.keys(content)).toContain(answer.headers.get('content-type')?.split(';')[0]);
        for (const [name, header] of Object.entries<Doc>(headers))
          if (deref(header).required) expect(answer.headers.get(name), name).not.toBeNull();
      }
    },
  );
});

/** Options of `standin mock` as choices of `createMock`. */
function choicesOf(options: readonly string[]): Parameters<typeof createMock>[0] {
  const after = (name: string) => options[options.indexOf(name) + 1];
  return {
    ...(options.includes('--require-auth') ? { requireAuth: true } : {}),
    ...(options.includes('--api-key') ? { apiKeys: [String(after('--api-key'))] } : {}),
    ...(options.includes('--rate-limit') ? { rateLimit: String(after('--rate-limit')) } : {}),
    ...(options.includes('--enforce-sunset') ? { enforceSunset: true } : {}),
    ...(options.includes('--now') ? { now: String(after('--now')) } : {}),
  };
}

type Send = (request: Request) => Promise<Response>;

/** Sends the operation in the way that earns the status. */
async function provoke(one: (typeof operations)[number], status: number, send: Send): Promise<Response> {
  const media = Object.entries<Doc>(one.operation.requestBody?.content ?? {})[0];
  const right = { path: filledPath(one.path, '1'), query: '', headers: new Headers(), body: '' };
  if (media) {
    right.headers.set('Content-Type', media[0]);
    right.body = JSON.stringify(Object.values<Doc>(media[1].examples)[0].value);
  }
  const ask = (change: Partial<typeof right> = {}) => {
    const { path, query, headers, body } = { ...right, ...change };
    const content = body === '' ? {} : { body };
    return send(new Request(`http://petstore.test${path}${query}`, { method: one.method, headers, ...content }));
  };
  const withHeader = (name: string, value: string) => {
    const headers = new Headers(right.headers);
    headers.set(name, value);
    return headers;
  };
  if (status === 400)
    return ask(
      media ? { body: '{' } : one.path.includes('{') ? { path: filledPath(one.path, '%zz') } : { query: '?limit=%zz' },
    );
  if (status === 401) return ask({ headers: withHeader('Authorization', 'Bearer wrong') });
  if (status === 404) return ask({ path: filledPath(one.path, '999999') });
  if (status === 406) return ask({ headers: withHeader('Accept', 'text/turtle') });
  if (status === 409) return conflict(one.id, ask);
  if (status === 413) return ask({ body: JSON.stringify({ name: 'x'.repeat(1_100_000) }) });
  if (status === 415) return ask({ headers: withHeader('Content-Type', 'text/plain') });
  if (status === 422)
    return ask(
      one.path.includes('{') ? { path: filledPath(one.path, '0') } : media ? { body: '[]' } : { query: '?limit=0' },
    );
  if (status === 429) await ask();
  return ask();
}

type Ask = (change: { path?: string; body?: string }) => Promise<Response>;

/** In the default shop order 1 is complete, order 2 is open, and pet 5 is sold. */
function conflict(id: string, ask: Ask): Promise<Response> {
  if (id === 'deletePet') return ask({ path: '/pets/2' });
  if (id === 'placeOrder') return ask({ body: '{"petId": 5}' });
  if (id === 'replaceOrder') return ask({ path: '/store/orders/2', body: '{"petId": 5}' });
  if (id === 'cancelOrder') return ask({ path: '/store/orders/1' });
  return ask({});
}

function filledPath(path: string, id: string): string {
  return path.replace(/\{\w+\}/g, id);
}

test('The document that is played is the one that is served', async () => {
  const mock = await createMock(PETSTORE);
  expect(mock.api.title).toBe(document.info.title);
  expect(mock.api.operations.map((one) => one.id).sort()).toEqual(operations.map((one) => one.id).sort());
  await mock.close();
});
