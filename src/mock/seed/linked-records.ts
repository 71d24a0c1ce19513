import { pointerTo, putInto, type Resource, type ResourceModel } from '../../resources/index.ts';
import { type Api, type Operation, onceForEach } from '../../spec/index.ts';
import type { Entity, Transaction } from '../../state/index.ts';
import { valueAt, withoutSeparators } from '../../wire/index.ts';
import type { MockContext, RequestContext } from '../model/context.ts';
import type { LinkedBy, LinksOfRecord } from '../model/operation-plan.ts';
import { type EntityPlace, keyOf, placeOf } from '../model/place.ts';
import { itemViewOf } from './listed-by-parent.ts';
import { isSeed } from './seeds.ts';

/** A path directly below an item, or that of an item there. Group 1 is what it ends in: `contacts/{contactId}`. */
const BELOW = /\/\{[^{}/]+\}\/([^{}/]+(?:\/\{[^{}/]+\})?)$/;

/** A document, and what is inferred from it. */
interface DocumentFacts {
  readonly api: Api;
  readonly model: ResourceModel;
  readonly operationsAt: MockContext['operationsAt'];
}

/**
 * The collections below other records that link the records of a resource: `/lists/{listId}/contacts` links contacts, where a
 * request puts an existing contact in.
 */
export function linksOf(record: Resource, { api, model, operationsAt }: DocumentFacts): readonly LinksOfRecord[] {
  if (record.parent !== undefined || record.id === undefined) return [];
  const word = withoutSeparators(record.singular);
  const named = pathsBelowItems(api).filter(({ end }) => end.includes(word));
  const those = new Set(named.flatMap(({ operation }) => model.roleOf(operation).resource ?? []));
  return [...those].flatMap((links): readonly LinksOfRecord[] => {
    const owner = links.parent === undefined ? undefined : model.resource(links.parent.resource);
    if (owner === undefined || owner === record || owner.parent !== undefined || putInto(links, model) !== record)
      return [];
    const isPut = operationsAt(links.itemPath).some(({ method, body }) => method === 'PUT' && body === undefined);
    const isNamed = operationsAt(links.collectionPath).some((each) => model.roleOf(each).names !== undefined);
    if (!isPut && !isNamed) return [];
    const [one, all] = [withoutSeparators(owner.singular), withoutSeparators(owner.name)];
    return [{ owner, links, names: new Set([`${one}ids`, `${all}ids`, all]) }];
  });
}

/** The operations directly below items, with what their paths end in: no other collection links records. */
const pathsBelowItems = onceForEach(({ operations }: Api) =>
  operations.flatMap((operation) => {
    const [, end] = BELOW.exec(operation.path) ?? [];
    return end === undefined ? [] : [{ operation, end: withoutSeparators(end) }];
  }),
);

/** How a list below a record is that of what links it: `/contacts/{id}/lists`, the lists with that contact. */
export function linkedByOf(operation: Operation, document: DocumentFacts): LinkedBy | undefined {
  const view = itemViewOf(operation, document.model, document.operationsAt);
  if (view === undefined) return undefined;
  const { above: record, parameter, resource } = view;
  const [only, ...others] = linksOf(record, document).filter(({ owner }) => owner === resource);
  return only === undefined || others.length > 0 ? undefined : { ...only, record, parameter };
}

/** The place of the links below one owner. */
export function placeOfLinks(
  mock: MockContext,
  { owner, links }: LinksOfRecord,
  entity: Entity,
): EntityPlace | undefined {
  const id = valueAt(entity.value, pointerTo(owner.id?.property ?? 'id'));
  const parameter = links.parent?.parameter;
  return id === undefined || parameter === undefined ? undefined : placeOf(mock, links, { [parameter]: id });
}

/** A predicate for the entities that link the record above; `undefined` where there is none, or where it is a seed. */
export function listedByLinks(
  mock: MockContext,
  { plan: { linkedBy }, parameters }: RequestContext,
  tx: Transaction,
): ((entity: Entity) => boolean) | undefined {
  const id = linkedBy === undefined ? undefined : parameters.path[linkedBy.parameter];
  const place = linkedBy === undefined ? undefined : placeOf(mock, linkedBy.record, {});
  if (linkedBy === undefined || place?.prefix === undefined || id === undefined) return undefined;
  const record = tx.collection(place.collection).get(place.prefix + keyOf(id));
  if (record === undefined || isSeed(mock, place, record.key)) return undefined;
  return (entity) => {
    const within = placeOfLinks(mock, linkedBy, entity);
    return (
      within?.prefix !== undefined && tx.collection(within.collection).get(within.prefix + keyOf(id)) !== undefined
    );
  };
}
