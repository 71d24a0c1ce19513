import { type Fault, inAnswer, inBody, withHeaders } from '../fault.ts';
import type { Answer } from '../http.ts';
import type { Library } from './books.ts';

const NEW = { title: 'A', isbn: '9780306406157', genre: 'novel', pages: 10 };
const MERGE = { 'Content-Type': 'application/merge-patch+json' };
const READ = [['GET', '/books/1']] as const;
const set = (fields: object) => inBody('getBook', (book) => ({ ...book, ...fields }));
const broken = (check: string, fields: object): Fault<Library> => ({ finds: [check], probe: READ, says: set(fields) });

/** Listing, reading and writing with integer ids: statuses, media types, values of fields, pages, methods. */
export const bookFaults: Readonly<Record<string, Fault<Library>>> = {
  'creates-with-202': {
    finds: ['status.undocumented'],
    probe: [['POST', '/books', NEW]],
    says: inAnswer('createBook', (answer) => ({ ...answer, status: 202 })),
  },
  'replace-says-missing': {
    finds: ['status.unexpected'],
    probe: [['PUT', '/books/1', NEW]],
    does: (handlers) => ({ ...handlers, replaceBook: () => ({ status: 404, body: { error: 'no such book' } }) }),
  },
  'sort-crashes': {
    finds: ['status.server-error'],
    probe: [['GET', '/books?sort=-title']],
    does: (handlers) => ({
      ...handlers,
      listBooks: (call) =>
        call.query['sort'] === '-title'
          ? { status: 500, body: { error: 'that did not work' } }
          : (handlers['listBooks']?.(call) as Answer),
    }),
  },
  'delete-not-there': {
    finds: ['operation.not-implemented'],
    also: ['state.use-after-delete'],
    probe: [['DELETE', '/books/1']],
    does: (handlers) => ({ ...handlers, deleteBook: () => ({ status: 501, body: { error: 'not yet' } }) }),
  },
  'reads-without-content-type': {
    finds: ['content-type.missing'],
    probe: READ,
    says: inAnswer('getBook', (answer) => ({ ...answer, mediaType: null, text: JSON.stringify(answer.body) })),
  },
  'reads-as-text': {
    finds: ['content-type.undocumented'],
    probe: READ,
    says: inAnswer('getBook', (answer) => ({ ...answer, mediaType: 'text/html' })),
  },
  'reads-as-json-without-family': {
    finds: ['content-type.malformed'],
    probe: READ,
    says: inAnswer('getBook', (answer) => ({ ...answer, mediaType: 'json' })),
  },
  'reads-broken-json': {
    finds: ['body.invalid-json'],
    probe: READ,
    says: inAnswer('getBook', (answer) => ({ ...answer, text: `${JSON.stringify(answer.body).slice(0, -1)},}` })),
  },
  'reads-nothing': {
    finds: ['body.empty-when-documented'],
    probe: READ,
    says: inAnswer('getBook', (answer) => ({ ...answer, text: '' })),
  },
  'field-missing': {
    finds: ['schema.required'],
    probe: READ,
    says: inBody('getBook', ({ title: _, ...book }) => book),
  },
  'number-as-text': broken('schema.type', { pages: '102' }),
  'unknown-genre': broken('schema.enum', { genre: 'thriller' }),
  'pages-below-range': broken('schema.range', { pages: 0 }),
  'odd-pages': broken('schema.multiple-of', { pages: 103 }),
  'empty-title': broken('schema.length', { title: '' }),
  'isbn-with-dashes': broken('schema.pattern', { isbn: '978-0-306-40615-7' }),
  'date-with-slashes': broken('schema.format', { published: '1951/03/02' }),
  'too-many-tags': broken('schema.array-size', { tags: ['a', 'b', 'c', 'd', 'e', 'f'] }),
  'repeated-tags': broken('schema.unique-items', { tags: ['a', 'a'] }),
  'title-null': broken('schema.nullability', { title: null }),
  'unnamed-field': broken('schema.undocumented-property', { shelf: 'B4' }),
  'same-key-twice': {
    finds: ['body.duplicate-keys'],
    probe: READ,
    says: inAnswer('getBook', (answer) => ({
      ...answer,
      text: JSON.stringify(answer.body).replace('{', '{"title":"Volume Z",'),
    })),
  },
  'latin-1': {
    finds: ['content-type.charset'],
    probe: READ,
    says: inAnswer('getBook', (answer) => ({
      ...answer,
      mediaType: 'application/json; charset=iso-8859-1',
      bytes: Buffer.from(JSON.stringify({ ...(answer.body as object), title: 'Café' }), 'latin1'),
    })),
  },
  'no-revision': {
    finds: ['header.required-missing'],
    probe: READ,
    says: inAnswer('getBook', (answer) => withHeaders(answer, { 'X-Revision': undefined })),
  },
  'revision-in-words': {
    finds: ['header.schema'],
    probe: READ,
    says: inAnswer('getBook', (answer) => withHeaders(answer, { 'X-Revision': 'first' })),
  },
  'no-location': {
    finds: ['header.required-missing'],
    also: ['header.location-missing'],
    probe: [['POST', '/books', NEW]],
    says: inAnswer('createBook', (answer) => withHeaders(answer, { Location: undefined })),
  },
  'location-leads-nowhere': {
    finds: ['header.location-unresolvable'],
    probe: [['POST', '/books', NEW]],
    says: inAnswer('createBook', (answer) => withHeaders(answer, { Location: '/v1/books/created' })),
  },
  'wrong-method-without-allow': {
    finds: ['header.allow-missing'],
    probe: [['DELETE', '/books']],
    says: (answer) => (answer.status === 405 ? withHeaders(answer, { Allow: undefined }) : answer),
  },
  'allow-forgets-methods': {
    finds: ['method.allow-mismatch'],
    probe: [['DELETE', '/books']],
    says: (answer) => (answer.status === 405 ? withHeaders(answer, { Allow: 'GET' }) : answer),
  },
  'wrong-method-is-404': {
    finds: ['method.not-405'],
    probe: [['DELETE', '/books']],
    says: (answer) => (answer.status === 405 ? { status: 404, body: { error: 'nothing here' } } : answer),
  },
  'any-method-works': {
    finds: ['method.unsupported-accepted'],
    also: ['method.not-405'],
    probe: [['DELETE', '/books']],
    says: (answer) => (answer.status === 405 ? { status: 200, body: [] } : answer),
  },
  'head-is-404': {
    finds: ['method.head-get-mismatch'],
    probe: [['HEAD', '/books/1']],
    says: (answer, asked) =>
      asked.incoming.method === 'HEAD' ? { status: 404, body: { error: 'no such book' } } : answer,
  },
  'limit-ignored': {
    finds: ['page.limit-ignored'],
    also: ['page.overlap-or-gap'],
    probe: [['GET', '/books?limit=2']],
    does: (handlers) => ({
      ...handlers,
      listBooks: (call) => handlers['listBooks']?.({ ...call, query: { ...call.query, limit: 50 } }) as Answer,
    }),
  },
  'offset-off-by-one': {
    finds: ['page.overlap-or-gap'],
    also: ['page.link-header'],
    probe: [['GET', '/books?limit=2&offset=2']],
    does: (handlers) => ({
      ...handlers,
      listBooks: (call) => {
        const { offset = 0 } = call.query;
        return handlers['listBooks']?.({
          ...call,
          query: { ...call.query, offset: Math.max(0, offset - 1) },
        }) as Answer;
      },
    }),
  },
  'total-of-the-page-only': {
    finds: ['page.total-inconsistent'],
    probe: [['GET', '/books?limit=2']],
    says: inAnswer('listBooks', (answer) =>
      withHeaders(answer, { 'X-Total-Count': String((answer.body as unknown[]).length) }),
    ),
  },
  'next-link-leads-back': {
    finds: ['page.link-header'],
    probe: [['GET', '/books?limit=2']],
    says: inAnswer('listBooks', (answer) =>
      withHeaders(answer, {
        Link: answer.headers?.['Link']?.replace(/offset=\d+>; rel="next"/, 'offset=0>; rel="next"'),
      }),
    ),
  },
  'filter-ignored': {
    finds: ['filter.ignored'],
    probe: [['GET', '/books?genre=poetry']],
    does: (handlers) => ({
      ...handlers,
      listBooks: (call) => handlers['listBooks']?.({ ...call, query: { ...call.query, genre: undefined } }) as Answer,
    }),
  },
  'sort-ignored': {
    finds: ['sort.ignored'],
    probe: [['GET', '/books?sort=-title']],
    does: (handlers) => ({
      ...handlers,
      listBooks: (call) => handlers['listBooks']?.({ ...call, query: { ...call.query, sort: 'id' } }) as Answer,
    }),
  },
  'same-put-adds-pages': {
    finds: ['idempotency.put'],
    probe: [
      ['PUT', '/books/1', NEW],
      ['PUT', '/books/1', NEW],
    ],
    does: (handlers, { books }) => ({
      ...handlers,
      replaceBook: (call) => {
        const before = JSON.stringify(books.get(call.path['bookId']));
        const answer = handlers['replaceBook']?.(call) as Answer;
        const after = books.get(call.path['bookId']);
        if (JSON.stringify(after) !== before) return answer;
        books.set(after.id, { ...after, pages: Math.min(5000, after.pages + 2) });
        return { ...answer, body: books.get(after.id) };
      },
    }),
  },
  'patch-not-readable': {
    finds: ['accept.valid-rejected'],
    also: ['status.unexpected'],
    probe: [['PATCH', '/books/1', { title: 'B' }, MERGE]],
    says: (answer, asked) =>
      asked.operationId === 'updateBook' && answer.status === 200
        ? { status: 415, body: { error: 'a body is one of application/json' } }
        : answer,
  },
};
