import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as a server of the catalogue sees it; also one with a method that `Request` refuses to carry (TRACE). */
export interface Incoming {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
}

/** An answer on its way: `body` is written as JSON unless `text` says the exact words or `bytes` the exact bytes. */
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly mediaType?: string | null;
  readonly body?: unknown;
  readonly text?: string;
  readonly bytes?: Uint8Array;
}

export type Service = (incoming: Incoming) => Promise<Answer>;

export interface Running {
  /** Base of every path, without a trailing slash. */
  readonly url: string;
  close(): Promise<void>;
}

export interface Target {
  fetch(request: Request): Promise<Response>;
  /** On a free port of the loopback interface. */
  listen(): Promise<Running>;
}

export function targetOf(service: Service): Target {
  return { fetch: (request) => fetchFrom(service, request), listen: () => listen(service) };
}

async function fetchFrom(service: Service, request: Request): Promise<Response> {
  const { method, headers, url } = request;
  const bytes = new Uint8Array(await request.arrayBuffer());
  const answer = await service({ method, url: new URL(url), headers, bytes });
  const content = method === 'HEAD' ? null : contentOf(answer);
  return new Response(content, { status: answer.status, headers: headersOf(answer) });
}

function listen(service: Service): Promise<Running> {
  const server = createServer((request, response) => void carry(service, request, response));
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      const close = () =>
        new Promise<void>((closed) => {
          server.close(() => closed());
          server.closeAllConnections();
        });
      resolve({ url: `http://127.0.0.1:${port}`, close });
    });
  });
}

async function carry(service: Service, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) headers.set(name, String(value));
  const url = new URL(request.url ?? '/', 'http://127.0.0.1');
  const answer = await service({ method: request.method ?? 'GET', url, headers, bytes: Buffer.concat(chunks) });
  response.writeHead(answer.status, headersOf(answer));
  const content = contentOf(answer);
  if (request.method === 'HEAD' || content === null) response.end();
  else response.end(content);
}

function contentOf(answer: Answer): string | Uint8Array | null {
  if (answer.bytes) return answer.bytes;
  if (answer.text !== undefined) return answer.text;
  return answer.body === undefined ? null : stringify(answer.body);
}

/** `mediaType: null` leaves the header out. */
function headersOf(answer: Answer): Record<string, string> {
  const content = contentOf(answer);
  const { mediaType = 'application/json' } = answer;
  const described: Record<string, string> = content !== null && mediaType !== null ? { 'Content-Type': mediaType } : {};
  if (content !== null) described['Content-Length'] = String(Buffer.byteLength(content));
  return { ...described, ...answer.headers };
}

/** JSON with every digit of a bigint. */
export function stringify(value: unknown): string {
  return JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? `\u0000${one}` : one)).replace(
    /"\\u0000(-?\d+)"/g,
    '$1',
  );
}
