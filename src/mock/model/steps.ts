import { type Eventually, isPromise } from '../../state/index.ts';

/**
 * Work that may have to wait for a store, written once for stores that answer at once and for those that do not:
 * `yield*` a `wait(…)` where a value may be a promise. Run over memory it never leaves the call stack.
 */
export type Steps<T> = Generator<PromiseLike<unknown>, T, unknown>;

/** The value itself where it is there; otherwise waits for it. */
export function wait<T>(value: Eventually<T>): Steps<T> {
  // `yield*` asks no more of it than to be iterated.
  return isPromise(value) ? waiting(value) : (new Ready(value) as unknown as Steps<T>);
}

function* waiting<T>(value: PromiseLike<unknown>): Steps<T> {
  // The driver resumes with what the promise gave, which the type of a generator cannot say.
  return (yield value) as T;
}

/** What is there already, at a third of what a generator costs. */
class Ready<T> {
  readonly done = true;
  readonly value: T;

  constructor(value: T) {
    this.value = value;
  }

  [Symbol.iterator](): this {
    return this;
  }

  next(): this {
    return this;
  }
}

/** Whether something is work still to be done, rather than its result. */
export function isSteps<T>(value: Eventually<T> | Steps<T>): value is Steps<T> {
  return typeof value === 'object' && value !== null && Symbol.iterator in value && 'next' in value;
}

/** Drives steps to their end; gives a promise only if one of them had to wait, or the end is one. */
export function runSteps<T>(steps: Steps<Eventually<T>>): Eventually<T> {
  const first = steps.next();
  return first.done === true ? first.value : resume(steps, first.value);
}

async function resume<T>(steps: Steps<Eventually<T>>, awaited: PromiseLike<unknown>): Promise<T> {
  let pending = awaited;
  for (;;) {
    let next: IteratorResult<PromiseLike<unknown>, Eventually<T>>;
    try {
      next = steps.next(await pending);
    } catch (error) {
      next = steps.throw(error);
    }
    if (next.done === true) return next.value;
    pending = next.value;
  }
}

/** Something that is waited for later, or not at all: it may fail before anybody looks. */
export function held<T>(value: Eventually<T>): Eventually<T> {
  if (isPromise(value)) value.catch(() => undefined);
  return value;
}
