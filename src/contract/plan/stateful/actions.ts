import type { HttpRequest, Json, JsonObject } from '../../../core/index.ts';
import {
  documentedStates,
  type Effect,
  type ItemStates,
  isPathBelow,
  isStateName,
  itemProperties,
  pointerTo,
  type Resource,
  undeletes,
} from '../../../resources/index.ts';
import {
  conjunctsOf,
  jsonBodyOf,
  type Operation,
  operationTexts,
  propertiesOf,
  type Schema,
  sentencesIn,
} from '../../../spec/index.ts';
import { jsonEquals, valueAt, withoutSeparators } from '../../../wire/index.ts';
import { bringToState, drawForItem } from '../../fixtures/items-in-states.ts';
import { isConflict } from '../../hints/conflicts.ts';
import { type CaseContext, isSuccess, jsonOf } from '../../model/case-context.ts';
import type { Exchange } from '../../model/exchange.ts';
import type { Fixture } from '../../model/fixture.ts';
import { type Act, type Flow, inconclusive, planCase, single, skipped } from '../../model/flow.ts';
import type { StepEnd } from '../../model/step-end.ts';
import { bodyAsObject, drawRequest, openPurpose, validPurpose } from '../../requests/draw-request.ts';
import { itemPart, propertiesSent, withPart } from '../../requests/written-part.ts';
import type { ModelIndex } from '../../resource-index/model-index.ts';
import { showsAnother } from '../../responses/comparison.ts';
import { idIn } from '../../responses/created-id.ts';
import { propertiesShown } from '../../responses/entity-diff.ts';
import { deletionMarks } from '../../responses/gone-words.ts';
import { groupOf, type PlanContext } from '../planner.ts';
import { lifeEntityOf } from './life/life.ts';
import { look, readPurpose, subject, subjectAt, type WriteSubject } from './writes/writes.ts';

/**
 * Actions that answer with their item, which a read must show in the same way, and actions whose name says what a read
 * must show.
 */
export function planActions(context: PlanContext): readonly Flow[] {
  return context.operations.flatMap((operation) => {
    const { kind, resource, responseEntity, effects = [] } = context.model.roleOf(operation);
    if (kind !== 'action' || resource === undefined) return [];
    if (responseEntity === undefined && (effects.length === 0 || isDoneLater(operation))) return [];
    const read = context.index.operation(resource, 'read');
    if (read === undefined || !isPathBelow(operation.path, read.path)) return [];
    const request = { method: operation.method, path: operation.path, query: '' };
    const description = `${operation.id}: what the answer shows is there afterwards`;
    const planned = planCase(
      { id: `stateful/${operation.id}/effect`, phase: 'stateful', operation, description },
      request,
      {
        kind: 'valid',
        text: 'a documented success',
      },
    );
    const tried = {
      action: operation,
      read,
      undone: deletionUndoneBy(context, operation, resource) ?? undoneBy(context, operation),
      opposite: oppositeOf(context, operation),
      others: othersOf(context, operation),
      index: context.index,
      states: documentedStates(context.api, context.model, resource),
    };
    return [single(planned, groupOf(context, operation), actAndRead(tried), 'alone')];
  });
}

/** Names of actions that undo others, with the names of those. */
const UNDOING: readonly (readonly [undoing: RegExp, done: RegExp])[] = [
  [
    /^(restore|recover|reinstate|reactivate|undelete)$/,
    /^(archive|trash|deactivate|disable|suspend|remove|delete|close)$/,
  ],
  [/^(reopen|open)$/, /^(close|archive|resolve|complete|finish)$/],
  [/^(resume|continue|unpause)$/, /^(pause|suspend|hold|stop)$/],
  [/^(enable|activate)$/, /^(disable|deactivate|suspend)$/],
  [/^(release)$/, /^(hold|lock|freeze|block)$/],
];

/**
 * The action that an action undoes: `archive` for `unarchive` and `restore`. An item that it was not done to shows
 * nothing of the second one. Undefined if there is none, or several.
 */
function undoneBy({ operations, model }: PlanContext, action: Operation): Operation | undefined {
  const [, base = '', verb = ''] = /^(.*)[/:]([^/:{}]+)$/.exec(action.path) ?? [];
  const { resource } = model.roleOf(action);
  const word = withoutSeparators(verb);
  const plain = /^(?:un|de)(.{3,})$/.exec(word)?.[1];
  const done = UNDOING.find(([undoing]) => undoing.test(word))?.[1];
  const others = operations.filter((each) => {
    if (each === action || each.method !== action.method || !isPathBelow(each.path, base)) return false;
    const role = model.roleOf(each);
    const name = withoutSeparators(each.path.slice(base.length + 1));
    return role.kind === 'action' && role.resource === resource && (name === plain || done?.test(name) === true);
  });
  return others.length === 1 ? others[0] : undefined;
}

/** The DELETE of an item that an action brings back. */
function deletionUndoneBy(
  { api, index, model }: PlanContext,
  action: Operation,
  resource: Resource,
): Operation | undefined {
  return undeletes(action, model, api.operations) ? index.operation(resource, 'delete') : undefined;
}

/** An action, and what is sent around it. */
interface TriedAction {
  readonly action: Operation;
  readonly read: Operation;
  readonly undone: Operation | undefined;
  readonly opposite: Operation | undefined;
  /** The other actions on the same item, one of which may lead to the state that this one needs. */
  readonly others: readonly Operation[];
  readonly index: ModelIndex;
  /** The states of the item, in one of which the action may be possible. */
  readonly states: ItemStates | undefined;
}

/** Whether the text of an action says that its effect comes later. */
function isDoneLater(operation: Operation): boolean {
  const isAccepted = operation.responses.some(({ status }) => status === '202');
  return isAccepted || operationTexts(operation, '').some((text) => LATER.test(text));
}

const LATER =
  /asynchron|queue|schedul|eventual|background|\b(job|task)\b|\b(may|can|might) take\b|\brequest(s|ed)? (that|to|for)\b|\bwill (be|get)\b|\bpending\b/i;

/** The only other action on the same item that sets what this one sets to another value: DELETE beside PUT of a lock. */
function oppositeOf({ operations, model }: PlanContext, action: Operation): Operation | undefined {
  const { resource, effects = [] } = model.roleOf(action);
  const others = operations.filter((each) => {
    const role = model.roleOf(each);
    if (each === action || role.kind !== 'action' || role.resource !== resource) return false;
    return (role.effects ?? []).some(({ property, value }) =>
      effects.some((own) => own.property === property && own.value !== value),
    );
  });
  return others.length === 1 ? others[0] : undefined;
}

const MOST_OTHERS = 4;

/** The other actions without a parameter behind the same item. */
function othersOf({ operations, index, model }: PlanContext, action: Operation): readonly Operation[] {
  const { resource } = model.roleOf(action);
  const read = resource === undefined ? undefined : index.operation(resource, 'read');
  return operations
    .filter((each) => {
      const role = model.roleOf(each);
      const isAction = each !== action && each.method === 'POST' && role.kind === 'action';
      const rest = read !== undefined && isPathBelow(each.path, read.path) ? each.path.slice(read.path.length) : '{';
      return isAction && role.resource === resource && !rest.includes('{');
    })
    .slice(0, MOST_OTHERS);
}

/**
 * An action that needs another state is tried again on items to which another action was done: `return` after `lend`. Once
 * it was done, it is done to an item with all properties as well, which may lose some of them.
 */
function actAndRead(tried: TriedAction): Act {
  return async (caseContext) => {
    const ways: readonly Earlier[] = [
      { earlier: tried.undone },
      ...(tried.undone?.method === 'DELETE' ? [] : tried.others.map((earlier) => ({ earlier }))),
      ...(tried.undone?.method === 'DELETE' ? [] : (tried.states?.values ?? []).slice(0, MOST_STATES)).map(
        ({ value }) => ({ state: value }),
      ),
    ];
    let first: StepEnd | undefined;
    for (const way of ways) {
      const { end, done, refused } = await actOnItem(caseContext, tried, way);
      first ??= end;
      if (refused) continue;
      const full =
        done && end.kind === 'passed' ? await actOnItem(caseContext, tried, { ...way, isFull: true }) : undefined;
      return full?.done === true ? full.end : end;
    }
    return first ?? inconclusive('the action could not be tried');
  };
}

const MOST_STATES = 5;

/** What is done to a new item before the action: another action, or all that leads to a state. */
interface Earlier {
  readonly earlier?: Operation | undefined;
  readonly state?: string | boolean | number;
  /** The item has all properties that a client can give it. It need not be in a state that allows the action. */
  readonly isFull?: boolean;
}

/** How an action on a new item has ended, whether it was done, and whether the state of the item was in its way. */
interface ActEnd {
  readonly end: StepEnd;
  readonly done: boolean;
  readonly refused: boolean;
}

async function actOnItem(
  caseContext: CaseContext,
  tried: TriedAction,
  { earlier, state, isFull = false }: Earlier,
): Promise<ActEnd> {
  let refused = false;
  let done = false;
  const end = await actOnce();
  return { end, done, refused };

  async function actOnce(): Promise<StepEnd> {
    const { action, read, undone, opposite } = tried;
    const item = await (isFull ? fullItem(caseContext, read) : subject(caseContext, { read }));
    if (typeof item === 'string') return inconclusive(item);
    const at = `actions/${action.id}/${caseContext.attempt}`;
    const drawn = await drawRequest(caseContext, action, { at, use: 'fresh', path: item.path });
    if (typeof drawn === 'string') return inconclusive(drawn);
    // If records can be neither created nor listed, every request names another one.
    if (!isPathBelow(drawn.request.path, item.read.path)) return inconclusive('no existing item is known');
    const { effects = [], stamps = [], clears: cleared = [], responseEntity = '' } = caseContext.model.roleOf(action);
    const standing = isFull ? undefined : await doToStanding(caseContext, { action, undone }, drawn.request);
    if (standing !== undefined) return standing;
    const first = earlier ?? (isDone(effects, shownBy(caseContext, read, item.entity)) ? opposite : undefined);
    if (state !== undefined && !(await leadTo(caseContext, tried, item.path, state))) {
      refused = true;
      return inconclusive('no item came to that state');
    }
    if (first !== undefined && state === undefined) await perform(caseContext, first, item.path);
    const before = (await look(caseContext, { read }, item.read)) ?? item.entity;
    const purpose = isFull ? openPurpose() : { ...validPurpose(drawn.prepared), relational: true };
    const request = withOtherValues(caseContext, { action, read }, drawn.request);
    const answer = await caseContext.exchange(request, { operation: action, purpose });
    const answered = lifeEntityOf(caseContext, action, answer);
    refused = isConflict(answer) && !answer.failed;
    done = isSuccess(answer) || answer.failed;
    if (!isSuccess(answer) || answer.failed) return answer.end;
    if (answered === undefined && saysOnly(effects, answer.exchange) && !isDoneLater(action)) {
      await waitFor(caseContext, { read, effects }, item.read);
      const story = { kind: 'after-action', action: action.id, before, effects } as const;
      return (await caseContext.exchange(item.read, { operation: read, purpose: readPurpose(story) })).end;
    }
    if (answered === undefined || answer.exchange.response.status > 201)
      return skipped('the answer does not show the item');
    const isAnother = isNamedOtherwise(caseContext, read, { path: item.path, entity: before }, answered);
    if (isAnother || showsAnother(answer.exchange, bodyAsObject(before), responseEntity))
      return skipped('the answer shows something else');
    // Dates that the undone action sets are gone again.
    const undoneDates = undone === undefined ? [] : (caseContext.model.roleOf(undone).stamps ?? []);
    // What comes back is no longer marked as deleted.
    const marks = undone?.method === 'DELETE' ? deletionMarks(before) : [];
    const clears = [...new Set([...cleared, ...undoneDates, ...marks])];
    const sent = sentValues(caseContext, { action, read }, request);
    const story = { kind: 'after-action', action: action.id, before, answered, effects, stamps, clears, sent } as const;
    return (await caseContext.exchange(item.read, { operation: read, purpose: readPurpose(story) })).end;
  }
}

/** A new item with all properties that a client can give it; a string says why there is none. */
async function fullItem(caseContext: CaseContext, read: Operation): Promise<WriteSubject | string> {
  const { resource } = caseContext.model.roleOf(read);
  const made = resource === undefined ? undefined : await caseContext.fixtures.create(caseContext, resource, 'all');
  return made?.proven === true && made.ours
    ? subjectAt(caseContext, { read }, made.path)
    : 'no item with all properties could be made';
}

/** Brings an item to a state by the actions on it. */
async function leadTo(
  caseContext: CaseContext,
  { index, states, read, action }: TriedAction,
  path: Readonly<Record<string, Json>>,
  wanted: Json,
): Promise<boolean> {
  const { resource } = caseContext.model.roleOf(read);
  if (resource === undefined || states === undefined) return false;
  const at = `actions/${action.id}/in-state/${caseContext.attempt}`;
  const reached = await bringToState(
    caseContext,
    index,
    { resource, states, path },
    { isWanted: (state) => state === wanted, draw: drawForItem(caseContext, path, at) },
  );
  return reached !== undefined;
}

const NOT_DELETED =
  /\b(?:not|never|n[o']t been|isn['’]t|hasn['’]t been) (?:been |yet )?(?:soft[- ])?(?:deleted|removed|trashed|archived)\b|\bnothing to (?:restore|undelete)\b/i;

const REFUSAL = /^4(?:09|22)$/;
/** What separates the parts of a sentence that are about different records. */
const CLAUSES = /;|, (?:and|but|while) /i;
/** Words and statuses of a sentence that refuses: “A vehicle that is not deleted is refused with 409.” */
const REFUSED = /\b4(?:09|22)\b|\b(?:fails?|is (?:refused|rejected|denied))\b/i;
/** A sentence about a success, or about other records: “Does not fail if it is not deleted.” “Fails if another one has its name.” */
const OTHERWISE =
  /\b(?:not|never|without|cannot|doesn['’]t|won['’]t) (?:be )?(?:fail\w*|refus\w+|reject\w+|den\w+)|\b(?:another|others?|same|taken|exists?|duplicate|its|their|whose|succeeds?|success|no effect|nothing happens)\b/i;
/** What may follow at the end of a clause. */
const END =
  /^(?:\W|\b(?:yet|before|at all|with|a|an|the|is|are|it|or|conflict|refused|rejected|denied|fails?|4\d\d)\b)*$/i;

/** Whether a text says that an item is refused which is not deleted. */
function refusesStanding(text: string): boolean {
  const [found] = NOT_DELETED.exec(text) ?? [];
  return found !== undefined && !OTHERWISE.test(text) && END.test(text.slice(text.indexOf(found) + found.length));
}

/** Brings back an item that stands, where the document refuses that. Returns the end if it was not refused. */
async function doToStanding(
  caseContext: CaseContext,
  { action, undone }: Pick<TriedAction, 'action' | 'undone'>,
  request: HttpRequest,
): Promise<StepEnd | undefined> {
  const isRestoring = undone?.method === 'DELETE';
  const isDocumented =
    action.responses.some(({ status, description }) => REFUSAL.test(status) && refusesStanding(description)) ||
    (action.responses.some(({ status }) => REFUSAL.test(status)) &&
      operationTexts(action, '')
        .flatMap(sentencesIn)
        .flatMap((sentence) => sentence.split(CLAUSES))
        .some((clause) => REFUSED.test(clause) && refusesStanding(clause)));
  if (!isRestoring || !isDocumented) return undefined;
  const story = { kind: 'in-state', property: 'deleted', state: false, because: 'not been deleted' } as const;
  const answer = await caseContext.exchange(request, { operation: action, purpose: openPurpose(story) });
  return answer.failed ? answer.end : undefined;
}

type ActionAndRead = Pick<TriedAction, 'action' | 'read'>;

/** The values that both an action's body and its item list for a property of one name, by that name. */
function sharedValues(
  { api, model }: CaseContext,
  { action, read }: ActionAndRead,
): Readonly<Record<string, readonly Json[]>> {
  const { resource } = model.roleOf(read);
  if (resource === undefined || jsonBodyOf(action) === undefined || isDoneLater(action)) return {};
  const shown = itemProperties(api, resource);
  const listed = (rule: Schema | undefined): readonly Json[] =>
    rule === undefined ? [] : conjunctsOf(api, rule).flatMap((each) => each.enum ?? []);
  return Object.fromEntries(
    Object.entries(propertiesOf(api, itemPart({ api, model }, action).schema)).flatMap(([name, each]) => {
      const both = listed(shown[name]?.schema);
      const values = listed(each.schema).filter((value) => value !== null && both.includes(value));
      return values.length === 0 ? [] : [[name, values]];
    }),
  );
}

/** A listed value that stands for all others, which a service may set by itself. */
const CATCH_ALL = /^(other|others|unknown|unspecified|misc|miscellaneous|none|default|any)$/i;

/**
 * The request with the last listed value of each property that is not the state: a service that ignores the value would
 * rather show the first one, or one that stands for all others.
 */
function withOtherValues(caseContext: CaseContext, tried: ActionAndRead, request: HttpRequest): HttpRequest {
  const part = itemPart(caseContext, tried.action);
  const body = propertiesSent(request, part);
  const chosen = Object.entries(sharedValues(caseContext, tried)).flatMap(([name, values]) =>
    isStateName(name) || !Object.hasOwn(body, name)
      ? []
      : [[name, values.findLast((value) => !CATCH_ALL.test(String(value))) ?? values.at(-1) ?? null]],
  );
  if (chosen.length === 0) return request;
  const other = withPart(request, part, { ...body, ...Object.fromEntries(chosen) });
  return caseContext.keeps(tried.action, other) === true ? other : request;
}

/** Values of a request whose names and listed values are those of properties of the item: `resolution: "fixed"`. */
function sentValues(caseContext: CaseContext, tried: ActionAndRead, request: HttpRequest): JsonObject {
  const shared = sharedValues(caseContext, tried);
  return Object.fromEntries(
    Object.entries(propertiesSent(request, itemPart(caseContext, tried.action))).filter(
      ([name, value]) => shared[name]?.includes(value) === true,
    ),
  );
}

/** The properties of an item by their names. */
function shownBy({ model }: CaseContext, read: Operation, item: Json | undefined): JsonObject | undefined {
  return propertiesShown({ operation: read, model }, item);
}

/** Whether an item shows every effect. */
function isDone(effects: readonly Effect[], item: JsonObject | undefined): boolean {
  return item !== undefined && effects.every(({ property, value }) => jsonEquals(item[property] ?? null, value));
}

/** Whether an answer has no content, or shows the effect: `{ merged: true }`. */
function saysOnly(effects: readonly Effect[], exchange: Exchange): boolean {
  const { status, body } = exchange.response;
  return (
    effects.length > 0 &&
    (status === 200 || status === 204) &&
    (body.kind === 'none' || isDone(effects, bodyAsObject(jsonOf(exchange))))
  );
}

const PATIENCE = [100, 300, 900];

/** Reads an item until it shows the effects of an action, for a while. */
async function waitFor(
  caseContext: CaseContext,
  { read, effects }: { readonly read: Operation; readonly effects: readonly Effect[] },
  request: HttpRequest,
): Promise<void> {
  for (const wait of PATIENCE) {
    const shown = shownBy(caseContext, read, await look(caseContext, { read }, request));
    if (isDone(effects, shown)) return;
    await caseContext.pause(wait);
  }
}

/** Does to an item what the action under test undoes. */
async function perform(
  caseContext: CaseContext,
  operation: Operation,
  path: Readonly<Record<string, Json>>,
): Promise<void> {
  const at = `actions/${operation.id}/undone/${caseContext.attempt}`;
  const drawn = await drawRequest(caseContext, operation, { at, use: 'fresh', path });
  if (typeof drawn === 'string') return;
  await caseContext.exchange(drawn.request, { operation, purpose: openPurpose(), quiet: true });
}

/** A copy of an item has its own id, and an item that was moved another name. */
function isNamedOtherwise(
  { model }: CaseContext,
  read: Operation,
  { path, entity }: Pick<Fixture, 'path' | 'entity'>,
  answered: Json,
): boolean {
  const { resource } = model.roleOf(read);
  const nameIn = (item: Json | undefined): Json | undefined =>
    valueAt(item ?? null, pointerTo(resource?.id?.property ?? 'id'));
  const names = [nameIn(entity), nameIn(answered)];
  if (names.every((name) => typeof name === 'string') && names[0] !== names[1]) return true;
  const own = resource?.id === undefined ? undefined : path[resource.id.parameter];
  const answeredId = resource === undefined ? undefined : idIn(resource, answered);
  return own !== undefined && answeredId !== undefined && String(own) !== String(answeredId);
}
