/** Runs an action once per name. Later callers get the same promise. */
export type Memoize = <T>(name: string, act: () => Promise<T>) => Promise<T>;

/** How many results are kept. Callers of one name come at about the same time, and results may be large. */
const MOST_DONE = 32;

export function createMemoize(): Memoize {
  const done = new Map<string, Promise<unknown>>();
  return <T>(name: string, act: () => Promise<T>) => {
    // Every action of one name has the same result type.
    const doing = (done.get(name) as Promise<T> | undefined) ?? act();
    done.delete(name);
    done.set(name, doing);
    const [oldest] = done.keys();
    if (done.size > MOST_DONE && oldest !== undefined) done.delete(oldest);
    return doing;
  };
}
