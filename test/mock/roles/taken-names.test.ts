import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { createMock, type StandinMock } from '../../../src/library/index.ts';

const answer = (schema: object): object => ({ description: '', content: { 'application/json': { schema } } });

/** Things that a client names, with an id of that type, and the statuses that their creation documents. */
const things = (idType: string, ...statuses: readonly string[]): object => {
  const Thing = {
    type: 'object',
    required: ['code'],
    properties: { code: { type: idType }, note: { type: 'string' } },
  };
  return {
    openapi: '3.1.0',
    info: { title: 'things', version: '1' },
    paths: {
      '/things': {
        get: { responses: { 200: answer({ type: 'array', items: Thing }) } },
        post: {
          requestBody: { content: { 'application/json': { schema: Thing } } },
          responses: { 201: answer(Thing), ...Object.fromEntries(statuses.map((each) => [each, { description: '' }])) },
        },
      },
      '/things/{code}': {
        parameters: [{ name: 'code', in: 'path', required: true, schema: { type: idType } }],
        get: { responses: { 200: answer(Thing), 404: { description: '' } } },
      },
    },
  };
};

const open: StandinMock[] = [];
beforeEach(() => Promise.all(open.map((mock) => mock.reset())));
afterAll(() => Promise.all(open.map((mock) => mock.close())));

async function twice(document: object, code: unknown): Promise<readonly number[]> {
  const mock = await createMock({ document });
  open.push(mock);
  const make = async (): Promise<number> => {
    const headers = { 'content-type': 'application/json' };
    const sent = { method: 'POST', headers, body: JSON.stringify({ code }) };
    return (await mock.fetch(new Request('http://mock/things', sent))).status;
  };
  return [await make(), await make()];
}

describe('a name that is taken', () => {
  test('is the documented conflict', async () => {
    expect(await twice(things('string', '409', '422'), 'lamp')).toEqual([201, 409]);
  });
  test('is the status for wrong requests where no conflict is documented', async () => {
    expect(await twice(things('string', '422'), 'lamp')).toEqual([201, 422]);
    expect(await twice(things('string', '400'), 'lamp')).toEqual([201, 400]);
  });
  test('is 409 where nothing is documented', async () => {
    expect(await twice(things('string'), 'lamp')).toEqual([201, 409]);
  });
  test('is a suggestion where it is a number that the server counts', async () => {
    expect(await twice(things('integer', '422'), 4711)).toEqual([201, 201]);
  });
});
