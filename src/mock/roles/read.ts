import type { HttpResponse } from '../../core/index.ts';
import type { Operation } from '../../spec/index.ts';
import type { Entity } from '../../state/index.ts';
import { fieldValue } from '../../wire/index.ts';
import { drawnEntity } from '../entity.ts';
import { wait } from '../steps.ts';
import { presented } from './present.ts';
import { belongs, collectionAt, entityTag, keyIn, notFound, type RoleAnswer, success, tagged } from './role.ts';

/** Answers as made, by stored version and operation: a version never changes, so its text is written once. */
export type ReadCache = WeakMap<Entity, Map<Operation, HttpResponse>>;

/** One entity by its id. Where the resource can neither be listed nor created, an unknown id is materialised and stays the same ever after. */
export function createRead(cache: ReadCache): RoleAnswer {
  return function* read(parts, asked, place, tx) {
    const key = keyIn(asked, place);
    if (key === undefined) return undefined;
    const collection = collectionAt(tx, place);
    let entity = yield* wait(collection.get(key));
    if (!belongs(place, entity)) {
      if (
        entity !== undefined ||
        !materialises(parts.options.unknown, place.resource.enumerable && !place.resource.singleton)
      )
        return notFound(place, key);
      entity = yield* wait(collection.put(key, drawnEntity(parts, place, key, {})));
    }
    if (tagged(asked) && matches(fieldValue(asked.request.headers, 'if-none-match'), entityTag(entity))) {
      return { response: { status: 304, headers: [['ETag', entityTag(entity)]], body: { kind: 'none' } } };
    }
    const made = cache.get(entity);
    // A negotiated form is not kept: nearly every client asks for the first one.
    const plain = asked.accept === undefined || asked.accept === '*/*';
    const ready = plain ? made?.get(asked.operation) : undefined;
    if (ready !== undefined) return { response: ready };
    const response = presented(parts, asked, place, success(asked), entity);
    if (plain) {
      if (made === undefined) cache.set(entity, new Map([[asked.operation, response]]));
      else made.set(asked.operation, response);
    }
    return { response };
  };
}

export function materialises(unknown: 'auto' | 'strict' | 'materialise', enumerable: boolean): boolean {
  return unknown === 'materialise' || (unknown === 'auto' && !enumerable);
}

/** Weak comparison (RFC 9110 §13.1.2). */
function matches(field: string | undefined, tag: string): boolean {
  return (
    field !== undefined &&
    (field.trim() === '*' || field.split(',').some((each) => each.trim().replace(/^W\//, '') === tag))
  );
}
