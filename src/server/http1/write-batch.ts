import type { ServerResponse } from 'node:http';

/** An answer as it goes over its connection: everything from the status line to the end of the content. */
export interface WrittenAnswer {
  readonly text: string;
  readonly encoding: 'latin1' | 'utf8';
  readonly response: ServerResponse;
}

/** Answers that leave together at most: more than sixteen gain next to nothing. */
const MOST = 64;
/** Milliseconds for which a finished answer waits for the next ones of its turn. */
const LONGEST = 2;

export interface WriteBatch {
  /** Takes an answer that was made at the moment `at`, in milliseconds since the Unix epoch. */
  send(answer: WrittenAnswer, at: number): void;
  /** Writes out what `make` has sent as soon as it is done. */
  during(make: () => void): void;
}

/**
 * Takes answers and writes them out at the end of the turn of the event loop that made them. Each write may wake its reader,
 * who takes the processor, and its caches, from the answers still to be made: written together they cost a third less.
 */
export function createWriteBatch(): WriteBatch {
  let waiting: WrittenAnswer[] = [];
  let since = 0;
  let isAwaited = false;
  const empty = (): void => {
    const leaving = waiting;
    waiting = [];
    for (const answer of leaving) write(answer);
  };
  const atEnd = (): void => {
    isAwaited = false;
    empty();
  };
  return {
    send(answer, at) {
      if (waiting.push(answer) === 1) since = at;
      else if (waiting.length === MOST || at - since >= LONGEST) return empty();
      if (isAwaited) return;
      isAwaited = true;
      setImmediate(atEnd);
    },
    during(make) {
      const wasAwaited = isAwaited;
      isAwaited = true;
      try {
        make();
      } finally {
        isAwaited = wasAwaited;
        empty();
      }
    },
  };
}

function write({ text, encoding, response }: WrittenAnswer): void {
  const { socket } = response;
  // A connection that was closed meanwhile has ended the response already.
  if (!socket?.writable) return;
  socket.write(text, encoding);
  // The server listens for the end of a response and then gives the connection free for the next one.
  if (socket.writableLength === 0) response.emit('finish');
  // A connection whose client has not taken everything yet is not idle: a slow reader would be cut off.
  else socket.write('', 'latin1', (error) => error ?? response.emit('finish'));
}
