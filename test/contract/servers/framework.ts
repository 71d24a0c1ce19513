import type { FetchFunction } from '../../../src/contract/index.ts';

type Entry = Record<string, unknown>;
const integer = { type: 'integer' };
const text = { type: 'string', minLength: 1, maxLength: 60 };
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const of = (name: string) => ({ '200': { description: name, ...json(ref(name)) } });
const listOf = (name: string) => ({ '200': { description: name, ...json({ type: 'array', items: ref(name) }) } });
const made = (name: string) => ({ '201': { description: name, ...json(ref(name)) } });
const refusal = (description: string) => ({ description, ...json(ref('Refusal')) });
const bad = { '422': refusal('invalid') };
const none = { '404': refusal('missing') };
const taken = { '409': refusal('taken') };
const body = (name: string) => ({ requestBody: { required: true, ...json(ref(name)) } });
const named = (name: string, schema: object) => ({
  parameters: [{ name, in: 'path', required: true, schema }],
});

/**
 * A document as frameworks write them: slashes at the end, every id called `id`, the key of a record in place of the record, what
 * belongs to one in its answers only, items of one level under a path of their own, and a file of a media type that few know.
 */
export const DOCUMENT = {
  openapi: '3.0.3',
  info: { title: 'Library', version: '1.0.0' },
  paths: {
    '/authors/': {
      get: { responses: listOf('Author') },
      post: { ...body('NewAuthor'), responses: { ...made('Author'), ...bad, ...taken } },
    },
    '/authors/{id}/': {
      ...named('id', integer),
      get: { responses: { ...of('Author'), ...none, ...bad } },
      patch: { ...body('AuthorChange'), responses: { ...of('Author'), ...none, ...bad, ...taken } },
      delete: { responses: { '204': { description: 'Gone, with the books.' }, ...none, ...bad } },
    },
    '/authors/{id}/retire/': {
      ...named('id', integer),
      post: { responses: { ...of('Author'), ...none, ...bad } },
    },
    '/authors/{id}/letters/': {
      ...named('id', integer),
      get: { responses: { ...listOf('Letter'), ...none, ...bad } },
      post: { ...body('NewLetter'), responses: { ...made('Letter'), ...none, ...bad } },
    },
    '/letters/{id}/': {
      ...named('id', integer),
      get: { responses: { ...of('Letter'), ...none, ...bad } },
      put: { ...body('NewLetter'), responses: { ...of('Letter'), ...none, ...bad } },
      delete: { responses: { '204': { description: 'Gone.' }, ...none, ...bad } },
    },
    '/books/': {
      get: { responses: listOf('Book') },
      post: { ...body('NewBook'), responses: { ...made('Book'), ...bad } },
    },
    '/books/{id}/': {
      ...named('id', integer),
      get: { responses: { ...of('Book'), ...none, ...bad } },
      put: { ...body('NewBook'), responses: { ...of('Book'), ...none, ...bad } },
      delete: { responses: { '204': { description: 'Gone.' }, ...none, ...bad } },
    },
    '/tags/': {
      get: { responses: listOf('Tag') },
      post: { ...body('Tag'), responses: { ...made('Tag'), ...bad, ...taken } },
    },
    '/tags/{slug}/': {
      ...named('slug', { type: 'string' }),
      get: { responses: { ...of('Tag'), ...none } },
      put: { ...body('Tag'), responses: { ...of('Tag'), ...none, ...bad, ...taken } },
      delete: { responses: { '204': { description: 'Gone.' }, ...none } },
    },
    '/schema/': {
      get: {
        responses: {
          '200': {
            description: 'This document.',
            content: { 'application/vnd.oai.openapi': { schema: { type: 'object', additionalProperties: {} } } },
          },
        },
      },
    },
  },
  components: {
    schemas: {
      Author: {
        type: 'object',
        required: ['id', 'name', 'email', 'books', 'retired'],
        properties: {
          id: { ...integer, readOnly: true },
          name: text,
          email: { type: 'string', format: 'email' },
          books: { type: 'array', items: integer, readOnly: true },
          retired: { type: 'boolean', readOnly: true },
        },
      },
      NewAuthor: {
        type: 'object',
        required: ['name', 'email'],
        properties: { name: text, email: { type: 'string', format: 'email' } },
      },
      AuthorChange: { type: 'object', properties: { name: text, email: { type: 'string', format: 'email' } } },
      Letter: {
        type: 'object',
        required: ['id', 'to', 'words'],
        properties: { id: { ...integer, readOnly: true }, to: integer, words: text },
      },
      NewLetter: { type: 'object', required: ['words'], properties: { words: text } },
      Book: {
        type: 'object',
        required: ['id', 'title', 'author'],
        properties: { id: { ...integer, readOnly: true }, title: text, author: integer, pages: integer },
      },
      NewBook: {
        type: 'object',
        required: ['title', 'author'],
        properties: { title: text, author: integer, pages: { ...integer, minimum: 1 } },
      },
      Tag: {
        type: 'object',
        required: ['slug'],
        properties: { slug: { type: 'string', pattern: '^[a-z]+(-[a-z]+)*$', maxLength: 40 }, label: text },
      },
      Refusal: { type: 'object', required: ['detail'], properties: { detail: { type: 'string' } } },
    },
  },
};

const answer = (status: number, value?: unknown, headers: Record<string, string> = {}): Response =>
  new Response(value === undefined ? null : JSON.stringify(value), {
    status,
    headers: value === undefined ? headers : { 'content-type': 'application/json', ...headers },
  });
const refuse = (status: number, detail: string): Response => answer(status, { detail });
const isText = (value: unknown): boolean =>
  typeof value === 'string' && [...value].length > 0 && [...value].length <= 60;
const isEmail = (value: unknown): boolean => typeof value === 'string' && /^[^@\s]+@[^@\s]+\.[a-z]+$/i.test(value);
const isSlug = (value: unknown): boolean =>
  typeof value === 'string' && value.length <= 40 && /^[a-z]+(-[a-z]+)*$/.test(value);

/** The server of that document. It reads a missing body as an empty one, and looks first whether an address is taken. */
export function library(broken?: 'ids again'): FetchFunction {
  const tables: Record<string, Map<string, Entry>> = {
    authors: new Map(),
    letters: new Map(),
    books: new Map(),
    tags: new Map(),
  };
  const table = (name: string): Map<string, Entry> => tables[name] ?? new Map();
  let last = 0;
  const shown = (name: string, entry: Entry): Entry =>
    name === 'authors'
      ? {
          ...entry,
          books: [...table('books').values()].filter(({ author }) => author === entry['id']).map(({ id }) => id),
        }
      : entry;
  const fault = (name: string, sent: Entry, own?: Entry): Response | undefined => {
    const isTaken = (key: string): boolean =>
      sent[key] !== undefined && [...table(name).values()].some((each) => each !== own && each[key] === sent[key]);
    if (name === 'authors') {
      if (isTaken('email')) return refuse(409, 'this address is taken');
      const whole = own !== undefined || (sent['name'] !== undefined && sent['email'] !== undefined);
      const right =
        (sent['name'] === undefined || isText(sent['name'])) && (sent['email'] === undefined || isEmail(sent['email']));
      return whole && right ? undefined : refuse(422, 'invalid');
    }
    if (name === 'letters') return isText(sent['words']) ? undefined : refuse(422, 'invalid');
    if (name === 'tags') {
      if (isTaken('slug')) return refuse(409, 'this slug is taken');
      return isSlug(sent['slug']) && (sent['label'] === undefined || isText(sent['label']))
        ? undefined
        : refuse(422, 'invalid');
    }
    const pages = sent['pages'];
    const counted = pages === undefined || (Number.isInteger(pages) && (pages as number) >= 1);
    const author = Number.isInteger(sent['author']) && table('authors').has(String(sent['author']));
    return isText(sent['title']) && counted && author ? undefined : refuse(422, 'invalid');
  };
  const kept = (name: string, sent: Entry, fixed: Entry): Entry => {
    const names: Record<string, readonly string[]> = {
      authors: ['name', 'email'],
      letters: ['words'],
      books: ['title', 'author', 'pages'],
      tags: ['slug', 'label'],
    };
    const own = (names[name] ?? []).flatMap((each) => (sent[each] === undefined ? [] : [[each, sent[each]]]));
    return { ...fixed, ...Object.fromEntries(own) };
  };
  const allowed = (parts: readonly string[]): readonly string[] => {
    const [name = '', , sub] = parts;
    if (name === 'schema') return parts.length === 1 ? ['GET', 'HEAD'] : [];
    if (!Object.hasOwn(tables, name) || parts.length > 3) return [];
    if (sub === 'retire') return name === 'authors' ? ['POST'] : [];
    if (sub === 'letters') return name === 'authors' ? ['GET', 'HEAD', 'POST'] : [];
    if (sub !== undefined) return [];
    if (parts.length === 1) return name === 'letters' ? [] : ['GET', 'HEAD', 'POST'];
    return ['GET', 'HEAD', name === 'authors' ? 'PATCH' : 'PUT', 'DELETE'];
  };

  async function handle(request: Request): Promise<Response> {
    const parts = new URL(request.url).pathname
      .split('/')
      .filter((part) => part !== '')
      .map(decodeURIComponent);
    const methods = allowed(parts);
    if (methods.length === 0) return refuse(404, 'no such path');
    const Allow = methods.join(', ');
    if (request.method === 'OPTIONS') return answer(204, undefined, { Allow });
    if (!methods.includes(request.method)) return answer(405, { detail: 'not allowed' }, { Allow });
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const [name = '', id, sub] = parts;
    if (name === 'schema')
      return new Response('openapi: 3.0.3\ninfo:\n  title: Library\n', {
        headers: { 'content-type': 'application/vnd.oai.openapi; charset=utf-8' },
      });
    const raw = await request.text();
    if (raw !== '' && !(request.headers.get('content-type') ?? '').startsWith('application/json'))
      return refuse(422, 'not JSON');
    let sent: Entry;
    try {
      sent = raw === '' ? {} : JSON.parse(raw);
    } catch {
      return refuse(422, 'not JSON');
    }
    if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return refuse(422, 'not an object');
    if (id !== undefined && name !== 'tags' && !/^-?\d+$/.test(id)) return refuse(422, 'the id is a number');
    const entry = id === undefined ? undefined : table(name).get(id);
    if (id !== undefined && entry === undefined) return refuse(404, 'missing');
    if (sub === 'retire') {
      (entry as Entry)['retired'] = true;
      return answer(200, shown(name, entry as Entry));
    }
    const under = sub === 'letters' ? 'letters' : name;
    const own = sub === 'letters' ? undefined : entry;
    if (method === 'GET') {
      if (own !== undefined) return answer(200, shown(name, own));
      const all = [...table(under).values()].filter(({ to }) => sub === undefined || to === entry?.['id']);
      return answer(
        200,
        all.map((each) => shown(under, each)),
      );
    }
    if (method === 'DELETE') {
      table(name).delete(id as string);
      if (name === 'authors')
        for (const [other, key] of [
          ['books', 'author'],
          ['letters', 'to'],
        ] as const)
          for (const [place, each] of table(other)) if (each[key] === own?.['id']) table(other).delete(place);
      return answer(204);
    }
    const wrong = fault(under, sent, own);
    if (wrong !== undefined) return wrong;
    if (method === 'PATCH') return answer(200, shown(name, Object.assign(own as Entry, kept(name, sent, {}))));
    if (method === 'PUT') {
      const fixed =
        name === 'tags' ? {} : name === 'letters' ? { id: own?.['id'], to: own?.['to'] } : { id: own?.['id'] };
      const replaced = kept(name, sent, fixed);
      table(name).delete(id as string);
      table(name).set(name === 'tags' ? String(replaced['slug']) : (id as string), replaced);
      return answer(200, replaced);
    }
    const ids = [...table(under).values()].map((each) => Number(each['id'] ?? 0));
    last = broken === 'ids again' ? Math.max(0, ...ids) + 1 : last + 1;
    const fixed =
      under === 'tags'
        ? {}
        : {
            id: last,
            ...(under === 'letters' ? { to: entry?.['id'] } : {}),
            ...(under === 'authors' ? { retired: false } : {}),
          };
    const created = kept(under, sent, fixed);
    table(under).set(under === 'tags' ? String(created['slug']) : String(last), created);
    return answer(201, shown(under, created));
  }

  return async (request) => {
    const response = await handle(request);
    return request.method === 'HEAD'
      ? new Response(null, { status: response.status, headers: response.headers })
      : response;
  };
}
