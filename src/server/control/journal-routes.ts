import type { Context, Hono } from 'hono';
import type { Body, Json, JsonObject } from '../../core/index.ts';
import {
  type Entry,
  type EntryFilter,
  type Expectation,
  expectationFault,
  operationFault,
} from '../../journal/index.ts';
import { controlProblem, json, objectIn } from './control-answer.ts';
import type { ControlDependencies } from './control-dependencies.ts';
import { entriesAsHar } from './har.ts';

/** Reads, verifies and repeats recorded requests. */
export function journalRoutes(app: Hono, { mock, journal, now, send, version }: ControlDependencies): void {
  const found = async (c: Context): Promise<readonly Json[] | Response> => {
    await journal.gather();
    const operation = c.req.query('operation');
    const fault = filterFault(c) ?? (operation === undefined ? undefined : operationFault(operation, mock().api));
    return fault === undefined ? journal.entries(filterFrom(c)) : controlProblem(c, 422, fault);
  };
  app.get('/journal', async (c) => {
    const entries = await found(c);
    if (entries instanceof Response) return entries;
    return json(c, { recorded: journal.recorded, capacity: journal.capacity, entries });
  });
  app.get('/journal.har', async (c) => {
    const entries = await found(c);
    if (entries instanceof Response) return entries;
    return json(c, entriesAsHar(entries as readonly JsonObject[], new URL(c.req.url).origin, version));
  });
  app.delete('/journal', async (c) => {
    await journal.clearAll();
    return c.body(null, 204);
  });
  const numbered = (c: Context): Entry | undefined => {
    const sequence = c.req.param('sequence') ?? '';
    return /^\d{1,15}$/.test(sequence) ? journal.entry(Number(sequence)) : undefined;
  };
  const gone = (c: Context): Response =>
    controlProblem(
      c,
      404,
      `The journal has no entry ${c.req.param('sequence') ?? ''}; its newest is ${journal.newest}.`,
    );
  app.get('/journal/:sequence', async (c) => {
    await journal.gather();
    const entry = numbered(c);
    const [shown] = entry === undefined ? [] : journal.entries({ sequence: entry.sequence });
    return shown === undefined ? gone(c) : json(c, shown);
  });
  app.post('/journal/:sequence/replay', async (c) => {
    await journal.gather();
    const entry = numbered(c);
    if (entry === undefined) return gone(c);
    const request = requestAgain(entry, new URL(c.req.url).origin);
    if (request === undefined)
      return controlProblem(c, 409, 'The journal does not have the whole body of this request.');
    const before = journal.newest;
    const response = await send(request);
    await response.arrayBuffer();
    const sequence = journal.newest > before ? journal.newest : null;
    return json(c, { sequence, status: response.status });
  });
  app.post('/verify', async (c) => {
    const body = await objectIn(c);
    if (body === undefined) return controlProblem(c, 400, 'The expectation must be a JSON object.');
    const fault = expectationFault(body, mock().api);
    if (fault !== undefined) return controlProblem(c, 422, fault);
    // The body was validated as an expectation above.
    await journal.gather();
    const result = journal.verify(body as unknown as Expectation);
    return json(c, result as unknown as Json, result.satisfied ? 200 : 409);
  });
  app.get('/deprecations', async (c) => {
    await journal.gather();
    return json(c, { used: journal.deprecatedUse(now()) as unknown as Json });
  });
}

/** The request as received, with credentials; `undefined` if its body was not kept completely. */
function requestAgain({ request, world }: Entry, origin: string): Request | undefined {
  const body = bodyAgain(request.body);
  if (body === undefined) return undefined;
  const query = request.query === '' ? '' : `?${request.query}`;
  const fields = request.headers.filter(
    ([name]) => !/^(host|connection|content-length|transfer-encoding)$/i.test(name),
  );
  const headers = new Headers(fields as [string, string][]);
  if (world !== 'default') headers.set('standin-world', world);
  return new Request(`${origin}${request.path}${query}`, { method: request.method, headers, body });
}

function bodyAgain(body: Body): string | Uint8Array<ArrayBuffer> | null | undefined {
  switch (body.kind) {
    case 'none':
      return null;
    case 'bytes':
      return new Uint8Array(body.bytes);
    case 'parsed':
      return body.parts === undefined && body.text !== '' ? body.text : undefined;
    case 'unreadable':
      return body.text;
    default:
      return undefined;
  }
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
