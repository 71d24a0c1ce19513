import { afterAll, describe, expect, test } from 'vitest';
import { createMock } from '../../../src/library/index.ts';
import { answer, api, array, number, object, path, ref, sending, text } from '../little.ts';

const filter = {
  name: 'filter',
  in: 'query',
  style: 'deepObject',
  explode: true,
  schema: object({ reference: text, title: object({ contains: text, eq: text }), pages: object({ gte: number }) }),
};
const mock = await createMock({
  document: api(
    {
      '/books': {
        get: { parameters: [filter], ...answer(object({ data: array(ref('Book')) })) },
        post: { ...sending(ref('Book')), ...answer(ref('Book'), '201') },
      },
      '/books/{id}': { ...path('id'), get: answer(ref('Book')) },
    },
    { Book: object({ id: { ...text, readOnly: true }, reference: text, title: text, pages: number }) },
  ),
});
afterAll(() => mock.close());

async function titles(query: string): Promise<unknown> {
  const listed = (await (await mock.fetch(new Request(`http://mock/books?${query}`))).json()) as {
    data: { title: string }[];
  };
  return listed.data.map(({ title }) => title);
}

describe('a filter in an object of filters', () => {
  test.each([
    ['by a value', 'filter[reference]=R7', ['Quiet Harbour']],
    ['by a part of a text', 'filter[title][contains]=quiet', ['Quiet Harbour']],
    ['by a value with an operator', 'filter[title][eq]=Quiet', []],
    ['by a bound', 'filter[pages][gte]=900000', ['Quiet Harbour']],
  ])('selects %s', async (_, query, wanted) => {
    const body = JSON.stringify({ reference: 'R7', title: 'Quiet Harbour', pages: 900_001 });
    await mock.reset();
    await mock.fetch(
      new Request('http://mock/books', { method: 'POST', headers: { 'content-type': 'application/json' }, body }),
    );
    expect(await titles(query)).toEqual(wanted);
  });
});
