import { expect, test } from 'vitest';
import { apiOf } from '../spec/documents.ts';
import { collaborators, tell } from './harness.ts';

const text = { type: 'string' };
const whole = { type: 'integer', minimum: 0 };
const pod = { $ref: '#/components/schemas/Pod' };
const answer = (schema: object): object => ({
  200: { description: 'ok', content: { 'application/json': { schema } } },
  404: { description: 'not there' },
});
const at = (...names: readonly string[]): object[] =>
  names.map((name) => ({ name, in: 'path', required: true, schema: text }));
const page = { type: 'object', properties: { items: { type: 'array', items: pod }, total: whole } };
const paging = ['limit', 'offset'].map((name) => ({ name, in: 'query', schema: whole }));

/** Pods have their names within a namespace; one list shows those of all. */
const API = apiOf({
  components: {
    schemas: { Pod: { type: 'object', required: ['name', 'image'], properties: { name: text, image: text } } },
  },
  paths: {
    '/namespaces/{namespace}/pods': { get: { parameters: at('namespace'), responses: answer(page) } },
    '/namespaces/{namespace}/pods/{name}': { get: { parameters: at('namespace', 'name'), responses: answer(pod) } },
    '/pods': { get: { parameters: paging, responses: answer(page) } },
  },
});

const PODS = ['a', 'b', 'a', 'c', 'b', 'a'].map((name, index) => ({ name, image: `image ${index}` }));

async function check(total: number): Promise<readonly string[]> {
  const { summary } = await tell({
    ...collaborators(API),
    phases: ['stateful'],
    target: async (request) => {
      const { pathname, searchParams } = new URL(request.url);
      if (pathname !== '/pods') return new Response(null, { status: 404 });
      const offset = Number(searchParams.get('offset') ?? 0);
      const limit = Number(searchParams.get('limit') ?? 20);
      return Response.json({ items: PODS.slice(offset, offset + limit), total });
    },
  });
  expect(summary.counts.passed + summary.counts.failed).toBeGreaterThan(1);
  return summary.findings.filter(({ severity }) => severity === 'error').map(({ check }) => check);
}

test('items of several places may have one name in the list of all, and are counted all the same', async () => {
  expect(await check(PODS.length)).toEqual([]);
  expect(await check(PODS.length + 1)).toEqual(['page.total-inconsistent']);
});
