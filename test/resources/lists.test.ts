import { describe, expect, it } from 'vitest';
import { many, object, PET, ref, see, small, text, whole } from './documents.ts';

const SCHEMAS = { Pet: PET };
const pets = many(ref('Pet'));
const yes = { type: 'boolean' };
const link = object({ href: text });

async function list(
  answer: unknown,
  query: Readonly<Record<string, object>> = {},
  schemas: Record<string, unknown> = SCHEMAS,
) {
  const { role } = see(await small({ 'GET /pets': { answer, query } }, schemas));
  return role('GET /pets').list;
}

describe('An envelope', () => {
  it('has the items that a page of anything is filled with', async () => {
    const page = object({ content: { ...many({}), minItems: 0 }, page: whole, size: whole, totalPages: whole });
    const filled = { allOf: [ref('Page'), { properties: { content: { ...many(ref('Pet')), minItems: 0 } } }] };
    expect(await list(filled, {}, { Page: page, Pet: PET })).toMatchObject({
      items: '/content',
      envelope: { page: '/page', limit: '/size', pages: '/totalPages' },
    });
  });

  it.each([
    ['none', pets, { items: '', envelope: {} }],
    ['data', object({ data: pets }), { items: '/data', envelope: {} }],
    [
      'the place of the page in strings',
      object({ data: pets, pagination: object({ current_page: text, page_count: text, has_prev_page: yes }) }),
      {
        items: '/data',
        envelope: {
          page: '/pagination/current_page',
          pages: '/pagination/page_count',
          hasPrevious: '/pagination/has_prev_page',
        },
      },
    ],
    ['a total in a string, which may be money', object({ data: pets, total: text }), { items: '/data', envelope: {} }],
    [
      'the marker of the next page as a number',
      object({ entries: pets, limit: whole, next_marker: whole }),
      { items: '/entries', envelope: { limit: '/limit', nextCursor: '/next_marker' } },
    ],
    [
      'a count in several words',
      object({ pets, totalRowCount: whole }),
      { items: '/pets', envelope: { total: '/totalRowCount' } },
    ],
    [
      'a count in several words beside the count of the page',
      object({ items: pets, count: whole, num_found: whole }),
      { items: '/items', envelope: { total: '/num_found', shown: '/count' } },
    ],
    [
      'a count that is described as that of the page',
      object({
        data: pets,
        meta: object({
          result_count: { ...whole, description: 'The number of results in this response.' },
          next_token: text,
        }),
      }),
      { items: '/data', envelope: { shown: '/meta/result_count', nextCursor: '/meta/next_token' } },
    ],
    [
      'a count of what a call has returned',
      object({ pets, count: { ...whole, description: 'Count of the pets returned by the call.' } }),
      { items: '/pets', envelope: { shown: '/count' } },
    ],
    [
      'a total that is described as what a request has returned',
      object({
        pets,
        meta: object({ total: { ...whole, description: 'Number of objects returned by the request.' } }),
      }),
      { items: '/pets', envelope: { total: '/meta/total' } },
    ],
    [
      'a count of all that a call could return',
      object({ pets, count: { ...whole, description: 'The total that is returned by the call page by page.' } }),
      { items: '/pets', envelope: { total: '/count' } },
    ],
    [
      'cursors in an object of their own',
      object({ data: pets, meta: object({ cursors: object({ previous: text, next: text }) }) }),
      { items: '/data', envelope: { nextCursor: '/meta/cursors/next' } },
    ],
    [
      'a choice between a page and a plain array of the same items',
      { oneOf: [object({ collection: pets, next_href: text }), pets] },
      { items: '/collection', envelope: {} },
    ],
    [
      'the number of pages in several words',
      object({ items: pets, pagination: object({ max_page: whole, total_items: whole }) }),
      { items: '/items', envelope: { pages: '/pagination/max_page', total: '/pagination/total_items' } },
    ],
    [
      'what its items name',
      object({
        pets: many(object({ _id: text, owner_id: text, name: text })),
        owners: many(object({ _id: text, email: text })),
      }),
      { items: '/pets', envelope: {} },
    ],
    [
      'a total that only its description tells, and the length of the page',
      object({
        size: { ...whole, description: 'Total number of objects in the response.' },
        pagelen: whole,
        page: whole,
        values: pets,
      }),
      { items: '/values', envelope: { total: '/size', limit: '/pagelen', page: '/page' } },
    ],
    ['items and total', object({ items: pets, total: whole }), { items: '/items', envelope: { total: '/total' } }],
    [
      'results and next',
      object({ results: pets, next: text, previous: text, count: whole }),
      { items: '/results', envelope: { next: '/next', previous: '/previous', total: '/count' } },
    ],
    [
      'a typed list',
      object({ object: text, url: text, data: pets, has_more: yes }),
      { items: '/data', envelope: { hasMore: '/has_more' } },
    ],
    [
      'its own word and a count',
      object({ total_count: whole, pets }),
      { items: '/pets', envelope: { total: '/total_count' } },
    ],
    [
      'the end of the page under the name of its id',
      object({ has_more: yes, last_pet_id: text, pets: many(object({ pet_id: text, name: text })) }),
      { items: '/pets', envelope: { hasMore: '/has_more', lastId: '/last_pet_id' } },
    ],
    [
      'its own word in what else tells of pages',
      object({ status: whole, error: yes, meta: object({ pets, cursor: text }) }),
      { items: '/meta/pets', envelope: { nextCursor: '/meta/cursor' } },
    ],
    [
      'its own word, and the name of whose they are',
      object({ name: text, pets: many(object({ key: text, name: text })) }),
      { items: '/pets', envelope: {} },
    ],
    [
      'a part about pages',
      object({ items: pets, meta: object({ total: whole, totalPages: whole, page: whole, perPage: whole }) }),
      {
        items: '/items',
        envelope: { total: '/meta/total', pages: '/meta/totalPages', page: '/meta/page', limit: '/meta/perPage' },
      },
    ],
    [
      'allOf',
      {
        allOf: [
          object({ data: pets }),
          object({ meta: object({ limit: whole, offset: whole, total: whole, next: text }) }),
        ],
      },
      {
        items: '/data',
        envelope: { limit: '/meta/limit', offset: '/meta/offset', total: '/meta/total', next: '/meta/next' },
      },
    ],
    [
      'one within another',
      object({ data: object({ items: pets, nextCursor: text }) }),
      { items: '/data/items', envelope: { nextCursor: '/data/nextCursor' } },
    ],
    [
      'a part about pages within another',
      object({
        pets,
        meta: object({
          pagination: object({
            page: whole,
            last_page: whole,
            next_page: whole,
            previous_page: whole,
            total_entries: whole,
          }),
        }),
      }),
      {
        items: '/pets',
        envelope: {
          total: '/meta/pagination/total_entries',
          page: '/meta/pagination/page',
          pages: '/meta/pagination/last_page',
          next: '/meta/pagination/next_page',
          previous: '/meta/pagination/previous_page',
        },
      },
    ],
    [
      'HAL',
      object({
        _embedded: object({ petModelList: pets }),
        _links: object({ self: link, first: link, prev: link, next: link, last: link }),
        page: object({ size: whole, totalElements: whole, totalPages: whole, number: whole }),
      }),
      {
        items: '/_embedded/petModelList',
        envelope: {
          total: '/page/totalElements',
          pages: '/page/totalPages',
          limit: '/page/size',
          page: '/page/number',
          self: '/_links/self/href',
          first: '/_links/first/href',
          previous: '/_links/prev/href',
          next: '/_links/next/href',
          last: '/_links/last/href',
        },
      },
    ],
    [
      'a page that says whether it is the first, the last and empty',
      object({
        content: pets,
        totalElements: whole,
        totalPages: whole,
        first: yes,
        last: yes,
        numberOfElements: whole,
        empty: yes,
      }),
      {
        items: '/content',
        envelope: {
          total: '/totalElements',
          pages: '/totalPages',
          first: '/first',
          last: '/last',
          shown: '/numberOfElements',
          empty: '/empty',
        },
      },
    ],
    [
      'a count of all beside one of what is shown',
      object({ data: pets, count: whole, total: whole }),
      { items: '/data', envelope: { total: '/total', shown: '/count' } },
    ],
  ])('of %s is seen', async (_, answer, expected) => {
    expect(await list(answer)).toMatchObject(expected);
  });

  it.each([
    [
      'a thing that shows others in HAL',
      object({ name: text, _embedded: object({ pets }), _links: object({ self: link }) }),
    ],
    ['an entity that owns an array', object({ id: whole, name: text, pets })],
    ['a report', object({ count: whole, uniques: whole, pets: many(object({ day: text, visits: whole })) })],
  ])('is not %s', async (_, answer) => {
    expect(await list(answer)).toBeUndefined();
  });
});

describe('Page parameters', () => {
  it.each([
    [
      'limit and offset',
      { limit: { ...whole, default: 20, maximum: 100 }, offset: whole },
      { limit: 'limit', offset: 'offset', defaultLimit: 20, maxLimit: 100 },
    ],
    [
      'a limit named after the items',
      { page: whole, hitsPerPage: { ...whole, default: 30 } },
      { page: 'page', firstPage: 1, limit: 'hitsPerPage', defaultLimit: 30 },
    ],
    [
      'page and per_page',
      { page: whole, per_page: { ...whole, default: 30 } },
      { page: 'page', firstPage: 1, limit: 'per_page', defaultLimit: 30 },
    ],
    [
      'pages from 0',
      { page: { ...whole, minimum: 0 }, pageSize: whole },
      { page: 'page', firstPage: 0, limit: 'pageSize', defaultLimit: 100 },
    ],
    [
      'cursors both ways',
      { starting_after: text, ending_before: text, limit: whole },
      { cursor: 'starting_after', before: 'ending_before', limit: 'limit' },
    ],
    ['the most', { max: whole }, { limit: 'max' }],
    ['the most messages', { maxMessages: whole }, { limit: 'maxMessages' }],
    ['bounds', { min: whole, max: whole }, {}],
    ['a continuation', { continue: text, limit: whole }, { cursor: 'continue', limit: 'limit' }],
    [
      'descriptions',
      {
        display_size: { ...text, description: 'Number of results to be shown per page (defaults to 500, max 500)' },
        sheet: { ...whole, description: 'The page number' },
        amount: { ...whole, description: 'The number of pets that a person has' },
      },
      { limit: 'display_size', defaultLimit: 500, maxLimit: 500, page: 'sheet' },
    ],
    ['brackets', { 'page[number]': whole, 'page[size]': whole }, { page: 'page[number]', limit: 'page[size]' }],
  ])('are read from %s', async (_, query, page) => {
    expect((await list(pets, query))?.page).toMatchObject(page);
  });

  it('are none where there is none: then all is answered', async () => {
    expect((await list(pets))?.page).toEqual({ defaultLimit: Number.MAX_SAFE_INTEGER });
  });

  it('take the id of an item, after or before which a page is, for a cursor', async () => {
    const page = (await list(pets, { start_after_id: text, ending_before_id: text, after_house_id: text }))?.page;
    expect([page?.cursor, page?.before]).toEqual(['start_after_id', 'ending_before_id']);
    expect((await list(pets, { after_house_id: text }))?.page.cursor).toBeUndefined();
  });

  it('do not take a date for a cursor, nor a range for an offset', async () => {
    const page = (await list(pets, { since: { ...text, format: 'date-time' }, from: whole, to: whole, limit: whole }))
      ?.page;
    expect([page?.cursor, page?.offset]).toEqual([undefined, undefined]);
  });
});

describe('Sorting and searching', () => {
  it.each([
    ['a prefix', { sort: { ...text, enum: ['name', '-name'] } }, { parameter: 'sort', descending: '-' }],
    ['a prefix of an order', { order: { ...text, enum: ['name', '-name'] } }, { parameter: 'order', descending: '-' }],
    [
      'a direction',
      { order_by: text, direction: { enum: ['asc', 'desc'] } },
      { parameter: 'order_by', order: 'direction', descending: 'desc' },
    ],
  ])('may turn downwards by %s', async (_, query, sort) => {
    expect((await list(pets, query))?.sort).toEqual(sort);
  });

  it('needs something to sort by', async () => {
    expect((await list(pets, { direction: text }))?.sort).toBeUndefined();
  });

  it('is not a time that is called like a cursor', async () => {
    const since = { type: 'number', description: 'Milliseconds elapsed since 1 January 1970 00:00:00 UTC.' };
    const paging = { pageToken: text, count: whole };
    expect((await list(pets, { after: since, before: since, ...paging }))?.page).toMatchObject({ cursor: 'pageToken' });
  });

  it('is seen in q', async () => {
    expect((await list(pets, { q: text }))?.search).toBe('q');
    const searched = { ...text, description: 'Only pets whose `name` or `nickname` starts with the search term.' };
    expect(await list(pets, { filter_term: searched })).toMatchObject({ search: 'filter_term', searched: ['name'] });
    expect((await list(pets, { q: text }))?.searched).toBeUndefined();
  });

  it('is seen among the filters, unless items have a property of its name', async () => {
    for (const name of ['filter[search]', 'filter[keywords]', 'filter[q]'])
      expect((await list(pets, { [name]: text }))?.search).toBe(name);
    const tagged = many(object({ id: text, keywords: text }, ['id']));
    expect(await list(tagged, { 'filter[keywords]': text })).toMatchObject({
      filters: [{ parameter: 'filter[keywords]', pointer: '/keywords' }],
    });
    expect((await list(tagged, { 'filter[keywords]': text }))?.search).toBeUndefined();
  });
});

describe('Filters', () => {
  const item = object({
    id: whole,
    name: text,
    status: { enum: ['open', 'closed'] },
    price: { type: 'number' },
    tags: many(text),
    labels: many(object({ id: whole, name: text })),
    badges: many(object({ key: text, name: text })),
    category: object({ id: whole, title: text }),
    created_at: text,
    bought_on: text,
    date: text,
    is_new: { type: 'boolean' },
    owner: object({ id: whole, login: text }),
  });
  const filters = async (query: Readonly<Record<string, object>>) => (await list(many(item), query, {}))?.filters;

  it.each([
    ['equals a property', { name: text }, { pointer: '/name', op: 'equals' }],
    ['is one of several values', { status: many({ enum: ['open', 'closed'] }) }, { pointer: '/status', op: 'in' }],
    [
      'is one value or several',
      { status: { oneOf: [{ enum: ['open', 'closed'] }, many({ enum: ['open', 'closed'] })] } },
      { pointer: '/status', op: 'in' },
    ],
    ['is a flag as a text', { is_new: text }, { pointer: '/is_new', op: 'equals' }],
    ['is one of several ids', { ids: many(whole) }, { pointer: '/id', op: 'in' }],
    [
      'is one of several values with commas',
      { statuses: { type: 'string', enum: ['open', 'closed', 'open,closed'] } },
      { pointer: '/status', op: 'in', separator: ',' },
    ],
    ['is among the values of an array', { tag: text }, { pointer: '/tags', op: 'contains' }],
    [
      'is among the values of an array by its own name',
      { tags: text },
      { pointer: '/tags', op: 'contains', separator: ',' },
    ],
    ['is one of several texts with commas', { ids: text }, { pointer: '/id', op: 'in', separator: ',' }],
    ['is any of the values of an array', { tags: many(text) }, { pointer: '/tags', op: 'contains', many: true }],
    ['names the parts of an array', { label: text }, { pointer: '/labels/*/name', op: 'contains' }],
    ['names the parts of an array by number', { label: whole }, { pointer: '/labels/*/id', op: 'contains' }],
    [
      'says the name of the collection before that of the property',
      { pet_name: text },
      { pointer: '/name', op: 'equals' },
    ],
    ['bounds, behind the name of the collection', { pet_price_max: whole }, { pointer: '/price', op: 'max' }],
    ['names a property of a part', { category_id: whole }, { pointer: '/category/id', op: 'equals' }],
    ['names a property of a part by a dot', { 'category.title': text }, { pointer: '/category/title', op: 'equals' }],
    ['names a part in the type of its name', { owner: text }, { pointer: '/owner/login', op: 'equals' }],
    ['has an operator in brackets', { 'name[eq]': text }, { pointer: '/name', op: 'equals' }],
    ['holds a part of a text', { 'filter[name][contains]': text }, { pointer: '/name', op: 'contains' }],
    [
      'holds a part of a text, in the words of a query set',
      { name__icontains: text },
      { pointer: '/name', op: 'contains' },
    ],
    ['holds an item of an array', { 'filter[tags][contains]': text }, { pointer: '/tags', op: 'contains' }],
    ['is one of several in its operator', { 'id[in]': text }, { pointer: '/id', op: 'in', separator: ',' }],
    [
      'bounds behind the word filter',
      { 'filter[created_at][gt]': text },
      { pointer: '/created_at', op: 'min', exclusive: true },
    ],
    ['bounds that include their value', { 'filter[created_at][gte]': text }, { pointer: '/created_at', op: 'min' }],
    ['bounds from below', { min_price: { type: 'number' } }, { pointer: '/price', op: 'min' }],
    ['bounds from above', { price_max: { type: 'number' } }, { pointer: '/price', op: 'max' }],
    ['bounds an instant', { created_after: text }, { pointer: '/created_at', op: 'min' }],
    ['bounds a day', { bought_from: text }, { pointer: '/bought_on', op: 'min' }],
    [
      'is told by the document',
      { name: { ...text, 'x-standin-filter': 'contains' } },
      { pointer: '/name', op: 'contains' },
    ],
    [
      'can be switched off by a value',
      { status: { enum: ['open', 'closed', 'all'] } },
      { pointer: '/status', op: 'equals', off: ['all'] },
    ],
  ])('%s', async (_, query, filter) => {
    expect(await filters(query as never)).toEqual([{ parameter: Object.keys(query)[0], ...filter }]);
  });

  it('bounds no day where two could be meant', async () => {
    const twice = object({ id: whole, bought_on: text, bought_time: text });
    expect((await list(many(twice), { bought_from: text }, {}))?.filters).toEqual([]);
  });

  it('has none for a position, near which a list shows what there is', async () => {
    const number = { type: 'number' };
    const placed = many(object({ id: whole, lat: number, lon: number, longitude: number }));
    const read = async (query: Readonly<Record<string, object>>): Promise<unknown> =>
      (await list(placed, query, {}))?.filters;
    expect(await read({ lat: number, lon: number })).toEqual([]);
    expect(await read({ lat: number })).toEqual([{ parameter: 'lat', pointer: '/lat', op: 'equals' }]);
    expect(await read({ min_lat: number, lon: number, max_lat: number })).toHaveLength(3);
  });

  it('are flags of a property, except those that let more items through', async () => {
    const flagged = async (description: string) =>
      (await list(many(object({ id: whole, archived: yes })), { archived: { ...yes, description } }, {}))?.filters;
    expect(await flagged('Only archived items')).toMatchObject([{ parameter: 'archived', op: 'equals' }]);
    expect(await flagged('If set to true, archived items will be returned as well')).toEqual([]);
    expect(await flagged('Also include archived items')).toEqual([]);
  });

  it('may have a value that was forgotten at the property of the same name', async () => {
    const item = many(object({ id: whole, status: { enum: ['open', 'closed', 'pending'] } }));
    const read = async (name: string, ...values: readonly string[]): Promise<unknown> =>
      (await list(item, { [name]: { enum: values } }, {}))?.filters;
    expect(await read('status', 'open', 'closed', 'pending', 'snoozed')).toEqual([
      { parameter: 'status', pointer: '/status', op: 'equals' },
    ]);
    expect(await read('status', 'open', 'closed', 'snoozed')).toEqual([]);
    expect(await read('filter_status', 'open', 'closed', 'pending', 'snoozed')).toEqual([]);
  });

  it.each([
    ['of no property', { verbose: yes }],
    ['of another thing than the collection', { dog_name: text }],
    ['with values that the property never has', { status: { enum: ['stale', 'fresh'] } }],
    ['of another type', { price: { type: 'boolean' } }],
    ['that is an object', { price: object({ gte: whole }) }],
    ['that could mean two names of the parts of an array', { badge: text }],
    ['for a part of an array in another type', { label: yes }],
  ])('are not seen in a parameter %s', async (_, query) => {
    expect(await filters(query as never)).toEqual([]);
  });
});

describe('A list that no name of an envelope shows', () => {
  const item = { 'GET /pets/{petId}': { answer: ref('Pet') } };

  it.each([
    ['strangers beside it', object({ took: whole, server_time: text, data: pets }), '/data'],
    ['a name of its own', object({ facets: object({ a: whole }), animals: pets }), '/animals'],
    [
      'an object around it',
      object({ code: whole, msg: text, data: object({ rows: pets, cursor: text }) }),
      '/data/rows',
    ],
    ['another list beside it', object({ pets_found: pets, warnings: many(object({ text })) }), '/pets_found'],
  ])('is what its items are: %s', async (_, answer, items) => {
    const { role } = see(await small({ 'GET /pets': { answer }, ...item }, SCHEMAS));
    expect(role('GET /pets')).toMatchObject({ kind: 'list', list: { items } });
  });

  it('is not a part of what the path changes', async () => {
    const model = object({ type: text, links: link, rules: many(object({ kind: text, prefix: text })) });
    const get = { 'GET /model': { answer: model } };
    expect(see(await small(get)).role('GET /model').kind).toBe('list');
    expect(see(await small({ ...get, 'PUT /model': { answer: model } })).role('GET /model').kind).not.toBe('list');
  });

  it('of each owner has the items behind it, beside a list of all', async () => {
    const repositories = object({ next: text, values: many(object({ uuid: text, name: text, owner: text })) });
    const repository = object({ uuid: text, name: text, owner: text });
    const { role } = see(
      await small({
        'GET /repositories': { answer: repositories },
        'GET /repositories/{team}': { answer: repositories },
        'GET /repositories/{team}/{slug}': { answer: repository },
        'PUT /repositories/{team}/{slug}': { body: repository, answer: repository },
        'DELETE /repositories/{team}/{slug}': {},
        'GET /repositories/{team}/{slug}/issues': { answer: many(object({ id: text, repository })) },
      }),
    );
    const { scope = [] } = role('GET /repositories/{team}/{slug}/issues');
    expect(scope.map(({ parameter, property }) => [parameter, property])).toEqual([
      ['team', undefined],
      ['slug', '/repository/uuid'],
    ]);
    expect(role('GET /repositories').kind).toBe('list');
    expect(role('GET /repositories/{team}').kind).toBe('list');
    expect(['GET', 'PUT', 'DELETE'].map((method) => role(`${method} /repositories/{team}/{slug}`).kind)).toEqual([
      'read',
      'replace',
      'delete',
    ]);
  });

  it('is seen by the id of the item path, where nothing shows an item', async () => {
    const answer = object({ links: link, users: many(object({ id: text, name: text })) });
    const { role } = see(await small({ 'GET /members': { answer }, 'DELETE /members/{userId}': {} }));
    expect(role('GET /members')).toMatchObject({ kind: 'list', list: { items: '/users' } });
  });

  it('is not the children of an object of its own kind', async () => {
    const schemas = { Node: object({ name: text, size: whole, owner: text, children: many(ref('Node')) }) };
    const { role } = see(
      await small({ 'GET /tree': { answer: ref('Node') }, 'GET /tree/{name}': { answer: ref('Node') } }, schemas),
    );
    expect(role('GET /tree').kind).not.toBe('list');
  });

  it('has the ids of its ends as companions', async () => {
    const answer = object({ object: text, data: pets, first_id: text, last_id: text, has_more: yes });
    expect((await list(answer))?.envelope).toEqual({ hasMore: '/has_more', firstId: '/first_id', lastId: '/last_id' });
  });
});

describe('What stands around a list', () => {
  it('may be two steps deep, and is not taken for a number where it is an object', async () => {
    const pages = { anyOf: [object({ next: text, last: text }), {}] };
    const found = await list(object({ pets, links: object({ pages }), meta: object({ total: whole }) }));
    expect(found?.envelope).toMatchObject({
      next: '/links/pages/next',
      last: '/links/pages/last',
      total: '/meta/total',
    });
    expect(found?.envelope.pages).toBeUndefined();
  });

  it('is not a list where every example has an object there', async () => {
    const channel = { items: { anyOf: [object({ id: text }), object({ id: text, name: text })] } };
    const answer = (example: unknown) => ({
      responses: {
        200: { description: '', content: { 'application/json': { schema: object({ pets: channel }), example } } },
      },
    });
    const kind = async (example: unknown) =>
      see(await small({ 'GET /pets': { extensions: answer(example) } }, SCHEMAS)).role('GET /pets').kind;
    expect(await kind({ pets: [{ id: 'a' }] })).toBe('list');
    expect(await kind({ pets: { id: 'a' } })).not.toBe('list');
  });

  it('is a list where the schema says array, whatever a wrong example has there', async () => {
    const answer = {
      responses: {
        200: {
          description: '',
          content: { 'application/json': { schema: object({ pets }), example: { pets: { id: 1 } } } },
        },
      },
    };
    expect(see(await small({ 'GET /pets': { extensions: answer } }, SCHEMAS)).role('GET /pets').kind).toBe('list');
  });
});

it('does not take the selection of what is shown for a filter', async () => {
  const fielded = object({ id: whole, fields: many(text) });
  const described = (description: string) => ({ ...many(text), description });
  const filters = async (schema: object) => (await list(many(fielded), { fields: schema }, {}))?.filters;
  expect(await filters(many(text))).toHaveLength(1);
  expect(await filters(described('Control what fields are being returned in the object.'))).toEqual([]);
  expect(await filters(described('Filters: only items with these fields are returned.'))).toHaveLength(1);
});

describe('A filter by the name of what a list of texts holds', () => {
  it.each(['tag', 'tag_name', 'tagName'])('%s', async (name) => {
    const items = object({ id: text, tags: many(text) });
    const found = await list(many(items), { [name]: text });
    expect(found?.filters).toEqual([{ parameter: name, pointer: '/tags', op: 'contains' }]);
  });
});

describe('The place of a page', () => {
  const paging = {
    page: { ...whole, description: 'Page number' },
    length: { ...whole, description: 'Results per page' },
  };

  it('is repeated in the envelope under the names of its parameters', async () => {
    const answer = object({ count: whole, length: whole, results: pets });
    expect((await list(answer, paging))?.envelope).toEqual({ total: '/count', limit: '/length' });
    const inside = object({ results: pets, paging: object({ total: whole, length: whole }) });
    expect((await list(inside, paging))?.envelope).toMatchObject({ limit: '/paging/length' });
  });

  it('is not a text of that name, and not there without the parameter', async () => {
    const envelope = (length: unknown) => object({ count: whole, page: whole, length, results: pets });
    const read = async (length: unknown, query = {}) => (await list(envelope(length), query))?.envelope;
    expect(await read(whole, paging)).toMatchObject({ limit: '/length' });
    expect([await read(text, paging), await read(whole)]).toEqual([
      { total: '/count', page: '/page' },
      { total: '/count', page: '/page' },
    ]);
  });
});

describe('A list among several forms of an answer', () => {
  const pet = object({ id: text, name: text, age: whole, kind: text });

  it.each([
    [
      'pages and one of the items',
      { oneOf: [pet, object({ pets: many(pet), pagination: object({ next: text }) })] },
      '/pets',
    ],
    ['arrays of nearly the same items', { oneOf: [many(pet), many(object({ id: text, name: text, age: whole }))] }, ''],
  ])('%s', async (_, answer, items) => {
    expect(await list(answer, {})).toMatchObject({ items });
  });
});

describe('Two arrays in an answer', () => {
  const invitation = object({ email: text, role: text });

  it('are a list and something else, where places of pages stand beside the one that is called as the path', async () => {
    const answer = (parts: object) => object({ invitations: many(invitation), pets, ...parts });
    expect(await list(answer({ pagination: object({ next: text }) }), {})).toMatchObject({ items: '/pets' });
    expect(await list(answer({}), {})).toBeUndefined();
  });
});
