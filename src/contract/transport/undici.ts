import type { Socket } from 'node:net';
import type { Client, Dispatcher } from 'undici';
import type { HeaderFields, HttpRequest } from '../../core/index.ts';
import { fieldValue, isLoopback, isSequential } from '../../wire/index.ts';
import { finishAnswer } from './answer.ts';
import { bodyBytes } from './body-bytes.ts';
import { createDeadline, type Deadline } from './deadline.ts';
import { loadUndici } from './load-undici.ts';
import { createPortions } from './portions.ts';
import { createStops, type Stops } from './stops.ts';
import { STREAM_BYTES, STREAM_TIME } from './streams.ts';
import type { FailureCode, Outcome, SendOptions, Target, Timing, TransportNote } from './target.ts';
import { type AnswerReader, allowUnaskedContinue } from './unasked-continue.ts';

export interface UrlTargetOptions {
  readonly now: () => number;
  /** Accept any certificate. Default false. */
  readonly insecure?: boolean;
  /** `User-Agent` of requests without one. Default: none is sent. */
  readonly agent?: string | undefined;
}

/** One connection, one request at a time. */
interface Connection {
  readonly client: Client;
  readonly deadline: Deadline;
  uses: number;
  socket: Socket | undefined;
  answers: AnswerReader | undefined;
  /** What the parser met after the answer was complete, or why the connection ended. */
  trouble: Error | undefined;
}

const MOST_USES = 1_000;
const CONNECT_TIME = 10_000;
const BUSY = 25;
const IDLE = 1_000;
const MOST_INFORMATIONAL = 100;
/** Answers a turn: half of what is under way at most with a quick target. */
const AT_ONCE = 8;

/** A target over the network: keep-alive without pipelining, nothing followed, nothing retried, surplus bytes noticed. */
export function createUrlTarget(url: URL, options: UrlTargetOptions): Target {
  const idle: Connection[] = [];
  const idleAfterHead: Connection[] = [];
  const all = new Set<Connection>();
  const prefix = url.pathname.replace(/\/$/, '');
  const stops = createStops();
  const handOn = createPortions(AT_ONCE);

  const { buildConnector, Client } = loadUndici();
  const connect = buildConnector({ rejectUnauthorized: options.insecure !== true, timeout: CONNECT_TIME });

  function open(): Connection {
    const client = new Client(url.origin, {
      pipelining: 1,
      keepAliveTimeout: IDLE,
      keepAliveMaxTimeout: IDLE,
      headersTimeout: 0,
      bodyTimeout: 0,
      maxHeaderSize: 65_536,
      connect: (wanted, done) =>
        connect(wanted, (...result) => {
          const [error, socket] = result;
          if (error === null) {
            connection.socket = socket;
            connection.answers = allowUnaskedContinue(socket);
          }
          done(...result);
        }),
    });
    const connection: Connection = {
      client,
      deadline: createDeadline(),
      uses: 0,
      socket: undefined,
      answers: undefined,
      trouble: undefined,
    };
    client.on('disconnect', (_origin, _targets, error) => {
      connection.trouble = error;
    });
    all.add(connection);
    return connection;
  }

  function discard(connection: Connection): void {
    all.delete(connection);
    connection.deadline.close();
    connection.client.destroy().catch(() => {});
  }

  /** Content in an answer to HEAD may come late: the next request on its connection should be another HEAD. */
  function idleFor({ method }: HttpRequest): Connection[] {
    return method === 'HEAD' ? idleAfterHead : idle;
  }

  return {
    base: `${url.origin}${prefix}`,
    loopback: isLoopback(url.hostname),
    async send(request, send) {
      const kept = idleFor(request);
      let connection = send.fresh ? undefined : kept.pop();
      while (connection?.trouble !== undefined) {
        discard(connection);
        connection = kept.pop();
      }
      connection ??= open();
      connection.uses += 1;
      connection.answers?.expectAnswer();
      const startedAt = options.now();
      const received = nothingYet();
      const { failure, duration } = await transfer(
        { connection, prefix, stops, handOn, agent: options.agent },
        request,
        send,
        received,
      );
      const timing = { startedAt, duration };
      const ended = outcomeOf(connection, { received, failure, timing }, send);
      const outcome = ended instanceof Promise ? await ended : ended;
      const isSound = outcome.kind === 'answered' && !outcome.cut && outcome.notes.length === 0;
      if (isSound && connection.trouble === undefined && connection.uses < MOST_USES) kept.push(connection);
      else discard(connection);
      return outcome;
    },
    async close() {
      stops.close();
      for (const { deadline } of all) deadline.close();
      await Promise.allSettled([...all].map(({ client }) => client.destroy()));
      all.clear();
    },
  };
}

function joinChunks(chunks: readonly Buffer[]): Buffer {
  const [only] = chunks;
  return chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks);
}

interface ReceivedAnswer {
  status: number;
  reason: string;
  headers: HeaderFields;
  readonly chunks: Buffer[];
  size: number;
  informational: number;
  cut: boolean;
}

class Stop extends Error {
  readonly failure: FailureCode;
  constructor(failure: FailureCode, message: string) {
    super(message);
    this.failure = failure;
  }
}

/** What a request goes out by. */
interface Way {
  readonly connection: Connection;
  readonly prefix: string;
  readonly stops: Stops;
  readonly handOn: ReturnType<typeof createPortions>;
  readonly agent: string | undefined;
}

/** How an exchange ended, and how many milliseconds after it had begun. */
interface End {
  readonly failure: Error | undefined;
  readonly duration: number;
}

function nothingYet(): ReceivedAnswer {
  return { status: 0, reason: '', headers: [], chunks: [], size: 0, informational: 0, cut: false };
}

/** What came, what failed, and when. */
interface EndedExchange {
  readonly received: ReceivedAnswer;
  readonly failure: Error | undefined;
  readonly timing: Timing;
}

/** What came of an exchange. Only where something has to be waited for or decoded, it waits. */
function outcomeOf(
  connection: Connection,
  { received, failure, timing }: EndedExchange,
  { maxBytes }: SendOptions,
): Outcome | Promise<Outcome> {
  const { status, reason, headers, cut } = received;
  const bytes = joinChunks(received.chunks);
  const finish = (notes: readonly TransportNote[]): Outcome | Promise<Outcome> =>
    finishAnswer({ status, reason, headers, bytes, cut, notes }, maxBytes, timing);
  // The length that a 304 names is that of the answer to a plain GET (RFC 9110 §8.6): no content is missing.
  if (failure !== undefined && !cut && (status === 204 || status === 304) && codeOf(failure) === LENGTH_MISMATCH)
    return finish(connection.answers?.hasForbiddenContent() === true ? [SURPLUS] : []);
  if (failure !== undefined && !cut) {
    const seen = status === 0 ? {} : { partial: { status, headers, bytes } };
    const reused = connection.uses > 1 ? ({ reused: true } as const) : {};
    return { kind: 'failed', ...explain(failure, received), timing, ...reused, ...seen };
  }
  const { socket, trouble } = connection;
  return socket?.destroyed === true || trouble !== undefined ? surplus(connection).then(finish) : finish([]);
}

const LENGTH_MISMATCH = 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH';
const SURPLUS: TransportNote = { kind: 'surplus-bytes', message: 'bytes came after the end of the answer' };

/** Longest wait for a connection that has been destroyed to say why. */
const CLOSING_TIME = 200;

/**
 * Bytes behind an answer make the parser destroy the connection in the same turn; the reason is known once it is closed.
 * An answer that ends its connection on purpose is destroyed too, without a parser's complaint.
 */
async function surplus(connection: Connection): Promise<readonly TransportNote[]> {
  const { client, socket } = connection;
  if (socket?.destroyed === true && connection.trouble === undefined) {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, CLOSING_TIME);
      client.once('disconnect', () => {
        clearTimeout(timer);
        resolve();
      });
    });
  }
  const { trouble } = connection;
  if (trouble === undefined || !isParserTrouble(trouble)) return [];
  return [SURPLUS];
}

function transfer(
  { connection: { client, deadline }, prefix, stops, handOn, agent }: Way,
  request: HttpRequest,
  options: SendOptions,
  received: ReceivedAnswer,
): Promise<End> {
  return new Promise((resolve) => {
    const begun = performance.now();
    let abort: ((reason: Error) => void) | undefined;
    let waiting: Error | undefined;
    let streamTimer: ReturnType<typeof setTimeout> | undefined;
    const stop = (reason: Error): void => {
      waiting ??= reason;
      abort?.(reason);
      finish(reason);
    };
    const late = (): Stop => new Stop('timeout', `no whole answer within ${options.timeout} ms`);
    const due = begun + options.timeout;
    // Where we were busy ourselves the answer may lie ready unread: it gets a few turns before it counts as late.
    let grace: ReturnType<typeof setTimeout> | undefined;
    deadline.set(options.timeout, () => {
      if (performance.now() - due < BUSY) stop(late());
      else grace = setTimeout(() => stop(late()), BUSY);
    });
    const onAbort = (): void => stop(new Stop('aborted', 'the run was stopped'));
    const aborts = options.signal === undefined ? undefined : stops.of(options.signal);
    aborts?.add(onAbort);
    const finish = (error: Error | undefined): void => {
      deadline.lift();
      clearTimeout(grace);
      clearTimeout(streamTimer);
      aborts?.delete(onAbort);
      const duration = performance.now() - begun;
      handOn(() => resolve({ failure: error, duration }));
    };
    const endStream = (): void => {
      received.cut = true;
      stop(new Stop('aborted', 'enough of the stream was read'));
    };
    const limit = (): number => (streaming ? Math.min(STREAM_BYTES, options.maxBytes) : options.maxBytes);
    let streaming = false;
    // Uses the client's internal hooks: the public ones also build an object of all header fields for every answer.
    const handler: Dispatcher.DispatchHandler = {
      onConnect(cancel) {
        abort = cancel;
        if (waiting !== undefined) cancel(waiting);
      },
      onUpgrade: () => {},
      onHeaders(status, fields, _resume, reason) {
        if (status < 200) {
          received.informational += 1;
          if (received.informational > MOST_INFORMATIONAL) stop(new Stop('not-http', 'the answer is nothing but 1xx'));
          return true;
        }
        received.status = status;
        received.reason = reason ?? '';
        received.headers = pairs(fields);
        streaming = isSequential(fieldValue(received.headers, 'content-type') ?? '');
        if (streaming) streamTimer = setTimeout(endStream, STREAM_TIME);
        return true;
      },
      onData(chunk) {
        const room = limit() - received.size;
        received.size += chunk.length;
        received.chunks.push(chunk.length > room ? chunk.subarray(0, Math.max(0, room)) : Buffer.from(chunk));
        if (received.size <= limit()) return true;
        if (streaming) endStream();
        else stop(new Stop('body-too-large', `the body is larger than ${options.maxBytes} bytes`));
        return true;
      },
      onComplete: () => finish(undefined),
      onError: finish,
    };
    if (options.signal?.aborted) return onAbort();
    try {
      client.dispatch(
        {
          // The cast is for undici's list of methods: any token is sent (RFC 9110 §9.1).
          method: request.method as Dispatcher.HttpMethod,
          path: `${prefix}${request.path}${request.query === '' ? '' : `?${request.query}`}` || '/',
          headers: flat(withAgent(request.headers, agent)),
          body: bodyBytes(request.body) ?? null,
          // Else each HEAD ends its connection, and what comes behind its answer is never seen.
          reset: false,
        },
        handler,
      );
    } catch (cause) {
      finish(cause instanceof Error ? cause : new Stop('cannot-send', String(cause)));
    }
    return undefined;
  });
}

function withAgent(fields: HeaderFields, agent: string | undefined): HeaderFields {
  if (agent === undefined || fieldValue(fields, 'user-agent') !== undefined) return fields;
  return [...fields, ['User-Agent', agent]];
}

/** Names and values in turn, by hand: `Array.prototype.flat` was the slowest line of a request. */
function flat(fields: HeaderFields): string[] {
  const list: string[] = [];
  for (const [name, value] of fields) list.push(name, value);
  return list;
}

/** Raw names and values in order. Bytes that are not UTF-8 are read as Latin-1 (RFC 9110 §5.5). */
function pairs(raw: readonly unknown[]): HeaderFields {
  const list: (readonly [string, string])[] = [];
  for (let index = 0; index + 1 < raw.length; index += 2) list.push([toText(raw[index]), toText(raw[index + 1])]);
  return list;
}

function toText(value: unknown): string {
  if (!Buffer.isBuffer(value)) return String(value);
  const utf8 = value.toString('utf8');
  return utf8.includes('\uFFFD') ? value.toString('latin1') : utf8;
}

const UNREACHABLE =
  /^(ECONNREFUSED|ENOTFOUND|EAI_|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ETIMEDOUT|EADDRNOTAVAIL|UND_ERR_CONNECT_TIMEOUT)/;
/** What the library of TLS says among the places in it that it says it from. */
const OPENSSL = /^[0-9A-F]*:?error:[^:]*:[^:]*:[^:]*:([^:]+):/;
const TLS = /^(ERR_TLS|ERR_SSL|EPROTO|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/;

function explain(error: Error, received: ReceivedAnswer): { readonly code: FailureCode; readonly message: string } {
  if (error instanceof Stop) return { code: error.failure, message: error.message };
  const code = codeOf(error);
  const message = error.message === '' ? code : error.message;
  if (isParserTrouble(error))
    return { code: 'not-http', message: `the answer is not HTTP: ${message}; ${firstBytes(error)}` };
  if (UNREACHABLE.test(code)) return { code: 'unreachable', message };
  if (TLS.test(code)) return { code: 'tls', message: `${code}: ${OPENSSL.exec(message)?.[1] ?? message}` };
  if (code === 'UND_ERR_INVALID_ARG') return { code: 'cannot-send', message };
  if (code === 'UND_ERR_HEADERS_OVERFLOW')
    return { code: 'not-http', message: 'the header section is larger than 64 KiB' };
  if (code === LENGTH_MISMATCH) return { code: 'incomplete-body', message };
  if (received.status !== 0)
    return { code: 'incomplete-body', message: `the connection ended inside the body: ${message}` };
  return { code: 'connection-reset', message: `the connection ended before an answer: ${message}` };
}

function codeOf(error: Error): string {
  if ('code' in error && typeof error.code === 'string') return error.code;
  if (error instanceof AggregateError && error.errors[0] instanceof Error) return codeOf(error.errors[0]);
  return error.name;
}

function isParserTrouble(error: Error): boolean {
  return (
    error.name === 'HTTPParserError' ||
    codeOf(error) === 'ERR_ASSERTION' ||
    (codeOf(error) === 'UND_ERR_SOCKET' && /bad (response|upgrade)/.test(error.message))
  );
}

function firstBytes(error: Error): string {
  const data = 'data' in error && typeof error.data === 'string' ? error.data : '';
  if (data === '') return error.message;
  const printable = data
    .slice(0, 40)
    .replace(/[^\x20-\x7e]/g, (char) => `\\x${(char.codePointAt(0) ?? 0).toString(16).padStart(2, '0')}`);
  return `first bytes "${printable}"`;
}
