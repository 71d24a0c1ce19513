import type { Json } from '../../../core/index.ts';
import { isPathBelow, type Resource } from '../../../resources/index.ts';
import { conjunctsOf, type Operation, operationTexts, propertiesOf } from '../../../spec/index.ts';
import { isObject, jsonEquals } from '../../../wire/index.ts';
import { type CaseContext, isSuccess, tookEffect } from '../../model/case-context.ts';
import type { Exchange } from '../../model/exchange.ts';
import { type Act, type Flow, inconclusive, PASSED, planCase, single } from '../../model/flow.ts';
import type { HistoryFault } from '../../model/purpose.ts';
import type { StepEnd } from '../../model/step-end.ts';
import { drawRequest, openPurpose } from '../../requests/draw-request.ts';
import { renameParameters } from '../../resource-index/paths.ts';
import { type Listing, walk } from '../../responses/list-walk.ts';
import type { PlanContext } from '../planner.ts';
import { changeWord, historyOrder, isHistoryPath, namesWrite, tellsAll } from './history-words.ts';
import { look, readPurpose, subject, type WriteSubject } from './writes/writes.ts';

/** A list below an item with what happened to it. */
interface History extends Listing {
  /** The resource whose items have the history. */
  readonly owner: Resource;
  readonly read: Operation;
  /** Changes of an item, each with the value that an entry about it has, if the document lists one. */
  readonly writes: readonly RecordedWrite[];
}

interface RecordedWrite {
  readonly operation: Operation;
  /** The text of the history promises an entry for it. */
  readonly isPromised: boolean;
  readonly kind?: { readonly property: string; readonly value: string };
}

/** Histories of items (`/orders/{id}/events`): each change of the run must add its entry, in the documented order, and to one item only. */
export function planHistories(context: PlanContext): readonly Flow[] {
  if (context.options.safeOnly === true) return [];
  return context.operations.flatMap((operation) => {
    const history = historyOf(context, operation);
    if (history === undefined || !context.asks('state.history-differs', operation)) return [];
    const description = `${operation.id}: what is done to a ${history.owner.singular} is in its history`;
    const planned = planCase(
      { id: `stateful/${operation.id}/history`, phase: 'stateful', operation, description },
      { method: operation.method, path: operation.path, query: '' },
      { kind: 'valid', text: 'an entry for each change' },
    );
    return [single(planned, history.owner.name, writeAndList(history), 'alone')];
  });
}

function historyOf(context: PlanContext, operation: Operation): History | undefined {
  const { kind, resource, list } = context.model.roleOf(operation);
  if (kind !== 'list' || resource === undefined || list === undefined || !isHistoryPath(operation.path))
    return undefined;
  if (context.api.operations.some(({ method, path }) => method === 'POST' && path === operation.path)) return undefined;
  const owner = context.index.ownerOf(operation.path);
  const read = owner === undefined ? undefined : context.index.operation(owner, 'read');
  if (owner === undefined || read === undefined || context.index.operation(owner, 'create') === undefined)
    return undefined;
  if (operation.path.slice(0, operation.path.lastIndexOf('/')) !== read.path) return undefined;
  const writes = writesTo(context, owner, read).map((write) => entryFor(context, operation, resource, write));
  return writes.length === 0 ? undefined : { operation, resource, list, owner, read, writes };
}

const MOST_WRITES = 5;

function writesTo({ operations, index, model }: PlanContext, owner: Resource, read: Operation): readonly Operation[] {
  const changes = (['patch', 'replace'] as const).flatMap((kind) => index.operation(owner, kind) ?? []).slice(0, 1);
  const actions = operations.filter((each) => {
    const role = model.roleOf(each);
    return (
      role.kind === 'action' && role.resource === owner && isPathBelow(each.path, read.path) && each.method !== 'DELETE'
    );
  });
  return [...changes, ...actions].slice(0, MOST_WRITES);
}

/** What the document says of the entry for a write: whether there is one, and the listed value that is called like the write. */
function entryFor(context: PlanContext, history: Operation, { schema }: Resource, operation: Operation): RecordedWrite {
  const text = operationTexts(history).join('. ');
  const word = changeWord(operation);
  const kinds = Object.entries(propertiesOf(context.api, schema)).flatMap(([property, each]) => {
    const listed = conjunctsOf(context.api, each.schema).flatMap((rule) => rule.enum ?? []);
    const named = listed.filter((value): value is string => typeof value === 'string' && namesWrite(value, word));
    return named.length === 1 && listed.length > 1 ? [{ property, value: named[0] ?? '' }] : [];
  });
  const [kind] = kinds;
  const isPromised = tellsAll(text) || text.split(/[\s`"'.,;:()]+/).some((each) => namesWrite(each, word));
  return { operation, isPromised, ...(kind === undefined || kinds.length > 1 ? {} : { kind }) };
}

const MOST_PAGES = 5;
const PATIENCE = [0, 150, 450, 900];

interface Entries {
  readonly items: readonly Json[];
  readonly answer: Exchange;
}

function writeAndList(history: History): Act {
  return async (caseContext) => {
    const item = await subject(caseContext, history);
    const other = await subject(caseContext, history);
    if (typeof item === 'string' || typeof other === 'string') return inconclusive('no two items could be made');
    if (item.found?.ours !== true || other.found?.ours !== true) return inconclusive('there are no own items');
    let before = await entriesOf(caseContext, history, item);
    const ofOther = await entriesOf(caseContext, history, other);
    if (before === undefined || ofOther === undefined) return inconclusive('the history was not read completely');
    // A history to which no change of the run adds anything may be kept elsewhere, or be made up.
    let isKept = false;
    const late: { readonly fault: HistoryFault; readonly answer: Exchange }[] = [];
    let order: HistoryFault | undefined;
    for (const write of history.writes) {
      // What an earlier change makes impossible is done to a new item.
      const changed = await changeOne(caseContext, history, { item, before }, write.operation);
      if (changed === undefined) continue;
      const after = await entriesAfter(caseContext, history, changed.item, changed.before);
      if (after === undefined) return inconclusive('the history was not read completely');
      const old = changed.before.items;
      const added = without(after.items, old);
      isKept ||= added.length > 0;
      const fault = faultOf(write, old, after.items, added);
      if (fault !== undefined) late.push({ fault, answer: after.answer });
      order ??= orderFault(history.operation, write.operation, { before: old, after: after.items, added });
      if (order !== undefined && late.every((each) => each.fault !== order))
        late.push({ fault: order, answer: after.answer });
      if (changed.item === item) before = after;
    }
    const now = await entriesOf(caseContext, history, other);
    const strange =
      now === undefined ? [] : without(now.items, ofOther.items).filter((entry) => isIn(entry, before?.items ?? []));
    if (now !== undefined && strange.length > 0)
      late.push({ fault: { of: 'another', write: history.writes[0]?.operation.id ?? '' }, answer: now.answer });
    if (!isKept) return inconclusive('no change of the run has added an entry');
    return judgeAll(caseContext, history, late);
  };
}

function judgeAll(
  caseContext: CaseContext,
  { operation }: History,
  late: readonly { readonly fault: HistoryFault; readonly answer: Exchange }[],
): StepEnd {
  let end: StepEnd = PASSED;
  for (const { fault, answer } of late)
    end = caseContext.again(answer, { operation, purpose: readPurpose({ kind: 'history', ...fault }) }).end;
  return end;
}

/** What is wrong with the entries after a write. */
function faultOf(
  { operation: { id: write }, isPromised, kind }: RecordedWrite,
  before: readonly Json[],
  after: readonly Json[],
  added: readonly Json[],
): HistoryFault | undefined {
  // Where there are more entries than before, one may show a value that moves, such as its age.
  const isMore = after.length > before.length;
  if (without(before, after).length > 0 && added.length > 0 && !isMore) return { of: 'lost', write };
  if (added.length === 0) return isPromised ? { of: 'nothing', write } : undefined;
  if (kind === undefined) return undefined;
  const values = added.flatMap((entry) =>
    isObject(entry) && entry[kind.property] !== undefined ? [entry[kind.property] ?? null] : [],
  );
  return values.length === 0 || values.includes(kind.value)
    ? undefined
    : { of: 'kind', write, ...kind, actual: values[0] ?? null };
}

/** Whether new entries stand on the wrong side of the old ones. */
function orderFault(
  history: Operation,
  { id: write }: Operation,
  {
    before,
    after,
    added,
  }: { readonly before: readonly Json[]; readonly after: readonly Json[]; readonly added: readonly Json[] },
): HistoryFault | undefined {
  const order = historyOrder(history);
  if (order === undefined || added.length === 0 || before.length === 0 || !before.every((each) => isIn(each, after)))
    return undefined;
  const places = (entries: readonly Json[]): readonly number[] =>
    after.flatMap((each, at) => (isIn(each, entries) ? [at] : []));
  const [news, olds] = [places(added), places(before)];
  const isRight =
    order.first === 'oldest' ? Math.min(...news) > Math.max(...olds) : Math.max(...news) < Math.min(...olds);
  return isRight ? undefined : { of: 'order', write, ...order };
}

const isIn = (entry: Json, entries: readonly Json[]): boolean => entries.some((each) => jsonEquals(each, entry));

/** The entries of one list that another one does not have. Equal ones count as often as they are there. */
function without(entries: readonly Json[], others: readonly Json[]): readonly Json[] {
  const left = [...others];
  return entries.filter((entry) => {
    const at = left.findIndex((each) => jsonEquals(each, entry));
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

async function entriesOf(caseContext: CaseContext, history: History, item: WriteSubject): Promise<Entries | undefined> {
  const path = renameParameters(item.path, history.read.path, history.operation.path);
  const { complete, items, last } = await walk(caseContext, history, { most: MOST_PAGES, path });
  return complete && last !== undefined && isSuccess(last) ? { items, answer: last.exchange } : undefined;
}

/** The entries once there are more than before, or after a wait. */
async function entriesAfter(
  caseContext: CaseContext,
  history: History,
  item: WriteSubject,
  before: Entries,
): Promise<Entries | undefined> {
  let entries: Entries | undefined;
  for (const wait of PATIENCE) {
    await caseContext.pause(wait);
    entries = await entriesOf(caseContext, history, item);
    if (entries === undefined || entries.items.length > before.items.length) break;
  }
  return entries;
}

/** An item of the run, and its entries before a change. */
interface ItemBefore {
  readonly item: WriteSubject;
  readonly before: Entries;
}

/** Changes an item, or a new one where the item refuses that. */
async function changeOne(
  caseContext: CaseContext,
  history: History,
  known: ItemBefore,
  write: Operation,
): Promise<ItemBefore | undefined> {
  if (await change(caseContext, history, known.item, write)) return known;
  const item = await subject(caseContext, history);
  if (typeof item === 'string' || item.found?.ours !== true) return undefined;
  const before = await entriesOf(caseContext, history, item);
  return before !== undefined && (await change(caseContext, history, item, write)) ? { item, before } : undefined;
}

/** Changes an item. Returns whether it is another than before. */
async function change(
  caseContext: CaseContext,
  { read }: History,
  item: WriteSubject,
  write: Operation,
): Promise<boolean> {
  const path = renameParameters(item.path, read.path, write.path);
  const at = `histories/${write.id}/${caseContext.attempt}`;
  const drawn = await drawRequest(caseContext, write, { at, use: 'fresh', path, optional: 'all' });
  if (typeof drawn === 'string') return false;
  const before = await look(caseContext, { read }, item.read);
  const answer = await caseContext.exchange(drawn.request, { operation: write, purpose: openPurpose(), quiet: true });
  if (!tookEffect(answer)) return false;
  const after = await look(caseContext, { read }, item.read);
  return before !== undefined && after !== undefined && !jsonEquals(before, after);
}
