import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { StandinError } from '../../core/index.ts';
import { withDeadline } from '../model/deadline.ts';

export type RedisReply = string | number | null | readonly RedisReply[];

/** A Lua script, and its digest in Redis. */
export interface Script {
  readonly text: string;
  readonly digest: string;
}

export const scriptOf = (text: string): Script => ({ text, digest: createHash('sha1').update(text).digest('hex') });

/** A connection that answers or fails within a deadline, and reconnects by itself. */
export interface RedisLink {
  /**
   * Runs a script on the keys of one hash tag. `patience` is the allowed time in deadlines. Throws
   * `state.unavailable`, `state.full`.
   */
  run(script: Script, key: string, values: readonly string[], patience?: number): Promise<RedisReply>;
  /** Sends a command without waiting for its result. */
  tell(words: readonly string[]): void;
  close(): void;
}

export interface RedisLinkOptions {
  readonly url: string;
  /** Maximum milliseconds of a call. A write that times out may still have been executed. */
  readonly deadlineMs: number;
  /** Folder from which the client is resolved first, before standin's own. */
  readonly resolveFrom: string | undefined;
}

/** The parts of the client that are used here. */
interface Client {
  readonly isReady: boolean;
  connect(): Promise<unknown>;
  sendCommand(words: readonly string[]): Promise<RedisReply>;
  destroy(): void;
  on(event: 'error' | 'ready', listener: (error: Error) => void): unknown;
}

type CreateClient = (options: object) => Client;

/** How many deadlines the first connection may take: the server may be starting. */
const PATIENCE = 5;
const SLOWEST_RETRY = 1_000;
/** A call with this many deadlines counts as long. */
const LONG = 2;

/** Connects. Throws `state.unavailable` if there is no client, no server, or no access. */
export async function openRedis({ url, deadlineMs, resolveFrom }: RedisLinkOptions): Promise<RedisLink> {
  const where = placeOf(url);
  const createClient = loadClient(resolveFrom);
  let reason: Error | undefined;
  let closed = false;
  let longOnes = 0;
  /** A call timed out beside a long one: no further call is sent until that one ends or an answer comes. */
  let stalled = false;
  let client = start();

  function start(): Client {
    const made = createClient({
      url,
      RESP: 2,
      // Queued commands would all be executed when the server returns, long after their callers
      // have given up.
      disableOfflineQueue: true,
      commandsQueueMaxLength: 10_000,
      // Pings detect a connection whose other end has vanished.
      pingInterval: deadlineMs * 2,
      socket: {
        connectTimeout: deadlineMs,
        socketTimeout: deadlineMs * 6,
        reconnectStrategy: (retries: number) => Math.min(SLOWEST_RETRY, 20 * 2 ** retries),
      },
    });
    made.on('error', (error) => {
      reason = error;
    });
    // A client that was destroyed while connecting still connects, and would keep the process
    // alive.
    made.on('ready', () => {
      if (closed || made !== client) made.destroy();
    });
    // It retries by itself; failures are `error` events.
    made.connect().catch(() => undefined);
    return made;
  }

  const close = (): void => {
    closed = true;
    client.destroy();
  };

  const late = (otherLongOnes: number): StandinError => {
    // A long call may delay this one. It keeps its connection, and other calls fail without
    // waiting.
    if (otherLongOnes > 0) stalled = true;
    else {
      // All calls in flight fail with this one, and new ones fail at once until the next connection
      // is ready: a request with several calls waits for one deadline only.
      client.destroy();
      if (!closed) client = start();
    }
    return unavailable(`The Redis at ${where} did not answer in time.`);
  };

  const send = async (words: readonly string[], patience: number): Promise<RedisReply> => {
    if (!client.isReady) throw unavailable(`The Redis at ${where} cannot be reached.`, reason);
    if (stalled) throw unavailable(`The Redis at ${where} did not answer in time.`);
    const long = patience >= LONG ? 1 : 0;
    longOnes += long;
    try {
      const reply = await withDeadline(client.sendCommand(words), deadlineMs * patience, () => late(longOnes - long));
      stalled = false;
      return reply;
    } catch (error) {
      throw linkError(error, where);
    } finally {
      longOnes -= long;
      if (longOnes === 0) stalled = false;
    }
  };

  const noAccess = (): boolean => reason !== undefined && CONDITIONS.test(reason.message);
  if (!(await firstContact(() => client.isReady, noAccess, deadlineMs * PATIENCE))) {
    close();
    throw unavailable(`The Redis at ${where} cannot be reached.`, reason);
  }
  const tooOld = await oldVersion(() => send(['INFO', 'server'], 1));
  if (tooOld !== undefined) {
    close();
    throw new StandinError('state.unavailable', `The Redis at ${where} is version ${tooOld}.`, {
      hint: 'Redis 6.2 or later is needed, or Valkey.',
    });
  }
  return {
    async run({ text, digest }, key, values, patience = 1) {
      try {
        return await send(['EVALSHA', digest, '1', key, ...values], patience);
      } catch (error) {
        if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error;
        return send(['EVAL', text, '1', key, ...values], patience);
      }
    },
    tell(words) {
      if (client.isReady) client.sendCommand(words).catch(() => undefined);
    },
    close,
  };
}

/**
 * The version of a server that is too old for `COPY` and `ZRANGE … BYSCORE`; a server without a version is
 * tried.
 */
async function oldVersion(info: () => Promise<RedisReply>): Promise<string | undefined> {
  const information = await info().catch(() => '');
  const [, version, major, minor] = /redis_version:((\d+)\.(\d+)\S*)/.exec(String(information)) ?? [];
  if (version === undefined) return undefined;
  return Number(major) < 6 || (Number(major) === 6 && Number(minor) < 2) ? version : undefined;
}

function loadClient(from: string | undefined): CreateClient {
  const own = createRequire(import.meta.url);
  const requires = from === undefined ? [own] : [createRequire(pathToFileURL(`${from}/`)), own];
  let cause: unknown;
  for (const name of ['@redis/client', 'redis']) {
    for (const require of requires) {
      try {
        return (require(name) as { createClient: CreateClient }).createClient;
      } catch (error) {
        cause = error;
      }
    }
  }
  throw new StandinError('state.unavailable', 'The Redis client is not installed.', {
    hint: 'Install it: npm install @redis/client.',
    cause,
  });
}

async function firstContact(isReady: () => boolean, isVain: () => boolean, patience: number): Promise<boolean> {
  for (let waited = 0; !isReady(); waited += 10) {
    if (waited >= patience || isVain()) return false;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return true;
}

/** Host and port without the password. */
function placeOf(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed !== undefined && /^rediss?:$/.test(parsed.protocol)) return parsed.host;
  throw new StandinError('state.unavailable', 'The URL is not a Redis URL.', {
    hint: 'Write it as redis://host:6379.',
  });
}

function unavailable(message: string, cause?: unknown): StandinError {
  const reason = cause instanceof Error && cause.message !== '' ? ` (${cause.message})` : '';
  return new StandinError('state.unavailable', `${message.slice(0, -1)}${reason}.`, { cause });
}

/** Error replies that are not a defect of standin. */
const CONDITIONS =
  /^(READONLY|LOADING|MASTERDOWN|NOAUTH|NOPERM|WRONGPASS|CLUSTERDOWN|TRYAGAIN|MOVED|BUSY|MISCONF|NOREPLICAS)/;

/**
 * Error replies to a script that meets a value which standin has not written: another type, or not a
 * number.
 */
const FOREIGN = /^WRONGTYPE|user_script|script: [0-9a-f]{40}/;

function linkError(error: unknown, where: string): unknown {
  if (error instanceof StandinError || !(error instanceof Error)) return error;
  if (/^OOM|\bOOM command not allowed/.test(error.message)) {
    return new StandinError('state.full', `The Redis at ${where} is full.`, { cause: error });
  }
  if (CONDITIONS.test(error.message)) return unavailable(`The Redis at ${where} refused.`, error);
  if (FOREIGN.test(error.message)) {
    return new StandinError(
      'state.damaged',
      `The Redis at ${where} holds values of another program under keys of this state.`,
      {
        hint: 'Choose a prefix that no other program uses, or delete the keys that begin with this one.',
        cause: error,
      },
    );
  }
  if (error.message.startsWith('NOSCRIPT') || error.message.startsWith('ERR')) return error;
  // Any other error is about the connection: closed, reset, destroyed during the command.
  return unavailable(`The connection to the Redis at ${where} was lost.`, error);
}
