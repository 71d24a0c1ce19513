import { expect, test } from 'vitest';
import { collaboratorsOf, tell } from '../harness.ts';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const BOOK = {
  type: 'object',
  required: ['isbn', 'title', 'locked'],
  properties: {
    isbn: { type: 'string' },
    title: { type: 'string', minLength: 1, maxLength: 40 },
    locked: { type: 'boolean', readOnly: true },
    updated_at: { type: 'string', format: 'date-time', readOnly: true },
  },
};
const NONE = { '404': { description: 'None.' } };
const isbn = { name: 'isbn', in: 'path', required: true, schema: { type: 'string' } };
const DONE = { '204': { description: 'Done.' }, ...NONE };
const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Books', version: '1' },
  paths: {
    '/books': {
      post: {
        operationId: 'createBook',
        requestBody: {
          required: true,
          ...json({ type: 'object', required: ['title'], properties: { title: BOOK.properties.title } }),
        },
        responses: { '201': { description: 'The book.', ...json(BOOK) }, '422': { description: 'Refused.' } },
      },
    },
    '/books/{isbn}': {
      parameters: [isbn],
      get: { operationId: 'readBook', responses: { '200': { description: 'The book.', ...json(BOOK) }, ...NONE } },
    },
    '/books/{isbn}/lock': {
      parameters: [isbn],
      put: { operationId: 'lockBook', responses: DONE },
      delete: { operationId: 'unlockBook', responses: DONE },
    },
    '/me/favourites/{isbn}': {
      parameters: [isbn],
      get: { operationId: 'isFavourite', responses: { '204': { description: 'It is one.' }, ...NONE } },
      put: { operationId: 'addFavourite', responses: DONE },
      delete: { operationId: 'removeFavourite', responses: DONE },
    },
  },
};

type Fault = 'none' | 'addFavourite' | 'removeFavourite' | 'lockBook' | 'unlockBook' | 'late locks' | 'invitations';

/** A service in which one operation answers and does nothing, locks come a little later, or favourites must be confirmed. */
function library(fault: Fault, document: object) {
  const books = new Map<
    string,
    { readonly isbn: string; readonly title: string; locked: boolean; updated_at: string }
  >();
  const favourites = new Set<string>();
  let last = 0;
  const target = async (request: Request): Promise<Response> => {
    const [, kind, key = '', part] = new URL(request.url).pathname.split('/');
    const { method } = request;
    if (method === 'POST' && kind === 'books') {
      const body = (await request.json().catch(() => null)) as { title?: unknown } | null;
      if (typeof body?.title !== 'string' || body.title === '' || body.title.length > 40)
        return new Response(null, { status: 422 });
      last += 1;
      const made = { isbn: `b${last}`, title: body.title, locked: false, updated_at: '2026-11-01T00:00:00Z' };
      books.set(made.isbn, made);
      return Response.json(made, { status: 201 });
    }
    const book = books.get(kind === 'me' ? (part ?? '') : key);
    if (book === undefined) return new Response(null, { status: 404 });
    if (kind === 'me') {
      if (method === 'GET') return new Response(null, { status: favourites.has(book.isbn) ? 204 : 404 });
      if (method === 'PUT' && fault === 'invitations') return new Response(null, { status: 201 });
      if (method === 'PUT' && fault !== 'addFavourite') favourites.add(book.isbn);
      if (method === 'DELETE' && fault !== 'removeFavourite') favourites.delete(book.isbn);
      return new Response(null, { status: 204 });
    }
    if (part === undefined) return method === 'GET' ? Response.json(book) : new Response(null, { status: 405 });
    const isSet = method === 'PUT';
    book.updated_at = '2026-11-02T00:00:00Z';
    const change = (): void => {
      book.locked = isSet;
    };
    if (fault === 'late locks') setTimeout(change, 50);
    else if (fault !== (isSet ? 'lockBook' : 'unlockBook')) change();
    return new Response(null, { status: 204 });
  };
  return { target, document };
}

async function found(fault: Fault, document: object = DOCUMENT): Promise<readonly string[]> {
  const { target } = library(fault, document);
  const { summary } = await tell({ ...(await collaboratorsOf(document)), target, phases: ['stateful'] });
  return summary.findings
    .filter(({ severity }) => severity === 'error')
    .map(({ check, operation }) => `${check} ${operation}`);
}

test('what a PUT sets and a DELETE clears is shown by the status of the GET of the same path', async () => {
  expect(await found('none')).toEqual([]);
  expect(await found('addFavourite')).toEqual(['state.action-without-effect addFavourite']);
  expect(await found('removeFavourite')).toEqual(['state.action-without-effect removeFavourite']);
});

test('an action that answers without its item has the effect that its name says', async () => {
  expect(await found('lockBook')).toEqual(['state.action-without-effect lockBook']);
  expect(await found('unlockBook')).toEqual(['state.action-without-effect unlockBook']);
});

test('an effect may come a little later, or much later where the text says so, and an invitation sets nothing', async () => {
  expect(await found('late locks')).toEqual([]);
  const { paths } = DOCUMENT;
  const lock = paths['/books/{isbn}/lock'];
  const later = { ...lock, put: { ...lock.put, description: 'Locks the book in the background.' } };
  expect(await found('lockBook', { ...DOCUMENT, paths: { ...paths, '/books/{isbn}/lock': later } })).toEqual([]);
  const favourite = paths['/me/favourites/{isbn}'];
  const invited = {
    ...favourite,
    put: { ...favourite.put, responses: { '201': { description: 'Invited.' }, ...DONE } },
  };
  expect(await found('invitations', { ...DOCUMENT, paths: { ...paths, '/me/favourites/{isbn}': invited } })).toEqual(
    [],
  );
});
