import { expect, test } from 'vitest';
import { fromYaml, tell } from '../harness.ts';

const documentOf = (description: string): string => `
openapi: 3.1.0
info: { title: Dumps, version: '1' }
paths:
  /dump: { get: { operationId: dump, responses: { '200': { description: '${description}', content: { application/json: { schema: { type: object } } } } } } }
`;

async function findingsOf(description: string, text: string): Promise<readonly string[]> {
  const target = (): Response => new Response(text, { headers: { 'content-type': 'application/json' } });
  const { summary } = await tell({ ...fromYaml(documentOf(description)), target, phases: ['coverage'] });
  return [...new Set(summary.findings.map(({ check }) => check))];
}

const LINES = '{"part":1}\n{"part":2}\n';

test('JSON values one after the other are an answer where the document calls it a stream, and nowhere else', async () => {
  expect(await findingsOf('A successful response.(streaming responses)', LINES)).not.toContain('body.invalid-json');
  expect(await findingsOf('A successful response.', LINES)).toContain('body.invalid-json');
  expect(await findingsOf('A stream.', '{"part":1} and {"part":2}')).toContain('body.invalid-json');
});

test('a sequence of items may have none', async () => {
  const emptyAs = async (mediaType: string): Promise<readonly string[]> => {
    const target = (): Response => new Response('', { headers: { 'content-type': mediaType } });
    const document = documentOf('All parts.').replace('application/json', mediaType);
    const { summary } = await tell({ ...fromYaml(document), target, phases: ['coverage'] });
    return summary.findings.map(({ check }) => check);
  };
  expect(await emptyAs('application/x-ndjson')).not.toContain('body.empty-when-documented');
  expect(await emptyAs('application/problem+json')).toContain('body.empty-when-documented');
});
