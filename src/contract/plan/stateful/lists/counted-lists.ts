import type { Json } from '../../../../core/index.ts';
import { counterPropertyOf, type Filter } from '../../../../resources/index.ts';
import type { Operation } from '../../../../spec/index.ts';
import { valueAt } from '../../../../wire/index.ts';
import type { CaseContext } from '../../../model/case-context.ts';
import type { Fixture } from '../../../model/fixture.ts';
import { type Act, type Flow, inconclusive, PASSED, planCase, single } from '../../../model/flow.ts';
import { idIn } from '../../../responses/created-id.ts';
import { type PageWalk, walk } from '../../../responses/list-walk.ts';
import { groupOf, type PlanContext } from '../../planner.ts';
import { type CountedList, createUnder, isPlaceable, ownerId } from './nested-list.ts';
import { compareCount } from './nested-lists.ts';

const MOST_PAGES = 20;

/** A list that a filter narrows to the items of one parent, which counts them: `GET /orders?customer=7`. */
interface FilteredList extends CountedList {
  readonly filter: Filter;
}

/** Counters of items whose children are listed with a filter: each must be the number of listed children. */
export function planCounted(context: PlanContext): readonly Flow[] {
  if (context.options.safeOnly === true) return [];
  return context.operations.flatMap((operation) =>
    filteredListsOf(context, operation).flatMap((within) => {
      const { parent, resource } = within;
      if (!isPlaceable(context, within) || counterPropertyOf(context.api, within.parent, within.resource) === undefined)
        return [];
      const description = `${operation.id}: a ${parent.singular} counts the ${resource.name} that name it`;
      const planned = planCase(
        { id: `stateful/${operation.id}/counted-by-${parent.singular}`, phase: 'stateful', operation, description },
        { method: operation.method, path: operation.path, query: '' },
        { kind: 'valid', text: 'the number of listed items' },
      );
      return [single(planned, groupOf(context, operation), compareCounts(context, within), 'alone')];
    }),
  );
}

function filteredListsOf(context: PlanContext, operation: Operation): readonly FilteredList[] {
  const { kind, resource, list } = context.model.roleOf(operation);
  if (kind !== 'list' || resource?.id?.property === undefined || list === undefined) return [];
  if (operation.path.includes('{')) return [];
  return list.filters.flatMap((filter) => {
    const relation = resource.relations.find(({ pointer }) => pointer === filter.pointer);
    const parent = context.model.resources.find(({ name }) => name === relation?.resource);
    if (filter.op !== 'equals' || parent === undefined || parent.singleton || parent === resource) return [];
    return [{ operation, resource, list, parent, itemResource: resource, filter }];
  });
}

/** Creates a parent with two children, and deletes one: the counter must follow. */
function compareCounts(context: PlanContext, within: FilteredList): Act {
  return async (caseContext) => {
    const owner = await caseContext.fixtures.item(caseContext, within.parent, 'fresh');
    if (!owner.proven || !owner.ours) return inconclusive(`there is no own ${within.parent.singular}`);
    const child = await createUnder(context, caseContext, within, { owner, name: 'counted' });
    if (typeof child === 'string') return inconclusive(child);
    const first = await walkOf(caseContext, within, owner);
    if (!isOf(within, first, owner, child.id)) return inconclusive('the list does not show the new item');
    const counted = await compareCount(context, caseContext, within, { owner, count: first.items.length });
    const remove = context.index.operation(within.resource, 'delete');
    if (counted.kind !== 'passed' || remove === undefined) return counted;
    await caseContext.fixtures.discard(caseContext, remove, child.path);
    const left = await walkOf(caseContext, within, owner);
    return left.complete && left.items.length < first.items.length
      ? compareCount(context, caseContext, within, { owner, count: left.items.length })
      : PASSED;
  };
}

function walkOf(caseContext: CaseContext, within: FilteredList, owner: Fixture): Promise<PageWalk> {
  const filters = { [within.filter.parameter]: ownerId(within, owner) ?? null };
  return walk(caseContext, within, { most: MOST_PAGES, path: {}, filters });
}

/** Whether a list was read completely, and shows only items of one parent, the new one among them. */
function isOf({ resource, filter }: FilteredList, { complete, items }: PageWalk, owner: Fixture, id: Json): boolean {
  return (
    complete &&
    items.every((item) => String(valueAt(item, filter.pointer)) === String(owner.id)) &&
    items.some((item) => String(idIn(resource, item)) === String(id))
  );
}
