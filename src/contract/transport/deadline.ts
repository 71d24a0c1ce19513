/** The deadline of one connection, which has one request at a time. */
export interface Deadline {
  /** Calls back after that many milliseconds. An earlier callback is dropped. */
  set(milliseconds: number, late: () => void): void;
  /** Cancels the callback. */
  lift(): void;
  /** No request will follow. */
  close(): void;
}

/**
 * One timer that each request restarts: creating and clearing a timer costs ten times as much. The timer
 * does not keep the process alive; the connection does.
 */
export function createDeadline(): Deadline {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let length = 0;
  let tell: (() => void) | undefined;
  return {
    set(milliseconds, late) {
      tell = late;
      if (timer !== undefined && length === milliseconds) {
        timer.refresh();
        return;
      }
      clearTimeout(timer);
      length = milliseconds;
      timer = setTimeout(() => tell?.(), milliseconds).unref();
    },
    lift() {
      tell = undefined;
    },
    close() {
      tell = undefined;
      clearTimeout(timer);
    },
  };
}
