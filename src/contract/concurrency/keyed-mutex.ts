/** Lets those who ask for the same thing do so one after the other. */
export interface Turns {
  take<T>(key: string, act: () => Promise<T>): Promise<T>;
}

export function createTurns(): Turns {
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
