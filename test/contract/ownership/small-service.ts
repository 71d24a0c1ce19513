import type { FetchFunction } from '../../../src/contract/index.ts';

type Entity = Record<string, unknown>;
type Tables = Record<string, Map<string, Entity>>;

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: unknown;
}

/** A service that keeps tables of entities at `/table` and `/table/{id}`, has something in them, and takes what it is told. */
export interface Service {
  readonly fetch: FetchFunction;
  readonly tables: Tables;
  /** Every request that may change something, as `METHOD /path`. */
  readonly unsafe: string[];
}

export const json = (status: number, value?: unknown, headers: Record<string, string> = {}): Response =>
  value === undefined ? new Response(null, { status, headers }) : Response.json(value, { status, headers });

/** `own` answers first; what it leaves alone is done to the tables. */
export function service(
  start: Readonly<Record<string, readonly Entity[]>>,
  own: (asked: Asked, tables: Tables) => Response | undefined = () => undefined,
): Service {
  const tables: Tables = Object.fromEntries(
    Object.entries(start).map(([name, list]) => [name, new Map(list.map((each) => [String(each['id']), { ...each }]))]),
  );
  const unsafe: string[] = [];
  let next = 100;
  const usual = ({ method, path, body }: Asked): Response => {
    const [name = '', id, ...rest] = path.split('/').filter((part) => part !== '');
    const table = tables[name];
    if (table === undefined || rest.length > 0) return json(404, { message: 'nothing is here' });
    if (id === undefined && method === 'GET') return json(200, [...table.values()]);
    if (id === undefined && method === 'POST') {
      const made = { id: next++, ...(body as Entity) };
      table.set(String(made.id), made);
      return json(201, made);
    }
    if (id === undefined) return json(405, { message: 'no' }, { allow: 'GET, POST' });
    const there = table.get(decodeURIComponent(id));
    if (there === undefined) return json(404, { message: `there is no ${id}` });
    if (method === 'GET') return json(200, there);
    if (method === 'DELETE') {
      table.delete(id);
      return json(204);
    }
    const changed = { ...(method === 'PATCH' ? there : {}), ...(body as Entity), id: there['id'] };
    table.set(id, changed);
    return json(200, changed);
  };
  return {
    tables,
    unsafe,
    async fetch(request) {
      const { pathname, searchParams } = new URL(request.url);
      const text = await request.text();
      let body: unknown;
      try {
        body = text === '' ? undefined : JSON.parse(text);
      } catch {
        return json(400, { message: 'unreadable' });
      }
      if (!['GET', 'HEAD', 'OPTIONS', 'TRACE'].includes(request.method)) unsafe.push(`${request.method} ${pathname}`);
      const method = request.method === 'HEAD' ? 'GET' : request.method;
      if (['OPTIONS', 'TRACE'].includes(method)) return json(405, { message: 'no' }, { allow: 'GET' });
      const asked = { method, path: pathname, query: searchParams, body };
      try {
        return own(asked, tables) ?? usual(asked);
      } catch {
        return json(400, { message: 'unreadable' });
      }
    },
  };
}

/** What the tables hold of those that were there before. */
export function kept({ tables }: Service, start: Readonly<Record<string, readonly Entity[]>>): unknown {
  return Object.fromEntries(
    Object.entries(start).map(([name, list]) => [name, list.map(({ id }) => tables[name]?.get(String(id)))]),
  );
}

const content = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;
const ok = (schema: string): string => `'200': { description: Done., ${content(schema)} }`;
const REFUSALS =
  "'400': { description: Unreadable. }, '404': { description: None. }, '409': { description: Taken. }, '422': { description: Refused. }";

/** A document of operations in short: `GET /pets list Pet`. `%` in a line stands for a whole operation in YAML. */
export function documentOf(
  operations: Readonly<Record<string, Readonly<Record<string, string>>>>,
  schemas: string,
): string {
  const paths = Object.entries(operations).map(([path, methods]) => {
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const parameters = names.map(
      (name) =>
        `{ name: ${name}, in: path, required: true, schema: { type: ${name === 'id' ? 'integer' : 'string'} } }`,
    );
    const lines = Object.entries(methods).map(([method, what]) => `    ${method}: ${operationOf(method, path, what)}`);
    return [`  ${path}:`, `    parameters: [${parameters.join(', ')}]`, ...lines].join('\n');
  });
  return `openapi: 3.1.0\ninfo: { title: Others, version: '1' }\npaths:\n${paths.join('\n')}\ncomponents:\n  schemas:\n${schemas}`;
}

function operationOf(method: string, path: string, what: string): string {
  const id = `${method}${path
    .replace(/\{\w+\}/g, 'One')
    .replace(/[^A-Za-z]+(\w)/g, (_, letter) => letter.toUpperCase())
    .replace(/[^A-Za-z]/g, '')}`;
  const [kind = '', name = '', more = ''] = what.split(' ');
  const ref = `{ $ref: '#/components/schemas/${name}' }`;
  const body = `requestBody: { required: true, ${content(`{ $ref: '#/components/schemas/New${name}' }`)} }`;
  const said = more === '' ? '' : `parameters: [{ name: ${more}, in: query, schema: { type: string } }], `;
  switch (kind) {
    case 'list':
      return `{ operationId: ${id}, ${said}responses: { ${ok(`{ type: array, items: ${ref} }`)}, ${REFUSALS} } }`;
    case 'read':
      return `{ operationId: ${id}, responses: { ${ok(ref)}, ${REFUSALS} } }`;
    case 'create':
      return `{ operationId: ${id}, ${body}, responses: { '201': { description: Made., ${content(ref)} }, ${REFUSALS} } }`;
    case 'write':
      return `{ operationId: ${id}, ${said}${body}, responses: { ${ok(ref)}, ${REFUSALS} } }`;
    case 'count':
      return `{ operationId: ${id}, ${said}${body}, responses: { ${ok('{ type: object, properties: { count: { type: integer } } }')}, ${REFUSALS} } }`;
    case 'do':
      return `{ operationId: ${id}, responses: { '204': { description: Done. }, ${REFUSALS} } }`;
    case 'remove':
      return `{ operationId: ${id}, ${said}responses: { '204': { description: Gone. }, ${REFUSALS} } }`;
    default:
      return what;
  }
}
