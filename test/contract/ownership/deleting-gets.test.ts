import { expect, test } from 'vitest';
import { fromYaml, tell } from '../harness.ts';

const act = (name: string): string => `
    parameters: [{ name: scanId, in: path, required: true, schema: { type: integer } }]
    get: { operationId: ${name}Scan, responses: { '200': { description: Done., content: { application/json: { schema: { type: object, properties: { status: { type: string } } } } } } } }`;

/** Two calls that change a scan with GET, and no other operation that could show whether it exists. */
const document = `
openapi: 3.0.0
info: { title: Scans, version: '1' }
paths:
  /clean/{scanId}:${act('clean')}
  /stop/{scanId}:${act('stop')}
`;

test('a GET that deletes is not sent to look whether there is an item', async () => {
  const sent: string[] = [];
  const target = (request: Request): Response => {
    sent.push(new URL(request.url).pathname);
    return Response.json({ status: 'success' });
  };
  await tell({ ...fromYaml(document), target });
  expect(sent.filter((path) => path.startsWith('/clean/'))).toEqual([]);
  expect(sent.some((path) => path.startsWith('/stop/'))).toBe(true);
});
