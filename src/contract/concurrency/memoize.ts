/** Does once what is to be there for many, under a name. */
export type Memoize = <T>(name: string, act: () => Promise<T>) => Promise<T>;

/** Things done once that are remembered: who asks for the same does so at about the same time, and what comes of it may be large. */
const MOST_DONE = 32;

export function createMemoize(): Memoize {
  const done = new Map<string, Promise<unknown>>();
  return <T>(name: string, act: () => Promise<T>) => {
    // One name is always asked for with acts of one kind.
    const doing = (done.get(name) as Promise<T> | undefined) ?? act();
    done.delete(name);
    done.set(name, doing);
    const [oldest] = done.keys();
    if (done.size > MOST_DONE && oldest !== undefined) done.delete(oldest);
    return doing;
  };
}
