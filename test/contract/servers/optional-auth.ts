import type { FetchFunction } from '../../../src/contract/index.ts';

type Door = { id: number; name: string; size: number };
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: object) => ({ 'application/json': { schema } });
const said = (description: string) => ({ description, content: json(ref('Refusal')) });
const ok = (schema: object) => ({ description: 'As it is.', content: json(schema) });
const refusals = { '400': said('It cannot be read.'), '422': said('It breaks a rule.') };
const locked = { '401': { ...said('The key is not valid.'), headers: { 'WWW-Authenticate': { schema: {} } } } };
const none = { '404': said('There is no such door.') };
const query = (name: string, schema: object) => ({ name, in: 'query', schema });
const door = { name: { type: 'string', minLength: 1, maxLength: 60 }, size: { type: 'integer', minimum: 1 } };

/** Anybody may come in, with a key or without; a key that is shown is looked at. */
export const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Doors', version: '1.0.0' },
  security: [{}, { key: [] }],
  paths: {
    '/doors': {
      get: {
        operationId: 'listDoors',
        parameters: [
          query('size', { type: 'integer', minimum: 1 }),
          { ...query('name', { type: 'string', minLength: 1 }), 'x-standin-filter': 'contains' },
          query('sort', { type: 'string', enum: ['name', '-name'] }),
          query('limit', { type: 'integer', minimum: 1, maximum: 50, default: 4 }),
          query('offset', { type: 'integer', minimum: 0, default: 0 }),
        ],
        responses: { '200': ok({ type: 'array', items: ref('Door') }), ...refusals, ...locked },
      },
      post: {
        operationId: 'addDoor',
        requestBody: { required: true, content: json(ref('NewDoor')) },
        responses: { '201': ok(ref('Door')), ...refusals, ...locked },
      },
    },
    '/doors/{doorId}': {
      parameters: [{ name: 'doorId', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } }],
      get: { operationId: 'seeDoor', responses: { '200': ok(ref('Door')), ...refusals, ...locked, ...none } },
      put: {
        operationId: 'changeDoor',
        requestBody: { required: true, content: json(ref('NewDoor')) },
        responses: { '200': ok(ref('Door')), ...refusals, ...locked, ...none },
      },
      delete: {
        operationId: 'takeDoor',
        responses: { '204': { description: 'Gone.' }, ...refusals, ...locked, ...none },
      },
    },
  },
  components: {
    securitySchemes: { key: { type: 'http', scheme: 'bearer' } },
    schemas: {
      NewDoor: { type: 'object', required: ['name', 'size'], properties: door },
      Door: { type: 'object', required: ['id', 'name', 'size'], properties: { id: { type: 'integer' }, ...door } },
      Refusal: { type: 'object', required: ['reason'], properties: { reason: { type: 'string' } } },
    },
  },
};

export const KEY = 'a-key-that-fits-2207';

/** Keeps the contract, but for one fault. */
export function doors(fault?: string): FetchFunction {
  const all = new Map<number, Door>();
  let next = 1;
  for (const name of ['Front', 'Back', 'Cellar', 'Garden', 'Attic', 'Front left', 'Barn', 'Stable', 'Gate'])
    all.set(next, { id: next, name, size: (next++ % 3) + 1 });
  const refuse = (status: number, reason: string, headers: Record<string, string> = {}): Response =>
    Response.json({ reason }, { status, headers });
  const show = (one: Door): Response =>
    Response.json(one, { headers: { ETag: `"${one.name.length}-${one.size}-${encodeURIComponent(one.name)}"` } });

  function list(url: URL): Response {
    const asked = (name: string): string | undefined => url.searchParams.get(name) ?? undefined;
    for (const name of ['size', 'limit', 'offset'])
      if (!/^\d+$/.test(asked(name) ?? '0')) return refuse(422, name);
      else if (fault === 'huge numbers crash' && BigInt(asked(name) ?? '0') > 2n ** 63n) return refuse(500, name);
    const usual = fault === 'half the default' ? '2' : '4';
    const [limit, offset] = [Number(asked('limit') ?? usual), Number(asked('offset') ?? 0)];
    if (limit < 1 || limit > 50 || asked('name') === '' || asked('size') === '0') return refuse(422, 'bounds');
    const filtered = !(fault === 'filters one page' && offset > 0);
    const [size, name] = [asked('size'), asked('name')?.toLowerCase()];
    const fit = [...all.values()].filter(
      (each) => !filtered || ((size === undefined || each.size === Number(size)) && has(each.name.toLowerCase(), name)),
    );
    const [order, way] = [asked('sort'), asked('sort')?.startsWith('-') ? -1 : 1];
    if (order !== undefined && !/^-?name$/.test(order)) return refuse(422, 'sort');
    const sort = (doors: readonly Door[]): readonly Door[] =>
      order === undefined ? doors : [...doors].sort((a, b) => way * (a.name < b.name ? -1 : 1));
    const alone = fault === 'sorts each page' || (fault === 'sorts all or nothing' && size !== undefined);
    const shown = alone ? fit.slice(offset, offset + limit) : sort(fit).slice(offset, offset + limit);
    const to = (rel: string, at: number): string => {
      const search = fault === 'links without filter' ? new URLSearchParams() : new URLSearchParams(url.search);
      for (const [key, value] of Object.entries({ limit, offset: at })) search.set(key, String(value));
      return `<${url.pathname}?${search}>; rel="${rel}"`;
    };
    const last = Math.floor(Math.max(0, fit.length - 1) / limit) * limit;
    const more = offset + limit < fit.length || fault === 'next for ever';
    const links = [
      to('last', fault === 'last is too far' ? last + limit : last),
      ...(more ? [to('next', offset + limit)] : []),
    ];
    return Response.json(fault === 'sorts each page' ? sort(shown) : shown, {
      headers: { Link: links.join(', '), 'X-Total-Count': String(fit.length) },
    });
  }

  function has(text: string, part = ''): boolean {
    return fault === 'finds beginnings only' ? text.startsWith(part) : text.includes(part);
  }

  async function read(request: Request): Promise<Omit<Door, 'id'> | Response> {
    if (!/^application\/json/i.test(request.headers.get('content-type') ?? '')) return refuse(415, 'media type');
    let body: unknown;
    try {
      body = JSON.parse(await request.text());
    } catch {
      return refuse(400, 'no JSON');
    }
    if (Array.isArray(body) && fault === 'takes lists') body = { name: 'List', size: 1 };
    const { name, size } = (typeof body === 'object' ? (body ?? {}) : {}) as Partial<Door>;
    if (typeof name !== 'string' || name === '' || [...name].length > 60) return refuse(422, 'name');
    if (fault === 'quotes crash' && name.includes("'")) return refuse(500, 'near');
    if (fault === 'NUL crashes' && name.includes('\u0000')) return refuse(500, 'encoding');
    if (typeof size !== 'number' || size < 1) return refuse(422, 'size');
    if (!Number.isInteger(size) && fault !== 'takes half sizes') return refuse(422, 'size');
    return { name, size: Math.ceil(size) };
  }

  async function one(request: Request, last: string): Promise<Response> {
    if (!/^[1-9]\d*$/.test(last))
      return refuse(fault === 'percent signs crash' && last.includes('%') ? 500 : 422, 'doorId');
    const known = all.get(Number(last));
    if (known === undefined) return refuse(404, 'doorId');
    const match = request.headers.get('if-none-match');
    if (
      request.method === 'GET' &&
      match !== null &&
      (fault === 'never modified' || match === show(known).headers.get('etag'))
    )
      return new Response(null, { status: 304 });
    if (request.method === 'GET') return show(known);
    if (request.method === 'DELETE') {
      all.delete(known.id);
      return new Response(null, { status: 204 });
    }
    const condition = request.headers.get('if-match');
    if (condition !== null && condition !== show(known).headers.get('etag')) return refuse(412, 'If-Match');
    const said = await read(request);
    if (said instanceof Response) return said;
    all.set(known.id, { ...known, ...said });
    return show({ ...known, ...said });
  }

  return async (request) => {
    const url = new URL(request.url);
    const [, , last] = url.pathname.split('/');
    const allow = last === undefined ? ['GET', 'HEAD', 'POST'] : ['GET', 'HEAD', 'PUT', 'DELETE'];
    if (!/^\/doors(\/[^/]+)?$/.test(url.pathname)) return refuse(404, 'path');
    if (!allow.includes(request.method)) return refuse(405, 'method', { Allow: allow.join(', ') });
    if (request.method === 'HEAD') return new Response(null, await answer(new Request(request, { method: 'GET' })));
    return answer(request);

    async function answer(asked: Request): Promise<Response> {
      const key = asked.headers.get('authorization');
      if (key !== null && key !== `Bearer ${KEY}` && fault !== 'any key') {
        const scheme = fault === 'another lock' ? 'Basic realm="doors"' : 'Bearer';
        return refuse(fault === 'no entry' ? 403 : 401, 'key', { 'WWW-Authenticate': scheme });
      }
      if (last !== undefined) return one(asked, last);
      if (asked.method === 'GET') return list(url);
      const said = await read(asked);
      if (said instanceof Response) return said;
      const made = { id: next++, ...said };
      all.set(made.id, made);
      const location = fault === 'leads to all' ? '/doors' : `/doors/${made.id}`;
      return Response.json(made, { status: 201, headers: { Location: location } });
    }
  };
}
