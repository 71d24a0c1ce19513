import { expect, test } from 'vitest';
import { planContract } from '../../../src/contract/index.ts';
import { fromYaml } from '../harness.ts';

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
