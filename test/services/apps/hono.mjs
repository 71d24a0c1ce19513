// A library of books on Hono with zod-openapi: validation and document come from the same zod schemas.
import { serve } from '@hono/node-server';
import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi';

const Book = z
  .object({
    isbn: z.string(),
    title: z.string(),
    year: z.number().int(),
    genre: z.enum(['novel', 'poetry', 'science']),
    read: z.boolean(),
  })
  .openapi('Book');
const NewBook = z
  .object({
    title: z.string().min(1).max(200),
    year: z.number().int().min(1450).max(2100),
    genre: z.enum(['novel', 'poetry', 'science']),
    read: z.boolean().optional(),
  })
  .openapi('NewBook');
const Failure = z.object({ message: z.string() }).openapi('Failure');
const Isbn = z.object({
  isbn: z
    .string()
    .regex(/^[0-9]{4}$/)
    .openapi({ param: { name: 'isbn', in: 'path' }, example: '0001' }),
});
const json = (schema, description) => ({ description, content: { 'application/json': { schema } } });

const books = new Map([['0001', { isbn: '0001', title: 'Old', year: 1900, genre: 'novel', read: true }]]);
let last = 1;
const app = new OpenAPIHono();

app.openapi(
  createRoute({
    method: 'get',
    path: '/books',
    operationId: 'listBooks',
    request: { query: z.object({ genre: z.enum(['novel', 'poetry', 'science']).optional() }) },
    responses: { 200: json(z.array(Book), 'All books.') },
  }),
  (c) => {
    const { genre } = c.req.valid('query');
    return c.json([...books.values()].filter((book) => genre === undefined || book.genre === genre));
  },
);
app.openapi(
  createRoute({
    method: 'post',
    path: '/books',
    operationId: 'addBook',
    request: { body: { required: true, content: { 'application/json': { schema: NewBook } } } },
    responses: { 201: json(Book, 'The new book.') },
  }),
  (c) => {
    last += 1;
    const isbn = String(last).padStart(4, '0');
    const book = { read: false, ...c.req.valid('json'), isbn };
    books.set(isbn, book);
    return c.json(book, 201);
  },
);
app.openapi(
  createRoute({
    method: 'get',
    path: '/books/{isbn}',
    operationId: 'readBook',
    request: { params: Isbn },
    responses: { 200: json(Book, 'The book.'), 404: json(Failure, 'There is no such book.') },
  }),
  (c) => {
    const book = books.get(c.req.valid('param').isbn);
    return book === undefined ? c.json({ message: 'There is no such book.' }, 404) : c.json(book, 200);
  },
);
app.openapi(
  createRoute({
    method: 'patch',
    path: '/books/{isbn}',
    operationId: 'changeBook',
    request: { params: Isbn, body: { required: true, content: { 'application/json': { schema: NewBook.partial() } } } },
    responses: { 200: json(Book, 'The book.'), 404: json(Failure, 'There is no such book.') },
  }),
  (c) => {
    const { isbn } = c.req.valid('param');
    const book = books.get(isbn);
    if (book === undefined) return c.json({ message: 'There is no such book.' }, 404);
    books.set(isbn, { ...book, ...c.req.valid('json') });
    return c.json(books.get(isbn), 200);
  },
);
app.openapi(
  createRoute({
    method: 'delete',
    path: '/books/{isbn}',
    operationId: 'removeBook',
    request: { params: Isbn },
    responses: { 204: { description: 'Removed.' }, 404: json(Failure, 'There is no such book.') },
  }),
  (c) =>
    books.delete(c.req.valid('param').isbn) ? c.body(null, 204) : c.json({ message: 'There is no such book.' }, 404),
);
app.doc('/openapi.json', { openapi: '3.0.0', info: { title: 'Library', version: '1.0.0' } });
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
  process.stdout.write(`http://127.0.0.1:${port}\n`),
);
