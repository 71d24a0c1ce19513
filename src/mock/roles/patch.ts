import type { Json, JsonObject, Violation } from '../../core/index.ts';
import { pointerTo } from '../../resources/index.ts';
import type { Schema } from '../../spec/index.ts';
import type { Entity, Transaction } from '../../state/index.ts';
import {
  isArray,
  isObject,
  jsonEquals,
  parseMediaType,
  parsePointer,
  valueAt,
  withoutSeparators,
  withValueAt,
} from '../../wire/index.ts';
import { withDeedTimes } from '../entity/deed-times.ts';
import { completedEntity, inSchemaOrder } from '../entity/entity.ts';
import { isPathSteps, isSteps, jsonPatch, mergePatch, type PatchOutcome, pathPatch } from '../entity/patch.ts';
import { withTotals } from '../entity/totals.ts';
import { type AdaptedInput, adaptInput, type RequestFacts } from '../fields/adapt-input.ts';
import { pathFieldsOf, withDecided } from '../fields/path-fields.ts';
import { withoutStaleStamps, withUpdateTimes } from '../fields/server-fields.ts';
import { acceptedFields } from '../fields/writable-fields.ts';
import type { MockContext, RequestContext, RoleCall } from '../model/context.ts';
import { schemaAt } from '../model/fields.ts';
import { asObject } from '../model/object.ts';
import { type EntityPlace, firstEntity } from '../model/place.ts';
import { refuse } from '../model/refusal.ts';
import { changeShownChildren, showInParent } from '../parts/embedded-children.ts';
import { countInTargets, withWhatIsLeft } from '../parts/kept-numbers.ts';
import { conflictStatus } from '../refuse/judge.ts';
import { rememberSent } from '../seed/filtered-by-sent.ts';
import { withNamedRecords } from '../seed/named-records.ts';
import { recordsIn } from '../seed/seeder.ts';
import { requestedOf, sentEntity } from './create.ts';
import { answerAfterWrite } from './presentation.ts';
import { createsNamed, namedInBody, replace, successOfReplace } from './replace.ts';
import {
  collectionAt,
  findAddressed,
  misfit,
  notFound,
  preconditionFailure,
  type RoleAnswer,
  type RoleOutcome,
  staleFailure,
  stateConflict,
  storedEntity,
} from './role.ts';
import { takenByChange } from './unique-conflict.ts';

/**
 * Changes part of an entity, by its media type: JSON Patch (RFC 6902), else merge (RFC 7396). If the result
 * does not fit the entity's schema, nothing changes.
 */
export const patch: RoleAnswer = function patch(call) {
  const { mock, context, place, tx } = call;
  const addressed = findAddressed(call);
  const found = addressed ?? namedInBody(place, sentEntity(mock, context), tx);
  if (found === undefined) return undefined;
  const { key } = found;
  const before = storedEntity(call, found);
  if (before === undefined)
    return upserts(context) || createsNamed(context, addressed) ? replace(call) : notFound(call, key);
  const failed = preconditionFailure(context, before) ?? staleFailure(call, before) ?? stateConflict(call, before);
  if (failed !== undefined) return failed;
  const outcome = applyPatch(call, asObject(before.value));
  if ('misfits' in outcome) return misfit(call, outcome.misfits);
  if (!outcome.ok)
    return {
      refusal: refuse(
        outcome.status === 422 ? context.plan.invalidStatus() : conflictStatus(context.operation),
        `The patch does not fit: ${outcome.reason}.`,
        { code: outcome.status === 422 ? 'validation_failed' : 'conflict' },
      ),
    };
  const stored = storeChange(call, before, { changed: asObject(outcome.value), sent: sentEntity(mock, context) });
  if (stored === undefined || !('entity' in stored)) return stored;
  return { response: answerAfterWrite(call, successOfReplace(context), stored.entity) };
};

/** A create that changes the entity which its body names, if there is one. `undefined`: it creates. */
export function changeNamed(call: RoleCall): RoleOutcome {
  const { mock, context, place, tx } = call;
  if (context.role.updates !== true) return undefined;
  const sent = sentEntity(mock, context);
  const before = namedInBody(place, sent, tx)?.entity ?? calledAlike(place, sent, tx);
  if (before === undefined) return undefined;
  const outcome = changedBy(call, before, sent, requestedOf(mock, context));
  if (outcome === undefined || !('entity' in outcome)) return outcome;
  return { response: answerAfterWrite(call, successOfReplace(context), outcome.entity) };
}

/** The record with the name that is sent, where no id is. */
function calledAlike(place: EntityPlace, sent: JsonObject, tx: Transaction): Entity | undefined {
  const { name } = sent;
  const id = place.resource.id?.property;
  if (typeof name !== 'string' || (id !== undefined && valueAt(sent, pointerTo(id)) !== undefined)) return undefined;
  return firstEntity(collectionAt(tx, place), place, [...place.where, { pointer: '/name', op: 'equals', value: name }]);
}

/** Changes an existing entity by what a request says of it. Returns an outcome if it is refused. */
export function changedBy(
  call: RoleCall,
  before: Entity,
  sent: JsonObject,
  requested: RequestFacts | undefined,
): StoredChange {
  const { mock, place } = call;
  const schema = requested?.schema;
  const known = asObject(before.value);
  const accepted = withoutStaleStamps(acceptedFields(mock, place.resource, sent, { requested: schema }), known);
  const named = new Set(Object.keys(sent).map(withoutSeparators));
  const { value, misfits } = merge(call, known, accepted, { strictly: false, named, requested });
  if (misfits.length > 0) return misfit(call, misfits);
  return storeChange(call, before, { changed: withUpdateTimes(mock, place, value, accepted), sent });
}

/** The entity after a change, or the outcome where it is refused. */
type StoredChange = { readonly entity: Entity } | RoleOutcome;

/** An entity as a request changes it, and what the request says. */
interface Change {
  readonly changed: JsonObject;
  readonly sent: JsonObject;
}

function storeChange(call: RoleCall, { key, value: before }: Entity, { changed, sent }: Change): StoredChange {
  const { mock, place, tx } = call;
  const { schema } = place.resource;
  const decided = withDecided(changed, pathFieldsOf(mock, place, key));
  const whole = inSchemaOrder(mock, schema, withDeedTimes(mock, schema, decided, asObject(before)));
  const wrong = misfitsOf(mock, place, whole, before);
  const fit = wrong.length > 0 ? inOtherForm(call, key, whole, wrong) : whole;
  if (fit === undefined) return misfit(call, wrong);
  // A sum changes only with what it is the sum of.
  const isSame = (name: string): boolean => jsonEquals(fit[name] ?? null, asObject(before)[name] ?? null);
  const summed = withWhatIsLeft(
    mock,
    place.resource,
    asObject(before),
    withTotals(mock, schema, fit, (name) => !isSame(name)),
  );
  const { path } = call.context.parameters;
  const value = withNamedRecords(mock, place.resource, summed, {
    recordOf: recordsIn(mock, tx),
    sent,
    before: asObject(before),
    path,
  });
  const taken = takenByChange(call, key, value, asObject(before));
  if (taken !== undefined) return taken;
  const entity = collectionAt(tx, place).put(key, value);
  rememberSent(call.context, place, { key, sent }, tx);
  showInParent(call, key, entity.value);
  changeShownChildren(call, key, asObject(entity.value), asObject(before));
  countInTargets(call, before, entity.value);
  return { entity };
}

/** Whether a PATCH creates a missing item: it documents a 201 beside another success (RFC 5789 §2). */
function upserts({ operation }: RequestContext): boolean {
  const successes = operation.responses.filter(({ status }) => /^2/.test(status));
  return successes.length > 1 && successes.some(({ status }) => status === '201');
}

type PatchResult = PatchOutcome | { readonly misfits: readonly Violation[] };

function applyPatch(call: RoleCall, before: JsonObject): PatchResult {
  const { mock, context, place } = call;
  const { body } = context.request;
  const type = body.kind === 'parsed' ? parseMediaType(body.mediaType)?.essence : undefined;
  const steps =
    body.kind === 'parsed' ? stepsIn(mock, place, body.value, type === 'application/json-patch+json') : undefined;
  if (steps !== undefined) {
    const sent = body.kind === 'parsed' ? asObject(body.value) : {};
    // A SCIM patch (RFC 7644 §3.5.2) has its steps in `Operations`. Elsewhere a path without a slash is wrong.
    const isByPath = Object.hasOwn(sent, 'Operations') && isArray(steps) && isPathSteps(steps);
    const outcome: PatchOutcome = isByPath ? { ok: true, value: pathPatch(before, steps) } : jsonPatch(before, steps);
    if (!outcome.ok) return outcome;
    const changed = asObject(outcome.value);
    const kept = { ...changed, ...readOnlyOf(mock, place, before) };
    return { ok: true, value: withUpdateTimes(mock, place, kept, sentIn(changed, before)) };
  }
  const requested = requestedOf(mock, context);
  const schema = requested?.schema;
  const whole = sentPart(call, requested);
  if (whole.misfits.length > 0) return whole;
  const accepted = acceptedFields(mock, place.resource, whole.value, {
    requested: schema,
    shownAlone: context.plan.shownAlone,
  });
  const sent = withoutStaleStamps(accepted, before);
  // Properties that the query may set are described by its parameters.
  const inputs = (context.role.inputs ?? []).map(({ pointer }) => parsePointer(pointer)?.[0] ?? '');
  const named = new Set(
    [...(schema === undefined ? [] : mock.fieldsOf(schema).properties.keys()), ...inputs].map(withoutSeparators),
  );
  const strictly = type === 'application/merge-patch+json';
  const { value, misfits } = merge(call, before, sent, { strictly, named, requested });
  return misfits.length > 0 ? { misfits } : { ok: true, value: withUpdateTimes(mock, place, value, sent) };
}

/** The sent entity; where the request sends a part of it (`attributes`), the part is in the form that the entity shows. */
function sentPart({ mock, context, place }: RoleCall, requested: RequestFacts): AdaptedInput {
  const sent = sentEntity(mock, context);
  const { sentAs } = context.role;
  const schema = sentAs === undefined ? undefined : schemaAt(mock.fieldsOf, place.resource.schema, sentAs);
  if (sentAs === undefined || schema === undefined) return { value: sent, misfits: [] };
  const part = { ...place, resource: { ...place.resource, schema } };
  const { value, misfits } = adaptInput(mock, part, asObject(valueAt(sent, sentAs) ?? null), requested);
  return { value: asObject(withValueAt(sent, sentAs, value)), misfits };
}

/**
 * The steps of a JSON Patch, alone or as the only list in an object (`{ operations: […], comment }`). A document
 * may define another object as the patch, or the list as a property of the entity: then it is merged.
 */
function stepsIn(mock: MockContext, place: EntityPlace, value: Json, isJsonPatch: boolean): Json | undefined {
  if (Array.isArray(value)) return isJsonPatch || isSteps(value) ? value : undefined;
  const { properties } = mock.fieldsOf(place.resource.schema);
  // Names of schemas may stand beside the steps.
  const lists = Object.entries(asObject(value)).filter(
    ([, list]) => isArray(list) && list.some((each) => typeof each === 'object'),
  );
  const [only, ...others] = lists;
  if (only === undefined || others.length > 0) return undefined;
  const [name, list] = only;
  const isKnown = isArray(list) && (isSteps(list) || (name === 'Operations' && isPathSteps(list)));
  return !properties.has(name) && isKnown ? list : undefined;
}

/** The properties that patch steps have changed. */
function sentIn(changed: JsonObject, before: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(changed).flatMap(([name, value]): readonly (readonly [string, Json])[] => {
      const old = before[name];
      if (old !== undefined && jsonEquals(old, value)) return [];
      return [[name, isObject(value) && isObject(old) ? sentIn(value, old) : value]];
    }),
  );
}

/** How a merge is requested. */
interface MergeRequest {
  /** Whether it is a merge patch (RFC 7396), not plain JSON. */
  readonly strictly: boolean;
  /** The names of the properties of the request's own schema, without case and separators. */
  readonly named: ReadonlySet<string>;
  readonly requested: RequestFacts | undefined;
}

/**
 * Null removes a property (RFC 7396), unless the property is required and nullable. With plain JSON, null
 * sets a nullable property to null.
 */
function merge(
  { mock, place }: RoleCall,
  before: JsonObject,
  sent: JsonObject,
  { strictly, named, requested }: MergeRequest,
): AdaptedInput {
  const { properties, required } = mock.fieldsOf(place.resource.schema);
  const nulls: Record<string, Json> = {};
  const changes: Record<string, Json> = {};
  for (const [name, value] of Object.entries(sent)) {
    const property = properties.get(name);
    const nullable = property !== undefined && mock.validator.accepts(property, null, 'response');
    if (value === null && nullable && (required.has(name) || !strictly)) nulls[name] = null;
    else changes[name] = value;
  }
  const whole = asObject(mergePatch(before, withUnset(mock, changes, before, requested?.schema)));
  // Properties that the request's own schema does not have must fit unchanged.
  const changed = Object.keys(changes).filter(
    (name) => named.has(withoutSeparators(name)) && Object.hasOwn(whole, name),
  );
  const fit = adaptInput(mock, place, pickProperties(whole, changed), requested);
  const lost = changed.filter((name) => !Object.hasOwn(fit.value, name));
  const value = { ...without(whole, changed), ...pickProperties(before, lost), ...fit.value, ...nulls };
  return { value, misfits: fit.misfits };
}

/** If the request allows an empty string in place of a map, it removes a key of the map, or all of them. */
function withUnset(
  mock: MockContext,
  changes: JsonObject,
  before: JsonObject,
  requested: Schema | undefined,
): JsonObject {
  if (requested === undefined) return changes;
  const { properties } = mock.fieldsOf(requested);
  const nothing = (map: JsonObject): JsonObject => Object.fromEntries(Object.keys(map).map((name) => [name, null]));
  const emptied = (name: string, value: Json): Json => {
    if (!unsets(mock, properties.get(name))) return value;
    if (value === '') return nothing(asObject(before[name]));
    return isObject(value) ? { ...value, ...nothing(pickProperties(value, emptyIn(value))) } : value;
  };
  return Object.fromEntries(Object.entries(changes).map(([name, value]) => [name, emptied(name, value)]));
}

function emptyIn(map: JsonObject): readonly string[] {
  return Object.keys(map).filter((name) => map[name] === '');
}

/** Whether a schema is a map, or only the empty string. */
function unsets({ api }: MockContext, schema: Schema | undefined): boolean {
  const target = api.deref(schema ?? true);
  const forms = typeof target === 'object' ? (target.anyOf ?? target.oneOf ?? []).map((form) => api.deref(form)) : [];
  const isNothing = forms.some((form) => typeof form === 'object' && form.enum?.length === 1 && form.enum[0] === '');
  return isNothing && forms.some((form) => typeof form === 'object' && form.additionalProperties !== undefined);
}

function pickProperties(value: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(names.flatMap((name) => (Object.hasOwn(value, name) ? [[name, value[name] ?? null]] : [])));
}

function without(value: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
}

/** Violations that the patch causes, not the earlier value. */
function misfitsOf(mock: MockContext, place: EntityPlace, value: JsonObject, before: Json): readonly Violation[] {
  const { schema } = place.resource;
  const violations = mock.validator.value(schema, value, 'response');
  if (violations.length === 0 || !mock.validator.accepts(schema, before, 'response')) return [];
  return violations.map((each) => ({ ...each, code: 'body.schema', pointer: `/body${each.pointer}` }));
}

const UNDOCUMENTED = new Set(['additionalProperties', 'unevaluatedProperties']);

/**
 * The entity in another branch of its schema's `oneOf`: properties of the old branch are removed, and the
 * server's properties of the new one are added. A merge patch (RFC 7396 §2) and patch steps remove
 * properties themselves.
 */
function inOtherForm(
  { mock, context, place }: RoleCall,
  key: string,
  whole: JsonObject,
  wrong: readonly Violation[],
): JsonObject | undefined {
  const { body } = context.request;
  if (body.kind !== 'parsed' || parseMediaType(body.mediaType)?.essence.endsWith('patch+json') === true)
    return undefined;
  const sent = sentEntity(mock, context);
  const { schema } = place.resource;
  // An object of another kind has members of its own: those of the earlier object do not stay beside them.
  const replaced = { ...whole, ...ownObjects(sent) };
  if (mock.validator.accepts(schema, replaced, 'response')) return replaced;
  const { readOnly } = mock.fieldsOf(schema);
  const stale: string[] = [];
  let isPartial = false;
  for (const { keyword = '', pointer } of wrong) {
    const [, name = '', ...deeper] = parsePointer(pointer) ?? [];
    if (deeper.length > 0 || Object.hasOwn(sent, name)) return undefined;
    if (UNDOCUMENTED.has(keyword)) stale.push(name);
    else if (keyword === 'required' && readOnly.has(name)) isPartial = true;
    else return undefined;
  }
  const left = without(whole, stale);
  const completed = isPartial
    ? completedEntity({ mock, place, key, requested: undefined }, left)
    : { value: left, misfits: undefined };
  if (completed.misfits !== undefined) return undefined;
  const { value } = completed;
  const isKept = value === left || Object.entries(left).every(([name, each]) => jsonEquals(value[name] ?? null, each));
  return isKept && mock.validator.accepts(schema, value, 'response') ? value : undefined;
}

function ownObjects(sent: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(sent).filter(([, value]) => isObject(value)));
}

function readOnlyOf(mock: MockContext, place: EntityPlace, before: JsonObject): JsonObject {
  const { readOnly } = mock.fieldsOf(place.resource.schema);
  return Object.fromEntries(Object.entries(before).filter(([name]) => readOnly.has(name)));
}
