import type { JsonObject } from '../../core/index.ts';

import type { Collection, Condition, Entity, Transaction } from '../../state/index.ts';
import { formatPointer } from '../../wire/index.ts';
import type { Id, Records, RecordsOf } from '../model/mocks.ts';
import { asObject } from '../model/object.ts';
import { keyOf } from '../model/place.ts';

/**
 * Records of every resource in one transaction. An unknown name is a resource of the mocks: it has the
 * records that they store.
 */
export function recordsOver(tx: Transaction): RecordsOf {
  return (resource) => new StoredRecords(tx, resource);
}

/**
 * A class, because a behaviour names more resources than it reads: closures for each would be most of the
 * memory that a write allocates.
 */
class StoredRecords implements Records {
  private readonly tx: Transaction;
  private readonly resource: string;
  private collection: Collection | undefined = undefined;

  constructor(tx: Transaction, resource: string) {
    this.tx = tx;
    this.resource = resource;
  }

  private held(): Collection {
    this.collection ??= this.tx.collection(this.resource);
    return this.collection;
  }

  get(id: Id): JsonObject | undefined {
    return recordOf(this.held().get(keyOf(id)));
  }

  put(id: Id, value: JsonObject): void {
    const held = this.held();
    if (typeof id === 'number' || typeof id === 'bigint') held.reserve(BigInt(id));
    held.put(keyOf(id), value);
  }

  delete(id: Id): boolean {
    return this.held().delete(keyOf(id));
  }

  find(match?: JsonObject, options?: { readonly limit?: number }): readonly JsonObject[] {
    const where = conditions(match);
    const limit = options?.limit;
    const { entities } = this.held().query(limit === undefined ? { where } : { where, limit });
    return entities.map((entity) => asObject(entity.value));
  }

  count(match?: JsonObject): number {
    return match === undefined ? this.held().count() : this.held().query({ where: conditions(match), limit: 0 }).total;
  }

  nextId(): number | bigint {
    return plainInteger(this.held().nextId());
  }
}

function recordOf(entity: Entity | undefined): JsonObject | undefined {
  return entity === undefined ? undefined : asObject(entity.value);
}

function conditions(match: JsonObject | undefined): readonly Condition[] {
  return Object.entries(match ?? {}).map(([name, value]) => ({ pointer: formatPointer([name]), op: 'equals', value }));
}

export function plainInteger(id: bigint): number | bigint {
  const number = Number(id);
  return Number.isSafeInteger(number) ? number : id;
}
