import type { HttpRequest, Json } from '../../../core/index.ts';
import {
  isPathBelow,
  isRefusedIn,
  type RecordTotal,
  type Resource,
  recordTotals,
  referenceRule,
  shareOf,
} from '../../../resources/index.ts';
import { jsonBodyOf, type Operation, propertiesOf } from '../../../spec/index.ts';
import { valueAt, withoutSeparators } from '../../../wire/index.ts';
import { bringToState, drawForItem } from '../../fixtures/items-in-states.ts';
import { type CaseContext, isSuccess, tookEffect } from '../../model/case-context.ts';
import type { Fixture } from '../../model/fixture.ts';
import { type Act, type Flow, inconclusive, PASSED, planCase, single } from '../../model/flow.ts';
import type { StepEnd } from '../../model/step-end.ts';
import { drawRequest, openPurpose } from '../../requests/draw-request.ts';
import { substitute } from '../../requests/substitute.ts';
import { renameParameters } from '../../resource-index/paths.ts';
import { groupOf, type PlanContext } from '../planner.ts';
import { createUnder, isPlaceable, ownerId } from './lists/nested-list.ts';
import { isAllowed, isNear, numberIn, readUntil, type ShownNumber } from './shown-numbers.ts';
import { look, readPurpose, sendWrite, subject } from './writes/writes.ts';

/** Numbers of a record that follow from the records of one collection. */
interface NumbersOfRecord {
  readonly holder: Resource;
  readonly counted: Resource;
  readonly read: Operation;
  readonly totals: readonly RecordTotal[];
  /** The action that makes a counted record name the holder, with the place in its body; absent: its create does. */
  readonly joining?: { readonly action: Operation; readonly pointer: string };
}

/** Numbers of a record that the document describes by other records: each write to one of those must change them by as much. */
export function planTotals(context: PlanContext): readonly Flow[] {
  if (context.options.safeOnly === true) return [];
  return context.model.resources
    .flatMap((holder) => followedBy(context, holder))
    .map((followed) => {
      const { counted, totals } = followed;
      const operation = totals[0]?.read ?? followed.read;
      const description = `${operation.id}: the numbers follow the ${counted.name} of the ${followed.holder.singular}`;
      const planned = planCase(
        { id: `stateful/${operation.id}/totals-of-${counted.name}`, phase: 'stateful', operation, description },
        { method: operation.method, path: operation.path, query: '' },
        { kind: 'valid', text: 'the numbers after the writes' },
      );
      return single(planned, groupOf(context, operation), followTotals(context, followed), 'alone');
    });
}

function followedBy(context: PlanContext, holder: Resource): readonly NumbersOfRecord[] {
  const found = recordTotals(context.api, context.model, holder).filter(({ read }) =>
    context.asks('state.count-differs', read),
  );
  const groups = new Map<string, readonly RecordTotal[]>();
  for (const total of found) {
    const key = `${total.counted.name} ${total.reference ?? ''}`;
    groups.set(key, [...(groups.get(key) ?? []), total]);
  }
  return [...groups.values()].flatMap((totals): readonly NumbersOfRecord[] => {
    const [first] = totals;
    const read = first === undefined ? undefined : context.index.operation(first.counted, 'read');
    if (first === undefined || read === undefined || context.index.operation(holder, 'create') === undefined) return [];
    const { counted } = first;
    const known = { holder, counted, read, totals };
    if (isPlaceable(context, { resource: counted, parent: holder })) return [known];
    const joining = joiningAction(context, first, read);
    return joining === undefined ? [] : [{ ...known, joining }];
  });
}

/** The only action on a counted record whose body has the property that names the holder: `POST /tickets/{id}/assign` with `{ agentId }`. */
function joiningAction(
  { api, index, model, operations }: PlanContext,
  { counted, holder, reference }: RecordTotal,
  read: Operation,
): NumbersOfRecord['joining'] {
  if (reference === undefined || index.operation(counted, 'create') === undefined) return undefined;
  const found = operations.flatMap((action) => {
    const { kind, resource } = model.roleOf(action);
    if (kind !== 'action' || resource !== counted || !isPathBelow(action.path, read.path)) return [];
    const places = index.references(action).filter((each) => each.resource === holder && !each.pointer.includes('*'));
    const names = Object.keys(propertiesOf(api, jsonBodyOf(action)?.schema ?? true)).map((name) => `/${name}`);
    const namesHolder = (name: string): boolean =>
      name === reference || withoutSeparators(name.slice(1)) === `${withoutSeparators(holder.singular)}id`;
    const pointers = new Set([...places.map(({ pointer }) => pointer), ...names.filter(namesHolder)]);
    const [pointer] = pointers;
    return pointers.size === 1 && pointer !== undefined ? [{ action, pointer }] : [];
  });
  return found.length === 1 ? found[0] : undefined;
}

/** A record of the run with the numbers that it shows. */
interface OwnRecord extends NumbersOfRecord {
  readonly owner: Fixture;
  readonly requests: ReadonlyMap<Operation, HttpRequest>;
}

function followTotals(context: PlanContext, followed: NumbersOfRecord): Act {
  return async (caseContext) => {
    const { holder, joining } = followed;
    const owner = await caseContext.fixtures.item(caseContext, holder, 'fresh');
    if (!owner.proven || !owner.ours) return inconclusive(`there is no own ${holder.singular}`);
    const requests = new Map<Operation, HttpRequest>();
    for (const read of new Set(followed.totals.map((total) => total.read))) {
      const at = `totals/${read.id}/${caseContext.attempt}`;
      const path = renameParameters(owner.path, holder.itemPath, read.path);
      const drawn = await drawRequest(caseContext, read, { at, use: 'read', path, optional: 'required' });
      if (typeof drawn !== 'string') requests.set(read, drawn.request);
    }
    const watched = { ...followed, owner, requests };
    await prepare(context, caseContext, watched);
    const course = createCourse(caseContext, watched);
    await course.start();
    const made = joining === undefined ? await create(context, caseContext, watched) : await join(caseContext, watched);
    if (typeof made === 'string') return inconclusive(made);
    await course.after(made.write, undefined, made.entity);
    await actOn(context, caseContext, { watched, course }, made);
    return course.end() ?? PASSED;
  };
}

/** Brings the record to a state in which others may name it. */
async function prepare(
  context: PlanContext,
  caseContext: CaseContext,
  { holder, counted, owner }: OwnRecord,
): Promise<void> {
  const create = context.index.operation(counted, 'create');
  const limit = create === undefined ? undefined : referenceRule(context, create, holder, '');
  if (limit === undefined) return;
  const at = `totals/${holder.name}/state/${caseContext.attempt}`;
  await bringToState(
    caseContext,
    context.index,
    { resource: holder, states: limit.states, path: owner.path },
    {
      isWanted: (state) => typeof state !== 'object' && !isRefusedIn(limit.rule, state),
      draw: drawForItem(caseContext, owner.path, at),
    },
  );
}

/** A counted record that the run has made, and the write after which it counts. */
interface CountedRecord {
  readonly write: Operation;
  readonly path: Readonly<Record<string, Json>>;
  readonly request: HttpRequest;
  readonly entity: Json;
}

async function create(
  context: PlanContext,
  caseContext: CaseContext,
  watched: OwnRecord,
): Promise<CountedRecord | string> {
  const { counted, holder, owner, read } = watched;
  const write = context.index.operation(counted, 'create');
  const within = { resource: counted, parent: holder };
  const child = await createUnder(context, caseContext, within, { owner, name: 'total' });
  if (typeof child === 'string' || write === undefined) return typeof child === 'string' ? child : 'there is no create';
  const drawn = await drawRequest(caseContext, read, { at: `totals/${read.id}`, use: 'read', path: child.path });
  if (typeof drawn === 'string') return drawn;
  const entity = await look(caseContext, { read }, drawn.request);
  return entity === undefined ? 'there is no new record' : { write, path: child.path, request: drawn.request, entity };
}

/** Makes a new record name the holder by an action. */
async function join(
  caseContext: CaseContext,
  { joining, owner, holder, read }: OwnRecord,
): Promise<CountedRecord | string> {
  const item = await subject(caseContext, { read });
  const id = ownerId({ parent: holder }, owner);
  if (typeof item === 'string' || joining === undefined || id === undefined) return 'there is no own record';
  if (item.found?.ours !== true) return 'there is no own record';
  const { action, pointer } = joining;
  const path = renameParameters(item.path, read.path, action.path);
  const drawn = await drawRequest(caseContext, action, {
    at: `totals/${action.id}/${caseContext.attempt}`,
    use: 'fresh',
    path,
  });
  if (typeof drawn === 'string') return drawn;
  const request = substitute(action, drawn.request, { path: {}, body: { [pointer]: id } });
  const answer = await caseContext.exchange(request, { operation: action, purpose: openPurpose(), quiet: true });
  const entity = tookEffect(answer) ? await look(caseContext, { read }, item.read) : undefined;
  return entity === undefined ? 'no record names it' : { write: action, path: item.path, request: item.read, entity };
}

/** Actions that are done to one record, and requests for them. */
const [MOST_ACTIONS, MOST_SENT] = [4, 14];

/** Does the actions that change whether the record counts, and deletes it. */
async function actOn(
  context: PlanContext,
  caseContext: CaseContext,
  { watched, course }: { readonly watched: OwnRecord; readonly course: Course },
  made: CountedRecord,
): Promise<void> {
  const { counted, read, totals, joining } = watched;
  const places = new Set(totals.flatMap(({ where }) => where.map(({ property }) => property)));
  const actions = context.operations.filter((each) => {
    const { kind, resource, effects = [] } = context.model.roleOf(each);
    const isOn = kind === 'action' && resource === counted && isPathBelow(each.path, read.path);
    return (
      isOn &&
      each !== joining?.action &&
      effects.some(({ property }) => [...places].some((at) => at.endsWith(`/${property}`)))
    );
  });
  let before = made.entity;
  // An action may need the state that another one leads to: those that were not done yet are tried first.
  let waiting = actions.slice(0, MOST_ACTIONS);
  const done: Operation[] = [];
  for (let sent = 0; sent < MOST_SENT && waiting.length > 0; ) {
    const count = done.length;
    for (const action of [...waiting, ...done]) {
      sent += 1;
      if (!(await sendWrite(caseContext, action, renameParameters(made.path, read.path, action.path), 'totals')))
        continue;
      const entity = await look(caseContext, { read }, made.request);
      if (entity === undefined) return;
      await course.after(action, before, entity);
      if (course.end() !== undefined) return;
      before = entity;
      waiting = waiting.filter((each) => each !== action);
      done.push(action);
      break;
    }
    if (done.length === count) break;
  }
  const remove = context.index.operation(counted, 'delete');
  if (remove === undefined || course.end() !== undefined) return;
  const isCounted = totals.some((total) => shareIn(watched, total, before) !== 0);
  const last = isCounted || joining !== undefined ? { ...made, entity: before } : await another();
  if (last === undefined || course.end() !== undefined) return;
  if (!(await sendWrite(caseContext, remove, renameParameters(last.path, read.path, remove.path), 'totals'))) return;
  const purpose = readPurpose({ kind: 'plain' });
  const gone = await caseContext.exchange(last.request, { operation: read, purpose, quiet: true });
  const status = gone.kind === 'answered' ? gone.exchange.response.status : 0;
  if (status === 404 || status === 410) await course.after(remove, last.entity, undefined);

  /** A new record, where the actions have led the first one to a state in which it does not count. */
  async function another(): Promise<CountedRecord | undefined> {
    const second = await create(context, caseContext, watched);
    if (typeof second === 'string') return undefined;
    await course.after(second.write, undefined, second.entity);
    return second;
  }
}

/** Follows the numbers of a record over several writes. */
interface Course {
  start(): Promise<void>;
  /** Compares the numbers after a write with what the counted record was and is. Undefined: there is no such record. */
  after(write: Operation, before: Json | undefined, now: Json | undefined): Promise<void>;
  /** The end of the first number that did not follow. */
  end(): StepEnd | undefined;
}

function createCourse(caseContext: CaseContext, watched: OwnRecord): Course {
  const last = new Map<RecordTotal, number>();
  let end: StepEnd | undefined;
  const compare = async (
    write: Operation,
    total: RecordTotal,
    [before, now]: readonly (Json | undefined)[],
  ): Promise<void> => {
    const was = last.get(total);
    const [less, more] = [before, now].map((each) => shareIn(watched, total, each));
    last.delete(total);
    if (was === undefined || less === undefined || more === undefined) return;
    const expected = was + more - less;
    const seen = await readUntil(caseContext, () => readNumber(caseContext, watched, total), expected);
    if (seen === undefined || !isAllowed(seen, expected)) return;
    const { number, exchange } = seen;
    last.set(total, number);
    if (isNear(number, expected) || end !== undefined) return;
    const { at: pointer, counted, text } = total;
    const facts = { pointer, before: was, number, expected, write: write.id, of: counted.name, text };
    const purpose = readPurpose({ kind: 'totalled', ...facts });
    end = caseContext.again(exchange, { operation: total.read, purpose }).end;
  };
  return {
    async start() {
      for (const total of watched.totals) {
        const seen = await readNumber(caseContext, watched, total);
        if (seen !== undefined) last.set(total, seen.number);
      }
    },
    async after(write, before, now) {
      for (const total of watched.totals) await compare(write, total, [before, now]);
    },
    end: () => end,
  };
}

async function readNumber(
  caseContext: CaseContext,
  { requests }: OwnRecord,
  { read, at }: RecordTotal,
): Promise<ShownNumber | undefined> {
  const request = requests.get(read);
  if (request === undefined) return undefined;
  const purpose = readPurpose({ kind: 'plain' });
  const answer = await caseContext.exchange(request, { operation: read, purpose, quiet: true });
  return isSuccess(answer) ? numberIn(answer.exchange, at) : undefined;
}

/** How much a counted record adds to a number of the record of the run. Undefined if it does not show that. */
function shareIn({ holder, owner }: OwnRecord, total: RecordTotal, record: Json | undefined): number | undefined {
  if (record === undefined) return 0;
  const { reference } = total;
  const named = reference === undefined ? undefined : valueAt(record, reference);
  const isNamed = reference === undefined || String(named) === String(ownerId({ parent: holder }, owner));
  return isNamed ? shareOf(total, record) : 0;
}
