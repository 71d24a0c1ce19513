import { describe, expect, it } from 'vitest';
import type { Api } from '../../src/spec/index.ts';
import { many, object, ref, see, small, text, whole } from './documents.ts';

const Product = object({ sku: text, brand: text, price: whole });

describe('An item path in another form than its list', () => {
  it('shows what is listed under the plural of its word, whatever the list is called', async () => {
    const metadata = many(object({ key: text, value: text }));
    const { role } = see(
      await small(
        {
          'GET /products': { answer: object({ metadata, entries2: many(ref('Product')) }) },
          'GET /product/{sku}': { answer: ref('Product') },
        },
        { Product },
      ),
    );
    expect(role('GET /products')).toMatchObject({ kind: 'list', list: { items: '/entries2' } });
    expect(role('GET /product/{sku}').resource).toBe(role('GET /products').resource);
  });

  it('has the item under the name that the list has in its envelope', async () => {
    const row = object({ id: whole, table: text, owner: text, rows: whole, size: whole, kind: text });
    const one = object({ id: whole, table: text, columns: many(text), metrics: many(text), kind: text, sql: text });
    const { role } = see(
      await small({
        'GET /tables': { answer: object({ count: whole, result: many(row) }) },
        'GET /tables/{pk}': { answer: object({ id: text, title: text, labels: object({}), result: one }) },
        'DELETE /tables/{pk}': {},
      }),
    );
    expect(role('GET /tables/{pk}')).toMatchObject({ kind: 'read', responseEntity: '/result' });
    expect(role('GET /tables')).toMatchObject({ kind: 'list', list: { items: '/result' } });
  });

  it('is listed beside what says how the request went', async () => {
    const outcome = { isError: { type: 'boolean' }, message: text, responseException: text };
    const { role } = see(
      await small(
        { 'GET /addons/find': { answer: object({ ...outcome, result: many(ref('Product')) }) } },
        { Product },
      ),
    );
    expect(role('GET /addons/find')).toMatchObject({ kind: 'list', list: { items: '/result' } });
  });

  it('is not that of a list that shows other things under that id', async () => {
    const row = object({ name: text, summary: text, users: whole });
    const detail = object({ data: object({ attributes: object({ version: text }), uid: text, type: text }) });
    const { role } = see(
      await small({
        'GET /packages': { answer: object({ data: many(row), total: whole }) },
        'GET /packages/{package_name}': { answer: detail },
      }),
    );
    expect(role('GET /packages')).toMatchObject({ kind: 'list', resource: { id: { property: 'name' } } });
    expect(role('GET /packages/{package_name}').kind).toBe('none');
  });

  it('shows one thing, where each object of the list only holds another list', async () => {
    const rate = object({ uuid: text, label: text, percentage: whole });
    const { role } = see(
      await small({
        'GET /taxes': { answer: many(object({ rates: many(rate) })) },
        'GET /taxes/{rateUuid}': { answer: rate },
        'PUT /taxes/{rateUuid}': { body: rate, answer: rate },
      }),
    );
    expect(role('GET /taxes').kind).toBe('none');
    expect(role('GET /taxes/{rateUuid}')).toMatchObject({ kind: 'read', resource: { id: { property: 'uuid' } } });
  });

  it('answers a list of one, where a DELETE names the same', async () => {
    const tax = object({ taxCode: text, status: text });
    const item = { answer: many(tax) };
    const paths = { 'GET /localTaxes': { answer: many(tax) }, 'GET /localTaxes/{taxCode}': item };
    const list = see(await small(paths));
    const read = see(await small({ ...paths, 'DELETE /localTaxes/{taxCode}': { status: '204' } }));
    expect(list.role('GET /localTaxes/{taxCode}').kind).toBe('list');
    expect(read.role('GET /localTaxes/{taxCode}')).toMatchObject({ kind: 'read', responseEntity: '/0' });
  });
});

describe('The property that a path parameter means', () => {
  const idOf = async (
    parameter: string,
    item: object,
    types: Readonly<Record<string, object>> = {},
    schemas: Readonly<Record<string, object>> = {},
  ): Promise<unknown> => {
    const api = await small(
      { 'GET /members': { answer: many(item) }, [`GET /members/{${parameter}}`]: { answer: item } },
      schemas,
      types,
    );
    const { id } = see(api).model.resources[0] ?? {};
    return [id?.property, ...(id?.also ?? [])];
  };

  it('is what follows the name of the item in a longer name', async () => {
    expect(await idOf('team_member_userid', object({ id: text, user_id: text }))).toEqual(['user_id']);
    expect(await idOf('member_userid', object({ id: text, user_id: text }))).toEqual(['user_id']);
  });

  it('may be any of those whose schemas are its alternatives', async () => {
    const schemas = { Long: { type: 'string', format: 'uuid' }, Short: { type: 'string', maxLength: 22 } };
    const item = object({ id: whole, uuid: ref('Long'), shortUUID: ref('Short'), name: text });
    const either = { oneOf: [whole, ref('Long'), ref('Short')] };
    expect(await idOf('id', item, { id: either }, schemas)).toEqual(['id', 'uuid', 'shortUUID']);
    expect(await idOf('id', item, { id: whole }, schemas)).toEqual(['id']);
  });

  it('is the only one of the same enumeration', async () => {
    const schemas = { Kind: { type: 'string', enum: ['A', 'B', 'C'] } };
    const item = object({ config: text, type: ref('Kind') });
    expect(await idOf('rule', item, { rule: ref('Kind') }, schemas)).toEqual(['type']);
    expect(await idOf('rule', item, { rule: text }, schemas)).toEqual([undefined]);
  });
});

describe('A create whose answer is in another form than the item', () => {
  const scan = object({ id: whole, started: text, ended: text, scan: object({ title: text, pages: text }) });
  const paths = { 'GET /scans': { answer: many(scan) }, 'GET /scans/{scanId}': { answer: scan } };
  const body = object({ title: text, pages: text, settings: text });

  it('is one by the id beside what was sent', async () => {
    const made = object({ id: whole, title: text, pages: text });
    const { role } = see(await small({ ...paths, 'POST /scans': { body, answer: made } }));
    expect(role('POST /scans')).toMatchObject({ kind: 'create', sentAs: '/scan' });
  });

  it('is an action with an id alone, or where the id was sent', async () => {
    const job = object({ id: whole, queue: text, position: whole, state: text });
    const queued = see(await small({ ...paths, 'POST /scans': { body: object({ colour: text }), answer: job } }));
    expect(queued.role('POST /scans').kind).toBe('action');
    const named = object({ id: whole, mode: text, level: whole });
    const again = see(await small({ ...paths, 'POST /scans': { body: named, answer: named } }));
    expect(again.role('POST /scans').kind).toBe('action');
  });
});

describe('The first page', () => {
  it.each([
    ['Page number; page numbers are 0-based (to get the first page, pass page=0).', 0],
    ['Page of secrets to retrieve (starts at and defaults to 0).', 0],
    ['Zero-indexed page.', 0],
    ['The page, starting at 0.', 0],
    ['The page to get.', 1],
    ['The page, starting at 1. At most 10.', 1],
  ])('by "%s" is %i', async (description, first) => {
    const query = { page: { ...whole, description } };
    const { role } = see(await small({ 'GET /pets': { answer: many(object({ id: text })), query } }));
    expect(role('GET /pets').list?.page).toMatchObject({ page: 'page', firstPage: first });
  });
});

describe('What a second path of the same word lists and makes', () => {
  const Item = object({ id: text, name: text });
  const Place = object({ name: text, country: text, zone: text, code: text });
  const receipt = object({ code: whole, resource: object({ id: text, kind: text }) });
  const roles = async (body: object) =>
    see(
      await small(
        {
          'GET /account/places': { answer: many(ref('Item')) },
          'POST /account/places': { body, answer: receipt, status: '201' },
          'GET /places': { answer: many(ref('Item')) },
          'GET /places/{placeId}': { answer: ref('Place') },
        },
        { Item, Place },
      ),
    ).role;

  it('is what the path with an id reads', async () => {
    const role = await roles(object({ name: text, country: text, zone: text }));
    expect(role('GET /account/places').resource?.itemPath).toBe('/places/{placeId}');
    expect(role('POST /account/places')).toMatchObject({ kind: 'create', resource: { name: 'places' } });
  });

  it('is a list of its own where the body names what exists', async () => {
    const role = await roles(object({ placeId: text, name: text, country: text }));
    expect(role('GET /account/places').resource?.itemPath).toBeUndefined();
  });
});

describe('A list on the path of something else', () => {
  const Media = object({ id: text, caption: text, place_id: text });
  const documentOf = (others: Record<string, object>): Promise<Api> =>
    small({ 'GET /media/{media_id}': { answer: ref('Media') }, ...others }, { Media });

  it('shows the items whose collection has the name of their schema', async () => {
    const feed = object({ data: many(ref('Media')) });
    const { role } = see(
      await documentOf({
        'GET /users/self/feed': { answer: feed },
        'GET /places/{place_id}/media/recent': { answer: feed },
      }),
    );
    const { resource } = role('GET /media/{media_id}');
    expect(role('GET /users/self/feed')).toMatchObject({ kind: 'list', list: { items: '/data' } });
    expect(role('GET /users/self/feed').resource).toBe(resource);
    expect(role('GET /places/{place_id}/media/recent').resource).toBe(resource);
    expect(role('GET /places/{place_id}/media/recent').scope).toEqual([
      { parameter: 'place_id', property: 'place_id' },
    ]);
  });

  it('is one of its own, if anything is written there, its items have another schema or something else is shown', async () => {
    const { role } = see(
      await documentOf({
        'GET /maker/{name}': { answer: object({ maker: text, media: many(ref('Media')) }) },
        'GET /users/self/feed': { answer: many(ref('Media')) },
        'POST /users/self/feed': { body: ref('Media'), answer: ref('Media') },
        'GET /users/self/seen': { answer: many(Media) },
      }),
    );
    const { resource } = role('GET /media/{media_id}');
    expect(role('GET /users/self/feed').resource).not.toBe(resource);
    expect(role('GET /users/self/seen').resource).not.toBe(resource);
    expect(role('GET /maker/{name}').resource).not.toBe(resource);
  });
});
