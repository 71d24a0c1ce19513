/** Runs actions with the same key one after the other. */
export interface KeyedMutex {
  take<T>(key: string, act: () => Promise<T>): Promise<T>;
}

export function createKeyedMutex(): KeyedMutex {
  const last = new Map<string, Promise<unknown>>();
  return {
    take(key, act) {
      const turn = (last.get(key) ?? Promise.resolve()).then(act, act);
      last.set(key, turn);
      const leave = (): void => {
        if (last.get(key) === turn) last.delete(key);
      };
      turn.then(leave, leave);
      return turn;
    },
  };
}
