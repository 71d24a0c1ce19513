import { afterAll, describe, expect, test } from 'vitest';
import { createMock } from '../../src/library/index.ts';
import { parseApi } from '../../src/spec/index.ts';
import { checked } from '../laws/self-checked.ts';

const ids = { type: 'array', items: { type: 'integer' } };
const filter = { type: 'object', required: ['Name'], properties: { Name: { type: 'string' }, Values: ids } };
const document = {
  openapi: '3.1.0',
  info: { title: 'queries', version: '1' },
  paths: {
    '/things': {
      get: {
        parameters: [
          { name: 'Filter', in: 'query', schema: { type: 'array', items: filter } },
          { name: 'Ids', in: 'query', schema: ids },
          { name: 'where', in: 'query', style: 'deepObject', explode: true, schema: filter },
          { name: 'Filter.9', in: 'query', schema: { type: 'integer' } },
        ],
        responses: { 204: { description: '' } },
      },
    },
  },
};
const mock = await createMock({ document });
afterAll(() => mock.close());

async function said(query: string): Promise<string> {
  const response = await mock.fetch(new Request(`http://mock/things?${query}`));
  return response.status < 300 ? String(response.status) : JSON.parse(await response.text()).detail;
}

describe('a list of objects in a query', () => {
  const wrong = 'Query parameter `Filter[0].Values[1]` must be an integer, but is the string "x"';

  test.each([
    ['Filter.1.Name=a&Filter.1.Values.1=1&Filter.2.Name=b', '204'],
    ['Filter.1.Name=a&Filter.1.Values.1=1&Filter.1.Values.2=x', wrong],
    ['Filter.member.1.Name=a&Filter.member.1.Values.member.1=1&Filter.member.1.Values.member.2=x', wrong],
    ['Filter.0.Name=a&Filter.0.Values.0=1&Filter.0.Values.1=x', wrong],
    ['Filter[0][Name]=a&Filter[0][Values][]=1&Filter[0][Values][]=x', wrong],
    ['Filter={"Name":"a","Values":[1,"x"]}', wrong],
    ['Filter=[{"Name":"a","Values":[1,"x"]},{"Name":"b"}]', wrong],
    ['Filter.1.Values.1=1', 'Query parameter `Filter[0].Name` is required'],
    ['Ids[]=1&Ids[]=x', 'Query parameter `Ids[1]` must be an integer, but is the string "x"'],
    ['Ids.1=1&Ids.2=x', 'Query parameter `Ids[1]` must be an integer, but is the string "x"'],
    ['where[Name]=a&where[Values][]=1&where[Values][]=2', '204'],
    ['Filter.9=x', 'Query parameter `Filter.9` must be an integer, but is the string "x"'],
  ])('%s: %s', async (query, verdict) => {
    expect(await said(query)).toBe(verdict);
  });

  test('is named as something that the document cannot say, and not sent where it may be left out', async () => {
    const api = parseApi({ name: 'api.json', text: JSON.stringify(document) });
    expect(api.diagnose().map(({ code, pointer }) => `${code} ${pointer}`)).toEqual([
      'undefined-form /paths/~1things/get/parameters/0',
    ]);
    expect(await checked(document)).toMatchObject({ errors: [] });
  });
});
