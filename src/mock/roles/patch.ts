import type { JsonObject } from '../../core/index.ts';
import { parseMediaType } from '../../wire/index.ts';
import { acceptedFields, completedEntity, drawnEntity } from '../entity.ts';
import { isMarked } from '../fields.ts';
import type { Asked, Parts } from '../parts.ts';
import { jsonPatch, mergePatch, type PatchOutcome } from '../patch.ts';
import { asObject, type Place } from '../place.ts';
import { refuse } from '../refusal.ts';
import { wait } from '../steps.ts';
import { sentEntity } from './create.ts';
import { presented } from './present.ts';
import { namedInBody } from './replace.ts';
import {
  addressed,
  collectionAt,
  materialises,
  notFound,
  preconditionFailure,
  type RoleAnswer,
  success,
} from './role.ts';

/** Changes part of an entity, by what its content type means: JSON Patch (RFC 6902), else merge (RFC 7396). The result keeps the entity's schema, or nothing changes. */
export const patch: RoleAnswer = function* patch(parts, asked, place, tx) {
  const found = (yield* addressed(asked, place, tx)) ?? (yield* namedInBody(place, sentEntity(asked), tx));
  if (found === undefined) return undefined;
  const { key } = found;
  if (found.entity === undefined && !materialises(parts, asked, place)) return notFound(asked, place, key);
  const collection = collectionAt(tx, place);
  const before = found.entity ?? (yield* wait(collection.put(key, drawnEntity(parts, place, key, {}))));
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
  if (body.kind === 'parsed' && parseMediaType(body.mediaType)?.essence === 'application/json-patch+json') {
    const outcome = jsonPatch(before, body.value);
    return outcome.ok
      ? { ok: true, value: { ...asObject(outcome.value), ...readOnlyOf(parts, place, before) } }
      : outcome;
  }
  return { ok: true, value: mergePatch(before, acceptedFields(parts, place.resource, sentEntity(asked))) };
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
