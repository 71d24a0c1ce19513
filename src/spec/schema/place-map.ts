import type { NodeLocation } from '../model/node-location.ts';
import type { DynamicScope } from './dynamic-scope.ts';

/** Keeps one value for each object of the document and each dynamic scope. */
export interface PlaceMap<T> {
  get(place: NodeLocation, node: object): T | undefined;
  set(place: NodeLocation, node: object, value: T): void;
}

export function createPlaceMap<T>(keyOf: (scope: DynamicScope | undefined) => string): PlaceMap<T> {
  const plain = new WeakMap<object, T>();
  const scoped = new WeakMap<object, Map<string, T>>();
  return {
    get: ({ scope }, node) => (scope === undefined ? plain.get(node) : scoped.get(node)?.get(keyOf(scope))),
    set: ({ scope }, node, value) => {
      if (scope === undefined) {
        plain.set(node, value);
        return;
      }
      const values = scoped.get(node) ?? new Map<string, T>();
      scoped.set(node, values.set(keyOf(scope), value));
    },
  };
}
