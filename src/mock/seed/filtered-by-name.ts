import { clusterKey, pointerTo, type Resource, type ResourceModel } from '../../resources/index.ts';
import { type Operation, typesOf, wordsOf } from '../../spec/index.ts';
import type { Entity, Transaction } from '../../state/index.ts';
import { valueAt, withoutSeparators } from '../../wire/index.ts';
import type { MockContext, RequestContext } from '../model/context.ts';
import type { NameFilter } from '../model/operation-plan.ts';
import { type EntityPlace, keyOf, placeOf } from '../model/place.ts';

const SAYS_NAME = /\b(?:names?|titles?|slugs?)\b/i;
const NAMES = ['name', 'title', 'slug'];

/**
 * Query parameters of a list that name a record to which the items refer: `?org=acme` for items with `orgID`, where the description speaks
 * of the name of the organisation.
 */
export function nameFiltersOf(
  operation: Operation,
  { api, model, fieldsOf }: Pick<MockContext, 'api' | 'model' | 'fieldsOf'>,
): readonly NameFilter[] {
  const { kind, resource, list } = model.roleOf(operation);
  if (kind !== 'list' || resource === undefined || list === undefined) return [];
  const used = new Set([...list.filters.map(({ parameter }) => parameter), ...Object.values(list.page), list.search]);
  return operation.parameters.flatMap(({ name: parameter, in: at, description = '' }): readonly NameFilter[] => {
    if (at !== 'query' || used.has(parameter) || !SAYS_NAME.test(description)) return [];
    const found = referenceOf(resource, parameter, model);
    const properties = found === undefined ? undefined : fieldsOf(found.target.schema).properties;
    const name = NAMES.find((each) => typesOf(api, properties?.get(each) ?? false).includes('string'));
    return found === undefined || name === undefined ? [] : [{ ...found, parameter, name }];
  });
}

function referenceOf(
  { relations }: Resource,
  parameter: string,
  model: ResourceModel,
): Pick<NameFilter, 'pointer' | 'target'> | undefined {
  for (const { pointer, resource } of relations) {
    const [, reference] = /^\/([^/~]+)$/.exec(pointer) ?? [];
    const target = model.resource(resource);
    if (reference === undefined || target === undefined || target.parent !== undefined) continue;
    const stem = wordsOf(reference).slice(0, -1).join('');
    const words = [stem, clusterKey(target.singular)].flatMap((each) => [each, `${each}name`]);
    if (stem !== '' && words.includes(withoutSeparators(parameter))) return { pointer, target };
  }
  return undefined;
}

/** The places of the records that the query of a request names. */
export function placesByName(mock: MockContext, { plan, parameters }: RequestContext): readonly EntityPlace[] {
  const named = plan.nameFilters.filter(({ parameter }) => parameters.query[parameter] !== undefined);
  return named.flatMap(({ target }) => placeOf(mock, target, {}) ?? []);
}

/** A predicate for the items that refer to the records that the query names; undefined where it names none. */
export function filteredByName(
  mock: MockContext,
  { plan, parameters }: RequestContext,
  tx: Transaction,
): ((entity: Entity) => boolean) | undefined {
  const tests = plan.nameFilters.flatMap(({ parameter, pointer, target, name }) => {
    const wanted = parameters.query[parameter];
    const place = placeOf(mock, target, {});
    const own = target.id?.property;
    if (typeof wanted !== 'string' || wanted === '' || place === undefined || own === undefined) return [];
    const ids = new Set<string>();
    const where = [...place.where, { pointer: pointerTo(name), op: 'equals', value: wanted } as const];
    for (const { value } of tx.collection(place.collection).query({ where }).entities) {
      const id = valueAt(value, pointerTo(own));
      if (id !== undefined && id !== null && typeof id !== 'object') ids.add(keyOf(id));
    }
    return [
      ({ value }: Entity): boolean => {
        const shown = valueAt(value, pointer);
        return shown !== undefined && shown !== null && typeof shown !== 'object' && ids.has(keyOf(shown));
      },
    ];
  });
  return tests.length === 0 ? undefined : (entity) => tests.every((each) => each(entity));
}
