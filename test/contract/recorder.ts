import { spawn } from 'node:child_process';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Target } from '../targets/http.ts';

/** An exchange as it went over the wire. */
export interface Heard {
  readonly method: string;
  /** Path with query. */
  readonly path: string;
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly bytes: Buffer;
}

export interface Recorder {
  readonly url: string;
  readonly heard: Heard[];
  close(): Promise<void>;
}

/** A proxy before a server of its own that writes down everything. */
export async function record(target: Target): Promise<Recorder> {
  const running = await target.listen();
  const heard: Heard[] = [];
  const proxy = createServer((asked, answer) => pass(asked, answer, running.url, heard));
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    heard,
    async close() {
      proxy.closeAllConnections();
      await new Promise((resolve) => proxy.close(resolve));
      await running.close();
    },
  };
}

function pass(asked: IncomingMessage, answer: ServerResponse, url: string, heard: Heard[]): void {
  const { method = 'GET', url: path = '/' } = asked;
  const onward = request(`${url}${path}`, { method, headers: { ...asked.headers, host: new URL(url).host } });
  onward.on('response', async (response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk as Buffer);
    const bytes = Buffer.concat(chunks);
    const { rawHeaders, statusCode: status = 0 } = response;
    const headers = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [[name, rawHeaders[at + 1] ?? ''] as const] : []));
    heard.push({ method, path, status, headers, bytes });
    answer.writeHead(status, rawHeaders).end(bytes);
  });
  onward.on('error', () => answer.destroy());
  asked.pipe(onward);
}

export interface ShellEnd {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs a script as a user would paste it, with variables of the environment, for a minute at most. */
export function shell(script: string, variables: Readonly<Record<string, string>>): Promise<ShellEnd> {
  const child = spawn('sh', ['-c', script], { env: { ...process.env, ...variables }, timeout: 60_000 });
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk) => (out += chunk));
  child.stderr.on('data', (chunk) => (err += chunk));
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, out, err })));
}
