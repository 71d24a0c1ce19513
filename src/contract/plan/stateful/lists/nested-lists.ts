import { counterPropertyOf } from '../../../../resources/index.ts';
import type { Operation } from '../../../../spec/index.ts';
import { templateNames } from '../../../../spec/index.ts';
import type { CaseContext } from '../../../model/case-context.ts';
import type { Fixture } from '../../../model/fixture.ts';
import { type Act, type Flow, inconclusive, PASSED, planCase, single } from '../../../model/flow.ts';
import type { Purpose, Stimulus } from '../../../model/purpose.ts';
import type { StepEnd } from '../../../model/step-end.ts';
import { drawRequest } from '../../../requests/draw-request.ts';
import { compositeKey, renameParameters } from '../../../resource-index/paths.ts';
import { filtersToShow } from '../../../responses/filter-rules.ts';
import { idsOf, type PageWalk, walk } from '../../../responses/list-walk.ts';
import { groupOf, type PlanContext } from '../../planner.ts';
import {
  type CountedList,
  createUnder,
  isPlaceable,
  type NestedItem,
  type NestedList,
  nestedListOf,
  ownerId,
} from './nested-list.ts';

const MOST_PAGES = 20;

/** Lists below items: each must show all items of its parent, and no others. */
export function planWithin(context: PlanContext): readonly Flow[] {
  if (context.options.safeOnly === true) return [];
  return context.operations.flatMap((operation) => {
    const within = nestedListOf(context, operation);
    return within === undefined || !isPlaceable(context, within) ? [] : [plan(context, within)];
  });
}

function plan(context: PlanContext, within: NestedList): Flow {
  const { operation, parent, resource } = within;
  const request = { method: operation.method, path: operation.path, query: '' };
  const description = `${operation.id}: every ${parent.singular} has ${resource.name} of its own`;
  const planned = planCase(
    { id: `stateful/${operation.id}/within`, phase: 'stateful', operation, description },
    request,
    {
      kind: 'valid',
      text: `what belongs to the ${parent.singular}`,
    },
  );
  return single(planned, groupOf(context, operation), compareOwners(context, within), 'alone');
}

/** Creates two parents with a child each: each list must show its own child only. */
function compareOwners(context: PlanContext, within: NestedList): Act {
  return async (caseContext) => {
    const owners = [
      await caseContext.fixtures.item(caseContext, within.parent, 'fresh'),
      await caseContext.fixtures.item(caseContext, within.parent, 'fresh'),
    ] as const;
    const [mine, other] = owners;
    if (!mine.proven || !other.proven || String(ownerId(within, mine)) === String(ownerId(within, other)))
      return inconclusive(`there are no two ${within.parent.name}`);
    const alone = compositeKey(within.resource).length === 0 || owners.every(({ ours }) => ours);
    if (!alone) return inconclusive('one id may name several items of what was there before');
    let child = await createUnder(context, caseContext, within, { owner: mine, name: 'mine' });
    if (typeof child === 'string') return inconclusive(child);
    let foreign = await createUnder(context, caseContext, within, { owner: other, name: 'other' });
    const create = context.index.operation(within.resource, 'create');
    // Ids chosen from a small set may be equal.
    if (
      create !== undefined &&
      context.index.isPlacing(create) &&
      typeof foreign !== 'string' &&
      String(foreign.id) === String(child.id)
    )
      foreign = await createUnder(context, caseContext, within, { owner: other, name: 'other-2' });
    if (typeof foreign === 'string') return inconclusive(foreign);
    // Some services number the items of each parent from 1. The next item has a number that the other parent lacks.
    const isNumbered = String(child.id) === String(foreign.id);
    if (isNumbered) {
      const next = await createUnder(context, caseContext, within, { owner: mine, name: 'next' });
      if (typeof next === 'string') return inconclusive(next);
      if (await isListed(caseContext, within, other, next)) return inconclusive('both were given the same id');
      child = next;
    }
    const outside = isNumbered ? {} : { outside: foreign };
    const here = await lookInto(caseContext, within, { owner: mine, inside: child, ...outside });
    const there =
      here.end.kind === 'passed'
        ? await lookInto(caseContext, within, { owner: other, inside: foreign, outside: child })
        : here;
    const counted =
      here.walk?.complete === true && !here.failed
        ? await compareCount(context, caseContext, within, { owner: mine, count: here.walk.items.length })
        : PASSED;
    const found = await elsewhere(context, caseContext, within, { other, child });
    const recounted =
      here.walk?.complete === true && counted.kind === 'passed'
        ? await countingLess(context, caseContext, within, { owner: mine, child })
        : PASSED;
    return [there.end, counted, found, recounted].find(({ kind }) => kind !== 'passed') ?? PASSED;
  };
}

/** Whether the list of a parent has an item with the id of another one, or cannot be read whole. */
async function isListed(
  caseContext: CaseContext,
  within: NestedList,
  owner: Fixture,
  { id, entity }: NestedItem,
): Promise<boolean> {
  const { operation, parent, itemResource } = within;
  const path = renameParameters(owner.path, parent.itemPath, operation.path);
  const found = await walk(caseContext, within, {
    most: MOST_PAGES,
    path,
    filters: filtersToShow(within, entity) ?? {},
  });
  return !found.complete || idsOf(itemResource, found.items).some((each) => String(each) === String(id));
}

const purposeOf = (story: Stimulus, expect: Purpose['expect'] = 'valid'): Purpose => ({
  expect,
  proven: true,
  relational: false,
  story,
});

/** A parent, an item of its list, and one that only another list has. */
interface KnownItems {
  readonly owner: Fixture;
  readonly inside: NestedItem;
  readonly outside?: NestedItem;
}

async function lookInto(
  caseContext: CaseContext,
  within: NestedList,
  { owner, inside, outside }: KnownItems,
): Promise<{ readonly end: StepEnd; readonly failed: boolean; readonly walk: PageWalk | undefined }> {
  const { operation, parent, itemResource, parameter, property } = within;
  const path = renameParameters(owner.path, parent.itemPath, operation.path);
  const filters = filtersToShow(within, inside.entity);
  if (filters === undefined) return inconclusiveLook('the list must be filtered by what the item does not show');
  const found = await walk(caseContext, within, { most: MOST_PAGES, path, filters });
  if (found.last?.kind !== 'answered') return inconclusiveLook(found.reason ?? 'the list was not answered');
  const story: Stimulus = {
    kind: 'within',
    resource: itemResource,
    parent,
    parameter,
    owner: ownerId(within, owner) ?? null,
    items: found.items,
    complete: found.complete,
    inside: [inside.id],
    outside: outside === undefined ? [] : [outside.id],
    ...(property === undefined ? {} : { property }),
  };
  const answer = caseContext.again(found.last.exchange, { operation, purpose: purposeOf(story) });
  return { end: answer.end, failed: answer.failed, walk: found };
}

function inconclusiveLook(reason: string): Awaited<ReturnType<typeof lookInto>> {
  return { end: inconclusive(reason), failed: false, walk: undefined };
}

const PATIENCE = [100, 400];

/** A parent and the number of its items. */
interface CountedItems {
  readonly owner: Fixture;
  readonly count: number;
}

/** Compares the counter of a parent with its children. The counter may be updated a little later. */
export async function compareCount(
  context: PlanContext,
  caseContext: CaseContext,
  within: CountedList,
  { owner, count }: CountedItems,
): Promise<StepEnd> {
  const property = counterPropertyOf(context.api, within.parent, within.resource);
  const read = context.index.operation(within.parent, 'read');
  if (property === undefined || read === undefined) return PASSED;
  const drawn = await drawRequest(caseContext, read, { at: `within/${read.id}`, use: 'read', path: owner.path });
  if (typeof drawn === 'string') return PASSED;
  const purpose = purposeOf({ kind: 'counting', property, count, of: within.operation.id });
  for (const wait of PATIENCE) {
    const first = await caseContext.exchange(drawn.request, { operation: read, purpose, trial: true });
    if (!first.failed) return first.end;
    await caseContext.pause(wait);
  }
  return (await caseContext.exchange(drawn.request, { operation: read, purpose })).end;
}

/** Compares the counter again after one of the counted items was deleted. */
async function countingLess(
  context: PlanContext,
  caseContext: CaseContext,
  within: NestedList,
  { owner, child }: { readonly owner: Fixture; readonly child: NestedItem },
): Promise<StepEnd> {
  const { resource, operation, parent } = within;
  const remove = context.index.operation(resource, 'delete');
  if (counterPropertyOf(context.api, within.parent, within.resource) === undefined || remove === undefined)
    return PASSED;
  await caseContext.fixtures.discard(caseContext, remove, child.path);
  const path = renameParameters(owner.path, parent.itemPath, operation.path);
  const left = await walk(caseContext, within, {
    most: MOST_PAGES,
    path,
    filters: filtersToShow(within, child.entity) ?? {},
  });
  return left.complete ? compareCount(context, caseContext, within, { owner, count: left.items.length }) : PASSED;
}

/** An item, and a parent that does not have it. */
interface OtherParent {
  readonly other: Fixture;
  readonly child: NestedItem;
}

/** Reads an item of one parent under the other parent. */
async function elsewhere(
  context: PlanContext,
  caseContext: CaseContext,
  within: NestedList,
  { other, child }: OtherParent,
): Promise<StepEnd> {
  const read = context.index.operation(within.resource, 'read');
  if (read === undefined || !isBelow(context, read, within)) return PASSED;
  const path = { ...child.path, ...renameParameters(other.path, within.parent.itemPath, read.path) };
  const drawn = await drawRequest(caseContext, read, { at: `within/${read.id}`, use: 'read', path });
  if (typeof drawn === 'string') return PASSED;
  const parameter = templateNames(read.path).at(-2) ?? within.parameter;
  const purpose = purposeOf({ kind: 'elsewhere', parameter, id: child.id }, 'absent');
  return (await caseContext.exchange(drawn.request, { operation: read, purpose })).end;
}

/** Whether the path of an item is below the same parent as the list. */
function isBelow(context: PlanContext, read: Operation, { parent, resource }: NestedList): boolean {
  return context.index.ownerOf(read.path, resource) === parent;
}
