import type { Doc } from '../document.ts';
import type { ServerKind } from '../fault.ts';
import type { Answer } from '../http.ts';
import { defineServer } from '../server.ts';
import type { Call, Handlers } from '../service.ts';
import { bookFaults } from './books.faults.ts';

const FIELDS = ['title', 'isbn', 'genre', 'pages', 'price', 'published', 'tags'];

export interface Library {
  next: number;
  readonly books: Map<number, Doc>;
}

const refuse = (status: number, message: string): Answer => ({ status, body: { error: message } });
const missing = (call: Call): Answer => refuse(404, `bookId ${call.path['bookId']} names no book`);

export const known = (from: Doc): Doc =>
  Object.fromEntries(FIELDS.flatMap((key) => (from[key] === undefined ? [] : [[key, from[key]]])));

function start(): Library {
  const books = new Map<number, Doc>();
  const genres = ['novel', 'poetry', 'history', 'science'];
  for (let id = 1; id <= 12; id++)
    books.set(id, {
      id,
      title: `Volume ${String.fromCharCode(64 + ((id * 5) % 13))}`,
      isbn: `978030640${6000 + id}`,
      genre: genres[id % 4],
      pages: 100 + 2 * id,
      ...(id % 2 ? { price: 9.5 + id, tags: ['old'] } : { published: `19${50 + id}-03-0${1 + (id % 9)}` }),
    });
  return { next: 13, books };
}

function listed(library: Library, call: Call): Answer {
  const { genre, sort = 'id', limit = 10, offset = 0 } = call.query;
  const field = sort.replace('-', '');
  const all = [...library.books.values()].filter((book) => genre === undefined || book.genre === genre);
  all.sort(
    (a, b) => (a[field] < b[field] ? -1 : a[field] > b[field] ? 1 : a.id - b.id) * (sort.startsWith('-') ? -1 : 1),
  );
  const link = links(call.incoming.url, all.length, limit, offset);
  return {
    status: 200,
    body: all.slice(offset, offset + limit),
    headers: { 'X-Total-Count': String(all.length), Link: link },
  };
}

function links(url: URL, total: number, limit: number, offset: number): string {
  const to = (rel: string, at: number) => {
    const query = new URLSearchParams(url.searchParams);
    query.set('limit', String(limit));
    query.set('offset', String(at));
    return `<${url.pathname}?${query}>; rel="${rel}"`;
  };
  const last = Math.max(0, Math.ceil(total / limit) - 1) * limit;
  const beside = [
    ...(offset > 0 ? [to('prev', Math.max(0, offset - limit))] : []),
    ...(offset + limit < total ? [to('next', offset + limit)] : []),
  ];
  return [to('first', 0), ...beside, to('last', last)].join(', ');
}

function handlers(library: Library): Handlers {
  const { books } = library;
  return {
    listBooks: (call) => listed(library, call),
    createBook({ body }) {
      const id = library.next++;
      books.set(id, { id, ...known(body) });
      return { status: 201, body: books.get(id), headers: { Location: `/books/${id}` } };
    },
    getBook(call) {
      const book = books.get(call.path['bookId']);
      return book ? { status: 200, body: book, headers: { 'X-Revision': '1' } } : missing(call);
    },
    replaceBook(call) {
      const id = call.path['bookId'];
      if (!books.has(id)) return missing(call);
      books.set(id, { id, ...known(call.body) });
      return { status: 200, body: books.get(id) };
    },
    updateBook(call) {
      const id = call.path['bookId'];
      const book = books.get(id);
      if (!book) return missing(call);
      books.set(id, { ...book, ...known(call.body) });
      return { status: 200, body: books.get(id) };
    },
    deleteBook: (call) => (books.delete(call.path['bookId']) ? { status: 204 } : missing(call)),
  };
}

export const books: ServerKind = defineServer<Library>({
  name: 'books',
  style: 'CRUD with integer ids, pages by offset, filter and sort',
  invalid: 422,
  refuse,
  start,
  handlers,
  faults: bookFaults,
});
