import type { FetchFunction } from '../../../src/contract/index.ts';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const tool = { $ref: '#/components/schemas/Tool' };
const refusal = (code: string) => ({
  description: code,
  content: {
    'application/json': {
      schema: { $ref: '#/components/schemas/Refusal' },
      examples: { one: { value: { code, status: 400 } } },
    },
  },
});
const etag = { ETag: { schema: { type: 'string' } } };
const integer = (name: string, rules: object) => ({ name, in: 'query', schema: { type: 'integer', ...rules } });
const missing = { '404': refusal('missing') };
const unread = { '400': refusal('unreadable'), '422': refusal('invalid') };
const one = { '200': { description: 'The tool.', headers: etag, ...json(tool) }, ...missing };
const replaced = { ...one, ...unread, '412': refusal('outdated') };

/** Everything that the checks need that no other target shows. */
export const DOCUMENT = {
  openapi: '3.2.0',
  info: { title: 'Workshop', version: '1.0.0' },
  paths: {
    '/tools': {
      get: {
        operationId: 'listTools',
        parameters: [
          { name: 'kind', in: 'query', schema: { $ref: '#/components/schemas/Kind' } },
          integer('limit', { minimum: 1, maximum: 50, default: 10 }),
          integer('offset', { minimum: 0, default: 0 }),
        ],
        responses: {
          '200': { description: 'Tools.', ...json({ type: 'array', items: tool }) },
          '406': refusal('unacceptable'),
          ...unread,
        },
      },
      post: {
        operationId: 'createTool',
        requestBody: { required: true, ...json({ $ref: '#/components/schemas/NewTool' }) },
        responses: { '201': { description: 'The tool.', ...json(tool) }, ...unread },
      },
    },
    '/tools/{toolId}': {
      parameters: [{ name: 'toolId', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } }],
      get: { operationId: 'getTool', responses: { ...one, '304': { description: 'As it was.' } } },
      put: {
        operationId: 'replaceTool',
        requestBody: { required: true, ...json({ $ref: '#/components/schemas/NewTool' }) },
        responses: replaced,
      },
      patch: {
        operationId: 'changeTool',
        requestBody: {
          required: true,
          content: { 'application/merge-patch+json': { schema: { $ref: '#/components/schemas/ToolChange' } } },
        },
        responses: replaced,
      },
      delete: { operationId: 'removeTool', responses: { '204': { description: 'Gone.' }, ...missing } },
    },
    '/report': {
      get: {
        operationId: 'report',
        responses: {
          '200': {
            description: 'The report.',
            content: {
              'application/json': { schema: { type: 'object', required: ['tools'] } },
              'text/csv': { schema: { type: 'string' } },
            },
          },
        },
      },
    },
    '/feed': {
      get: {
        operationId: 'feed',
        responses: {
          '200': {
            description: 'Lines.',
            content: { 'application/jsonl': { itemSchema: { type: 'object', required: ['at'] } } },
          },
        },
      },
    },
    '/bench': {
      get: {
        operationId: 'oldBench',
        deprecated: true,
        'x-deprecated-since': '2026-01-01',
        'x-deprecated-sunset': '2027-01-31',
        'x-stability': 'beta',
        parameters: [{ name: 'style', in: 'query', deprecated: true, schema: { type: 'string' } }],
        responses: { '200': { description: 'The bench.', ...json({ $ref: '#/components/schemas/Bench' }) } },
      },
      put: {
        operationId: 'moveBench',
        requestBody: { required: true, ...json({ $ref: '#/components/schemas/Bench' }) },
        responses: { '200': { description: 'The bench.', ...json({ $ref: '#/components/schemas/Bench' }) }, ...unread },
      },
    },
    '/motto': { get: { operationId: 'motto', responses: { default: { description: 'Something.' } } } },
  },
  components: {
    schemas: {
      Kind: { type: 'string', enum: ['hand', 'power'] },
      NewTool: {
        type: 'object',
        required: ['name'],
        properties: {
          name: { type: 'string', minLength: 1, maxLength: 60 },
          kind: { type: 'string', enum: ['hand', 'power'], default: 'hand' },
          maker: { type: 'string', maxLength: 40 },
          weight: { type: 'integer', minimum: 0, maximum: 1000 },
        },
      },
      ToolChange: {
        type: 'object',
        properties: {
          name: { type: 'string', minLength: 1, maxLength: 60 },
          maker: { type: 'string', maxLength: 40 },
          weight: { type: 'integer', minimum: 0, maximum: 1000 },
        },
      },
      Tool: {
        type: 'object',
        required: ['id', 'name', 'kind'],
        properties: {
          id: { type: 'integer', readOnly: true },
          name: { type: 'string' },
          kind: { type: 'string', enum: ['hand', 'power'] },
          maker: { type: 'string' },
          weight: { type: 'integer' },
        },
      },
      Bench: {
        type: 'object',
        required: ['place'],
        properties: { place: { type: 'string', minLength: 1 }, legs: { type: 'integer', deprecated: true } },
      },
      Refusal: {
        type: 'object',
        required: ['code', 'status'],
        properties: { code: { type: 'string' }, status: { type: 'integer' } },
      },
    },
  },
};

type Item = { id: number; name: string; kind: string; maker?: string; weight?: number };
type Fields = Record<string, unknown>;

const LIFE = { Deprecation: '@1767225600', Sunset: 'Sun, 31 Jan 2027 23:59:59 GMT' };

/** A service that keeps its contract, or breaks it in the one way that `fault` names. */
export function workshop(fault?: string): FetchFunction {
  const is = (...names: string[]): boolean => fault !== undefined && names.includes(fault);
  const tools = new Map<number, Item>();
  let last = 0;
  const put = (fields: Fields, id = ++last): Item => {
    const { name, kind = is('wrong default') ? 'power' : 'hand', maker, weight } = fields;
    const item = {
      id,
      name,
      kind,
      ...(maker === undefined ? {} : { maker }),
      ...(weight === undefined ? {} : { weight }),
    };
    tools.set(id, item as Item);
    return item as Item;
  };
  for (let count = 1; count <= 6; count += 1) put({ name: `Tool ${count}`, kind: count % 2 ? 'hand' : 'power' });
  const removed = new Set<number>();
  let bench: Fields = { place: 'here', legs: 4 };

  const answer = (status: number, body?: unknown, headers: Record<string, string> = {}): Response =>
    new Response(body === undefined ? null : `${is('bom') ? '\ufeff' : ''}${JSON.stringify(body)}`, {
      status,
      headers: { ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers },
    });
  const refuse = (status: number, code: string, headers: Record<string, string> = {}): Response =>
    answer(
      status,
      {
        code: is('foreign code') && status === 422 ? 'unreadable' : code,
        status: is('other status in the body') ? 499 : status,
      },
      headers,
    );
  const tagOf = (item: Item): string =>
    is('malformed tag')
      ? 'tag'
      : `"${is('tag that stays') ? 'same' : Buffer.from(JSON.stringify(item)).toString('hex').slice(-40)}"`;
  const shown = (item: Item): Response => answer(200, item, { ETag: tagOf(item) });

  function wrong(fields: Fields, partial: boolean): boolean {
    const text = (value: unknown, least: number, most: number): boolean =>
      typeof value === 'string' && [...value].length >= least && [...value].length <= most;
    const { name, kind, maker, weight } = fields;
    if (is('only Latin') && /[^\x20-\x7e]/.test(JSON.stringify(fields))) return true;
    return (
      (name === undefined ? !partial : !text(name, 1, 60)) ||
      (kind !== undefined && !partial && kind !== 'hand' && kind !== 'power') ||
      (maker !== undefined && !text(maker, 0, 40)) ||
      (weight !== undefined && !(Number.isInteger(weight) && (weight as number) >= 0 && (weight as number) <= 1000))
    );
  }

  async function bodyOf(request: Request, type: string): Promise<Fields | Response> {
    const text = await request.text();
    if (text === '') return refuse(400, 'unreadable');
    if (request.headers.get('content-type')?.toLowerCase().split(';')[0] !== type) return refuse(415, 'other');
    try {
      const value: unknown = JSON.parse(text);
      return typeof value === 'object' && value !== null && !Array.isArray(value)
        ? (value as Fields)
        : refuse(422, 'invalid');
    } catch {
      return refuse(400, 'unreadable');
    }
  }

  function list(url: URL, accept: string): Response {
    const accepts = /\*\/\*|application\/(\*|json)/.test(accept);
    if (!accepts && !is('Accept is nothing')) return refuse(406, 'unacceptable');
    const number = (name: string, least: number, most: number, usual: number): number | undefined => {
      const texts = url.searchParams.getAll(name);
      if (texts.length === 0) return usual;
      if (texts.length > 1 && !is('takes twice')) return undefined;
      const value = /^-?\d+$/.test(texts[0] ?? '') ? Number(texts[0]) : -1;
      return value >= least && value <= most ? value : undefined;
    };
    const [limit, offset] = [number('limit', 1, 50, 10), number('offset', 0, 1e9, 0)];
    const kind = url.searchParams.get('kind');
    if (limit === undefined || offset === undefined || (kind !== null && !/^(hand|power)$/.test(kind)))
      return refuse(422, 'invalid');
    let all = [...tools.values()].filter((item) => kind === null || item.kind === kind);
    if (is('filter loses one') && kind !== null) all = all.slice(1);
    if (is('list shows the old')) all = all.map((item) => ({ ...item, name: originals.get(item.id) ?? item.name }));
    return answer(200, all.slice(offset, offset + limit));
  }
  const originals = new Map<number, string>();

  function read(item: Item, request: Request): Response {
    const known = request.headers.get('if-none-match');
    if (known === tagOf(item) && !is('always whole'))
      return new Response(null, { status: 304, headers: { ETag: known } });
    if (is('reading changes')) item.name = `${item.name}'`.slice(0, 30);
    return shown(is('answers as another') ? { ...item, id: item.id + 1 } : item);
  }

  async function write(item: Item, request: Request, partial: boolean): Promise<Response> {
    const condition = request.headers.get('if-match');
    if (condition !== null && condition !== tagOf(item) && !is('no conditions')) return refuse(412, 'outdated');
    const fields = await bodyOf(request, partial ? 'application/merge-patch+json' : 'application/json');
    if (fields instanceof Response) return fields;
    if (wrong(fields, partial)) return refuse(422, 'invalid');
    originals.set(item.id, originals.get(item.id) ?? item.name);
    const { name, maker, weight } = fields;
    const given = Object.fromEntries(
      Object.entries({ name, maker, weight }).filter(([, value]) => value !== undefined),
    );
    if (partial && is('patch forgets') && maker === undefined) delete item.maker;
    const now =
      partial || is('put merges')
        ? { ...item, ...given, ...(partial ? {} : { kind: fields['kind'] ?? 'hand' }) }
        : fields;
    const kept = put(now, item.id);
    return is('answers with the old') ? shown({ ...item, name: 'as it was' }) : shown(kept);
  }

  async function item(path: string, request: Request): Promise<Response> {
    const id = Number(path.slice(7));
    if (!/^\/tools\/[1-9]\d*$/.test(path)) return refuse(422, 'invalid');
    const found = tools.get(id);
    if (found === undefined && is('nobody is somebody') && request.method === 'GET' && !removed.has(id))
      return answer(200, { id, name: 'Nobody', kind: 'hand' });
    if (found === undefined)
      return is('deletes once') && removed.has(id) && request.method === 'DELETE'
        ? refuse(409, 'gone already')
        : refuse(404, 'missing');
    if (request.method === 'GET' || request.method === 'HEAD') return read(found, request);
    if (request.method !== 'DELETE') return write(found, request, request.method === 'PATCH');
    tools.delete(id);
    removed.add(id);
    if (is('delete takes two')) tools.delete([...tools.keys()][0] ?? 0);
    return new Response(null, { status: 204, headers: is('length of nothing') ? { 'Content-Length': '5' } : {} });
  }

  async function respond(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const path = is('slash crashes') || !url.pathname.endsWith('/') ? url.pathname : '/nowhere';
    const accept = request.headers.get('accept') ?? '*/*';
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const allowed =
      path === '/tools'
        ? ['GET', 'POST']
        : /^\/tools\/[^/]+$/.test(path)
          ? ['GET', 'PUT', 'PATCH', 'DELETE']
          : path === '/bench'
            ? ['GET', 'PUT']
            : ['GET'];
    if (path.endsWith('/')) return refuse(500, 'crash');
    if (!/^\/(tools(\/[^/]+)?|report|feed|bench|motto)$/.test(path)) return refuse(404, 'missing');
    if (!allowed.includes(method)) return refuse(405, 'method', { Allow: allowed.join(', ') });
    if (path === '/tools' && method === 'POST') {
      const fields = await bodyOf(request, 'application/json');
      if (fields instanceof Response) return fields;
      return wrong(fields, false) ? refuse(422, 'invalid') : answer(201, put(fields), { Location: `/tools/${last}` });
    }
    if (path === '/tools') return list(url, accept);
    if (path.startsWith('/tools/')) return item(path, request);
    if (path === '/report') {
      const vary: Record<string, string> = is('no Vary') ? {} : { Vary: 'Accept' };
      const csv = accept.split(',').every((each) => /text\/csv/.test(each));
      return csv
        ? new Response('tools\n6\n', { headers: { ...vary, 'Content-Type': 'text/csv' } })
        : answer(200, { tools: 6 }, vary);
    }
    if (path === '/feed')
      return new Response(`{"at":1}\n{${is('odd line') ? '' : '"at":2'}}\n`, {
        headers: { 'Content-Type': 'application/jsonl' },
      });
    if (path === '/motto' && is('motto never comes')) return refuse(409, 'not now');
    if (path === '/motto') return answer(200, 'Measure twice.');
    if (is('bench is gone')) return refuse(404, 'missing');
    if (method === 'GET') return answer(200, bench, LIFE);
    const fields = await bodyOf(request, 'application/json');
    if (fields instanceof Response) return fields;
    const { place, legs } = fields;
    if (typeof place !== 'string' || place === '' || (legs !== undefined && !Number.isInteger(legs)))
      return refuse(422, 'invalid');
    bench = { place, ...(legs === undefined ? {} : { legs }) };
    return answer(200, bench);
  }

  return async (request) => {
    const response = await respond(request);
    if (is('unnamed field')) response.headers.set('X-Shelf', 'B4');
    if (is('any origin')) {
      response.headers.set('Access-Control-Allow-Origin', '*');
      response.headers.set('Access-Control-Allow-Credentials', 'true');
    }
    if (is('wrong length') && response.headers.get('content-type') === 'text/csv')
      response.headers.set('Content-Length', '3');
    return request.method === 'HEAD' ? new Response(null, response) : response;
  };
}
