import type { Json, JsonObject } from '../../core/index.ts';
import type { ResourceModel } from '../../resources/index.ts';
import { type Operation, type Schema, typesOf } from '../../spec/index.ts';
import type { Entity, Transaction } from '../../state/index.ts';
import { withoutSeparators } from '../../wire/index.ts';
import type { MockContext, RequestContext } from '../model/context.ts';
import { asObject } from '../model/object.ts';
import { type EntityPlace, keyOf } from '../model/place.ts';

/** What is known of a document when the plans of its operations are made. */
type Ground = Pick<MockContext, 'api' | 'operationsAt' | 'fieldsOf'> & { readonly model: ResourceModel };

/** Names of parameters that say how a list is shown instead of what it shows. */
const SHAPES =
  /^(?:fields?|select|includes?|expand|embed|sort(?:by|order)?|order(?:by)?|lang(?:uage)?|locale|format|view|limit|page(?:size)?|dryrun|pretty|apikey|(?:access)?token)$/;

const isPlain = (api: MockContext['api'], schema: Schema): boolean =>
  !typesOf(api, schema).some((type) => type === 'object' || type === 'array');

/**
 * Query parameters of a list with the name of a property that only its create sends: `?to_channel=7` for messages that were sent to a
 * channel and do not show it.
 */
export function sentFiltersOf(operation: Operation, { api, model, operationsAt, fieldsOf }: Ground): readonly string[] {
  const { kind, resource, list } = model.roleOf(operation);
  if (kind !== 'list' || resource === undefined || list === undefined) return [];
  const shown = fieldsOf(resource.schema);
  const sent = operationsAt(operation.path)
    .filter((each) => model.roleOf(each).kind === 'create' && model.roleOf(each).resource === resource)
    .flatMap(({ body }) =>
      (body?.content ?? []).flatMap(({ schema }) =>
        [...fieldsOf(schema ?? true).properties].flatMap(([name, property]) => (isPlain(api, property) ? [name] : [])),
      ),
    );
  const used = new Set([...list.filters.map(({ parameter }) => parameter), ...Object.values(list.page), list.search]);
  return operation.parameters.flatMap(({ name, in: at }) =>
    at === 'query' &&
    sent.includes(name) &&
    !used.has(name) &&
    !SHAPES.test(withoutSeparators(name)) &&
    !shown.properties.has(name)
      ? [name]
      : [],
  );
}

/** The names under which the lists of a collection look for what is sent to it. */
export function keptForFilters(operation: Operation, ground: Ground): readonly string[] {
  const { kind, resource } = ground.model.roleOf(operation);
  if (kind !== 'create' && kind !== 'replace' && kind !== 'patch') return [];
  const lists = ground.operationsAt(resource?.collectionPath).filter(({ method }) => method === 'GET');
  return [...new Set(lists.flatMap((list) => sentFiltersOf(list, ground)))];
}

/** Key of the world record of a collection with what was sent with each entity, by its key. */
const recordOf = (place: EntityPlace): string => `sent/${place.collection}`;

/** Each write reads this record, so it must stay small. Entities that are dropped from it are shown with all values. */
const MOST_REMEMBERED = 1_000;

/** Remembers what the lists of a collection look for, and what its entities do not show. */
export function rememberSent(
  { plan: { keptForFilters: names } }: RequestContext,
  place: EntityPlace,
  { key, sent }: { readonly key: string; readonly sent: JsonObject },
  tx: Transaction,
): void {
  if (names.length === 0) return;
  const before = asObject(tx.record(recordOf(place)) ?? null);
  const values = Object.fromEntries(Object.entries(sent).filter(([name]) => names.includes(name)));
  const known: Record<string, Json> = { ...before, [key]: { ...asObject(before[key] ?? null), ...values } };
  const [oldest = key, ...others] = Object.keys(known);
  if (others.length >= MOST_REMEMBERED) delete known[oldest];
  tx.setRecord(recordOf(place), known);
}

/** A predicate for the entities that were sent with the values of the query. Seeds were not sent, and have any value. */
export function filteredBySent(
  { plan, parameters }: RequestContext,
  place: EntityPlace,
  tx: Transaction,
): ((entity: Entity) => boolean) | undefined {
  const wanted = plan.sentFilters.flatMap((name) => {
    const value = parameters.query[name];
    const isGiven = value !== undefined && value !== null && value !== '' && typeof value !== 'object';
    return isGiven ? [[name, keyOf(value)] as const] : [];
  });
  const record = wanted.length === 0 ? undefined : tx.record(recordOf(place));
  if (record === undefined) return undefined;
  const known = asObject(record);
  return ({ key }) => {
    if (!Object.hasOwn(known, key)) return true;
    const values = asObject(known[key] ?? null);
    return wanted.every(([name, text]) => keyOf(values[name] ?? '') === text);
  };
}
