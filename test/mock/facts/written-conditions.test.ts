import { describe, expect, test } from 'vitest';
import { type Ask, asking } from '../ask.ts';
import { answer, api, array, number, object, path, query, ref, sending, text } from '../little.ts';

const asked = (...parameters: readonly object[]): object => ({
  parameters: parameters.flatMap((each) => (each as { parameters: object[] }).parameters),
});
const Client = object({ ClientID: { type: 'string', format: 'uuid' }, Name: text, Age: number });
const Bill = object({ BillID: text, Client: ref('Client'), Title: text });
const uuids = array({ type: 'string', format: 'uuid' });
const document = api(
  {
    '/clients': {
      get: {
        ...asked(query('where'), query('search'), query('IDs', uuids), {
          parameters: [{ name: 'order', in: 'query', schema: text, example: 'Name ASC' }],
        }),
        ...answer(array(ref('Client'))),
      },
      post: { ...sending(ref('Client')), ...answer(ref('Client'), '201') },
    },
    '/clients/{ClientID}': { ...path('ClientID'), get: answer(ref('Client')) },
    '/bills': {
      get: { ...asked(query('ClientIDs', uuids), query('ClientID')), ...answer(array(ref('Bill'))) },
      post: { ...sending(ref('Bill')), ...answer(ref('Bill'), '201') },
    },
    '/bills/{BillID}': { ...path('BillID'), get: answer(ref('Bill')) },
  },
  { Client, Bill },
);
const names = async (ask: Ask, search: string): Promise<readonly string[]> => {
  const { body } = await ask('GET', `/clients?${search}`);
  return body.map(({ Name }: { readonly Name: string }) => Name);
};
const withClients = async (): Promise<Ask> => {
  const ask = await asking(document);
  for (const [Name, Age] of [
    ['Ann of Hill', 3001],
    ['Bea', 3002],
    ['Cid', 3003],
  ])
    await ask('POST', '/clients', { Name, Age });
  return ask;
};

describe('A condition that the query has as a text', () => {
  test.each([
    ['Name=="Ann of Hill"', ['Ann of Hill']],
    ['Name:Bea', ['Bea']],
    ["Name eq 'Bea'", ['Bea']],
    ['Age>=3001 AND Name!="Bea" and Age<=3003', ['Ann of Hill', 'Cid']],
    ['Age:3001,Name:Bea', []],
    ['Name = "Bea" OR name = "Cid"', ['Bea', 'Cid']],
    ['name sw "ann"', ['Ann of Hill']],
  ])('%s', async (condition, found) => {
    const ask = await withClients();
    expect(await names(ask, `where=${encodeURIComponent(condition)}`)).toEqual(found);
  });

  test('is left alone where it is about something that items do not show', async () => {
    const ask = await withClients();
    const all = await names(ask, '');
    expect(await names(ask, `where=${encodeURIComponent('Colour=="red"')}`)).toEqual(all);
    expect(await names(ask, `where=${encodeURIComponent('Name=="Bea" AND Colour=="red"')}`)).toEqual(all);
  });
});

test.each([
  ['Age>=3002 AND Name!="Bea"', ['Cid']],
  ['of hill', ['Ann of Hill']],
])('the text of a search may be a condition: %s', async (search, found) => {
  const ask = await withClients();
  expect(await names(ask, `search=${encodeURIComponent(search)}`)).toEqual(found);
});

test('an order with a property and a direction sorts', async () => {
  const ask = await withClients();
  const down = await names(ask, 'order=Name%20DESC');
  expect(down).toEqual([...down].sort().reverse());
  expect(await names(ask, 'order=Name%20ASC')).toEqual([...down].reverse());
});

test('ids name items whose id is called otherwise', async () => {
  const ask = await withClients();
  const { body } = await ask('GET', '/clients?where=Age%3E%3D3002%20AND%20Age%3C%3D3003');
  const ids = body.map(({ ClientID }: { readonly ClientID: string }) => `IDs=${ClientID}`);
  expect(ids).toHaveLength(2);
  expect(await names(ask, ids.join('&'))).toEqual(['Bea', 'Cid']);
});

test('an id, or several, name the record that items show', async () => {
  const ask = await withClients();
  const [one, two] = (await ask('GET', '/clients')).body;
  const bill = async (ClientID: string): Promise<object> =>
    (await ask('POST', '/bills', { Title: 'Tea', Client: { ClientID } })).body;
  const [first, second] = [await bill(one.ClientID), await bill(two.ClientID)];
  const found = (await ask('GET', `/bills?ClientIDs=${one.ClientID}`)).body;
  expect(found).toContainEqual(first);
  expect(found).not.toContainEqual(second);
  expect((await ask('GET', `/bills?ClientID=${two.ClientID}`)).body).toContainEqual(second);
  expect((await ask('GET', `/bills?ClientID=${two.ClientID}`)).body).not.toContainEqual(first);
});

test('conditions in a list hold together, also about properties that only the records have', async () => {
  const film = { ...object({ id: { ...text, readOnly: true }, title: text }, ['title']), additionalProperties: true };
  const ask = await asking(
    api(
      {
        '/films': {
          get: { ...query('filters', array(text)), ...answer(array(ref('Film'))) },
          post: { ...sending(ref('Film')), ...answer(ref('Film'), '201') },
        },
        '/films/{id}': { ...path('id'), get: answer(ref('Film')) },
      },
      { Film: film },
    ),
  );
  for (const [title, year] of [
    ['Alien', 1979],
    ['Solaris', 1972],
    ['Stalker', 1979],
  ])
    await ask('POST', '/films', { title, year });
  const titles = async (...filters: readonly string[]): Promise<unknown> =>
    (await ask('GET', `/films?${filters.map((each) => `filters=${encodeURIComponent(each)}`).join('&')}`)).body.map(
      (each: { readonly title: string }) => each.title,
    );
  expect(await titles('year=1972')).toEqual(['Solaris']);
  expect(await titles('year=1979', 'title!=Alien')).toEqual(['Stalker']);
});
