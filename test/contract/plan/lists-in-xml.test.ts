import { expect, test } from 'vitest';
import { collaboratorsOf, tell } from '../harness.ts';

const xml = (schema: object) => ({ content: { 'application/xml': { schema } } });
const title = { type: 'string', minLength: 1, maxLength: 40, pattern: '^[a-z]+$' };
const NEW = { type: 'object', xml: { name: 'book' }, required: ['title'], properties: { title } };
const BOOK = {
  type: 'object',
  xml: { name: 'book' },
  required: ['id', 'title'],
  properties: { id: { type: 'integer', xml: { attribute: true } }, title: { type: 'string' } },
};
const BOOKS = { type: 'object', xml: { name: 'books' }, properties: { book: { type: 'array', items: BOOK } } };
const size = { name: 'per_page', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 100, default: 25 } };
const page = { name: 'page', in: 'query', schema: { type: 'integer', minimum: 1, default: 1 } };
const said = { description: 'No.' };
const DOCUMENT = {
  openapi: '3.0.3',
  info: { title: 'Books', version: '1' },
  paths: {
    '/books': {
      get: {
        operationId: 'listBooks',
        parameters: [page, size],
        responses: { 200: { description: 'All.', ...xml(BOOKS) }, 400: said },
      },
      post: {
        operationId: 'addBook',
        requestBody: { required: true, ...xml(NEW) },
        responses: { 201: { description: 'Added.', ...xml(BOOK) }, 400: said },
      },
    },
    '/books/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      get: { operationId: 'getBook', responses: { 200: { description: 'It.', ...xml(BOOK) }, 400: said, 404: said } },
    },
  },
};

/** Books in pages. `shown` says which of them a list has. */
async function run(shown: (all: readonly string[]) => readonly string[]): Promise<readonly string[]> {
  const books: string[] = [];
  const answer = (status: number, body?: string): Response =>
    new Response(body ?? null, { status, headers: body === undefined ? {} : { 'Content-Type': 'application/xml' } });
  const { summary } = await tell({
    ...(await collaboratorsOf(DOCUMENT)),
    phases: ['stateful'],
    async target(request) {
      const url = new URL(request.url);
      const id = /^\/books\/(\d+)$/.exec(url.pathname)?.[1];
      if (id !== undefined)
        return books[Number(id) - 1] === undefined ? answer(404) : answer(200, books[Number(id) - 1]);
      if (request.method === 'POST') {
        const named = /<title>([a-z]{1,40})<\/title>/.exec(await request.text())?.[1];
        if (named === undefined) return answer(400);
        books.push(`<book id="${books.length + 1}"><title>${named}</title></book>`);
        return answer(201, books.at(-1));
      }
      const [at, many] = [Number(url.searchParams.get('page') ?? 1), Number(url.searchParams.get('per_page') ?? 25)];
      if (!(at >= 1 && many >= 1 && many <= 100)) return answer(400);
      return answer(
        200,
        `<books>${shown(books)
          .slice((at - 1) * many, at * many)
          .join('')}</books>`,
      );
    },
  });
  const found = summary.findings.filter(({ severity, about }) => severity === 'error' && about === 'service');
  return found.map(({ check, operation }) => `${check} ${operation}`);
}

test('a list in XML is read to its end, where no item is', async () => {
  expect(await run((all) => all)).toEqual([]);
  expect(await run(() => [])).toContain('state.list-omits-created listBooks');
});
