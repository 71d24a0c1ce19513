import type { Json, JsonObject } from '../core/index.ts';

import type { Collection, Condition, Eventually, Transaction } from '../state/index.ts';
import { formatPointer } from '../wire/index.ts';
import type { Records, RecordsOf } from './mocks.ts';
import { isObject } from './object.ts';
import { keyOf } from './place.ts';
import { isPromise } from './steps.ts';

/** Records of every resource, over one transaction. An unknown name is a resource of the mocks' own: it holds what they put there. */
export function recordsOver(tx: Transaction): RecordsOf {
  return (resource) => {
    let collection: Collection | undefined;
    // A behaviour names more resources than it looks at.
    const held = (): Collection => {
      collection ??= tx.collection(resource);
      return collection;
    };
    const records: Records = {
      get: (id) => after(held().get(keyOf(id)), (entity) => (entity === undefined ? undefined : object(entity.value))),
      put: (id, value) =>
        after(typeof id === 'number' || typeof id === 'bigint' ? held().reserve(BigInt(id)) : undefined, () =>
          after(held().put(keyOf(id), value), () => undefined),
        ),
      delete: (id) => held().delete(keyOf(id)),
      find: (match, options) =>
        after(
          held().query({
            where: conditions(match),
            ...(options?.limit === undefined ? {} : { limit: options.limit }),
          }),
          (result) => result.entities.map((entity) => object(entity.value)),
        ),
      count: (match) =>
        match === undefined
          ? held().count()
          : after(held().query({ where: conditions(match), limit: 0 }), (result) => result.total),
      nextId: () => after(held().nextId(), plainInteger),
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
