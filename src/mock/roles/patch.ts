import type { Json, JsonObject } from '../../core/index.ts';
import { isObject, parseMediaType, valueAt } from '../../wire/index.ts';
import type { Place } from '../entity.ts';
import { acceptedFields, asObject, completedEntity, drawnEntity } from '../entity.ts';
import { isMarked } from '../fields.ts';
import type { Asked, Parts } from '../parts.ts';
import { jsonPatch, mergePatch, type PatchOutcome } from '../patch.ts';
import { refuse } from '../refusal.ts';
import { wait } from '../steps.ts';
import { presented } from './present.ts';
import { materialises } from './read.ts';
import { belongs, collectionAt, keyIn, notFound, preconditionFailure, type RoleAnswer, success } from './role.ts';

/** Changes part of an entity, by what its content type means: JSON Patch (RFC 6902), else merge (RFC 7396). The result keeps the entity's schema, or nothing changes. */
export const patch: RoleAnswer = function* patch(parts, asked, place, tx) {
  const key = keyIn(asked, place);
  if (key === undefined) return undefined;
  const collection = collectionAt(tx, place);
  let before = yield* wait(collection.get(key));
  if (!belongs(place, before)) {
    if (
      before !== undefined ||
      !materialises(parts.options.unknown, place.resource.enumerable && !place.resource.singleton)
    )
      return notFound(place, key);
    before = yield* wait(collection.put(key, drawnEntity(parts, place, key, {})));
  }
  const failed = preconditionFailure(asked, before);
  if (failed !== undefined) return failed;
  const outcome = patched(parts, asked, place, asObject(before.value));
  if (!outcome.ok) return { refusal: refuse(outcome.status, `The patch does not fit: ${outcome.reason}.`) };
  const value = completedEntity(parts, place, key, asObject(outcome.value), asObject(before.value));
  const violations = parts.validator.value(place.resource.schema, value, 'response');
  if (violations.length > 0)
    return {
      refusal: refuse(
        422,
        `The patched ${place.resource.singular} would not fit its schema: ${violations.map((each) => each.message).join('; ')}.`,
        { violations: violations.map((each) => ({ ...each, code: 'body.schema' as const })) },
      ),
    };
  const entity = yield* wait(collection.put(key, value));
  return { response: presented(parts, asked, place, success(asked), entity) };
};

function patched(parts: Parts, asked: Asked, place: Place, before: JsonObject): PatchOutcome {
  const { body } = asked.request;
  if (body.kind !== 'parsed') return { ok: true, value: before };
  if (parseMediaType(body.mediaType)?.essence === 'application/json-patch+json') {
    const outcome = jsonPatch(before, body.value);
    return outcome.ok
      ? { ok: true, value: { ...asObject(outcome.value), ...readOnlyOf(parts, place, before) } }
      : outcome;
  }
  const sent = valueAt(body.value, asked.role.requestEntity ?? '');
  return { ok: true, value: mergePatch(before, accepted(parts, place, sent ?? {})) };
}

function accepted(parts: Parts, place: Place, sent: Json): Json {
  return isObject(sent) ? acceptedFields(parts, place.resource, sent) : {};
}

function readOnlyOf(parts: Parts, place: Place, before: JsonObject): JsonObject {
  const { properties } = parts.fieldsOf(place.resource.schema);
  return Object.fromEntries(
    Object.entries(before).filter(([name]) => {
      const property = properties.get(name);
      return property !== undefined && isMarked(parts.api, property, 'readOnly');
    }),
  );
}
