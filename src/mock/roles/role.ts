import type { HttpResponse, Json } from '../../core/index.ts';
import type { Collection, Entity, Transaction } from '../../state/index.ts';
import { fieldValue } from '../../wire/index.ts';
import { keyOf, type Place, placeOf, SINGLETON } from '../entity.ts';
import { answerFor, type Choice, successOf } from '../negotiate.ts';
import type { Asked, Parts } from '../parts.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { Steps } from '../steps.ts';

/** What an inferred role decided: an answer, a refusal, or `undefined` where it cannot answer and the document should. */
export type Outcome = { readonly response: HttpResponse } | { readonly refusal: Refusal } | undefined;

/** How one kind of operation treats its resource. Reads and writes only through `tx`. */
export type RoleAnswer = (parts: Parts, asked: Asked, place: Place, tx: Transaction) => Steps<Outcome>;

/** Everything about addressing that the roles share. */
export function keyIn(asked: Asked, place: Place): string | undefined {
  if (place.resource.singleton) return SINGLETON;
  const { id } = place.resource;
  const value = id === undefined ? undefined : asked.parameters.path[id.parameter];
  return value === undefined ? undefined : keyOf(value);
}

export function notFound(place: Place, key: string): Outcome {
  return {
    refusal: refuse(
      404,
      `There is no ${place.resource.singular} with ${place.resource.id?.parameter ?? 'id'} ${JSON.stringify(key)}${place.where.length === 0 ? '' : ' here'}.`,
    ),
  };
}

/** Entities of a place share a collection with those of other parents: the parent has to be the one in the path. */
export function belongs(place: Place, entity: Entity | undefined): entity is Entity {
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
  return asked.role.resource === undefined ? undefined : placeOf(asked.role.resource, asked.parameters.path);
}
