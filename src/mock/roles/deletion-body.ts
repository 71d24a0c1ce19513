import type { HttpResponse, Json, JsonObject } from '../../core/index.ts';
import { wordsListed } from '../../generation/index.ts';
import { isJsonContent, type Schema } from '../../spec/index.ts';
import type { Entity } from '../../state/index.ts';
import { withoutSeparators } from '../../wire/index.ts';
import { documentedAnswer } from '../answer/answer.ts';
import { withAnsweredFlags } from '../answer/answered-flags.ts';
import { chooseMedia } from '../facts/negotiate.ts';
import { drawnAround } from '../fields/draw.ts';
import { idFromText } from '../fields/path-fields.ts';
import { instantFor } from '../fields/server-fields.ts';
import { asSuccess } from '../fields/success-marks.ts';
import type { MockContext, RoleCall } from '../model/context.ts';
import { asObject, isForObjects } from '../model/object.ts';
import type { Choice } from '../model/operation-plan.ts';
import { idText } from '../model/place.ts';

interface DeletedItem {
  readonly id: Json;
  readonly entity: JsonObject;
  /** Names under which a document may repeat the id, in lower case without separators. */
  readonly names: ReadonlySet<string>;
  readonly status: number;
  readonly text: string;
}

const DEEPEST = 2;

/**
 * The answer to a deletion whose documented body is not the entity: which item was deleted, and that it was
 * (`{id, deleted: true}`).
 */
export function receipt(call: RoleCall, choice: Choice, entity: Entity): HttpResponse {
  const { mock, context, place } = call;
  const chosen = chooseMedia(choice.spec, context.accept);
  if (chosen.kind === 'none') return documentedAnswer(mock, context, choice);
  const { media } = chosen;
  const deleted = deletedOf(call, choice, entity);
  const { schema } = media;
  if (schema === undefined) {
    const value = isJsonContent(media) ? deleted.entity : deleted.text;
    return documentedAnswer(mock, context, choice, { value: media.examples[0]?.value ?? value });
  }
  const at = `${place.collection}/${entity.key}/${context.operation.id}`;
  const plain = isForObjects(mock.api, schema)
    ? undefined
    : [true, deleted.text].find((value) => mock.validator.accepts(schema, value, 'response'));
  const known = { ...asObject(media.examples[0]?.value), ...knownOf(mock, schema, deleted, 0) };
  // An answer that documents only optional parts shows them (`{ action: { … } }`).
  const optional = Object.keys(known).length === 0 && mock.fieldsOf(schema).required.size === 0 ? 'all' : 'required';
  const drawn = plain ?? drawnAround(mock, schema, at, { known, optional });
  const flags = context.plan.answeredFlags;
  const value =
    drawn === undefined
      ? undefined
      : withAnsweredFlags(mock, flags, { schema, value: asSuccess(mock, schema, drawn), sent: null });
  return documentedAnswer(mock, context, choice, { value });
}

/** Facts about a deleted item in the properties of a schema. */
export function deletionFacts(call: RoleCall, schema: Schema, entity: Entity): JsonObject {
  return knownOf(call.mock, schema, deletedOf(call, call.context.plan.success, entity), 0);
}

function deletedOf({ mock, context, place }: RoleCall, { status }: Choice, entity: Entity): DeletedItem {
  const { resource } = place;
  const text = idText(place, entity.key);
  const property = context.role.id?.property ?? resource.id?.property ?? 'id';
  const words = [property.slice(property.lastIndexOf('/') + 1), context.role.id?.parameter ?? '', 'id'];
  return {
    id: idFromText(mock, resource, text),
    entity: asObject(entity.value),
    names: new Set([...words, `${resource.singular.replaceAll(' ', '')}id`].map(withoutSeparators)),
    status,
    text: resource.singleton
      ? `The ${resource.singular} was deleted.`
      : `The ${resource.singular} ${text} was deleted.`,
  };
}

function knownOf(mock: MockContext, schema: Schema, whole: DeletedItem, depth: number): JsonObject {
  const { properties, writeOnly, required } = mock.fieldsOf(schema);
  const deleted = { ...whole, entity: asKind(schema, properties, whole.entity) };
  const known: Record<string, Json> = Object.create(null) as Record<string, Json>;
  for (const [name, property] of properties) {
    if (writeOnly.has(name)) continue;
    const candidates = [...meanings(mock, name, property, deleted), ...onlyValue(mock, property)];
    if (withoutSeparators(name) === 'errorcode') candidates.unshift(0);
    if (depth < DEEPEST && mock.fieldsOf(property).properties.size > 0) {
      const inner = knownOf(mock, property, whole, depth + 1);
      if (required.has(name) || Object.keys(inner).length > 0) candidates.push(inner);
    }
    // The envelope of an answer that has nothing to show.
    if (withoutSeparators(name) === 'data') candidates.push({});
    const value = candidates.find((candidate) => mock.validator.accepts(property, candidate, 'response'));
    if (value !== undefined) known[name] = value;
  }
  return known;
}

/**
 * An answer with a fixed kind (`{ apiVersion, kind: Status }`) keeps its own, not that of the deleted item.
 */
function asKind(schema: Schema, properties: ReadonlyMap<string, Schema>, entity: JsonObject): JsonObject {
  const name = typeof schema === 'object' ? /[^/.]+$/.exec(schema.$ref ?? '')?.[0] : undefined;
  return name !== undefined && properties.has('kind') && properties.has('apiVersion')
    ? { ...entity, kind: name }
    : entity;
}

/** The value for a success among those that a description lists. */
function wordOfSuccess(mock: MockContext, name: string, property: Schema): readonly Json[] {
  const target = mock.api.deref(property);
  const listed = typeof target === 'object' ? wordsListed([name], [], [target.description ?? '']) : [];
  return listed.filter((word) => /^(?:deleted|removed|success|succeeded|ok)$/i.test(word));
}

/** The only value that a schema allows. */
function onlyValue(mock: MockContext, property: Schema): readonly Json[] {
  const target = mock.api.deref(property);
  if (typeof target === 'boolean') return [];
  return target.const !== undefined ? [target.const] : target.enum?.length === 1 ? target.enum : [];
}

/** Values of a property with that name after a deletion, best first. */
function meanings(mock: MockContext, name: string, property: Schema, deleted: DeletedItem): readonly Json[] {
  const { id, entity, names, status, text } = deleted;
  const own = Object.hasOwn(entity, name) ? [entity[name] ?? null] : [];
  const plain = withoutSeparators(name);
  if (names.has(plain)) return [...own, id, String(id)];
  switch (plain) {
    case 'deleted':
    case 'isdeleted':
    case 'removed':
    case 'destroyed':
    case 'archived':
      return [true, id, String(id), [id], [String(id)], 1];
    case 'ids':
    case 'deletedids':
      return [[id], [String(id)]];
    case 'success':
    case 'succeeded':
    case 'successful':
    case 'ok':
    case 'acknowledged':
    case 'done':
      return [true, ...own];
    case 'error':
    case 'errors':
      return [null, false];
    case 'status':
    case 'state':
    case 'result':
    case 'outcome':
      return [...wordOfSuccess(mock, name, property), 'deleted', 'removed', 'success', 'ok', true, status, ...own];
    case 'errorcode':
      return [0, null, '0', ''];
    case 'code':
    case 'statuscode':
      return [...own, status, String(status)];
    case 'message':
    case 'msg':
    case 'detail':
      return [text];
    case 'count':
    case 'deletedcount':
    case 'removedcount':
    case 'affected':
    case 'affectedrows':
    case 'rowsaffected':
      return [1];
    case 'deletedat':
    case 'removedat':
    case 'deletedon':
      return [instantFor(mock, property) ?? null];
    default:
      return /^(?:deleted|removed).*ids$/.test(plain) ? [[id], [String(id)]] : own;
  }
}
