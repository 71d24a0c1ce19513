import type { Json, JsonObject } from '../../core/index.ts';
import { jsonEquals, parseMediaType, parsePointer } from '../../wire/index.ts';
import { acceptedFields, fittingFields } from '../accepted.ts';
import { decidedFields, withDecided } from '../decided.ts';
import { inSchemaOrder } from '../entity.ts';
import { asObject, isObject } from '../object.ts';
import { touched, withoutStaleStamps } from '../owned.ts';
import type { Asked, Parts } from '../parts.ts';
import { jsonPatch, mergePatch, type PatchOutcome } from '../patch.ts';
import type { Place } from '../place.ts';
import { refuse } from '../refusal.ts';
import { wait } from '../steps.ts';
import { sentEntity, sentSchema } from './create.ts';
import { presented } from './present.ts';
import { namedInBody } from './replace.ts';
import {
  addressed,
  collectionAt,
  notFound,
  type Outcome,
  preconditionFailure,
  type RoleAnswer,
  standing,
} from './role.ts';

/** Changes part of an entity, by what its content type means: JSON Patch (RFC 6902), else merge (RFC 7396). The result keeps the entity's schema, or nothing changes. */
export const patch: RoleAnswer = function* patch(parts, asked, place, tx) {
  const found = (yield* addressed(asked, place, tx)) ?? (yield* namedInBody(place, sentEntity(parts, asked), tx));
  if (found === undefined) return undefined;
  const { key } = found;
  const before = yield* standing(parts, asked, found, place, tx);
  if (before === undefined) return notFound(asked, place, key);
  const failed = preconditionFailure(asked, before);
  if (failed !== undefined) return failed;
  const outcome = patched(parts, asked, place, asObject(before.value));
  if (!outcome.ok) return { refusal: refuse(outcome.status, `The patch does not fit: ${outcome.reason}.`) };
  const value = inSchemaOrder(
    parts,
    place.resource.schema,
    withDecided(asObject(outcome.value), decidedFields(parts, place, key)),
  );
  const misfit = misfitOf(parts, place, value, before.value);
  if (misfit !== undefined) return misfit;
  const entity = yield* wait(collectionAt(tx, place).put(key, value));
  return { response: presented(parts, asked, place, asked.plan.success, entity) };
};

function patched(parts: Parts, asked: Asked, place: Place, before: JsonObject): PatchOutcome {
  const { body } = asked.request;
  const type = body.kind === 'parsed' ? parseMediaType(body.mediaType)?.essence : undefined;
  // A document may say that the patch is an object, whatever RFC 6902 says: then it is merged.
  if (body.kind === 'parsed' && type === 'application/json-patch+json' && Array.isArray(body.value)) {
    const outcome = jsonPatch(before, body.value);
    if (!outcome.ok) return outcome;
    const changed = asObject(outcome.value);
    const kept = { ...changed, ...readOnlyOf(parts, place, before) };
    return { ok: true, value: touched(parts, place, kept, saidIn(changed, before)) };
  }
  const schema = sentSchema(parts, asked);
  const accepted = acceptedFields(parts, place.resource, sentEntity(parts, asked), schema);
  const sent = withoutStaleStamps(accepted, before);
  // What the query may set is described by its own parameter.
  const inputs = (asked.role.inputs ?? []).map(({ pointer }) => [parsePointer(pointer)?.[0] ?? '', true] as const);
  const named = new Map<string, unknown>([
    ...(schema === undefined ? [] : parts.fieldsOf(schema).properties),
    ...inputs,
  ]);
  const merged = merge(parts, place, before, sent, type === 'application/merge-patch+json', named);
  return { ok: true, value: touched(parts, place, merged, sent) };
}

/** What a patch of steps says: all that is not as it was. */
function saidIn(changed: JsonObject, before: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(changed).flatMap(([name, value]): readonly (readonly [string, Json])[] => {
      const old = before[name];
      if (old !== undefined && jsonEquals(old, value)) return [];
      return [[name, isObject(value) && isObject(old) ? saidIn(value, old) : value]];
    }),
  );
}

/** Null takes a property away (RFC 7396), unless it may not be missing but may be null; plain JSON says null where null can stand. */
function merge(
  parts: Parts,
  place: Place,
  before: JsonObject,
  sent: JsonObject,
  strictly: boolean,
  named: Named,
): JsonObject {
  const { properties, required } = parts.fieldsOf(place.resource.schema);
  const nulls: Record<string, Json> = {};
  const changes: Record<string, Json> = {};
  for (const [name, value] of Object.entries(sent)) {
    const property = properties.get(name);
    const nullable = property !== undefined && parts.validator.accepts(property, null, 'response');
    if (value === null && nullable && (required.has(name) || !strictly)) nulls[name] = null;
    else changes[name] = value;
  }
  return { ...asObject(mergePatch(before, usable(parts, place, before, changes, named))), ...nulls };
}

/** What the request's own schema says of the properties by name. */
type Named = ReadonlyMap<string, unknown>;

/** Changes that leave their property in a form that the entity can have: a request may document another one. What it says nothing of has to fit. */
function usable(parts: Parts, place: Place, before: JsonObject, changes: JsonObject, named: Named): JsonObject {
  const merged = asObject(mergePatch(before, changes));
  const fitting = fittingFields(parts, place.resource.schema, merged);
  return Object.fromEntries(
    Object.entries(changes).filter(
      ([name, value]) => value === null || Object.hasOwn(fitting, name) || !named.has(name),
    ),
  );
}

/** 422 where the patch, and not what stood before, breaks the entity's schema. */
function misfitOf(parts: Parts, place: Place, value: JsonObject, before: Json): Outcome {
  const { schema, singular } = place.resource;
  const violations = parts.validator.value(schema, value, 'response');
  if (violations.length === 0 || !parts.validator.accepts(schema, before, 'response')) return undefined;
  return {
    refusal: refuse(
      422,
      `The patched ${singular} would not fit its schema: ${violations.map((each) => each.message).join('; ')}.`,
      { violations: violations.map((each) => ({ ...each, code: 'body.schema' as const })) },
    ),
  };
}

function readOnlyOf(parts: Parts, place: Place, before: JsonObject): JsonObject {
  const { readOnly } = parts.fieldsOf(place.resource.schema);
  return Object.fromEntries(Object.entries(before).filter(([name]) => readOnly.has(name)));
}
