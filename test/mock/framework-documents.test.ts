import { expect, it } from 'vitest';
import { asking } from './ask.ts';
import { answer, api, array, number, object, path, query, ref, sending, text } from './little.ts';

const book = { title: text, status: { type: 'string', enum: ['draft', 'published'] }, pages: number };
const missing = { 404: { description: 'missing' } };
const instant = { type: 'string', format: 'date-time' };
const by = (...parameters: readonly { readonly parameters: readonly object[] }[]): object => ({
  parameters: parameters.flatMap((each) => each.parameters),
});

it('reads a key in parentheses behind its collection, as OData writes it', async () => {
  const shown = object({ id: number, ...book }, ['id', 'title']);
  for (const [at, key] of [
    ['/Books({id})', '/Books(ID)'],
    ["/Books('{id}')", "/Books('ID')"],
    ['/Books(id={id})', '/Books(id=ID)'],
  ] as const) {
    const ask = await asking(
      api({
        '/Books': {
          get: answer(object({ value: array(shown) })),
          post: { ...sending(object(book)), ...answer(shown, '201') },
        },
        [at]: {
          get: { ...path('id', number), ...answer(shown, '200', missing) },
          delete: { ...path('id', number), responses: { 204: { description: 'gone' } } },
        },
      }),
    );
    const made = (await ask('POST', '/Books', { title: 'Emma' })).body;
    const own = key.replace('ID', made.id);
    expect((await ask('GET', own)).body, at).toMatchObject({ id: made.id, title: 'Emma' });
    expect((await ask('DELETE', own)).status).toBe(204);
    expect((await ask('GET', own)).status).toBe(404);
  }
});

it('shows the address of a record without an id in links of any names, as HAL has them, and knows no other record', async () => {
  const link = object({ href: text, templated: { type: 'boolean' } });
  const shown = object({ ...book, _links: { type: 'object', additionalProperties: link } });
  const listed = answer(object({ _embedded: object({ books: array(shown) }) }));
  const ask = await asking(
    api({
      '/books': { get: listed, post: { ...sending(object(book)), ...answer(shown, '201') } },
      '/books/{id}': { get: { ...path('id'), ...answer(shown, '200', missing) } },
      '/books/search/findByStatus': { get: { ...query('status', book.status), ...listed } },
    }),
  );
  const made = (await ask('POST', '/books', { title: 'Emma', status: 'draft' })).body;
  expect(Object.keys(made._links)).toEqual(['self']);
  expect((await ask('GET', made._links.self.href)).body.title).toBe('Emma');
  expect((await ask('GET', '/books/nothing')).status).toBe(404);
  const drafts = (await ask('GET', '/books/search/findByStatus?status=draft')).body._embedded.books;
  expect(drafts.map(({ title }: { title: string }) => title)).toContain('Emma');
  expect(drafts.every(({ status }: { status: string }) => status === 'draft')).toBe(true);
});

it('takes a property with a sign in front of its name for the address beside an id, as JSON-LD has it, and sorts by an object of directions', async () => {
  const shown = object({ '@id': text, '@type': text, id: number, ...book }, ['id', 'title']);
  const direction = { type: 'string', enum: ['asc', 'desc'] };
  const ask = await asking(
    api({
      '/books': { get: { ...query('order[title]', direction), ...answer(object({ member: array(shown) })) } },
      '/books/{id}': { get: { ...path('id'), ...answer(shown, '200', missing) } },
    }),
  );
  const titles = async (order: string): Promise<readonly string[]> =>
    (await ask('GET', `/books?order[title]=${order}`)).body.member.map((each: { title: string }) => each.title);
  const [first] = (await ask('GET', '/books')).body.member;
  expect(first['@id']).toBe(`/books/${first.id}`);
  expect((await ask('GET', first['@id'])).body).toEqual(first);
  const up = await titles('asc');
  expect(up).toEqual([...up].sort());
  expect(await titles('desc')).toEqual([...up].reverse());
});

it('lays a wrapped body into the object of a record that holds its properties, and reads pages in an object', async () => {
  const shown = object({ id: number, attributes: object({ ...book, updatedAt: instant }) }, ['id', 'attributes']);
  const body = sending(object({ data: object(book, ['title']) }, ['data']));
  const page = object({ data: array(shown), meta: object({ pagination: object({ total: number }) }) });
  const ask = await asking(
    api({
      '/books': {
        get: { ...by(query('pagination[page]', number), query('pagination[pageSize]', number)), ...answer(page) },
        post: { ...body, ...answer(object({ data: shown })) },
      },
      '/books/{id}': {
        get: { ...path('id', number), ...answer(object({ data: shown }), '200', missing) },
        put: { ...path('id', number), ...body, ...answer(object({ data: shown }), '200', missing) },
      },
    }),
  );
  const { id, attributes } = (await ask('POST', '/books', { data: { title: 'Emma', pages: 7 } })).body.data;
  expect(attributes).toMatchObject({ title: 'Emma', pages: 7 });
  expect((await ask('PUT', `/books/${id}`, { data: { title: 'Emma', pages: 8 } })).body.data.attributes.pages).toBe(8);
  expect((await ask('GET', `/books/${id}`)).body.data.attributes).toMatchObject({ title: 'Emma', pages: 8 });
  const { data, meta } = (await ask('GET', '/books?pagination[page]=2&pagination[pageSize]=3')).body;
  expect(data).toHaveLength(3);
  expect(meta.pagination.total).toBeGreaterThan(6);
});

it('gives records the resource names that a pattern shows, as gateways of gRPC write them', async () => {
  const shown = object({ name: text, ...book });
  const named = (name: string): object => path(name, { type: 'string', pattern: 'books/[^/]+' });
  const ask = await asking(
    api({
      '/v1/books': {
        get: answer(object({ books: array(shown), nextPageToken: text })),
        post: { ...sending(shown), ...answer(shown) },
      },
      '/v1/{name}': { get: { ...named('name'), ...answer(shown, '200', missing) } },
      '/v1/{book.name}': {
        patch: { ...named('book.name'), ...sending(object(book)), ...answer(shown, '200', missing) },
      },
    }),
  );
  const { name } = (await ask('POST', '/v1/books', { title: 'Emma' })).body;
  expect(name).toMatch(/^books\/[^/]+$/);
  expect((await ask('PATCH', `/v1/${name}`, { pages: 9 })).body).toMatchObject({ name, title: 'Emma', pages: 9 });
  expect((await ask('GET', `/v1/${name}`)).body).toMatchObject({ name, title: 'Emma', pages: 9 });
  expect((await ask('GET', '/v1/books/none')).status).toBe(404);
});

it('reads operators in the values of filters where a filter of numbers is any text, and an ordering with a point', async () => {
  const shown = object({ id: number, ...book }, ['id', 'title', 'pages']);
  const filters = by(...['id', 'title', 'pages', 'limit'].map((each) => query(each)), {
    parameters: [{ name: 'order', in: 'query', description: 'Ordering', schema: text }],
  });
  const ask = await asking(api({ '/books': { get: { ...filters, ...answer(array(ref('Book'))) } } }, { Book: shown }));
  const [first, second] = (await ask('GET', '/books')).body;
  expect((await ask('GET', `/books?id=eq.${first.id}`)).body).toEqual([first]);
  expect((await ask('GET', `/books?title=eq.${encodeURIComponent(second.title)}`)).body).toContainEqual(second);
  const thick = (await ask('GET', '/books?pages=gt.1&order=pages.desc')).body.map(
    (each: { pages: number }) => each.pages,
  );
  expect(thick.every((pages: number) => pages > 1)).toBe(true);
  expect(thick).toEqual([...thick].sort((a, b) => b - a));
});

it('reads the names of pages and times of frameworks', async () => {
  const shown = object({ id: text, creationTime: instant, lastModificationTime: instant, ...book });
  const paging = by(query('SkipCount', number), query('MaxResultCount', number), query('Sorting'));
  const ask = await asking(
    api({
      '/book': { get: { ...paging, ...answer(object({ items: array(shown), totalCount: number })) } },
      '/book/{id}': {
        get: { ...path('id'), ...answer(shown, '200', missing) },
        put: { ...path('id'), ...sending(object(book)), ...answer(shown) },
      },
    }),
  );
  const all = (await ask('GET', '/book?Sorting=title')).body.items;
  expect((await ask('GET', '/book?SkipCount=2&MaxResultCount=3&Sorting=title')).body.items).toEqual(all.slice(2, 5));
  const before = Date.now();
  const { lastModificationTime } = (await ask('PUT', `/book/${all[0].id}`, { title: 'Emma' })).body;
  expect(Date.parse(lastModificationTime)).toBeGreaterThanOrEqual(before - 1_000);
});

it('leaves an object around the id of another record as it is, where a change does not send it', async () => {
  const author = object({ id: number, name: text }, ['id', 'name']);
  const shown = object({ id: number, ...book, author }, ['id', 'author']);
  const ask = await asking(
    api({
      '/authors': { get: answer(array(author)) },
      '/authors/{id}': { get: { ...path('id', number), ...answer(author, '200', missing) } },
      '/books': {
        get: answer(array(shown)),
        post: { ...sending(object({ ...book, author })), ...answer(shown, '201') },
      },
      '/books/{id}': {
        get: { ...path('id', number), ...answer(shown, '200', missing) },
        patch: { ...path('id', number), ...sending(object({ ...book, author })), ...answer(shown) },
      },
    }),
  );
  const [{ id, name }, second] = (await ask('GET', '/authors')).body;
  const made = (await ask('POST', '/books', { author: { id, name: 'J. Austen' } })).body;
  expect(name).not.toBe('J. Austen');
  expect((await ask('PATCH', `/books/${made.id}`, { pages: 3 })).body.author).toEqual({ id, name: 'J. Austen' });
  expect((await ask('PATCH', `/books/${made.id}`, { author: second })).body.author).toEqual(second);
});

it('takes a text with a point for a value where the filter of an id has none with operators', async () => {
  const filters = by(query('title'), query('pages'));
  const made = object(book, ['title']);
  const shown = object({ id: number, ...book }, ['id', 'title']);
  const ask = await asking(
    api({
      '/books': { get: { ...filters, ...answer(array(shown)) }, post: { ...sending(made), ...answer(shown, '201') } },
    }),
  );
  const { body } = await ask('POST', '/books', { title: 'lt.dan' });
  expect((await ask('GET', '/books?title=lt.dan')).body).toEqual([body]);
});

it('sorts by the properties of a request in its order, and turns a list round by an ordering that lists directions', async () => {
  const direction = { type: 'string', enum: ['asc', 'desc'] };
  const key = { type: 'string', enum: ['title', 'pages'] };
  const orders = by(query('order[title]', direction), query('order[pages]', direction));
  const sorts = by(query('sort_by', key), query('ordering', direction));
  for (const [filters, asked] of [
    [orders, 'order[pages]=desc&order[title]=asc'],
    [sorts, 'sort_by=pages&ordering=desc'],
  ] as const) {
    const made = object(book, ['title']);
    const shown = object({ id: number, ...book }, ['id', 'title', 'pages']);
    const ask = await asking(
      api({
        '/books': { get: { ...filters, ...answer(array(shown)) }, post: { ...sending(made), ...answer(shown, '201') } },
      }),
    );
    for (const [title, pages] of [
      ['b', 1e5],
      ['a', 1e6],
    ] as const)
      await ask('POST', '/books', { title, pages });
    const pages = (await ask('GET', `/books?${asked}`)).body.map((each: { pages: number }) => each.pages);
    expect(pages.slice(0, 2)).toEqual([1e6, 1e5]);
    expect(pages).toEqual([...pages].sort((one, other) => other - one));
  }
});
