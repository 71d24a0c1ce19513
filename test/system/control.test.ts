import { describe, expect, it } from 'vitest';
import { createMock, type Json } from '../../src/library/index.ts';
import { controlRoutes } from '../../src/server/control/routes.ts';
import { PETSTORE } from './harness.ts';

/** What the document of the control routes describes. */
async function described(): Promise<readonly string[]> {
  const mock = await createMock(PETSTORE);
  const response = await mock.control(new Request('http://localhost/_standin/openapi.json'));
  const document = (await response.json()) as { paths: Record<string, Record<string, unknown>> };
  await mock.close();
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.keys(item)
      .filter((key) => key !== 'parameters')
      .map((method) => `${method.toUpperCase()} ${path}`),
  );
}

/** The routes as the app itself has them. */
function registered(): readonly string[] {
  // No route is called: what they are made of does not matter.
  const { routes } = controlRoutes({} as Parameters<typeof controlRoutes>[0]);
  return routes.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`);
}

describe('the control routes and their document', () => {
  it('agree: what is there is described, and nothing else', async () => {
    expect(registered().length).toBeGreaterThan(20);
    expect([...registered()].sort()).toEqual([...(await described())].sort());
  });

  it('agree: what is described is answered', async () => {
    const mock = await createMock(PETSTORE);
    for (const route of await described()) {
      const [method = 'GET', path = ''] = route.split(' ');
      const response = await mock.control(
        new Request(`http://localhost/_standin${path.replace('{name}', 'default')}`, {
          method,
          ...(method === 'POST' || method === 'PUT' ? { body: '{}' } : {}),
        }),
      );
      // The stream of events ends with the mock alone.
      const text = path === '/events' ? '' : await response.text();
      expect(text, route).not.toContain('There is no control route');
      expect(response.status, route).toBeLessThan(500);
    }
    await mock.close();
  });

  it('refuse a part by a name that every object has, as any other that they do not know', async () => {
    const mock = await createMock(PETSTORE);
    for (const route of ['verify', 'overrides'])
      for (const name of ['__proto__', 'constructor', 'toString']) {
        const response = await mock.control(
          new Request(`http://localhost/_standin/${route}`, { method: 'POST', body: `{"${name}":1,"status":200}` }),
        );
        expect([response.status, ((await response.json()) as { detail: string }).detail]).toEqual([
          422,
          expect.stringContaining(`\`${name}\` is not a property of an`),
        ]);
      }
    await mock.close();
  });

  it('send a body in the form that an override names', async () => {
    const mock = await createMock(PETSTORE);
    const world = mock.world('forms');
    const answer = async (type: string, body: Json, accept = '*/*'): Promise<readonly (string | null)[]> => {
      await world.clearOverrides();
      await world.override({ operation: 'listPets', headers: { 'content-type': type }, body });
      const response = await world.fetch(new Request('http://localhost/pets', { headers: { accept } }));
      return [response.headers.get('content-type'), await response.text()];
    };
    expect(await answer('text/plain', 'Back soon.')).toEqual(['text/plain', 'Back soon.']);
    expect(await answer('text/html; charset=utf-8', '<p>No</p>', 'application/json')).toEqual([
      'text/html; charset=utf-8',
      '<p>No</p>',
    ]);
    expect(await answer('application/problem+json', 'a')).toEqual(['application/problem+json', '"a"']);
    expect(await answer('nonsense', { a: 1 })).toEqual(['nonsense', '{"a":1}']);
    await mock.close();
  });

  it('refuse a header field that would not be sent as it is said', async () => {
    const mock = await createMock(PETSTORE);
    for (const [name, why] of [
      ['bad name', 'and no field can be called so'],
      ['Content-Length', 'which is derived from the body'],
      ['transfer-encoding', 'which is derived from the body'],
      ['Connection', 'which the server sets for each connection and answer'],
      ['date', 'which the server sets for each connection and answer'],
    ] as const) {
      const body = JSON.stringify({ operation: 'listPets', headers: { [name]: '1' } });
      const response = await mock.control(new Request('http://localhost/_standin/overrides', { method: 'POST', body }));
      expect(response.status).toBe(422);
      expect(await response.text()).toContain(`\`headers\` names \`${name}\`, ${why}`);
    }
    await mock.close();
  });

  it('have an openapi document that standin itself can serve', async () => {
    const mock = await createMock(PETSTORE);
    const document = (await (
      await mock.control(new Request('http://localhost/_standin/openapi.json'))
    ).json()) as object;
    const served = await createMock({ document, strictDocument: true });
    expect(served.api.diagnose()).toEqual([]);
    expect(served.api.operations.length).toBeGreaterThan(20);
    await Promise.all([mock.close(), served.close()]);
  });

  it('open to a token from anywhere, under a prefix of choice', async () => {
    const mock = await createMock({ ...PETSTORE, controlPrefix: '/ops', controlToken: 'sesame' });
    const ask = (path: string, headers: Record<string, string>): Promise<Response> =>
      mock.fetch(new Request(`http://mock.example${path}`, { headers }));
    expect((await ask('/ops/health', { host: 'mock.example' })).status).toBe(403);
    expect((await ask('/ops/health', { host: 'mock.example', authorization: 'Bearer sesame' })).status).toBe(200);
    expect((await ask('/ops/health', { host: 'mock.example', authorization: 'Bearer sesam' })).status).toBe(403);
    expect((await ask('/_standin/health', { host: 'localhost' })).status).toBe(404);
    await mock.close();
  });
});

describe('mocks in one process', () => {
  it('share nothing', async () => {
    const [one, two] = await Promise.all([createMock(PETSTORE), createMock(PETSTORE)]);
    await one.fetch(new Request('http://localhost/pets/40', { method: 'DELETE' }));
    expect((await one.fetch(new Request('http://localhost/pets/40'))).status).toBe(404);
    expect((await two.fetch(new Request('http://localhost/pets/40'))).status).toBe(200);
    expect(two.journal.recorded).toBe(1);
    await Promise.all([one.close(), two.close()]);
  });

  it('hold worlds by their names', async () => {
    const mock = await createMock(PETSTORE);
    const world = mock.world('mine');
    await world.override({ operation: 'listPets', status: 503 });
    expect((await world.fetch(new Request('http://localhost/pets'))).status).toBe(503);
    expect((await mock.fetch(new Request('http://localhost/pets'))).status).toBe(200);
    await world.clearOverrides();
    const snapshot = await world.snapshot();
    await world.startFrom('empty');
    expect(await (await world.fetch(new Request('http://localhost/pets'))).json()).toEqual([]);
    await world.restore(snapshot);
    expect((await world.fetch(new Request('http://localhost/pets/40'))).status).toBe(200);
    await mock.close();
  });

  it('say in their state which Faker drew it, the embedded petstore and a document without mocks', async () => {
    const document = {
      openapi: '3.1.0',
      info: { title: 'Things', version: '1' },
      paths: { '/things': { get: { responses: { 200: { description: 'All.' } } } } },
    };
    const schema = { type: 'array', items: { type: 'object', properties: { id: { type: 'integer' } } } };
    Object.assign(document.paths['/things'].get.responses[200], { content: { 'application/json': { schema } } });
    for (const mock of [await createMock(PETSTORE), await createMock({ document })]) {
      await mock.fetch(new Request('http://localhost/things'));
      const state = await mock.control(new Request('http://localhost/_standin/state'));
      const { records } = (await state.json()) as { records: Record<string, unknown> };
      expect(records['drawn-by']).toMatch(/^faker \d+\.\d+\.\d+$/);
      await mock.close();
    }
  });

  it('reject a fault, and hang until the request is given up', async () => {
    const mock = await createMock(PETSTORE);
    const ask = (fault: string, signal?: AbortSignal): Promise<Response> =>
      mock.fetch(
        new Request('http://localhost/pets', {
          headers: { prefer: `fault=${fault}` },
          ...(signal === undefined ? {} : { signal }),
        }),
      );
    await expect(ask('reset')).rejects.toThrow('reset');
    const giveUp = new AbortController();
    const hanging = ask('hang', giveUp.signal);
    giveUp.abort(new Error('enough'));
    await expect(hanging).rejects.toThrow('enough');
    await mock.close();
  });
});
