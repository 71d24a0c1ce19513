import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import type { ContractOptions, Summary } from '../../../src/contract/index.ts';
import { collaboratorsOf, type Story, tell } from '../harness.ts';
import { ending, KEY, maintenance, type Switched, switched } from '../servers/switches.ts';

const CREDENTIALS = { apiKeys: { key: KEY } };

/** A clock on which waiting takes no time. */
function quickClock(): NonNullable<ContractOptions['outageClock']> {
  let now = 0;
  return {
    now: () => now,
    sleep: async (milliseconds) => {
      now += milliseconds;
    },
  };
}

async function check(target: Switched, options: Partial<ContractOptions> = {}): Promise<Story> {
  const parts = await collaboratorsOf(target.document);
  return tell({ ...parts, target: target.fetch, credentials: CREDENTIALS, outageClock: quickClock(), ...options });
}

const errors = ({ findings }: Summary) => findings.filter(({ severity }) => severity === 'error');

test('a maintenance switch that a GET shows is tried last of all, and put back', async () => {
  const target = switched(maintenance());
  const { summary } = await check(target);
  expect(target.isUp()).toBe(true);
  expect(target.asked.indexOf('POST /maintenance')).toBeGreaterThan(target.asked.lastIndexOf('POST /items'));
  expect(summary.counts.inconclusive).toBe(0);
  expect(errors(summary)).toEqual([]);
  expect(summary.notes).toEqual([]);
});

test('a switch that no word gives away is noticed, undone and named, and costs few cases', async () => {
  for (const late of [0, 5, 20]) {
    const target = switched(maintenance('/gadget'), { late });
    const { summary } = await check(target);
    expect(target.isUp()).toBe(true);
    expect(summary.leftovers).toEqual([]);
    // What the service shows of it is put back as a matter of course: an effect that comes late may never come.
    const noticed = /answered 503 to every request after POST \/gadget|POST \/gadget put it back/;
    if (late < 20 || summary.notes.length > 0) expect(summary.notes.join()).toMatch(noticed);
    expect(errors(summary)).toEqual([]);
    expect(summary.counts.inconclusive).toBeLessThan(10);
  }
});

test('a switch that nothing shows is undone by the opposite value', async () => {
  const target = switched(maintenance('/gadget', false));
  const { summary } = await check(target);
  expect(target.isUp()).toBe(true);
  expect(summary.notes.join()).toContain('after POST /gadget');
});

const ENDINGS = [
  ['POST', '/logout', 'logout'],
  ['POST', '/change-password', 'changePassword'],
  ['POST', '/auth/enable', 'enableAuth'],
  ['DELETE', '/me', 'deleteMe'],
  ['POST', '/shutdown', 'shutdown'],
] as const;

test.each(ENDINGS)(
  '%s %s cannot be put back: it is left out, and the plan and the report say so',
  async (method, path, id) => {
    const target = switched(ending(method, path, id));
    const { summary } = await check(target);
    expect(target.isUp()).toBe(true);
    expect(target.asked).not.toContain(`${method} ${path}`);
    expect(summary.leftOut).toContainEqual(
      expect.objectContaining({ operation: id, reason: expect.stringContaining('--disruptive') }),
    );
    expect(errors(summary)).toEqual([]);
    expect(summary.leftovers).toEqual([]);
  },
);

test.each(ENDINGS)(
  '%s %s is run when asked for: last, after what was created has been removed, and it is named',
  async (method, path, id) => {
    const target = switched(ending(method, path, id));
    const { summary } = await check(target, { disruptive: true });
    expect(target.isUp()).toBe(false);
    const at = target.asked.indexOf(`${method} ${path}`);
    expect(target.asked.slice(0, at)).toContain('POST /items');
    expect(target.asked.slice(at)).not.toContain('POST /items');
    expect(summary.notes.join()).toContain(`after ${method} ${path}`);
    expect(summary.leftovers).toEqual([]);
    expect(errors(summary)).toEqual([]);
  },
);

test('a request that no word gives away and that ends our access stops the run within twenty answers, and is named', async () => {
  const target = switched(ending('POST', '/gadget', 'gadget'));
  const { summary } = await check(target);
  const at = target.asked.indexOf('POST /gadget');
  expect(summary.exitStatus).toBe(3);
  expect(summary.reasons.join()).toContain('has answered 401 to every request since POST /gadget');
  expect(summary.counts.inconclusive).toBeLessThan(20);
  expect(at).toBeGreaterThan(0);
});

test('correct services give no outage: bad credentials and refusals are expected', async () => {
  const { summary } = await check(switched([]), { strict: true });
  expect(summary.notes).toEqual([]);
  expect(errors(summary)).toEqual([]);
});

test('one operation that fails after its first success is not an outage', async () => {
  for (const [method, path] of [
    ['POST', '/items'],
    ['GET', '/items'],
  ]) {
    const target = switched([]);
    let served = 0;
    const fetch = async (request: Request): Promise<Response> => {
      const own = request.method === method && new URL(request.url).pathname === path;
      served += own ? 1 : 0;
      return own && served > 3 ? new Response(null, { status: 503 }) : target.fetch(request);
    };
    const { summary } = await check({ ...target, fetch });
    expect(summary.notes.join()).not.toContain('every request');
    expect(summary.exitStatus).not.toBe(3);
  }
});

test('a limit of two logins in a minute holds nothing else, is given up, and the report names the operation', async () => {
  const login = ending('POST', '/login', 'login').map((extra) => ({ ...extra, act: () => undefined }));
  const target = switched(login);
  let logins = 0;
  const fetch = async (request: Request): Promise<Response> => {
    if (new URL(request.url).pathname !== '/login' || request.method !== 'POST') return target.fetch(request);
    logins += 1;
    await target.fetch(request);
    return logins <= 2
      ? new Response(null, { status: 204 })
      : Response.json({ error: 'slowly' }, { status: 429, headers: { 'Retry-After': '30' } });
  };
  const { summary } = await check({ ...target, fetch });
  expect(summary.notes.join()).toContain('the run waited 0 s in all');
  expect(summary.notes.join()).toContain('It did not wait for longer times that the target asked for (login)');
  expect(summary.notes.join()).not.toContain('every request');
  expect(summary.inconclusive.every(({ reason }) => reason.startsWith('429'))).toBe(true);
});

test('a limit of one operation that is waited for lets the others go on meanwhile', async () => {
  const login = ending('POST', '/login', 'login').map((extra) => ({ ...extra, act: () => undefined }));
  const target = switched(login);
  const answers: string[] = [];
  let logins = 0;
  const fetch = async (request: Request): Promise<Response> => {
    const own = new URL(request.url).pathname === '/login' && request.method === 'POST';
    if (own) logins += 1;
    const number = own ? logins : 0;
    const response = await target.fetch(request);
    answers.push(own ? `login ${number}` : 'other');
    return number === 1 ? new Response(null, { status: 429, headers: { 'Retry-After': '1' } }) : response;
  };
  const { summary } = await check({ ...target, fetch }, { phases: ['coverage'] });
  const between = answers.slice(answers.indexOf('login 1') + 1, answers.indexOf('login 3'));
  expect(between.filter((each) => each === 'other').length).toBeGreaterThanOrEqual(5);
  expect(summary.counts.inconclusive).toBe(0);
});

test('an opposite verb puts back what takes something away', async () => {
  const [lock, unlock] = [...ending('POST', '/lock', 'lock'), ...ending('POST', '/unlock', 'unlock')];
  if (lock === undefined || unlock === undefined) throw new Error('there are two');
  const except = (path: string): boolean => path === '/unlock';
  const target = switched([
    {
      ...lock,
      act: (state) => {
        state.off = { status: 423, after: 0, except };
        return undefined;
      },
    },
    {
      ...unlock,
      act: (state) => {
        state.off = undefined;
        return undefined;
      },
    },
  ]);
  const { summary } = await check(target);
  expect(target.asked).toContain('POST /lock');
  expect(target.asked.indexOf('POST /lock')).toBeGreaterThan(target.asked.lastIndexOf('POST /items'));
  expect(target.isUp()).toBe(true);
  expect(summary.leftovers).toEqual([]);
  expect(errors(summary)).toEqual([]);
});

/** The service on a socket that is closed by one of its requests. */
async function closedBy(path: string, options: Partial<ContractOptions>, by = 'POST'): Promise<Story> {
  const target = switched(ending(by, path, 'end'));
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const { method = 'GET', url = '/', headers } = incoming;
    const body = chunks.length === 0 ? {} : { body: Buffer.concat(chunks) };
    const fields = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
    const usable = fields.filter(([name]) => !['connection', 'content-length', 'transfer-encoding'].includes(name));
    const answer = await target
      .fetch(new Request(`http://service.local${url}`, { method, headers: usable, ...body }))
      .catch(() => new Response(null, { status: 400 }));
    outgoing.writeHead(answer.status, Object.fromEntries(answer.headers));
    outgoing.end(Buffer.from(await answer.arrayBuffer()));
    if (method !== by || url !== path) return;
    server.close();
    setTimeout(() => server.closeAllConnections(), 50);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  try {
    const parts = await collaboratorsOf(target.document);
    return await tell({
      ...parts,
      target: new URL(`http://127.0.0.1:${address.port}`),
      credentials: CREDENTIALS,
      outageClock: quickClock(),
      ...options,
    });
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

test('a shutdown that takes the listener away is left out; asked for, it is the last, and is named', async () => {
  expect((await closedBy('/shutdown', {})).summary.exitStatus).toBe(0);
  const asked = (await closedBy('/shutdown', { disruptive: true })).summary;
  expect(asked.notes.join()).toContain('accepted no connection after POST /shutdown');
  expect(asked.leftovers).toEqual([]);
});

test('a request that no word gives away and that takes the listener away stops the run and is named', async () => {
  const { summary } = await closedBy('/gadget', {});
  expect(summary.exitStatus).toBe(3);
  expect(summary.reasons.join()).toContain('has accepted no connection since POST /gadget');
});

test('where a read takes the listener away, no write is named, but the last requests', async () => {
  const { summary } = await closedBy('/gadget', { phases: ['stateful', 'coverage'] }, 'GET');
  expect(summary.exitStatus).toBe(3);
  expect(summary.reasons.join()).not.toMatch(/since (POST|PUT|PATCH|DELETE)|--exclude/);
  expect(summary.reasons.join()).toContain('accepts no connection any more');
  expect(summary.reasons.join()).toContain('GET /gadget');
});

/** A service whose process ends, without an answer, at the second DELETE of an item. `restarts`: it is started again at once. */
async function crashing(restarts: boolean): Promise<Story> {
  const target = switched([]);
  const gone = new Set<string>();
  let port = 0;
  let server = createServer();
  const serve = async (): Promise<void> => {
    server = createServer(async (incoming, outgoing) => {
      const chunks: Buffer[] = [];
      for await (const chunk of incoming) chunks.push(chunk);
      const { method = 'GET', url = '/', headers } = incoming;
      if (method === 'DELETE' && gone.has(url)) {
        server.close(() => void (restarts ? serve() : undefined));
        server.closeAllConnections();
        return;
      }
      if (method === 'DELETE') gone.add(url);
      const body = chunks.length === 0 ? {} : { body: Buffer.concat(chunks) };
      const fields = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
      const usable = fields.filter(([name]) => !['connection', 'content-length', 'transfer-encoding'].includes(name));
      const answer = await target
        .fetch(new Request(`http://service.local${url}`, { method, headers: usable, ...body }))
        .catch(() => new Response(null, { status: 400 }));
      outgoing.writeHead(answer.status, Object.fromEntries(answer.headers));
      outgoing.end(Buffer.from(await answer.arrayBuffer()));
    });
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()));
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    port = address.port;
  };
  await serve();
  try {
    const parts = await collaboratorsOf(target.document);
    return await tell({
      ...parts,
      target: new URL(`http://127.0.0.1:${port}`),
      credentials: CREDENTIALS,
      phases: ['stateful'],
      ...(restarts ? {} : { outageClock: quickClock() }),
    });
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

test('a request that gets no answer and ends the process is named and reported', async () => {
  const { summary } = await crashing(false);
  expect(summary.exitStatus).toBe(3);
  expect(summary.reasons.join()).toMatch(/since DELETE \/items\//);
  expect(summary.findings).toContainEqual(
    expect.objectContaining({ check: 'transport.broken', endpoint: 'DELETE /items/{itemId}' }),
  );
});

test('a service that is started again after such a request is checked on', async () => {
  const { summary } = await crashing(true);
  expect(summary.exitStatus).toBe(1);
  expect(summary.findings).toContainEqual(
    expect.objectContaining({ check: 'transport.broken', endpoint: 'DELETE /items/{itemId}' }),
  );
  expect(summary.leftovers).toEqual([]);
});

test('a service that is switched off before any write of ours has worked is switched on again', async () => {
  const target = switched([
    ...maintenance('/gadget'),
    ...ending('PUT', '/other', 'other').map((extra) => ({ ...extra, act: () => undefined })),
  ]);
  // No other write is let through before the first one to the switch.
  let touched = false;
  const fetch = async (request: Request): Promise<Response> => {
    const isSwitch = new URL(request.url).pathname === '/gadget';
    const isWrite = !['GET', 'HEAD', 'OPTIONS'].includes(request.method);
    if (isWrite && !isSwitch && !touched) return Response.json({ error: 'off' }, { status: 503 });
    touched ||= isWrite && isSwitch;
    return target.fetch(request);
  };
  const { summary } = await check({ ...target, fetch }, { phases: ['coverage'] });
  expect(target.isUp()).toBe(true);
  expect(summary.exitStatus).not.toBe(3);
  expect(summary.counts.passed).toBeGreaterThan(summary.counts.inconclusive);
});

test('a setting that a GET shows is afterwards as it was, whether a case noticed it or not', async () => {
  for (const before of [true, false]) {
    let enabled = before;
    const silent = maintenance('/gadget').map((extra) => ({
      ...extra,
      act: (_: unknown, body: Record<string, unknown>) => {
        if (extra.method === 'GET') return Response.json({ enabled });
        if (typeof body['enabled'] !== 'boolean' || Object.keys(body).length > 1)
          return Response.json({ error: 'no switch' }, { status: 400 });
        enabled = body['enabled'];
        return Response.json({ enabled });
      },
    }));
    const { summary } = await check(switched(silent));
    expect(enabled).toBe(before);
    expect(errors(summary)).toEqual([]);
  }
});

test('a switch that cannot be put back is noted once, however many cases it has', async () => {
  const responses = { '200': { description: 'Done.' } };
  const parts = await collaboratorsOf({
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths: { '/lock': { post: { responses } }, '/unlock': { post: { responses } } },
  });
  let locks = 0;
  const target = async ({ method, url }: Request): Promise<Response> => {
    const isLock = method === 'POST' && url.endsWith('/lock');
    if (isLock) locks += 1;
    return new Response(null, { status: isLock ? 200 : 400 });
  };
  const { summary } = await tell({ ...parts, target, outageClock: quickClock() });
  expect(locks).toBeGreaterThan(1);
  const notes = summary.notes.filter((note) => note.startsWith('POST /lock could not be put back'));
  expect(notes).toHaveLength(1);
});
