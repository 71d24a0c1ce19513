import {
  counterPropertyOf,
  type RecordTotal,
  type Resource,
  type ResourceModel,
  recordTotals,
  totalsOver,
} from '../../resources/index.ts';
import { type Api, type Operation, propertiesOf } from '../../spec/index.ts';
import type { CountedReference } from '../model/shown-child.ts';

/** The references of a resource whose targets count it. A parent in its path counts what is nested in it instead. */
export function countedReferences(api: Api, model: ResourceModel, resource: Resource): readonly CountedReference[] {
  const found = resource.relations.flatMap(({ pointer, resource: name }): readonly CountedReference[] => {
    const counting = name === resource.parent?.resource || pointer.includes('*') ? undefined : model.resource(name);
    if (counting?.enumerable !== true || counting.singleton) return [];
    const count = counterPropertyOf(api, counting, resource);
    return count === undefined ? [] : [{ pointer, counting, count }];
  });
  // A record that names another one twice, as `companyId` and `company`, counts once.
  return found.filter(
    ({ counting, count }, at) => found.findIndex((each) => each.counting === counting && each.count === count) === at,
  );
}

/** The numbers of other records that follow from the records of a resource, as the document describes them. */
export function totalReferences(api: Api, model: ResourceModel, resource: Resource): readonly CountedReference[] {
  return totalsOver(api, model, resource).flatMap((total): readonly CountedReference[] => {
    const { holder, reference } = total;
    const count = ownTotal(model, total);
    if (count === undefined || holder.enumerable !== true) return [];
    return [{ ...(reference === undefined ? {} : { pointer: reference }), counting: holder, count, total }];
  });
}

/** The numbers that a read below an item shows of the records of that item. */
export function totalsBelowOf(operation: Operation, model: ResourceModel, api: Api): readonly RecordTotal[] {
  const { kind, resource } = model.roleOf(operation);
  const holder = resource?.singleton === true ? model.resource(resource.parent?.resource ?? '') : resource;
  if (operation.method !== 'GET' || (kind !== 'none' && kind !== 'read') || holder === undefined) return [];
  if (operation.path === holder.itemPath) return [];
  return recordTotals(api, model, holder).filter(({ read }) => read === operation);
}

/** The name of the property of a record with a total. Undefined if the record itself does not show it. */
export function ownTotal(model: ResourceModel, { read, at, holder }: RecordTotal): string | undefined {
  const { kind, responseEntity } = model.roleOf(read);
  const name = at.slice(`${responseEntity ?? ''}/`.length);
  return kind === 'read' &&
    read.path === holder.itemPath &&
    at === `${responseEntity ?? ''}/${name}` &&
    !name.includes('/')
    ? name
    : undefined;
}

/** The resources whose records the records of `counting` count by a reference. */
export function countedBy(
  api: Api,
  model: ResourceModel,
  counting: Resource,
): readonly { readonly resource: Resource; readonly reference: CountedReference }[] {
  const words = Object.keys(propertiesOf(api, counting.schema)).flatMap((name) => COUNTER.exec(name)?.[1] ?? []);
  const counted = new Set([counting, ...words.flatMap((word) => model.meant(word) ?? [])]);
  return [...counted].flatMap((resource) =>
    countedReferences(api, model, resource).flatMap((reference) =>
      reference.counting === counting ? [{ resource, reference }] : [],
    ),
  );
}

/** A counter by its name: `api_keys_count`, `apiKeyCount`. */
const COUNTER = /^(.{2,}?)[-_]?count$/i;
