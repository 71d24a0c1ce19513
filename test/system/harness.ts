import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import petstore from '../../mocks/petstore/index.ts';
import {
  type CallerEnv,
  createMock,
  type Listening,
  type MockChoices,
  type StandinMock,
} from '../../src/library/index.ts';

/** The petstore from sources, on a clock that no calendar turns red. */
export const PETSTORE: MockChoices = {
  document: resolve(import.meta.dirname, '../../spec/petstore.openapi.yaml'),
  mocks: petstore,
  now: '2026-12-01T00:00:00Z',
  onDefect: (error) => console.error(error),
};

export const CORPUS: string = resolve(import.meta.dirname, '../../../shared/corpus');

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // Tests read what they expect; a wrong guess fails them.
  // biome-ignore lint/suspicious/noExplicitAny: see above.
  readonly json: any;
}

export interface Server {
  readonly mock: StandinMock;
  /** Sends `method path`, with an object as JSON. */
  call(line: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  close(): Promise<void>;
}

export type Transport = (choices?: MockChoices) => Promise<Server>;

/** The ways in which a mock is reached, and without the quick verdict in front of Prism: one suite has to hold for all. */
export const TRANSPORTS: readonly (readonly [name: string, open: Transport])[] = [
  ['in memory', inMemory],
  ['over a socket', overSocket],
  ['judged by Prism alone', (choices = PETSTORE) => inMemory({ ...choices, fast: false })],
];

/** What a server on this machine hands on with a request of this machine. */
export const FROM_LOOPBACK: CallerEnv = { incoming: { socket: { remoteAddress: '127.0.0.1' } } };

export async function inMemory(choices: MockChoices = PETSTORE): Promise<Server> {
  const mock = await createMock(choices);
  return {
    mock,
    close: () => mock.close(),
    call: (line, body, headers) =>
      answered(mock.fetch(requestFor('http://localhost', line, body, headers), FROM_LOOPBACK)),
  };
}

/** A mock of a document that a test has written out; its file goes when it closes. */
export async function openText(open: Transport, text: string, choices: MockChoices = {}): Promise<Server> {
  const folder = mkdtempSync(join(tmpdir(), 'standin-text-'));
  const document = join(folder, 'api.yaml');
  writeFileSync(document, text);
  const server = await open({ ...choices, document });
  return {
    ...server,
    async close() {
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function overSocket(choices: MockChoices = PETSTORE): Promise<Server> {
  const mock = await createMock(choices);
  const server: Listening = await mock.listen({ port: 0 });
  return {
    mock,
    close: () => mock.close(),
    call: (line, body, headers) => answered(fetch(requestFor(server.url, line, body, headers))),
  };
}

function requestFor(
  base: string,
  line: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Request {
  const [method = 'GET', path = '/'] = line.split(' ');
  const init: RequestInit = { method, headers: { ...headers } };
  if (body !== undefined) {
    init.body =
      typeof body === 'string' || body instanceof Uint8Array
        ? (body as NonNullable<RequestInit['body']>)
        : JSON.stringify(body);
    init.headers = { 'content-type': 'application/json', ...headers };
  }
  return new Request(`${base}${path}`, init);
}

async function answered(promise: Promise<Response>): Promise<Answer> {
  const response = await promise;
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    get json() {
      return JSON.parse(text);
    },
  };
}
