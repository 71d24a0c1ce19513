import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { outcomeText } from '../../../src/report/words.ts';
import { fromYaml, tell } from '../harness.ts';

const document = (servers: string): string => `openapi: 3.1.0
info: { title: Letters, version: '1' }
servers: ${servers}
paths:
  /letters:
    get: { operationId: listLetters, responses: { '200': { description: ok } } }
    post: { operationId: sendLetter, responses: { '201': { description: ok } } }
  /letters/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get: { operationId: readLetter, responses: { '200': { description: ok }, '404': { description: none } } }
  /stamps:
    get: { operationId: listStamps, responses: { '200': { description: ok } } }
`;
const AT_API = "[{ url: 'https://letters.example/api' }]";

/** A service that has something at some paths only. */
async function serve(has: (path: string) => boolean) {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    const [path = ''] = (request.url ?? '').split('?');
    seen.push(`${request.method} ${path}`);
    response.writeHead(has(path) ? 200 : 404).end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

const under = (base: string) => (path: string) => new RegExp(`^${base}/(?:letters|stamps)$`).test(path);

test('a target without the path of the document’s server is not judged, and the URL to try is named', async () => {
  const { url, seen } = await serve(under('/api'));
  const { summary } = await tell({ ...fromYaml(document(AT_API)), target: new URL(url) });
  expect(summary.exitStatus).toBe(2);
  expect(outcomeText(summary)).toBe('Nothing could be judged');
  expect(summary.findings).toEqual([]);
  expect(summary.reasons).toEqual([
    `all answers are 404 (GET /letters, GET /stamps). The document's server has the path /api; try ${url}/api`,
    `GET ${url}/api/letters answers 200.`,
  ]);
  expect(seen.filter((each) => each !== 'GET /')).toEqual(['GET /letters', 'GET /stamps', 'GET /api/letters']);
});

test('what is missing of a longer path is added to the path of the target', async () => {
  const { url } = await serve(under('/api/v2'));
  const servers = "[{ url: '/api/v2' }]";
  const { summary } = await tell({ ...fromYaml(document(servers)), target: new URL(`${url}/api`) });
  expect(summary.exitStatus).toBe(2);
  expect(summary.reasons[0]).toContain(`has the path /v2; try ${url}/api/v2`);
});

test.each([
  ['one read is answered otherwise', AT_API, '', (path: string) => path === '/stamps'],
  ['the API is not below the path of the server either', AT_API, '', () => false],
  ['the target has the path', AT_API, '/api', () => false],
  ['the server has no path', "[{ url: 'https://letters.example' }]", '', under('/api')],
])('the run goes on where %s', async (_, servers, base, has) => {
  const { url } = await serve(has);
  const { summary } = await tell({ ...fromYaml(document(servers)), target: new URL(`${url}${base}`) });
  expect(summary.exitStatus).toBe(1);
  expect(summary.findings.length).toBeGreaterThan(0);
});
