import type { Json } from '../../../../core/index.ts';
import type { Resource } from '../../../../resources/index.ts';
import type { Operation } from '../../../../spec/index.ts';
import { type CaseContext, isSuccess, tookEffect } from '../../../model/case-context.ts';
import type { Fixture } from '../../../model/fixture.ts';
import { type Act, type Flow, inconclusive } from '../../../model/flow.ts';
import type { StepEnd } from '../../../model/step-end.ts';
import { drawRequest, openPurpose } from '../../../requests/draw-request.ts';
import { renameParameters } from '../../../resource-index/paths.ts';
import { walk } from '../../../responses/list-walk.ts';
import type { PlanContext } from '../../planner.ts';
import { readPurpose } from '../writes/writes.ts';
import { MOST_MEMBER_PAGES, planMemberFlows } from './member-flows.ts';
import { type NestedList, nestedListOf } from './nested-list.ts';
import { compareCount } from './nested-lists.ts';

/** A list below an item whose members are records of another collection: a PUT of the member's path puts one in. */
interface JoinedMembers {
  readonly within: NestedList;
  /** The records that are put in. */
  readonly linked: Resource;
  readonly join: Operation;
  readonly leave: Operation;
  /** Reads a record itself. */
  readonly read: Operation | undefined;
}

/** Puts records into lists, one of them twice, and takes one out: the list, its counter and the records must follow. */
export function planJoinedMembers(context: PlanContext): readonly Flow[] {
  return planMemberFlows(context, {
    name: 'joined-members',
    rule: 'what is put in and taken out is shown and counted',
    text: 'the members that were put in',
    find: (list) => joinedMembersOf(context, list),
    act: (found) => putAndTake(context, found),
  });
}

function joinedMembersOf(context: PlanContext, list: Operation): JoinedMembers | undefined {
  const within = nestedListOf(context, list);
  const linked = within === undefined ? undefined : context.index.linkedIn(within.resource);
  if (within === undefined || linked === undefined) return undefined;
  const join = context.index.operation(within.resource, 'create');
  const leave = context.index.operation(within.resource, 'delete');
  if (join?.method !== 'PUT' || join.body !== undefined || leave?.path !== join.path) return undefined;
  if (!context.operations.includes(join) || !context.operations.includes(leave)) return undefined;
  const isGone = REMOVED.test(`${leave.summary ?? ''} ${leave.description ?? ''}`);
  const read = isGone ? undefined : context.index.operation(linked, 'read');
  return { within, linked, join, leave, read };
}

/** A text that says of a record taken out of the list that it goes altogether. */
const REMOVED = /\bpermanent|\bitself\b|\baltogether\b|\bentirely\b|\borphan|\blast\b|\bas well\b|\balso\b/i;

/** Which record is written, and which are in the list afterwards, and which not. */
interface Step {
  readonly write: Operation;
  readonly record: Fixture;
  readonly inside: readonly Fixture[];
  readonly outside: readonly Fixture[];
}

function putAndTake(context: PlanContext, members: JoinedMembers): Act {
  return async (caseContext) => {
    const { within, linked, join, leave } = members;
    const owner = await caseContext.fixtures.item(caseContext, within.parent, 'fresh');
    if (!owner.proven || !owner.ours) return inconclusive(`there is no own ${within.parent.singular}`);
    const records: Fixture[] = [];
    for (let count = 0; count < 2; count += 1) {
      const record = await caseContext.fixtures.item(caseContext, linked, 'fresh');
      if (record.id === undefined || !record.proven || !record.ours)
        return inconclusive(record.why ?? `no ${linked.singular} could be made`);
      records.push(record);
    }
    const [first, second] = records;
    if (first === undefined || second === undefined || String(first.id) === String(second.id))
      return inconclusive(`there are no two ${linked.name}`);
    const steps: readonly Step[] = [
      { write: join, record: first, inside: [first], outside: [] },
      { write: join, record: second, inside: [first, second], outside: [] },
      // A member that is put in again stays a member, and is counted once.
      { write: join, record: second, inside: [first, second], outside: [] },
      { write: leave, record: second, inside: [first], outside: [second] },
    ];
    let end: StepEnd = inconclusive('no write of the list was answered with a success');
    for (const step of steps) {
      const next = await send(context, caseContext, { members, owner }, step);
      if (next === undefined) return end;
      if (next.kind !== 'passed') return next;
      end = next;
    }
    return (await stillThere(caseContext, members, second)) ?? end;
  };
}

/** The list of one item. */
interface ListOfOwner {
  readonly members: JoinedMembers;
  readonly owner: Fixture;
}

/** Sends a write, and compares the list and the counter. Undefined if nothing was written. */
async function send(
  context: PlanContext,
  caseContext: CaseContext,
  { members: { within }, owner }: ListOfOwner,
  { write, record, inside, outside }: Step,
): Promise<StepEnd | undefined> {
  const { operation, resource, list } = within;
  const around = renameParameters(owner.path, within.parent.itemPath, write.path);
  const path = { ...around, [resource.id?.parameter ?? '']: record.id ?? null };
  const at = `joined/${operation.id}/${caseContext.attempt}`;
  const drawn = await drawRequest(caseContext, write, { at, use: 'fresh', path });
  if (typeof drawn === 'string') return undefined;
  const answer = await caseContext.exchange(drawn.request, { operation: write, purpose: openPurpose() });
  // What is only accepted (202) takes time, and what is created (201) may be an invitation.
  if (!tookEffect(answer) || answer.failed || answer.exchange.response.status === 201) return undefined;
  const found = await walk(caseContext, within, {
    most: MOST_MEMBER_PAGES,
    path: renameParameters(owner.path, within.parent.itemPath, operation.path),
    filters: {},
  });
  if (!found.complete || found.last?.kind !== 'answered') return undefined;
  const ids = (fixtures: readonly Fixture[], isIn: boolean): readonly { id: Json; isIn: boolean }[] =>
    fixtures.map(({ id = null }) => ({ id, isIn }));
  for (const each of [...ids(inside, true), ...ids(outside, false)]) {
    const story = { kind: 'members-written', write: write.id, resource, items: found.items, ...each } as const;
    const seen = caseContext.again(found.last.exchange, { operation, purpose: readPurpose(story) });
    if (seen.failed) return seen.end;
  }
  // A list without other filters shows what the counter counts.
  return found.items.length === inside.length
    ? compareCount(context, caseContext, { ...within, list }, { owner, count: inside.length })
    : undefined;
}

/** Reads a record that was taken out of the list: it is still a record of its own collection. */
async function stillThere(
  caseContext: CaseContext,
  { leave, read }: JoinedMembers,
  { path }: Fixture,
): Promise<StepEnd | undefined> {
  const looking =
    read === undefined || path === undefined
      ? undefined
      : await drawRequest(caseContext, read, { at: `joined/${read.id}`, use: 'read', path });
  if (read === undefined || looking === undefined || typeof looking === 'string') return undefined;
  const story = { kind: 'beside-deleted', remove: leave.id, alike: false, linked: true } as const;
  const seen = await caseContext.exchange(looking.request, { operation: read, purpose: openPurpose(story) });
  return seen.failed || isSuccess(seen) ? seen.end : undefined;
}
