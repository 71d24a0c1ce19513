import type { Json, JsonObject } from '../../../../core/index.ts';
import { isPathBelow, type Resource } from '../../../../resources/index.ts';
import { type Operation, templateNames } from '../../../../spec/index.ts';
import { jsonEquals } from '../../../../wire/index.ts';
import { isConflict } from '../../../hints/conflicts.ts';
import { type CaseContext, isSuccess } from '../../../model/case-context.ts';
import { type Act, type Flow, inconclusive, planCase, single, skipped } from '../../../model/flow.ts';
import type { Stimulus } from '../../../model/purpose.ts';
import type { StepEnd } from '../../../model/step-end.ts';
import { bodyAsObject, drawRequest } from '../../../requests/draw-request.ts';
import { renameParameters } from '../../../resource-index/paths.ts';
import { idIn } from '../../../responses/created-id.ts';
import { valuesTaken } from '../../../responses/entity-diff.ts';
import { itemsOf, type Listing, listOnce } from '../../../responses/list-walk.ts';
import type { PlanContext } from '../../planner.ts';
import { acceptedPurpose, look, readPurpose, subject, type WriteSubject } from './writes.ts';

/** Writes of a resource for which other items are compared. */
const MOST_WRITES = 5;

/** Items of a list that are compared. */
const MOST_LISTED = 100;

interface BystanderCase {
  readonly resource: Resource;
  readonly read: Operation;
  readonly write: Operation;
  readonly listing: Listing | undefined;
}

/** Writes one item, and compares others with what they were before. */
export function planBystanders(context: PlanContext, resource: Resource): readonly Flow[] {
  const read = context.index.operation(resource, 'read');
  if (read === undefined || resource.singleton || resource.id?.property === undefined) return [];
  if (context.options.safeOnly === true || context.index.operation(resource, 'create') === undefined) return [];
  const writes = context.operations.filter((operation) => {
    const role = context.model.roleOf(operation);
    const isOfItem = role.resource === resource && ['replace', 'patch', 'action'].includes(role.kind);
    return isOfItem && isAtItem(operation, read) && context.asks('state.write-changes-others', operation);
  });
  const listing = listingOf(context, resource);
  return writes.slice(0, MOST_WRITES).map((write) => {
    const description = `${write.id}: other items stay as they are`;
    const id = `stateful/${write.id}/leaves-others`;
    const planned = planCase(
      { id, phase: 'stateful', operation: write, description },
      { method: write.method, path: write.path, query: '' },
      { kind: 'any', text: 'other items as before' },
    );
    return single(planned, resource.name, leavingOthers({ resource, read, write, listing }), 'living');
  });
}

/** Whether an operation writes the item of a read, or acts on it. */
function isAtItem({ method, path }: Operation, read: Operation): boolean {
  return method !== 'GET' && (path === read.path || isPathBelow(path, read.path)) && sameNames(path, read.path);
}

function sameNames(path: string, other: string): boolean {
  return templateNames(path).length === templateNames(other).length;
}

function listingOf({ index, model }: PlanContext, resource: Resource): Listing | undefined {
  const operation = index.operation(resource, 'list');
  const list = operation === undefined ? undefined : model.roleOf(operation).list;
  return operation === undefined || list === undefined ? undefined : { operation, resource, list };
}

function leavingOthers(beside: BystanderCase): Act {
  const { resource, read, write, listing } = beside;
  return async (caseContext) => {
    // A write that hits a neighbour by mistake most likely hits the item that was created right before.
    const other = await subject(caseContext, beside);
    if (typeof other === 'string') return inconclusive(other);
    const item = await subject(caseContext, beside);
    if (typeof item === 'string') return inconclusive(item);
    const id = idIn(resource, item.entity);
    if (id === undefined || jsonEquals(item.path, other.path)) return skipped('there is no other item');
    const listed = await listedBefore(caseContext, listing, item);
    const otherBefore = await look(caseContext, beside, other.read);
    if (otherBefore === undefined) return inconclusive('the other item cannot be read');
    const refusal = await writeOnce(caseContext, write, item);
    if (refusal !== undefined) return refusal;
    const values = valuesTaken(item.entity, (await look(caseContext, beside, item.read)) ?? null);
    if (Object.keys(values).length === 0) return skipped('the write changed nothing that can be compared');
    const story = (before: readonly Json[]): Stimulus => ({
      kind: 'beside-written',
      write: write.id,
      resource,
      id,
      values,
      before,
      ...(listing === undefined ? {} : { list: listing.list }),
    });
    const one = await caseContext.exchange(other.read, { operation: read, purpose: readPurpose(story([otherBefore])) });
    if (one.failed || listed === undefined || listing === undefined) return one.end;
    const purpose = readPurpose(story(listed.items));
    const now = await caseContext.exchange(listed.request, { operation: listed.operation, purpose, quiet: true });
    const items = isSuccess(now) ? (itemsOf(now.exchange, listing.list) ?? []) : [];
    // A list may also show records that other cases have left. They are not what this case is about.
    const isTouched = items.some((each) => isChanged(resource, each, listed.items, Object.keys(values)));
    return isSuccess(now) && isTouched
      ? caseContext.again(now.exchange, { operation: listed.operation, purpose }).end
      : one.end;
  };
}

/**
 * Writes an item with all that may be sent, or else with what must be. Returns why it could not; undefined if it
 * was written.
 */
async function writeOnce(
  caseContext: CaseContext,
  write: Operation,
  { path }: WriteSubject,
): Promise<StepEnd | undefined> {
  let end: StepEnd = inconclusive('the write was not accepted');
  for (const optional of ['all', 'required'] as const) {
    const at = `writes/beside/${write.id}/${caseContext.attempt}${optional === 'all' ? '' : '/less'}`;
    const drawn = await drawRequest(caseContext, write, {
      at,
      use: 'fresh',
      optional,
      whole: optional === 'all',
      path,
    });
    if (typeof drawn === 'string') return inconclusive(drawn);
    const purpose = acceptedPurpose(drawn);
    const answer = await caseContext.exchange(drawn.request, { operation: write, purpose, quiet: true });
    if (isSuccess(answer)) return undefined;
    if (isConflict(answer)) end = skipped('the item refuses it in the state that it is in');
  }
  return end;
}

/** Whether an item has another value than before for one of several properties. */
function isChanged(resource: Resource, item: Json, before: readonly Json[], names: readonly string[]): boolean {
  const id = String(idIn(resource, item));
  const was = bodyAsObject(before.find((each) => String(idIn(resource, each)) === id));
  const now = bodyAsObject(item);
  if (was === undefined || now === undefined) return false;
  return names.some((name) => !jsonEquals(was[name] ?? null, now[name] ?? null));
}

/** The items of the list in which the item stands, and the request for it. */
async function listedBefore(caseContext: CaseContext, listing: Listing | undefined, { path }: WriteSubject) {
  if (listing === undefined) return undefined;
  const { operation, resource, list } = listing;
  const scope = renameParameters(path, resource.itemPath, operation.path);
  if (templateNames(operation.path).some((name) => scope[name] === undefined)) return undefined;
  const { limit, maxLimit } = list.page;
  const sized: JsonObject =
    limit === undefined || maxLimit === undefined ? {} : { [limit]: Math.min(maxLimit, MOST_LISTED) };
  const got = await listOnce(caseContext, listing, sized, scope);
  if (typeof got === 'string' || !isSuccess(got.result)) return undefined;
  const items = (itemsOf(got.result.exchange, list) ?? []).filter((each) => bodyAsObject(each) !== undefined);
  return { operation, request: got.request, items: items.slice(0, MOST_LISTED) };
}
