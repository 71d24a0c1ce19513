import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { fromYaml, tell } from '../harness.ts';

const document = (servers: string, own: string): string => `openapi: 3.1.0
info: { title: Letters, version: '1' }
servers: [${servers}]
paths:
  /letters:
    get: { operationId: listLetters, responses: { '200': { description: ok } } }
  /stamps:
    servers: [${own}]
    get:
      operationId: listStamps
      responses: { '200': { description: ok, content: { application/json: { schema: { type: array } } } } }
  /seals:
    get:
      servers: [{ url: 'https://seals.example/other' }]
      operationId: listSeals
      responses: { '200': { description: ok } }
`;
const EMULATED = ', variables: { HOST: { default: "https://letters.example" } } }';

/** The paths of the GET requests that were sent to a target with this base path, each once. */
async function paths(servers: string, own: string, base: string) {
  const seen = new Set<string>();
  const server = createServer((request, response) => {
    const [path = ''] = (request.url ?? '').split('?');
    if (request.method === 'GET') seen.add(path);
    const isKnown = /\/(?:letters|stamps|seals)$/.test(path);
    response.writeHead(isKnown ? 200 : 404, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { summary } = await tell({ ...fromYaml(document(servers, own)), target: new URL(`${url}${base}`) });
  const urls = summary.findings.map(({ exchange }) => exchange?.request.url.slice(url.length) ?? '');
  return { paths: [...seen].filter((path) => /s$/.test(path)).sort(), urls };
}

test.each([
  ["{ url: 'https://letters.example/v0.1' }", "{ url: 'https://letters.example/v1' }", '/v0.1', '/v1/stamps'],
  ["{ url: 'https://letters.example/api/v3' }", "{ url: 'https://letters.example/' }", '/mine/api/v3', '/mine/stamps'],
  ["{ url: '/api/v2' }", "{ url: '' }", '/api/v2', '/stamps'],
  ["{ url: 'https://letters.example' }", "{ url: 'https://letters.example/v2' }", '', '/v2/stamps'],
  [`{ url: '{HOST}/letters'${EMULATED}`, `{ url: '{HOST}/tokens'${EMULATED}`, '/letters', '/tokens/stamps'],
])('with the server %s, an operation of the server %s is found beside %s', async (servers, own, base, at) => {
  const { paths: seen, urls } = await paths(servers, own, base);
  expect(seen).toContain(at);
  expect(seen).not.toContain(`${base}/stamps`);
  expect(seen).toEqual(expect.arrayContaining([`${base}/letters`, `${base}/seals`]));
  // The report shows the address that was asked.
  expect(urls).toContain(at);
});

test.each([
  ["{ url: 'https://letters.example/v0.1' }", "{ url: 'https://letters.example/v1' }", '/mine'],
  ["{ url: 'https://letters.example/v1' }", "{ url: 'https://stamps.example/v2' }", '/v1'],
  ["{ url: 'https://letters.example/v1' }", "{ url: '/v2' }", '/v1'],
  ["{ url: 'https://letters.example/v1' }", "{ url: 'https://letters.example/v1/' }", '/v1'],
])('with the server %s, an operation of the server %s is asked for below %s', async (servers, own, base) => {
  expect((await paths(servers, own, base)).paths).toContain(`${base}/stamps`);
});
