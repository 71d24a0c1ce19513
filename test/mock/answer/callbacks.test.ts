import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { createMock } from '../../../src/library/index.ts';

const event = {
  type: 'object',
  required: ['id', 'state', 'email'],
  properties: { id: { type: 'integer' }, state: { type: 'string', enum: ['done'] }, email: { type: 'string' } },
};
const told = (schema: object) => ({
  post: {
    requestBody: { content: { 'application/json': { schema } } },
    responses: { 200: { description: 'ok' } },
  },
});

const document = {
  openapi: '3.1.0',
  info: { title: 'Jobs', version: '1' },
  paths: {
    '/jobs/{kind}': {
      post: {
        parameters: [
          { name: 'kind', in: 'path', required: true, schema: { type: 'string' } },
          { name: 'back', in: 'query', schema: { type: 'string' } },
        ],
        requestBody: {
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['email'],
                properties: { email: { type: 'string' }, url: { type: 'string' } },
              },
            },
          },
        },
        responses: {
          201: {
            description: 'made',
            content: { 'application/json': { example: { id: 77, state: 'done' } } },
          },
        },
        callbacks: {
          onDone: { '{$request.body#/url}/{$request.path.kind}?id={$response.body#/id}': told(event) },
          onOther: { '$request.query.back': told(event) },
        },
      },
    },
  },
};

interface Receipt {
  readonly line: string;
  readonly type: string | undefined;
  readonly body: unknown;
}

/** A receiver of callbacks, and what it was sent. */
async function receiver() {
  const receipts: Receipt[] = [];
  const textOf = async (incoming: IncomingMessage): Promise<string> => (await incoming.toArray()).join('');
  const server = createServer((incoming, outgoing) => {
    void textOf(incoming).then((text) => {
      const { method, url, headers } = incoming;
      receipts.push({ line: `${method} ${url}`, type: headers['content-type'], body: JSON.parse(text) });
      outgoing.writeHead(204).end();
    });
  });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    receipts,
    close: () => new Promise((done) => server.close(done)),
  };
}

const start = (path: string, body: object) =>
  new Request(`http://mock${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

test('callbacks are sent to the addresses that the exchange names, with the values of the exchange', async () => {
  const there = await receiver();
  const mock = await createMock({ document, callbacks: 'local' });
  const path = `/jobs/big%20one?back=${encodeURIComponent(`${there.url}/other`)}`;
  const answer = await mock.fetch(start(path, { email: 'a@b.example', url: `${there.url}/done` }));
  expect([answer.status, answer.headers.get('standin-callbacks')]).toEqual([201, 'sent=2, withheld=0']);
  await expect.poll(() => there.receipts.length).toBe(2);
  const [first, second] = there.receipts;
  expect(first).toEqual({
    line: 'POST /done/big%20one?id=77',
    type: 'application/json',
    body: { id: 77, state: 'done', email: 'a@b.example' },
  });
  expect(second?.line).toBe('POST /other');
  await mock.close();
  await there.close();
});

test('over a socket as well, and a receiver that is not there changes nothing', async () => {
  const there = await receiver();
  await there.close();
  const mock = await createMock({ document, callbacks: 'local' });
  const { url, close } = await mock.listen();
  const send = () =>
    fetch(`${url}/jobs/x`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'a', url: there.url }),
    });
  for (let turn = 0; turn < 2; turn += 1) {
    const answer = await send();
    expect([answer.status, answer.headers.get('standin-callbacks')]).toEqual([201, 'sent=1, withheld=0']);
  }
  await close();
  await mock.close();
});

test.each([
  ['off', { email: 'a', url: 'http://127.0.0.1:9/' }, 201, null],
  ['local', { email: 'a', url: 'http://callbacks.example/' }, 201, 'sent=0, withheld=1'],
  ['local', { email: 'a', url: 'http://127.0.0.1.example/' }, 201, 'sent=0, withheld=1'],
  ['local', { email: 'a' }, 201, null],
  ['local', { email: 'a', url: 'file:///etc' }, 201, null],
  ['local', { url: 'http://127.0.0.1:9/' }, 422, null],
] as const)('with callbacks %s, %j is answered %i, and callbacks are %s', async (callbacks, body, status, field) => {
  const mock = await createMock({ document, callbacks });
  const answer = await mock.fetch(start('/jobs/x', body));
  expect([answer.status, answer.headers.get('standin-callbacks')]).toEqual([status, field]);
  await mock.close();
});
