import type { Ask } from './fault.ts';

export interface Heard {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** Asks in order and writes down what is heard. Bodies that are not text are sent as JSON. */
export async function ask(
  send: (request: Request) => Promise<Response>,
  asks: readonly Ask[],
  base = 'http://target.test',
): Promise<readonly Heard[]> {
  const heard: Heard[] = [];
  for (const one of asks) {
    const response = await send(requestOf(one, base));
    // The runtime's own: not what a server says.
    const own = ['date', 'connection', 'keep-alive', 'transfer-encoding'];
    const headers = Object.fromEntries([...response.headers].filter(([name]) => !own.includes(name)));
    heard.push({
      status: response.status,
      headers,
      text: Buffer.from(await response.arrayBuffer()).toString('latin1'),
    });
  }
  return heard;
}

export function requestOf([method, path, body, headers = {}]: Ask, base: string): Request {
  if (body === undefined) return new Request(`${base}${path}`, { method, headers });
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return new Request(`${base}${path}`, {
    method,
    headers: { 'Content-Type': 'application/json', ...headers },
    body: text,
  });
}
