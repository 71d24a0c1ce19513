import type { Json, JsonObject } from '../core/index.ts';

import type { Condition, Eventually, Transaction } from '../state/index.ts';
import { formatPointer } from '../wire/index.ts';
import type { Records, RecordsOf } from './mocks.ts';
import { isObject } from './object.ts';
import { keyOf } from './place.ts';
import { isPromise } from './steps.ts';

/** Records of every resource, over one transaction. An unknown name is a resource of the mocks' own: it holds what they put there. */
export function recordsOver(tx: Transaction): RecordsOf {
  return (resource) => {
    const collection = tx.collection(resource);
    const records: Records = {
      get: (id) =>
        after(collection.get(keyOf(id)), (entity) => (entity === undefined ? undefined : object(entity.value))),
      put: (id, value) =>
        after(typeof id === 'number' || typeof id === 'bigint' ? collection.reserve(BigInt(id)) : undefined, () =>
          after(collection.put(keyOf(id), value), () => undefined),
        ),
      delete: (id) => collection.delete(keyOf(id)),
      find: (match, options) =>
        after(
          collection.query({
            where: conditions(match),
            ...(options?.limit === undefined ? {} : { limit: options.limit }),
          }),
          (result) => result.entities.map((entity) => object(entity.value)),
        ),
      count: (match) =>
        match === undefined
          ? collection.count()
          : after(collection.query({ where: conditions(match), limit: 0 }), (result) => result.total),
      nextId: () => after(collection.nextId(), plainInteger),
    };
    return records;
  };
}

function after<T, U>(value: Eventually<T>, then: (value: T) => Eventually<U>): Eventually<U> {
  return isPromise(value) ? value.then(then) : then(value);
}

function conditions(match: JsonObject | undefined): readonly Condition[] {
  return Object.entries(match ?? {}).map(([name, value]) => ({ pointer: formatPointer([name]), op: 'equals', value }));
}

function object(value: Json): JsonObject {
  return isObject(value) ? value : {};
}

export function plainInteger(id: bigint): number | bigint {
  const number = Number(id);
  return Number.isSafeInteger(number) ? number : id;
}
