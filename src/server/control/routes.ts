import { type Context, Hono } from 'hono';
import { type ErrorCode, type Json, type JsonObject, StandinError } from '../../core/index.ts';
import {
  type EntryFilter,
  type Expectation,
  expectationFault,
  type Journal,
  operationFault,
} from '../../journal/index.ts';
import { isWorldName, type Mock, snapshotFault } from '../../mock/index.ts';
import { isObject, parseJson, stringifyJson } from '../../wire/index.ts';
import { problemResponse as refused } from '../exchange/problem.ts';
import { controlDocument } from './document.ts';
import { overrideFrom } from './override-input.ts';
import { createSnapshots } from './snapshots.ts';
import { issueToken } from './token.ts';

export interface ControlParts {
  /** Called for each request, so that a reload is seen. */
  readonly mock: () => Mock;
  readonly journal: Journal;
  readonly prefix: string;
  readonly now: () => number;
  /** What `GET model` shows: the same plain data that `inspect` prints. */
  readonly model: () => Json;
  readonly seed: number;
  /** Whether only listed credentials are valid. */
  readonly hasKeys: boolean;
  readonly version: string;
}

/** The control routes, relative to their prefix. Access has been judged before; they are not part of the documented API. */
export function controlRoutes(parts: ControlParts): Hono {
  const { journal } = parts;
  const app = new Hono();
  const snapshots = createSnapshots(parts.mock);

  app.get('/health', async (c) => {
    const mock = parts.mock();
    // A balancer takes what cannot reach its state out of its rounds: the error handler below makes that a 503.
    const worlds = await mock.store.worlds();
    return json(c, {
      status: 'ok',
      server: 'standin',
      keys: parts.hasKeys,
      version: parts.version,
      title: mock.api.title,
      operations: mock.api.operations.length,
      seed: parts.seed,
      state: mock.store.name,
      worlds: worlds.length,
      exchanges: journal.recorded,
    });
  });
  app.get('/openapi.json', (c) => json(c, controlDocument(parts.prefix, parts.version)));
  app.get('/document', (c) => {
    const { text, type } = publishedDocument(parts.mock().api);
    return c.body(text, 200, { 'content-type': type });
  });
  app.get('/model', (c) => json(c, parts.model()));

  app.get('/journal', async (c) => {
    await journal.gather();
    const operation = c.req.query('operation');
    const fault = filterFault(c) ?? (operation === undefined ? undefined : operationFault(operation, parts.mock().api));
    if (fault !== undefined) return problem(c, 422, fault);
    const entries = [...journal.entries(filterFrom(c))];
    return json(c, { recorded: journal.recorded, capacity: journal.capacity, entries });
  });
  app.delete('/journal', async (c) => {
    await journal.clearAll();
    return c.body(null, 204);
  });
  app.post('/verify', async (c) => {
    const body = await objectIn(c);
    if (body === undefined) return problem(c, 400, 'The expectation must be a JSON object.');
    const fault = expectationFault(body, parts.mock().api);
    if (fault !== undefined) return problem(c, 422, fault);
    // The fault check above is what makes the body an expectation.
    await journal.gather();
    const result = journal.verify(body as unknown as Expectation);
    return json(c, result as unknown as Json, result.satisfied ? 200 : 409);
  });
  app.get('/deprecations', async (c) => {
    await journal.gather();
    return json(c, { used: journal.deprecatedUse(parts.now()) as unknown as Json });
  });

  app.post('/reset', async (c) => {
    await parts.mock().reset(worldIn(c));
    return c.body(null, 204);
  });
  app.get('/state', async (c) => json(c, (await parts.mock().snapshot(worldIn(c))) as unknown as Json));
  app.put('/state', async (c) => {
    const body = await objectIn(c);
    if (body === undefined || typeof body['collections'] !== 'object' || body['collections'] === null)
      return problem(c, 422, 'The state must be an object with `collections`, as `GET state` gives it.');
    const fault = snapshotFault(body);
    if (fault !== undefined) return problem(c, 422, `The state cannot be taken: ${fault}.`);
    await parts.mock().restore(worldIn(c), body as never);
    return c.body(null, 204);
  });

  app.get('/snapshots', async (c) => json(c, { snapshots: [...(await snapshots.names(worldIn(c)))] }));
  app.post('/snapshots/:name', async (c) =>
    json(c, { name: c.req.param('name'), entities: await snapshots.save(worldIn(c), c.req.param('name')) }, 201),
  );
  app.get('/snapshots/:name', async (c) => {
    const snapshot = await snapshots.find(worldIn(c), c.req.param('name'));
    return snapshot === undefined
      ? problem(c, 404, `There is no snapshot \`${c.req.param('name')}\`.`)
      : json(c, snapshot);
  });
  app.delete('/snapshots/:name', async (c) =>
    (await snapshots.drop(worldIn(c), c.req.param('name')))
      ? c.body(null, 204)
      : problem(c, 404, `There is no snapshot \`${c.req.param('name')}\`.`),
  );
  app.post('/snapshots/:name/restore', async (c) =>
    (await snapshots.restore(worldIn(c), c.req.param('name')))
      ? c.body(null, 204)
      : problem(c, 404, `There is no snapshot \`${c.req.param('name')}\`.`),
  );

  app.get('/scenarios', (c) => json(c, { scenarios: parts.mock().scenarios as unknown as Json }));
  app.get('/scenarios/:name', (c) => {
    const scenario = parts.mock().scenarios.find((each) => each.name === c.req.param('name'));
    return scenario === undefined
      ? problem(c, 404, `There is no scenario \`${c.req.param('name')}\`.`)
      : json(c, scenario as unknown as Json);
  });
  app.post('/scenarios/:name', async (c) => {
    await parts.mock().startScenario(worldIn(c), c.req.param('name'));
    return c.body(null, 204);
  });

  app.post('/token', async (c) => {
    const answer = issueToken(parts.mock(), new Uint8Array(await c.req.arrayBuffer()), c.req.header('content-type'));
    if (answer === undefined) return problem(c, 404, 'The document has no `oauth2` or `openIdConnect` scheme.');
    c.header('cache-control', 'no-store');
    c.header('pragma', 'no-cache');
    return json(c, answer.body, answer.status);
  });

  app.get('/overrides', async (c) =>
    json(c, { overrides: (await parts.mock().overrides(worldIn(c))) as unknown as Json }),
  );
  app.post('/overrides', async (c) => {
    const body = await objectIn(c);
    const read =
      body === undefined ? { fault: 'The override must be a JSON object.' } : overrideFrom(body, parts.mock().api);
    return 'fault' in read
      ? problem(c, 422, read.fault)
      : json(c, (await parts.mock().addOverride(worldIn(c), read.override)) as unknown as Json, 201);
  });
  app.delete('/overrides', async (c) => {
    await parts.mock().clearOverrides(worldIn(c));
    return c.body(null, 204);
  });
  app.delete('/overrides/:id', async (c) =>
    (await parts.mock().dropOverride(worldIn(c), c.req.param('id')))
      ? c.body(null, 204)
      : problem(c, 404, `There is no override \`${c.req.param('id')}\` in this world.`),
  );

  app.get('/worlds', async (c) =>
    json(c, { worlds: (await parts.mock().store.worlds()).filter(({ name }) => isWorldName(name)) as unknown as Json }),
  );
  app.delete('/worlds/:name', async (c) =>
    (await parts.mock().store.drop(c.req.param('name')))
      ? c.body(null, 204)
      : problem(c, 404, `There is no world \`${c.req.param('name')}\`.`),
  );

  app.notFound((c) => {
    const allowed = methodsAt(app, c.req.path);
    const asked = `${c.req.method} ${parts.prefix}${c.req.path === '/' ? '' : c.req.path}`;
    const all = `${parts.prefix}/openapi.json describes them all.`;
    if (allowed.length === 0) return problem(c, 404, `There is no control route ${asked}; ${all}`);
    c.header('allow', allowed.join(', '));
    return problem(c, 405, `There is no control route ${asked}, but there is ${listed(allowed)} of it; ${all}`);
  });
  app.onError(refusal);
  return app;
}

const STATUSES: Partial<Record<ErrorCode, number>> = {
  'scenario.unknown': 404,
  'state.unavailable': 503,
  'state.full': 507,
  'state.damaged': 500,
};

/** The answer to a control request that an error of ours ended. Throws every other error. */
export function refusal(error: unknown): Response {
  if (!(error instanceof StandinError)) throw error;
  const detail = error.hint === undefined ? error.message : `${error.message} ${error.hint}`;
  const answer = refused(STATUSES[error.code] ?? 422, 'Control request refused', detail);
  if (error.code === 'state.unavailable') answer.headers.set('retry-after', '1');
  return answer;
}

function json(c: Context, value: Json, status = 200): Response {
  c.status(status as 200);
  c.header('content-type', 'application/json');
  return c.body(stringifyJson(value));
}

function problem(c: Context, status: number, detail: string): Response {
  c.status(status as 400);
  c.header('content-type', 'application/problem+json');
  return c.body(stringifyJson({ type: 'about:blank', title: 'Control request refused', status, detail }));
}

/** Which world a control request is about: the same header that the API takes, or `?world=`. */
function worldIn(c: Context): string {
  const name = c.req.query('world') ?? c.req.header('standin-world') ?? 'default';
  if (!isWorldName(name)) throw new StandinError('usage', 'A world name has 1 to 128 letters, digits and . _ : @ ~ -.');
  return name;
}

/** The document as it was read. Of one in several files it is the first: the others are not published. */
function publishedDocument({ document, files }: Mock['api']): { readonly text: string; readonly type: string } {
  const text = files[0]?.text ?? '';
  if (text === '') return { text: stringifyJson(document as Json), type: 'application/json' };
  return { text, type: text.trimStart().startsWith('{') ? 'application/json' : 'application/yaml' };
}

async function objectIn(c: Context): Promise<JsonObject | undefined> {
  const parsed = parseJson(await c.req.text());
  return parsed.ok && isObject(parsed.value) ? parsed.value : undefined;
}

/** The methods that a path is routed for; a route's parameters take one segment each. */
function methodsAt(app: Hono, path: string): readonly string[] {
  const parts = path.split('/');
  const fits = (route: string): boolean => {
    const pattern = route.split('/');
    return pattern.length === parts.length && pattern.every((part, at) => part.startsWith(':') || part === parts[at]);
  };
  return [...new Set(app.routes.filter((route) => fits(route.path)).map(({ method }) => method))];
}

const FILTERS = ['operation', 'method', 'path', 'status', 'world', 'since', 'limit'];

function filterFault(c: Context): string | undefined {
  for (const [name, value] of Object.entries(c.req.query())) {
    if (!FILTERS.includes(name)) return `\`${name}\` is not a filter of the journal; use one of ${FILTERS.join(', ')}.`;
    if ((name === 'since' || name === 'limit') && !/^\d{1,15}$/.test(value))
      return `\`${name}\` must be a whole number.`;
  }
  return undefined;
}

function filterFrom(c: Context): EntryFilter {
  const text = (name: string): string | undefined => c.req.query(name);
  const number = (name: string): number | undefined =>
    /^\d{1,15}$/.test(text(name) ?? '') ? Number(text(name)) : undefined;
  const pairs = {
    operation: text('operation'),
    method: text('method'),
    path: text('path'),
    status: text('status'),
    world: text('world'),
    since: number('since'),
    limit: number('limit'),
  };
  return Object.fromEntries(Object.entries(pairs).filter(([, value]) => value !== undefined));
}

function listed(methods: readonly string[]): string {
  const first = methods.slice(0, -1).join(', ');
  return first === '' ? methods.join('') : `${first} and ${methods.at(-1)}`;
}
