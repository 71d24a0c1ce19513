import type { HttpResponse, Json } from '../../core/index.ts';
import { pointerTo, type ResourceId } from '../../resources/index.ts';
import type { Collection, Entity, Transaction } from '../../state/index.ts';
import { fieldValue } from '../../wire/index.ts';
import { answerFor, type Choice, successOf } from '../negotiate.ts';
import type { Asked, Parts } from '../parts.ts';
import { idText, keyOf, type Place, placeOf, SINGLETON } from '../place.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { type Steps, wait } from '../steps.ts';

/** What an inferred role decided: an answer, a refusal, or `undefined` where it cannot answer and the document should. */
export type Outcome = { readonly response: HttpResponse } | { readonly refusal: Refusal } | undefined;

/** How one kind of operation treats its resource. Reads and writes only through `tx`. */
export type RoleAnswer = (parts: Parts, asked: Asked, place: Place, tx: Transaction) => Steps<Outcome>;

/** How this operation names its entity, where it does. */
function idIn(asked: Asked, place: Place): ResourceId | undefined {
  return asked.role.id ?? place.resource.id;
}

/** The key that the path names; `undefined` where it names none, or names it within a scope that it leaves open. */
export function keyIn(asked: Asked, place: Place): string | undefined {
  if (place.resource.singleton) return SINGLETON;
  const id = idIn(asked, place);
  const value = id === undefined ? undefined : asked.parameters.path[id.parameter];
  return value === undefined || place.prefix === undefined ? undefined : place.prefix + keyOf(value);
}

export type Addressed = { readonly key: string; readonly entity: Entity | undefined };

/** Finds the entity that the path names: by its key, or by the property that this path speaks of where that is not the resource's own id. */
export function* addressed(asked: Asked, place: Place, tx: Transaction): Steps<Addressed | undefined> {
  const id = idIn(asked, place);
  const value = id === undefined ? undefined : asked.parameters.path[id.parameter];
  const collection = collectionAt(tx, place);
  const own = place.resource.id?.property;
  if (
    id?.property !== undefined &&
    value !== undefined &&
    own !== undefined &&
    (id.property !== own || place.prefix === undefined)
  ) {
    const found = (yield* wait(
      collection.query({ where: [...place.where, { pointer: pointerTo(id.property), op: 'equals', value }], limit: 1 }),
    )).entities[0];
    return { key: found?.key ?? keyOf(value), entity: found };
  }
  const key = keyIn(asked, place);
  if (key === undefined) return undefined;
  const entity = yield* wait(collection.get(key));
  return { key, entity: belongs(place, entity) ? entity : undefined };
}

export function notFound(asked: Asked, place: Place, key: string): Outcome {
  const parameter = idIn(asked, place)?.parameter;
  return {
    refusal: refuse(
      404,
      parameter === undefined
        ? `There is no ${place.resource.singular} here.`
        : `There is no ${place.resource.singular} with ${parameter} ${JSON.stringify(idText(place, key))}${place.where.length === 0 ? '' : ' here'}.`,
    ),
  };
}

/** Whether an id that nobody has seen may be given an entity: only where it could not have been listed or created, and nothing else holds its key. */
export function materialises(parts: Parts, asked: Asked, place: Place): boolean {
  const own = idIn(asked, place)?.property === place.resource.id?.property && place.prefix !== undefined;
  const { unknown } = parts.options;
  if (place.resource.singleton) return unknown !== 'strict';
  return own && (unknown === 'materialise' || (unknown === 'auto' && !place.resource.enumerable));
}

/** Entities of a place share a collection with those of other parents: the parent has to be the one in the path. */
function belongs(place: Place, entity: Entity | undefined): entity is Entity {
  if (entity === undefined) return false;
  return place.where.every((condition) => {
    const value = at(entity.value, condition.pointer);
    return value !== undefined && keyOf(value) === keyOf(condition.value);
  });
}

function at(value: Json, pointer: string): Json | undefined {
  let here: Json | undefined = value;
  for (const token of pointer.split('/').slice(1)) {
    here =
      typeof here === 'object' && here !== null && !Array.isArray(here) && Object.hasOwn(here, token)
        ? (here as { readonly [name: string]: Json })[token]
        : undefined;
  }
  return here;
}

/** Strong entity tag of a stored version (RFC 9110 §8.8.3). */
export function entityTag(entity: Entity): string {
  return `"${entity.version}"`;
}

/** Whether the document speaks of entity tags for this operation. */
export function tagged(asked: Asked): boolean {
  const { operation } = asked;
  return (
    operation.responses.some((spec) => spec.headers.some((header) => header.name.toLowerCase() === 'etag')) ||
    operation.parameters.some((parameter) => parameter.in === 'header' && /^if-(none-)?match$/i.test(parameter.name))
  );
}

/** `If-Match` (strong comparison) before a write: 412 where it fails, 428 where the document demands it and it is missing (RFC 9110 §13, RFC 6585 §3). */
export function preconditionFailure(asked: Asked, entity: Entity): Outcome {
  const wanted = fieldValue(asked.request.headers, 'if-match');
  if (wanted === undefined) {
    return answerFor(asked.operation, 428) !== undefined &&
      asked.operation.responses.some((spec) => spec.status === '428')
      ? { refusal: refuse(428, 'This request needs an If-Match header field with the entity tag of what it changes.') }
      : undefined;
  }
  if (!tagged(asked) || wanted.trim() === '*') return undefined;
  const tags = wanted.split(',').map((tag) => tag.trim());
  return tags.includes(entityTag(entity))
    ? undefined
    : { refusal: refuse(412, `If-Match ${wanted} does not name the current version ${entityTag(entity)}.`) };
}

export function success(asked: Asked): Choice {
  // An operation without any documented response still gets an answer; it is listed by `inspect`.
  return (
    successOf(asked.operation) ?? {
      spec: { status: '200', description: '', headers: [], content: [], links: [], pointer: asked.operation.pointer },
      status: 200,
    }
  );
}

export function collectionAt(tx: Transaction, place: Place): Collection {
  return tx.collection(place.collection);
}

export function placeIn(asked: Asked): Place | undefined {
  return asked.role.resource === undefined
    ? undefined
    : placeOf(asked.role.resource, asked.parameters.path, asked.role);
}
