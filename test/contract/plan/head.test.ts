import { expect, test } from 'vitest';
import { planContract } from '../../../src/contract/index.ts';
import { fromYaml, tell } from '../harness.ts';

/** A path with GET and a documented HEAD of these statuses. */
const cases = (...head: readonly string[]): readonly string[] => {
  const responses = head.map((status) => `        '${status}': { description: said }`).join('\n');
  const { cases } = planContract(
    fromYaml(`
openapi: 3.1.0
info: { title: Deployments, version: '1' }
paths:
  /deployments:
    head:
      responses:
${responses}
    get:
      responses:
        '200': { description: ok, content: { application/json: { schema: { type: object } } } }
        default: { description: an error }
`),
  );
  return cases.map(({ id }) => id).filter((id) => id.endsWith('/head'));
};

test('HEAD is compared with GET, unless the document gives it a success of its own', () => {
  expect(cases('200', 'default')).toHaveLength(1);
  expect(cases('default')).toHaveLength(0);
  expect(cases('204')).toHaveLength(0);
  expect(cases('204', 'default')).toHaveLength(0);
});

test('HEAD is compared with GET while no other request writes', async () => {
  const resources = ['books', 'films', 'games', 'songs'];
  const schema = '{ type: object, properties: { id: { type: integer, readOnly: true }, title: { type: string } } }';
  const content = `content: { application/json: { schema: ${schema} } }`;
  const paths = resources.map(
    (name) => `
  /${name}:
    get: { responses: { '200': { description: all, content: { application/json: { schema: { type: array, items: ${schema} } } } } } }
    post:
      requestBody: { required: true, ${content} }
      responses: { '201': { description: made, ${content} } }`,
  );
  const parts = fromYaml(`
openapi: 3.1.0
info: { title: Shelf, version: '1' }
paths:${paths.join('')}
`);
  const items = new Map<string, object[]>(resources.map((name) => [`/${name}`, []]));
  let writing = 0;
  const writingAtHead: number[] = [];
  const target = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    const all = items.get(pathname);
    if (all === undefined) return new Response(null, { status: 404 });
    if (request.method === 'HEAD') writingAtHead.push(writing);
    if (request.method === 'GET' || request.method === 'HEAD') return Response.json(all);
    writing += 1;
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    writing -= 1;
    const text = await request.text();
    const made = { title: 'a', id: all.length + 1 };
    if (request.method !== 'POST' || !text.startsWith('{')) return new Response(null, { status: 405 });
    all.push(made);
    return Response.json(made, { status: 201 });
  };
  await tell({ ...parts, target, phases: ['protocol'] });
  expect(writingAtHead).toEqual(resources.map(() => 0));
});
