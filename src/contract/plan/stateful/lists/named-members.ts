import type { HttpRequest, Json } from '../../../../core/index.ts';
import type { ListDetails, Resource } from '../../../../resources/index.ts';
import { type Operation, operationTexts } from '../../../../spec/index.ts';
import { type CaseContext, tookEffect } from '../../../model/case-context.ts';
import { type Act, type Flow, inconclusive, PASSED } from '../../../model/flow.ts';
import type { StepEnd } from '../../../model/step-end.ts';
import { describedReferences } from '../../../requests/described-references.ts';
import { drawRequest, openPurpose, sentObject } from '../../../requests/draw-request.ts';
import { withJson } from '../../../requests/with-value.ts';
import { walk } from '../../../responses/list-walk.ts';
import type { PlanContext } from '../../planner.ts';
import { readPurpose } from '../writes/writes.ts';
import { MOST_MEMBER_PAGES, planMemberFlows } from './member-flows.ts';
import { createUnder } from './nested-list.ts';

/** A list below an item whose members are records that exist: bodies name them in a list of texts. */
interface NamedMembers {
  readonly list: Operation;
  readonly details: ListDetails;
  /** The members as the list shows them. */
  readonly resource: Resource;
  /** The records that bodies name, and the resource that they stand below, if they do. */
  readonly named: Resource;
  readonly above: Resource | undefined;
  /** POST of the path of the list. */
  readonly add: NamingWrite | undefined;
  /** PUT of that path. */
  readonly replace: NamingWrite | undefined;
  /** DELETE of that path, and of a member. */
  readonly clear: Operation | undefined;
  readonly remove: Operation | undefined;
}

/** A write, and the property of its body that is the list of names. */
interface NamingWrite {
  readonly operation: Operation;
  readonly property: string;
}

/** Adds members to lists, replaces and removes them: the list must show what was done last. */
export function planNamedMembers(context: PlanContext): readonly Flow[] {
  return planMemberFlows(context, {
    name: 'named-members',
    rule: 'what is put in and taken out is shown',
    text: 'the members that were named last',
    find: (list) => namedMembersOf(context, list),
    act: (found) => putAndTake(context, found),
  });
}

function namedMembersOf(context: PlanContext, list: Operation): NamedMembers | undefined {
  const { kind, resource, list: details } = context.model.roleOf(list);
  const property = resource?.id?.property;
  if (kind !== 'list' || resource === undefined || details === undefined || property === undefined) return undefined;
  const at = (method: string, path: string): Operation | undefined =>
    context.operations.find((each) => each.method === method && each.path === path);
  const [post, put] = ['POST', 'PUT'].map((method) => at(method, list.path));
  const writes = [post, put].map((each) => (each === undefined ? undefined : namesIn(context, each)));
  const named = writes.find((each) => each !== undefined)?.named;
  const above = named?.parent === undefined ? undefined : context.model.resource(named.parent.resource);
  // The list shows its members under the name that bodies have for them.
  if (named === undefined || named === resource || named.id?.property !== property) return undefined;
  if (above === undefined && named.collectionPath?.includes('{') !== false) return undefined;
  return {
    list,
    details,
    resource,
    named,
    above,
    add: writes[0]?.named === named ? writes[0] : undefined,
    replace: writes[1]?.named === named ? writes[1] : undefined,
    clear: at('DELETE', list.path),
    remove: resource.itemPath === undefined ? undefined : at('DELETE', resource.itemPath),
  };
}

/** The only part of a body, if it is a list of names of records that exist. */
function namesIn(
  { api, model }: PlanContext,
  operation: Operation,
): (NamingWrite & { readonly named: Resource }) | undefined {
  const [found, ...others] = describedReferences(api, model, operation).filter(({ existing }) => existing);
  const property = /^\/([^/]+)\/\*$/.exec(found?.pointer ?? '')?.[1];
  return found === undefined || property === undefined || others.length > 0
    ? undefined
    : { operation, property, named: found.resource };
}

function putAndTake(context: PlanContext, members: NamedMembers): Act {
  return async (caseContext) => {
    const { list, add, replace, clear, remove } = members;
    const at = `members/${list.id}/${caseContext.attempt}`;
    const drawn = await drawRequest(caseContext, list, { at, use: 'fresh' });
    if (typeof drawn === 'string') return inconclusive(drawn);
    if (drawn.prepared.target?.ours !== true || !drawn.prepared.proven) return inconclusive('there is no own item');
    const { path } = drawn.prepared.known;
    const made: Json[] = [];
    for (const name of ['first', 'second']) {
      const record = await recordToName(context, caseContext, members, { path, name });
      if (typeof record === 'string') return inconclusive(record);
      made.push(record.id);
    }
    const [first = null, second = null] = made;
    const put = replace ?? add;
    const steps: readonly WriteOfMembers[] = [
      ...(add === undefined ? [] : [{ write: add, names: [first], inside: [first] }]),
      // An added member leaves the others where they are.
      ...(add === undefined
        ? []
        : [{ write: add, names: [second], inside: isReplacing(add) ? [second] : [first, second] }]),
      ...(replace === undefined ? [] : [{ write: replace, names: [first, second], inside: [first, second] }]),
      ...(replace === undefined
        ? []
        : [{ write: replace, names: [second], inside: [second], outside: isAdding(replace) ? [] : [first] }]),
      ...(remove === undefined ? [] : [{ write: { operation: remove }, member: second, outside: [second] }]),
      ...(put === undefined ? [] : [{ write: put, names: [first], inside: [first] }]),
      ...(clear === undefined ? [] : [{ write: { operation: clear }, outside: [first, second] }]),
    ];
    let end: StepEnd = inconclusive('no write of the list was answered with a success');
    for (const step of steps) {
      const next = await send(caseContext, { members, path, at }, step);
      if (next === undefined) continue;
      if (next.kind !== 'passed') return next;
      end = next;
    }
    return end;
  };
}

/** A new record that bodies may name: below the same item as the list, or of a collection for all. */
async function recordToName(
  context: PlanContext,
  caseContext: CaseContext,
  { named, above }: NamedMembers,
  { path, name }: { readonly path: Readonly<Record<string, Json>>; readonly name: string },
): Promise<{ readonly id: Json } | string> {
  if (above !== undefined) {
    const owner = { path, proven: true, ours: true };
    return createUnder(context, caseContext, { resource: named, parent: above }, { owner, name });
  }
  const { id, proven, ours, why } = await caseContext.fixtures.item(caseContext, named, 'fresh');
  return id !== undefined && proven && ours ? { id } : (why ?? `no ${named.singular} could be made`);
}

/** What the texts of writes say where they do the opposite of what is usual for their method. */
const REPLACING = /\b(replac\w*|overwrit\w*|sets?)\b/i;
const ADDING = /\b(adds?|append\w*|attach\w*|assign\w*)\b/i;
const textOf = ({ operation }: NamingWrite): string => operationTexts(operation).join(' ');
const isReplacing = (write: NamingWrite): boolean => REPLACING.test(textOf(write));
const isAdding = (write: NamingWrite): boolean => ADDING.test(textOf(write));

/** The list of one item. */
interface ListOfItem {
  readonly members: NamedMembers;
  readonly path: Readonly<Record<string, Json>>;
  readonly at: string;
}

/** A write of the list, and which members are there afterwards, and which not. */
interface WriteOfMembers {
  readonly write: Pick<NamingWrite, 'operation'> & Partial<NamingWrite>;
  readonly names?: readonly Json[];
  /** The member in the path. */
  readonly member?: Json;
  readonly inside?: readonly Json[];
  readonly outside?: readonly Json[];
}

/** Sends a write and reads the list. Undefined if nothing was written. */
async function send(caseContext: CaseContext, tried: ListOfItem, step: WriteOfMembers): Promise<StepEnd | undefined> {
  const { list: operation, details: list, resource } = tried.members;
  const { write, inside = [], outside = [] } = step;
  const request = await drawWrite(caseContext, tried, step);
  if (request === undefined) return undefined;
  const answer = await caseContext.exchange(request, { operation: write.operation, purpose: openPurpose() });
  // What is only accepted (202) takes time.
  if (!tookEffect(answer) || answer.failed) return undefined;
  const seen = await walk(
    caseContext,
    { operation, resource, list },
    { most: MOST_MEMBER_PAGES, path: tried.path, filters: {} },
  );
  if (!seen.complete || seen.last?.kind !== 'answered') return undefined;
  const expected = [...inside.map((id) => ({ id, isIn: true })), ...outside.map((id) => ({ id, isIn: false }))];
  for (const each of expected) {
    const story = { kind: 'members-written', write: write.operation.id, resource, items: seen.items, ...each } as const;
    const read = caseContext.again(seen.last.exchange, { operation, purpose: readPurpose(story) });
    if (read.failed) return read.end;
  }
  return PASSED;
}

async function drawWrite(
  caseContext: CaseContext,
  { members: { resource }, path, at }: ListOfItem,
  { write: { operation, property }, names, member }: WriteOfMembers,
): Promise<HttpRequest | undefined> {
  const own = resource.id === undefined || member === undefined ? path : { ...path, [resource.id.parameter]: member };
  const drawn = await drawRequest(caseContext, operation, { at, use: 'fresh', path: own });
  if (typeof drawn === 'string') return undefined;
  if (property === undefined || names === undefined) return drawn.request;
  const request = withJson(drawn.request, { ...sentObject(drawn.request), [property]: names });
  return caseContext.keeps(operation, request) === true ? request : undefined;
}
