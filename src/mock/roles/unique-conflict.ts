import type { HttpResponse, Json, JsonObject } from '../../core/index.ts';
import { CASELESS, caselessByApi, duplicateRefusal, pointerTo, textsOfDuplicates } from '../../resources/index.ts';
import type { Schema } from '../../spec/index.ts';
import type { Condition, Entity } from '../../state/index.ts';
import { escapeToken, isArray, isObject, jsonEquals } from '../../wire/index.ts';
import { answerFor } from '../facts/negotiate.ts';
import type { MockContext, RequestContext, RoleCall } from '../model/context.ts';
import { asObject } from '../model/object.ts';
import { firstEntity, isKeyOf } from '../model/place.ts';
import { refuse } from '../model/refusal.ts';
import { entityAnswer } from './presentation.ts';
import { collectionAt, type RoleOutcome } from './role.ts';

/**
 * The conflict with an existing record, if the document says that there may be only one: a record with
 * equal values of the properties that the document names, or, if it names none, one for which a client sent
 * exactly the same.
 */
export function takenBefore(call: RoleCall, meant: JsonObject, requested: Schema | undefined): RoleOutcome {
  const { context, place, tx } = call;
  const { unique } = context.role;
  if (unique === undefined) return undefined;
  const own = place.resource.id?.property;
  const groups = unique
    .map((group) => group.filter((name) => pointerTo(name) !== pointerTo(own ?? '')))
    .filter((group) => group.length > 0);
  const [, ...deeper] = own === undefined ? [] : pointerTo(own).slice(1).split('/');
  const named = own === undefined || deeper.length > 0 ? undefined : sameInOtherCase(call, meant, [own]);
  if (own !== undefined && named !== undefined)
    return conflictOutcome(call, ` with ${propertyText(own, identityOf(meant[own]))}`);
  for (const group of groups) {
    if (!group.every((name) => isPlain(identityOf(meant[name])))) continue;
    const equal = [...place.where, ...equalConditions(meant, group)];
    const there = firstEntity(collectionAt(tx, place), place, equal) ?? sameInOtherCase(call, meant, group);
    if (there !== undefined && wantsExisting(context)) return { response: existingAnswer(call, there) };
    if (there !== undefined)
      return conflictOutcome(
        call,
        ` with ${group.map((name) => propertyText(name, identityOf(meant[name]))).join(' and ')}`,
      );
  }
  return groups.length > 0 ? undefined : sentBefore(call, meant, requested);
}

/** The record that has the same values but for the case of letters, where the document calls such values the same. */
function sameInOtherCase(
  { mock, context, place, tx }: RoleCall,
  meant: JsonObject,
  group: readonly string[],
): Entity | undefined {
  const { properties } = mock.fieldsOf(place.resource.schema);
  const ofOperation = textsOfDuplicates(context.operation);
  const isCaseless = (name: string): boolean => {
    const property = mock.api.deref(properties.get(name) ?? true);
    const own = typeof property === 'object' ? (property.description ?? '') : '';
    const general = caselessByApi(mock.api, name, place.resource)?.text ?? '';
    return [own, ...ofOperation, general].some((text) => CASELESS.test(text));
  };
  if (!group.some((name) => typeof meant[name] === 'string' && isCaseless(name))) return undefined;
  const folded = (value: Json | undefined, name: string): Json | undefined =>
    typeof value === 'string' && isCaseless(name) ? value.toLowerCase() : identityOf(value);
  const { entities } = collectionAt(tx, place).query({ where: place.where });
  return entities.find(
    ({ key, value }) =>
      isKeyOf(place, key) &&
      group.every((name) => jsonEquals(folded(asObject(value)[name], name) ?? null, folded(meant[name], name) ?? null)),
  );
}

/** The conflict of a change that gives an entity the value of another one, if the document refuses that. */
export function takenByChange(call: RoleCall, key: string, changed: JsonObject, before: JsonObject): RoleOutcome {
  const { context, place, tx } = call;
  for (const group of context.role.unique ?? []) {
    const isNew = group.some(
      (name) => !jsonEquals(identityOf(changed[name]) ?? null, identityOf(before[name]) ?? null),
    );
    if (!isNew || group.length === 0 || !group.every((name) => isPlain(identityOf(changed[name])))) continue;
    const equal = [...place.where, ...equalConditions(changed, group)];
    const { entities } = collectionAt(tx, place).query({ where: equal });
    const other = entities.find((each) => each.key !== key && isKeyOf(place, each.key));
    if (other !== undefined)
      return conflictOutcome(
        call,
        ` with ${group.map((name) => propertyText(name, identityOf(changed[name]))).join(' and ')}`,
      );
  }
  return undefined;
}

const EXISTING = /^(?:get|return|use|reuse)_?(?:if_?)?exist(?:s|ing)$|^get_?or_?create$/i;

/** Whether a create asks for the record that is there already: `?get_if_exists=true`. */
function wantsExisting({ parameters }: RequestContext): boolean {
  return Object.entries(parameters.query).some(([name, value]) => EXISTING.test(name) && String(value) === 'true');
}

function existingAnswer(call: RoleCall, there: Entity): HttpResponse {
  const { plan, operation } = call.context;
  return entityAnswer(call, answerFor(operation, 200) ?? plan.success, there);
}

/** The values that a client can set decide whether two records are equal. */
function sentBefore(call: RoleCall, meant: JsonObject, requested: Schema | undefined): RoleOutcome {
  const { mock, context, place, tx } = call;
  const shown = mock.fieldsOf(place.resource.schema);
  const requestFields = requested === undefined ? shown : mock.fieldsOf(requested);
  const names = [...shown.properties.keys()].filter(
    // The client does not set what the path decides.
    (name) =>
      requestFields.properties.has(name) &&
      !requestFields.readOnly.has(name) &&
      !shown.writeOnly.has(name) &&
      !Object.hasOwn(place.fixed, name) &&
      isShownAsSent(mock, shown.properties.get(name), meant[name]),
  );
  const plain = names.filter((name) => isPlain(meant[name]));
  if (plain.length === 0) return undefined;
  const isCaseless = textsOfDuplicates(context.operation).some((text) => CASELESS.test(text));
  const conditions = isCaseless ? [] : equalConditions(meant, plain);
  const { entities } = collectionAt(tx, place).query({ where: [...place.where, ...conditions] });
  const folded = (value: Json | undefined): Json | undefined =>
    isCaseless && typeof value === 'string' ? value.toLowerCase() : value;
  const equal = entities.some(({ key, value }) => {
    if (!isKeyOf(place, key)) return false;
    const before = asObject(value);
    return names.every((name) => isAsSent(folded(before[name] ?? null) ?? null, folded(meant[name])));
  });
  return equal ? conflictOutcome(call, ' like this') : undefined;
}

/** The server fills in a property that a client leaves out, except for a list, which stays empty. */
function isAsSent(before: Json, meant: Json | undefined): boolean {
  // The server shows more of what an object names: `parent: { id }`.
  if (isObject(meant ?? null))
    return (
      isObject(before) && Object.entries(asObject(meant)).every(([name, each]) => isAsSent(before[name] ?? null, each))
    );
  return meant === undefined ? !isArray(before) || before.length === 0 : jsonEquals(before, meant);
}

/** A value that is shown in another form than it was sent cannot be compared. */
function isShownAsSent({ validator }: MockContext, schema: Schema | undefined, value: Json | undefined): boolean {
  return value === undefined || schema === undefined || isObject(value) || validator.accepts(schema, value, 'response');
}

function equalConditions(meant: JsonObject, names: readonly string[]): readonly Condition[] {
  return names.map((name) => {
    const pointer = `/${escapeToken(name)}`;
    const value = meant[name] ?? null;
    const id = identityOf(value);
    return { pointer: id === value ? pointer : `${pointer}/id`, op: 'equals', value: id ?? null };
  });
}

/** What a value is compared by: an object that names a record, by its id. */
function identityOf(value: Json | undefined): Json | undefined {
  return isObject(value ?? null) ? asObject(value)['id'] : value;
}

/** Whether a value can identify a record: an empty string cannot. */
function isPlain(value: Json | undefined): boolean {
  return value !== undefined && value !== null && value !== '' && typeof value !== 'object';
}

function propertyText(name: string, value: Json | undefined): string {
  return `${name} ${JSON.stringify(typeof value === 'bigint' ? String(value) : value)}`;
}

function conflictOutcome({ context, place }: RoleCall, which: string): RoleOutcome {
  const status = Number(duplicateRefusal(context.operation) ?? 409);
  return { refusal: refuse(status, `Another ${place.resource.singular}${which} is there already.`) };
}
