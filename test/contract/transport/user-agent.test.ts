import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { fromYaml, tell } from '../harness.ts';

const servers: ReturnType<typeof createServer>[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

const documentOf = (parameters: string): string => `openapi: 3.1.0
info: { title: Notes, version: '1' }
paths:
  /notes:
    get: { operationId: listNotes, parameters: [${parameters}], responses: { '200': { description: ok }, '403': { description: no agent } } }
`;

/** The agents that a run names to a service, which refuses requests without one. */
async function agentsOf(document: string) {
  const agents: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    agents.push(request.headers['user-agent']);
    response.writeHead(request.headers['user-agent'] === undefined ? 403 : 200).end();
  }).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  const target = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const { summary } = await tell({ ...fromYaml(document), phases: ['coverage'], target });
  return { agents: new Set(agents), reached: summary.coverage.operations.every(({ reached }) => reached) };
}

test('each request names the program that sends it, with a version', async () => {
  const { agents, reached } = await agentsOf(documentOf(''));
  expect([...agents]).toEqual([expect.stringMatching(/^standin\/\d/)]);
  expect(reached).toBe(true);
});

test('where the document has the field, a request that leaves it out is sent without it', async () => {
  const { agents } = await agentsOf(
    documentOf('{ name: User-Agent, in: header, required: true, schema: { type: string } }'),
  );
  expect(agents.has(undefined)).toBe(true);
});
