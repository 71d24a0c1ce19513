import { expect, test } from 'vitest';
import { leftOutByRequest } from '../../../src/contract/checks/schema/left-out-by-request.ts';
import type { Exchange } from '../../../src/contract/model/exchange.ts';
import { fromYaml, tell } from '../harness.ts';

const isLeftOut = (query: string): boolean =>
  leftOutByRequest({ request: { query } } as unknown as Pick<Exchange, 'request'>, 'name');

test('a filter leaves out what it does not select', () => {
  const filter = (value: object): string => `filter=${encodeURIComponent(JSON.stringify(value))}`;
  expect(isLeftOut(filter({ limit: 3, fields: { name: false } }))).toBe(true);
  expect(isLeftOut(filter({ fields: { key: true } }))).toBe(true);
  expect(isLeftOut(filter({ fields: ['key'] }))).toBe(true);
  expect(isLeftOut(filter({ fields: [] }))).toBe(false);
  expect(isLeftOut(filter({ fields: { key: false } }))).toBe(false);
  expect(isLeftOut(filter({ fields: { key: true, name: true } }))).toBe(false);
  expect(isLeftOut(filter({ where: { name: false } }))).toBe(false);
  expect(isLeftOut('fields=key')).toBe(false);
});

const FLAG = '{ type: object, required: [name], properties: { name: { type: string }, key: { type: string } } }';
const parts = fromYaml(`openapi: 3.1.0
info: { title: Flags, version: '1' }
paths:
  /flags:
    get:
      operationId: listFlags
      parameters: [{ name: filter, in: query, content: { application/json: { schema: { type: object, properties: { fields: { type: object, required: [name], properties: { name: { type: boolean, enum: [false] } } } } } } } }]
      responses: { '200': { description: all, content: { application/json: { schema: { type: array, items: ${FLAG} } } } } }
`);

test('what a request leaves out is not missed in its answer', async () => {
  const run = async (always: boolean): Promise<boolean> => {
    const target = async ({ url }: Request): Promise<Response> =>
      Response.json([always || new URL(url).search.includes('fields') ? { key: 'k' } : { name: 'n', key: 'k' }]);
    const { summary } = await tell({ ...parts, target, phases: ['coverage'] });
    return summary.findings.some(({ check }) => check === 'schema.required');
  };
  expect(await run(false)).toBe(false);
  expect(await run(true)).toBe(true);
});
