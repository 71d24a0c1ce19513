/** A stream with one writer and one reader. No item is lost, and it ends once. */
export interface EventChannel<T> extends AsyncIterable<T> {
  push(item: T): void;
  end(): void;
}

/** `onLeave` is called when the reader stops before the end. */
export function createEventChannel<T>(onLeave: () => void): EventChannel<T> {
  const items: T[] = [];
  let ended = false;
  let wake: (() => void) | undefined;
  const stir = (): void => {
    wake?.();
    wake = undefined;
  };
  async function* read(): AsyncGenerator<T> {
    try {
      for (;;) {
        for (let item = items.shift(); item !== undefined; item = items.shift()) yield item;
        if (ended) return;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    } finally {
      if (!ended) onLeave();
    }
  }
  return {
    push(item) {
      items.push(item);
      stir();
    },
    end() {
      ended = true;
      stir();
    },
    [Symbol.asyncIterator]: () => read(),
  };
}
