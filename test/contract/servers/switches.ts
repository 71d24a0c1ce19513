/** A small service with something that switches it off, and a document that describes it. */
export interface Switched {
  readonly document: object;
  readonly fetch: (request: Request) => Promise<Response>;
  /** Whether the service still works for who had access. */
  readonly isUp: () => boolean;
  /** Method and path of each request, in order. */
  readonly asked: readonly string[];
}

export const KEY = 'k-12345';

interface State {
  /** Answers to everything from now on; counted down where it comes late. */
  off: { status: number; after: number; except?: (path: string) => boolean } | undefined;
  keys: Set<string>;
  maintenance: boolean;
}

type Act = (state: State, body: Record<string, unknown>) => Response | undefined;

export interface Extra {
  readonly method: string;
  readonly path: string;
  readonly describe: object;
  readonly act: Act;
}

const json = (value: unknown, status = 200): Response => Response.json(value, { status });
const answer = (description: string, schema?: object): object =>
  schema === undefined ? { description } : { description, content: { 'application/json': { schema } } };
const ITEM = {
  type: 'object',
  required: ['id', 'name'],
  additionalProperties: false,
  properties: { id: { type: 'string' }, name: { type: 'string', maxLength: 40 } },
};
const NEW_ITEM = {
  type: 'object',
  required: ['name'],
  additionalProperties: false,
  properties: { name: { type: 'string', minLength: 1, maxLength: 40 } },
};
const REFUSALS = { '400': answer('Not what is documented.'), '401': answer('No key.'), '404': answer('Not there.') };

/** Items that can be made and removed, and some more operations. Every operation needs the key. */
export function switched(extras: readonly Extra[], { late = 0 }: { readonly late?: number } = {}): Switched {
  const state: State = { off: undefined, keys: new Set([KEY]), maintenance: false };
  const items = new Map<string, { id: string; name: string }>();
  const asked: string[] = [];
  let count = 0;
  const paths: Record<string, Record<string, object>> = {
    '/items': {
      get: {
        operationId: 'listItems',
        responses: { '200': answer('All.', { type: 'array', items: ITEM }), ...REFUSALS },
      },
      post: {
        operationId: 'createItem',
        requestBody: { required: true, content: { 'application/json': { schema: NEW_ITEM } } },
        responses: { '201': answer('Made.', ITEM), ...REFUSALS },
      },
    },
    '/items/{itemId}': {
      get: {
        operationId: 'readItem',
        parameters: [{ name: 'itemId', in: 'path', required: true, schema: { type: 'string' } }],
        responses: { '200': answer('One.', ITEM), ...REFUSALS },
      },
      delete: {
        operationId: 'deleteItem',
        parameters: [{ name: 'itemId', in: 'path', required: true, schema: { type: 'string' } }],
        responses: { '204': answer('Gone.'), ...REFUSALS },
      },
    },
  };
  for (const { method, path, describe } of extras) paths[path] = { ...paths[path], [method.toLowerCase()]: describe };
  const document = {
    openapi: '3.1.0',
    info: { title: 'Switched', version: '1' },
    security: [{ key: [] }],
    components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
    paths,
  };

  async function bodyOf(request: Request): Promise<Record<string, unknown> | undefined> {
    const text = await request.text();
    if (text === '') return {};
    try {
      const value: unknown = JSON.parse(text);
      return typeof value === 'object' && value !== null && !Array.isArray(value)
        ? (value as Record<string, unknown>)
        : undefined;
    } catch {
      return undefined;
    }
  }

  function blocked(path: string): Response | undefined {
    const { off } = state;
    if (off === undefined || off.except?.(path) === true) return undefined;
    off.after -= 1;
    return off.after < 0 ? json({ error: 'off' }, off.status) : undefined;
  }

  async function fetch(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    asked.push(`${request.method} ${pathname}`);
    const closed = blocked(pathname);
    if (closed !== undefined) return closed;
    if (!state.keys.has(request.headers.get('x-key') ?? '')) return json({ error: 'who are you' }, 401);
    const asks = request.method === 'HEAD' ? 'GET' : request.method;
    const extra = extras.find(({ method, path }) => method === asks && path === pathname);
    const body = request.method === 'GET' || request.method === 'HEAD' ? {} : await bodyOf(request);
    if (extra !== undefined) {
      if (body === undefined) return json({ error: 'no object' }, 400);
      const said = extra.act(state, body) ?? new Response(null, { status: 204 });
      if (state.off !== undefined && late > 0 && state.off.after === 0) state.off.after = late;
      return said;
    }
    return plain(request, pathname, body);
  }

  function plain(request: Request, path: string, body: Record<string, unknown> | undefined): Response {
    const known = Object.keys(paths).find(
      (each) => each === path || (each.includes('{') && /^\/items\/[^/]+$/.test(path)),
    );
    if (known === undefined) return json({ error: 'not there' }, 404);
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const allowed = Object.keys(paths[known] ?? {}).map((each) => each.toUpperCase());
    if (!allowed.includes(method))
      return new Response(null, { status: 405, headers: { Allow: [...allowed, 'HEAD'].join(', ') } });
    if (path === '/items' && method === 'GET') return json([...items.values()]);
    if (path === '/items') return create(request, body);
    const item = items.get(path.slice('/items/'.length));
    if (item === undefined) return json({ error: 'not there' }, 404);
    if (method === 'GET') return json(item);
    items.delete(item.id);
    return new Response(null, { status: 204 });
  }

  function create(request: Request, body: Record<string, unknown> | undefined): Response {
    const { name, ...rest } = body ?? {};
    const isJson = (request.headers.get('content-type') ?? '').startsWith('application/json');
    const length = typeof name === 'string' ? [...name].length : 0;
    if (!isJson || typeof name !== 'string' || length < 1 || length > 40 || Object.keys(rest).length > 0)
      return json({ error: 'no item' }, 400);
    count += 1;
    const item = { id: `i${count}`, name };
    items.set(item.id, item);
    return json(item, 201);
  }

  return { document, fetch, asked, isUp: () => state.off === undefined && state.keys.has(KEY) };
}

const SWITCH = {
  type: 'object',
  required: ['enabled'],
  additionalProperties: false,
  properties: { enabled: { type: 'boolean' } },
};

/** POST /maintenance {enabled}; with a GET that shows it, or without. `path`: another name, which no word gives away. */
export function maintenance(path = '/maintenance', shown = true): readonly Extra[] {
  const except = (asked: string): boolean => asked === path;
  const set: Act = (state, { enabled, ...rest }) => {
    if (typeof enabled !== 'boolean' || Object.keys(rest).length > 0) return json({ error: 'no switch' }, 400);
    state.maintenance = enabled;
    state.off = enabled ? { status: 503, after: 0, except } : undefined;
    return json({ enabled });
  };
  const responses = { '200': answer('As it is.', SWITCH), ...REFUSALS };
  const requestBody = { required: true, content: { 'application/json': { schema: SWITCH } } };
  const write = {
    method: 'POST',
    path,
    describe: { operationId: `set${path.slice(1)}`, requestBody, responses },
    act: set,
  };
  const read: Extra = {
    method: 'GET',
    path,
    describe: { operationId: `get${path.slice(1)}`, responses },
    act: ({ maintenance: enabled }) => json({ enabled }),
  };
  return shown ? [read, write] : [write];
}

/** One request without content, after which nobody gets in any more. */
export function ending(method: string, path: string, operationId: string): readonly Extra[] {
  const act: Act = (state) => {
    state.keys.clear();
    return undefined;
  };
  return [{ method, path, describe: { operationId, responses: { '204': answer('Done.'), ...REFUSALS } }, act }];
}
