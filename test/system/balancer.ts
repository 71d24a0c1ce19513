import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A small load balancer: requests go round, and one whose replica cannot be reached goes to the next. */
export interface Balancer {
  readonly url: string;
  /** Whom it sends requests to from now on, by address. */
  replicas: readonly string[];
  close(): Promise<void>;
}

export async function startBalancer(replicas: readonly string[]): Promise<Balancer> {
  let turn = 0;
  const server = createServer(async (incoming, outgoing) => {
    const body = await bodyOf(incoming).catch(() => undefined);
    if (body === undefined) return;
    for (let tries = 0; tries < balancer.replicas.length; tries++) {
      const replica = balancer.replicas[turn++ % balancer.replicas.length] ?? '';
      if (await passedOn(replica, incoming, body, outgoing)) return;
    }
    outgoing.writeHead(502).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const balancer: Balancer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    replicas,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return balancer;
}

async function bodyOf(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** False where another replica should be tried: this one took the request from nobody's hands, or died over it. */
function passedOn(
  replica: string,
  incoming: IncomingMessage,
  body: Buffer,
  outgoing: ServerResponse,
): Promise<boolean> {
  return new Promise((resolve) => {
    const headers = { ...incoming.headers, connection: 'close' };
    const onward = request(
      `${replica}${incoming.url}`,
      { method: incoming.method ?? 'GET', headers },
      async (answer) => {
        const text = await bodyOf(answer).catch(() => undefined);
        if (text === undefined) return resolve(false);
        const fields = { ...answer.headers };
        delete fields['transfer-encoding'];
        outgoing.writeHead(answer.statusCode ?? 502, { ...fields, 'content-length': text.length }).end(text);
        resolve(true);
      },
    );
    onward.on('error', () => resolve(false));
    onward.end(body);
  });
}
