/** A function that computes its result once. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** A function that computes its result once for each object, and forgets it with the object. */
export function onceForEach<K extends object, V>(make: (of: K) => V): (of: K) => V {
  const known = new WeakMap<K, V>();
  return (of) => {
    const before = known.get(of);
    if (before !== undefined || known.has(of)) return before as V; // stored under this key, so it has the type V
    const value = make(of);
    known.set(of, value);
    return value;
  };
}
