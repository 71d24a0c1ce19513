import { expect, test } from 'vitest';
import { templateNames } from '../../src/spec/index.ts';
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

/** Pods stand in namespaces, and one list shows those of all. Their names are told apart within a namespace, or by themselves. */
const apiWith = (item: string) =>
  apiOf({
    components: {
      schemas: { Pod: { type: 'object', required: ['name', 'image'], properties: { name: text, image: text } } },
    },
    paths: {
      '/namespaces/{namespace}/pods': { get: { parameters: at('namespace'), responses: answer(page) } },
      [item]: { get: { parameters: at(...templateNames(item)), responses: answer(pod) } },
      '/pods': { get: { parameters: paging, responses: answer(page) } },
    },
  });

const NAMED_WITHIN = '/namespaces/{namespace}/pods/{name}';

/** The errors of a service that shows pods of these names, says so many, and begins each page so many too early. */
async function errors(item: string, names: string, total: number, early = 0): Promise<readonly string[]> {
  const pods = [...names].map((name, index) => ({ name, image: `image ${index}` }));
  const { summary } = await tell({
    ...collaborators(apiWith(item)),
    phases: ['stateful'],
    target: async (request) => {
      const { pathname, searchParams } = new URL(request.url);
      if (pathname !== '/pods') return new Response(null, { status: 404 });
      const offset = Math.max(0, Number(searchParams.get('offset') ?? 0) - early);
      const limit = Number(searchParams.get('limit') ?? 20);
      return Response.json({ items: pods.slice(offset, offset + limit), total });
    },
  });
  expect(summary.counts.passed + summary.counts.failed).toBeGreaterThan(1);
  return summary.findings.filter(({ severity }) => severity === 'error').map(({ check }) => check);
}

test('items of several places may have one name in the list of all, and are counted all the same', async () => {
  expect(await errors(NAMED_WITHIN, 'abacba', 6)).toEqual([]);
  expect(await errors(NAMED_WITHIN, 'abacba', 7)).toEqual(['page.total-inconsistent']);
});

test('items with a path of their own are told apart by their names in that list, too', async () => {
  expect(await errors('/pods/{name}', 'abcdef', 6)).toEqual([]);
  expect(await errors('/pods/{name}', 'abcdef', 6, 1)).toEqual(['page.overlap-or-gap']);
});
