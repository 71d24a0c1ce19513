import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { fromYaml, tell } from '../harness.ts';

const DOCUMENT = `openapi: 3.1.0
info: { title: Orders, version: '1' }
paths:
${[...Array(12).keys()].map((each) => `  /things${each}: { get: { operationId: list${each}, responses: { '200': { description: ok } } } }`).join('\n')}
  /orders:
    post:
      operationId: order
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [sum], properties: { sum: { type: integer } } } } } }
      responses: { '201': { description: ok } }
`;

test('where the target ends during the run, the request that lost its answer is named', async () => {
  const server = createServer((request, response) => {
    if (request.method !== 'POST') response.writeHead(200).end();
    else {
      // The process ends: all connections are closed, and no new one is accepted.
      server.close();
      server.closeAllConnections();
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { summary } = await tell({
    ...fromYaml(DOCUMENT),
    target: new URL(base),
    seed: 1,
    concurrency: 1,
    outageWait: 100,
  });
  expect(summary.exitStatus).toBe(3);
  expect(summary.reasons.join()).toContain('has accepted no connection since POST /orders');
  expect(summary.reasons.join()).toContain('--exclude "order" skips that operation');
});
