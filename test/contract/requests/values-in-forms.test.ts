import { expect, test } from 'vitest';
import { collaboratorsOf, type Story, tell } from '../harness.ts';

const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };
const said = { description: 'No.' };
const refused = { 400: said, 404: said, 409: said };
const shown = (name: string) => ({
  description: 'It.',
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
});
const sent = (mediaType: string, name: string) => ({
  required: true,
  content: { [mediaType]: { schema: { $ref: `#/components/schemas/${name}` } } },
});
const object = (properties: object, required: readonly string[], xml?: object) => ({
  type: 'object',
  required,
  properties,
  ...(xml === undefined ? {} : { xml }),
});
const isbn = { type: 'string', pattern: '^97[89][0-9]{10}$' };
const title = { type: 'string', minLength: 1, maxLength: 40 };
const member = { type: 'string', minLength: 2, maxLength: 20 };

/** Books, and loans that name one. Both bodies have the given media type. */
const documentOf = (mediaType: string) => ({
  openapi: '3.1.0',
  info: { title: 'Library', version: '1' },
  paths: {
    '/books': { post: { requestBody: sent(mediaType, 'NewBook'), responses: { 201: shown('Book'), ...refused } } },
    '/books/{id}': { parameters: [id], get: { responses: { 200: shown('Book'), ...refused } } },
    '/loans': { post: { requestBody: sent(mediaType, 'NewLoan'), responses: { 201: shown('Loan'), ...refused } } },
    '/loans/{id}': { parameters: [id], get: { responses: { 200: shown('Loan'), ...refused } } },
  },
  components: {
    schemas: {
      NewBook: object({ title, isbn }, ['title', 'isbn'], { name: 'book' }),
      Book: object({ id: { type: 'integer' }, title, isbn }, ['id', 'title', 'isbn']),
      NewLoan: object({ bookId: { type: 'integer' }, member }, ['bookId', 'member'], { name: 'loan' }),
      Loan: object({ id: { type: 'integer' }, bookId: { type: 'integer' }, member }, ['id', 'bookId', 'member']),
    },
  },
});

function fieldsOf(mediaType: string, text: string): ReadonlyMap<string, string> {
  if (mediaType !== 'application/xml') return new Map(new URLSearchParams(text));
  return new Map([...text.matchAll(/<(\w+)>([^<]*)<\/\1>/g)].map(([, name = '', value = '']) => [name, value]));
}

/** No two books have one ISBN, and a loan names an existing book. */
async function run(mediaType: string, memberAs: (member: string) => unknown = (each) => each): Promise<Story> {
  const tables = { books: new Map<number, object>(), loans: new Map<number, object>() };
  const taken = new Set<string>();
  const refuse = (status: number) => new Response(null, { status });
  return tell({
    ...(await collaboratorsOf(documentOf(mediaType))),
    phases: ['coverage', 'stateful'],
    async target(request) {
      const [, table, name] = new URL(request.url).pathname.split('/');
      if (table !== 'books' && table !== 'loans') return refuse(404);
      const all = tables[table];
      if (request.method === 'GET') {
        if (!/^\d{1,9}$/.test(name ?? '')) return refuse(400);
        const one = all.get(Number(name));
        return one === undefined ? refuse(404) : Response.json(one);
      }
      if (!request.headers.get('content-type')?.startsWith(mediaType)) return refuse(400);
      const fields = fieldsOf(mediaType, await request.text());
      const value = (key: string) => fields.get(key) ?? '';
      const next = 1_000_000 + all.size;
      if (table === 'books') {
        if (!/^97[89]\d{10}$/.test(value('isbn')) || value('title') === '' || [...value('title')].length > 40)
          return refuse(400);
        if (taken.has(value('isbn'))) return refuse(409);
        taken.add(value('isbn'));
        all.set(next, { id: next, title: value('title'), isbn: value('isbn') });
      } else {
        if (!/^-?\d+$/.test(value('bookId')) || value('member').length < 2 || [...value('member')].length > 20)
          return refuse(400);
        if (!tables.books.has(Number(value('bookId')))) return refuse(404);
        all.set(next, { id: next, bookId: Number(value('bookId')), member: memberAs(value('member')) });
      }
      return Response.json(all.get(next), { status: 201 });
    },
  });
}

const TYPES = ['application/x-www-form-urlencoded', 'application/xml'];

test.each(TYPES)('%s: bodies name existing records, and have unique values of their own', async (mediaType) => {
  const { events, summary } = await run(mediaType);
  const open = events.flatMap((event) =>
    event.type === 'case-finished' && event.result.verdict === 'inconclusive' ? [event.case.id] : [],
  );
  expect(open).toEqual([]);
  expect(summary.findings.filter(({ severity, about }) => severity === 'error' && about === 'service')).toEqual([]);
});

test.each(TYPES)('%s: a script takes the id of a record from the step that creates it', async (mediaType) => {
  const { summary } = await run(mediaType, () => 7);
  const script = summary.findings.find(
    ({ check, operation }) => check === 'schema.type' && operation === 'POST /loans',
  )?.script;
  expect(script).toMatch(/(bookId=|<bookId>'")\$book_id\b/);
  expect(script).not.toMatch(/100000\d/);
});
