import { expect, test } from 'vitest';
import { fromYaml, tell } from '../harness.ts';

const body = (schema: string) =>
  `requestBody: { required: true, content: { application/json: { schema: ${schema} } } }`;
const answer = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const TAG = "{ $ref: '#/components/schemas/Tag' }";
const NOTE = "{ $ref: '#/components/schemas/Note' }";
const NAMED = "{ $ref: '#/components/schemas/Named' }";
const NONE = "'404': { description: none }, '422': { description: wrong }";
const at = (...names: readonly string[]) =>
  `parameters: [${names.map((name) => `{ name: ${name}, in: path, required: true, schema: { type: string } }`).join(', ')}]`;
const tags = `'200': { description: ok, ${answer(`{ type: array, items: ${TAG} }`)} }, ${NONE}`;
const made = (schema: string) => `'201': { description: made, ${answer(schema)} }, ${NONE}`;
const DOCUMENT = (addSummary: string, tagsAt: '/tags' | '/books/{book}/tags') =>
  fromYaml(`openapi: 3.1.0
info: { title: Notes, version: '1' }
paths:
  /books:
    post: { operationId: addBook, ${body('{ type: object, required: [title], properties: { title: { type: string } } }')}, responses: { ${made('{ type: object, required: [id, title], properties: { id: { type: string, readOnly: true }, title: { type: string } } }')} } }
  /books/{book}:
    ${at('book')}
    get: { operationId: readBook, responses: { '200': { description: ok, ${answer('{ type: object, required: [id, title], properties: { id: { type: string, readOnly: true }, title: { type: string } } }')} }, ${NONE} } }
  ${tagsAt}:
    ${at(...(tagsAt === '/tags' ? [] : ['book']))}
    get: { operationId: listTags, responses: { ${tags} } }
    post: { operationId: addTag, ${body('{ type: object, required: [name], properties: { name: { type: string, pattern: "^[a-z]{3,9}$" } } }')}, responses: { ${made(TAG)} } }
  ${tagsAt}/{name}:
    ${at(...(tagsAt === '/tags' ? [] : ['book']), 'name')}
    get: { operationId: readTag, responses: { '200': { description: ok, ${answer(TAG)} }, ${NONE} } }
  /books/{book}/notes:
    ${at('book')}
    post: { operationId: addNote, ${body('{ type: object, required: [title], properties: { title: { type: string } } }')}, responses: { ${made(NOTE)} } }
  /books/{book}/notes/{note}:
    ${at('book', 'note')}
    get: { operationId: readNote, responses: { '200': { description: ok, ${answer(NOTE)} }, ${NONE} } }
  /books/{book}/notes/{note}/tags:
    ${at('book', 'note')}
    get: { operationId: listNoteTags, responses: { ${tags} } }
    post: { operationId: addNoteTags, summary: ${addSummary}, ${body(NAMED)}, responses: { ${tags} } }
    put: { operationId: setNoteTags, ${body(NAMED)}, responses: { ${tags} } }
    delete: { operationId: clearNoteTags, responses: { '204': { description: done }, ${NONE} } }
  /books/{book}/notes/{note}/tags/{name}:
    ${at('book', 'note', 'name')}
    delete: { operationId: removeNoteTag, responses: { '204': { description: done }, ${NONE} } }
components:
  schemas:
    Tag: { type: object, required: [name], properties: { name: { type: string } } }
    Note: { type: object, required: [id, title], properties: { id: { type: string, readOnly: true }, title: { type: string } } }
    Named: { type: object, required: [tags], properties: { tags: { type: array, items: { type: string }, description: Names of existing tags. } } }
`);

/** A service with one operation that does nothing, or the opposite of what its method says. */
function notes(fault: string): (request: Request) => Promise<Response> {
  const books = new Map<string, { readonly tags: Set<string>; readonly notes: Map<string, Set<string>> }>();
  const records = new Map<string, object>();
  const all = { tags: new Set<string>(), notes: new Map<string, Set<string>>() };
  const show = (names: Iterable<string>) => Response.json([...names].map((name) => ({ name })));
  return async (request) => {
    const { method } = request;
    const { pathname } = new URL(request.url);
    // Tags of their own are those of a book without an id.
    const full = pathname.startsWith('/tags') ? `/books/all${pathname}` : pathname;
    const [, , bookId = '', kind = '', id = '', , member] = full.split('/').map(decodeURIComponent);
    const sent: unknown = method === 'GET' || method === 'DELETE' ? null : await request.json().catch(() => null);
    const read = (sent ?? {}) as { readonly title?: unknown; readonly name?: unknown; readonly tags?: unknown };
    const create = (id: string): Response => {
      if (typeof read.title !== 'string') return new Response(null, { status: 422 });
      records.set(id, { id, title: read.title });
      return Response.json(records.get(id), { status: 201 });
    };
    if (method === 'POST' && bookId === '') {
      const made = `b${books.size + 1}`;
      books.set(made, { tags: new Set(), notes: new Map() });
      return create(made);
    }
    const book = bookId === 'all' ? all : books.get(bookId);
    if (book === undefined) return new Response(null, { status: 404 });
    if (kind === '') return Response.json(records.get(bookId));
    if (kind === 'tags') {
      if (method === 'GET' && id === '') return show(book.tags);
      if (method === 'GET')
        return book.tags.has(id) ? Response.json({ name: id }) : new Response(null, { status: 404 });
      if (typeof read.name !== 'string' || !/^[a-z]{3,9}$/.test(read.name)) return new Response(null, { status: 422 });
      book.tags.add(read.name);
      return Response.json({ name: read.name }, { status: 201 });
    }
    if (id === '') {
      const made = `${bookId}n${book.notes.size + 1}`;
      book.notes.set(made, new Set());
      return create(made);
    }
    const own = book.notes.get(id);
    if (own === undefined) return new Response(null, { status: 404 });
    if (full.split('/').length === 5) return Response.json(records.get(id));
    if (method === 'GET') return show(own);
    if (method === 'DELETE') {
      if (fault !== (member === undefined ? 'clearNoteTags' : 'removeNoteTag'))
        for (const each of [...own]) if (member === undefined || each === member) own.delete(each);
      return new Response(null, { status: 204 });
    }
    const named = read.tags;
    if (!Array.isArray(named) || !named.every((each) => book.tags.has(each) || all.tags.has(each)))
      return new Response(null, { status: 422 });
    const replaces = (method === 'PUT') !== (fault === (method === 'PUT' ? 'setNoteTags' : 'addNoteTags'));
    if (replaces) own.clear();
    for (const each of named) own.add(each);
    return show(own);
  };
}

async function found(
  fault: string,
  summary = 'Add tags to a note',
  tagsAt: Parameters<typeof DOCUMENT>[1] = '/books/{book}/tags',
): Promise<readonly string[]> {
  const { summary: run } = await tell({ ...DOCUMENT(summary, tagsAt), target: notes(fault), phases: ['stateful'] });
  return run.findings
    .filter(({ severity }) => severity === 'error')
    .map(({ check, message, operation }) => (operation === undefined ? message : `${check}: ${operation}`));
}

test('a list of members shows what was added, replaced, removed and cleared', async () => {
  expect(await found('none')).toEqual([]);
  for (const fault of ['addNoteTags', 'setNoteTags', 'removeNoteTag', 'clearNoteTags'])
    expect(await found(fault)).toEqual([`state.action-without-effect: ${fault}`]);
});

test('members may be records of a collection for all items', async () => {
  expect(await found('none', 'Add tags to a note', '/tags')).toEqual([]);
  expect(await found('setNoteTags', 'Add tags to a note', '/tags')).toEqual([
    'state.action-without-effect: setNoteTags',
  ]);
});

test('a POST may replace the members where its text says so', async () => {
  expect(await found('addNoteTags', 'Replace the tags of a note')).toEqual([]);
});
