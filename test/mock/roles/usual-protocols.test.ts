import { describe, expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, number, object, path, query, ref, sending, text } from '../little.ts';

const flag = { type: 'boolean' };
const queries = (...names: readonly (readonly [string, object])[]): object => ({
  parameters: names.flatMap(([name, schema]) => query(name, schema).parameters),
});
const things = (list: object, parameters: object, item: object): object =>
  api(
    {
      '/things': {
        get: { ...parameters, ...answer(list) },
        post: { ...sending(object({ name: text })), ...answer(ref('Thing'), '201') },
      },
      '/things/{id}': { ...path('id', number), get: answer(ref('Thing')) },
    },
    { Thing: item },
  );
const thing = object({ id: number, name: text }, ['id', 'name']);

describe('SCIM', () => {
  const user = object(
    {
      schemas: array(text),
      id: text,
      userName: text,
      active: flag,
      name: object({ givenName: text, familyName: text }),
      emails: array(object({ value: text })),
    },
    ['userName'],
  );
  const list = object({
    totalResults: number,
    startIndex: number,
    itemsPerPage: number,
    Resources: array(ref('User')),
  });
  const patch = object({ schemas: array(text), Operations: array(object({ op: text, path: text, value: {} })) });
  const document = api(
    {
      '/Users': {
        get: { ...queries(['startIndex', number], ['count', number]), ...answer(list) },
        post: { ...sending(ref('User')), ...answer(ref('User'), '201') },
      },
      '/Users/{id}': { ...path('id'), get: answer(ref('User')), patch: { ...sending(patch), ...answer(ref('User')) } },
    },
    { User: user },
  );

  test('a list counts its items from 1', async () => {
    const ask = await asking(document);
    const { body: whole } = await ask('GET', '/Users');
    expect(whole.startIndex).toBe(1);
    const { body: part } = await ask('GET', '/Users?startIndex=3&count=2');
    expect(part).toMatchObject({ startIndex: 3, itemsPerPage: 2, Resources: whole.Resources.slice(2, 4) });
  });

  test('the operations of a patch change what their paths name', async () => {
    const ask = await asking(document);
    const { id } = (await ask('POST', '/Users', { userName: 'a', active: true, emails: [{ value: 'a@x.org' }] })).body;
    const changed = async (...Operations: readonly object[]) =>
      (await ask('PATCH', `/Users/${id}`, { schemas: ['urn:x'], Operations })).body;
    expect(await changed({ op: 'Replace', path: 'active', value: false })).toMatchObject({ active: false });
    expect(await changed({ op: 'replace', value: { userName: 'b', 'name.givenName': 'B' } })).toMatchObject({
      userName: 'b',
      name: { givenName: 'B' },
    });
    expect(await changed({ op: 'add', path: 'emails', value: [{ value: 'b@x.org' }] })).toMatchObject({
      emails: [{ value: 'a@x.org' }, { value: 'b@x.org' }],
    });
    expect(await changed({ op: 'remove', path: 'emails[value eq "a@x.org"]' })).toMatchObject({
      emails: [{ value: 'b@x.org' }],
    });
  });
});

test('functions of a written filter look at the text of a property', async () => {
  const ask = await asking(things(object({ value: array(ref('Thing')) }), queries(['$filter', text]), thing));
  for (const name of ['Zorro One', "Zorro's Two"]) await ask('POST', '/things', { name });
  const named = async (filter: string) =>
    (await ask('GET', `/things?$filter=${encodeURIComponent(filter)}`)).body.value.map(
      (each: { name: string }) => each.name,
    );
  expect(await named("startswith(name,'Zorro')")).toEqual(['Zorro One', "Zorro's Two"]);
  expect(await named("contains(name,'ro One') and id gt 0")).toEqual(['Zorro One']);
  expect(await named("endswith(name, '''s Two')")).toEqual(["Zorro's Two"]);
});

test('the first page beside totalElements is 0', async () => {
  const page = object({ size: number, totalElements: number, totalPages: number, number });
  const list = object({ content: array(ref('Thing')), page, _links: object({ next: object({ href: text }) }) });
  const ask = await asking(things(list, queries(['page', number], ['size', number]), thing));
  const { body: first } = await ask('GET', '/things?page=0&size=3');
  expect(first._links.next.href).toContain('page=1');
  const { body: second } = await ask('GET', '/things?page=1&size=3');
  expect(second.page.number).toBe(1);
  expect(second.content[0].id).toBe(first.content[2].id + 1);
});

test('a page in a property has its own address beside that of the next page', async () => {
  const part = object({ href: text, items: array(ref('Thing')), next: text, limit: number }, ['items']);
  const ask = await asking(
    things(object({ things: part }, ['things']), queries(['limit', number], ['offset', number]), thing),
  );
  expect((await ask('GET', '/things?limit=2')).body.things).toMatchObject({ href: '/things?limit=2', limit: 2 });
});

test('items that hold the record beside a cursor show it', async () => {
  const edge = object({ cursor: text, node: ref('Thing') });
  const list = object({ edges: array(edge), pageInfo: object({ hasNextPage: flag, endCursor: text }) });
  const ask = await asking(things(list, queries(['first', number], ['after', text]), thing));
  const made = (await ask('POST', '/things', { name: 'new' })).body;
  const { edges } = (await ask('GET', '/things')).body;
  expect(edges.at(-1)).toEqual({ cursor: String(made.id), node: made });
  const { body: first } = await ask('GET', '/things?first=2');
  expect(first.pageInfo).toEqual({ hasNextPage: true, endCursor: first.edges[1].cursor });
  expect((await ask('GET', `/things?first=2&after=${first.pageInfo.endCursor}`)).body.edges).toEqual(edges.slice(2, 4));
});
