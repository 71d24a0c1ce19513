/** The writes over a layer below: a record, or `GONE` for a deleted one. */
export interface KeyLayer<T> {
  readonly own: Map<string, T | typeof GONE>;
  readonly below: KeyLayer<T> | undefined;
}

export const GONE: unique symbol = Symbol('gone');

export const layerOver = <T>(below?: KeyLayer<T>): KeyLayer<T> => ({ own: new Map(), below });

export function find<T>(layer: KeyLayer<T>, key: string): T | undefined {
  for (let here: KeyLayer<T> | undefined = layer; here !== undefined; here = here.below) {
    const found = here.own.get(key);
    if (found !== undefined) return found === GONE ? undefined : found;
  }
  return undefined;
}

export function erase<T>(layer: KeyLayer<T>, key: string): void {
  if (layer.below === undefined || find(layer.below, key) === undefined) layer.own.delete(key);
  else layer.own.set(key, GONE);
}

/** Merges `top` into the layer below, which is changed in place. O(size of `top`). */
export function settle<T>(top: KeyLayer<T>, into: KeyLayer<T>): KeyLayer<T> {
  if (into.own.size === 0) return { own: top.own, below: into.below };
  for (const [key, value] of top.own) {
    if (value === GONE) erase(into, key);
    else into.own.set(key, value);
  }
  return into;
}
