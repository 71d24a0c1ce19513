import { expect, test } from 'vitest';
import { fromYaml, tell } from '../harness.ts';

const DOCUMENT = fromYaml(`openapi: 3.1.0
info: { title: Pictures, version: '1' }
paths:
  /preview:
    get:
      operationId: preview
      parameters: [{ name: size, in: query, schema: { type: integer } }]
      responses: { '200': { description: It. }, '301': { description: At another place. }, '400': { description: No. } }
`);

async function found(answer: () => Response): Promise<readonly string[]> {
  const target = (request: Request): Response =>
    request.method === 'GET' ? answer() : new Response(null, { status: 405, headers: { Allow: 'GET' } });
  const { summary } = await tell({ ...DOCUMENT, target, phases: ['coverage'] });
  return summary.findings.flatMap(({ check }) => (check.startsWith('reject.') ? [check] : []));
}

test('a redirect accepts no wrong request: its target may refuse it', async () => {
  expect(await found(() => new Response(null, { status: 301, headers: { Location: '/first/preview' } }))).toEqual([]);
  expect(await found(() => new Response('picture', { status: 200 }))).toContain('reject.wrong-type');
});
