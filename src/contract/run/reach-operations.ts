import type { HttpRequest, Json, JsonObject } from '../../core/index.ts';
import { clusterKey, type ResourceModel } from '../../resources/index.ts';
import {
  type Api,
  conjunctsOf,
  isSafe,
  jsonBodyOf,
  lastLiteral,
  type Operation,
  propertiesOf,
  wordsOf,
} from '../../spec/index.ts';
import { isObject, withoutSeparators } from '../../wire/index.ts';
import { STALLED } from '../concurrency/stall-watch.ts';
import { type AnsweredExchange, type CaseContext, type ExchangeResult, isSuccess } from '../model/case-context.ts';
import type { Finding } from '../model/finding.ts';
import type { FixtureUse } from '../model/fixture.ts';
import { DEFAULTS } from '../model/options.ts';
import { useOf } from '../plan/planner.ts';
import { canNameRecord, describedReferences } from '../requests/described-references.ts';
import { drawRequest, validPurpose } from '../requests/draw-request.ts';
import { namesRecord } from '../requests/places-in-words.ts';
import { bodyProperties } from '../requests/value-places.ts';
import { commandOf, OWN_NAMES } from '../resource-index/commands.ts';
import { withWords } from '../responses/refusal-words.ts';
import type { RunRecord } from '../result/run-record.ts';
import { createCaseContext } from './create-case-context.ts';
import { ofNoCase } from './outage-tools.ts';
import { plannedOperations } from './planned-operations.ts';

/**
 * Tries every operation of the plan before the phases, one after the other: reads and lists, then creates,
 * updates, and deletes. Each refusal changes the next attempt. What was learned is frozen afterwards, so
 * that no case depends on another. Nothing is judged.
 */
export async function reachOperations(
  run: RunRecord,
  stopped: () => boolean,
  tell: (finding: Finding) => void,
): Promise<void> {
  const { tries = DEFAULTS.tries } = run.options;
  if (tries === 0) return;
  const caseContext = caseContextOf(run, tell);
  const { patience } = run.sender;
  const tryOne = async (operation: Operation, isFirst: boolean): Promise<void> => {
    const trying = tryOperation(isFirst ? withoutWaits(caseContext) : caseContext, operation, tries);
    const refusal = await run.stalls.within(trying);
    if (refusal !== undefined && refusal !== STALLED)
      run.context.refusing.set(operation.id, run.context.redactor.text(refusal));
  };
  const limited: Operation[] = [];
  for (const operation of inOrder(run, triedOperations(run))) {
    if (stopped()) break;
    await tryOne(operation, true);
    if (patience.isWaiting(operation.id) && !run.context.worked.has(operation.id)) limited.push(operation);
  }
  // Operations with a rate limit are tried once more after all others.
  for (const operation of limited) if (!stopped()) await tryOne(operation, false);
  run.context.hints.freeze();
}

/**
 * A context whose requests count as covered. They are not judged, except that a repeated failure of the
 * service and the stack trace in it are reported, once for each operation.
 */
function caseContextOf(run: RunRecord, tell: (finding: Finding) => void): CaseContext {
  const gathered = ofNoCase('reach', 'reach');
  const caseContext = createCaseContext(run.context, gathered, 0);
  const failed = new Set<Operation | undefined>();
  return {
    ...caseContext,
    async exchange(request, options) {
      const answer = await caseContext.exchange(request, options);
      if (answer.kind === 'answered' && options.purpose.expect === 'valid') run.coverage.saw(answer.exchange);
      if (!isFailure(answer) || failed.has(options.operation)) return answer;
      failed.add(options.operation);
      const second = await caseContext.exchange(request, options);
      if (!isFailure(second)) return second;
      caseContext.again(second.exchange, { ...options, quiet: false });
      for (const { case: _none, ...finding } of gathered.findings.splice(0))
        if (OF_FAILURES.has(finding.check)) tell(finding);
      return second;
    },
  };
}

/** Checks of the answer to a request that made the service fail. Later requests avoid the value that did. */
const OF_FAILURES: ReadonlySet<string> = new Set(['status.server-error', 'leak.stack-trace']);

/** Statuses that are not a fault: not implemented, unavailable, no storage. */
const EXCUSED = new Set([501, 503, 507]);

function isFailure(answer: ExchangeResult): answer is AnsweredExchange {
  if (answer.kind === 'missed') return false;
  const { status } = answer.exchange.response;
  return status >= 500 && !EXCUSED.has(status);
}

/** A context that returns at once if an answer asks to wait for one operation. */
function withoutWaits(caseContext: CaseContext): CaseContext {
  return {
    ...caseContext,
    exchange: (request, options) => caseContext.exchange(request, { ...options, postpone: true }),
  };
}

/** Operations that are tried: those that may be refused except disruptive ones, and those that show what a body takes. */
function triedOperations(run: RunRecord): readonly Operation[] {
  const named = textNames(run.context.api);
  return plannedOperations(run).filter(
    (operation) =>
      (mayBeRefused(operation) || isListOf(run.context.model, operation, named)) &&
      !mayBeSwitch(run.context, operation),
  );
}

/** Names of properties of request bodies that hold a string. */
function textNames(api: Api): ReadonlySet<string> {
  return new Set(
    api.operations.flatMap((operation) =>
      bodyProperties(api, jsonBodyOf(operation)?.schema ?? true).flatMap(({ name, schema }) =>
        canNameRecord(api, schema) ? [clusterKey(name)] : [],
      ),
    ),
  );
}

/** Whether a read without items of its own is called as a property that names one: `GET /types` beside `type`. */
function isListOf({ roleOf }: ResourceModel, operation: Operation, named: ReadonlySet<string>): boolean {
  const { method, path } = operation;
  const last = lastLiteral(path);
  const own = clusterKey(last);
  return (
    method === 'GET' &&
    !path.includes('{') &&
    roleOf(operation).resource === undefined &&
    own !== last &&
    named.has(own)
  );
}

/** Optional parameters of a read from which on its cases are many. */
const MANY = 3;

/**
 * Whether a refusal may be about values. A read or delete that needs only its item is refused for other
 * reasons.
 */
function mayBeRefused({ method, path, parameters }: Operation): boolean {
  const isAsking = isSafe(method) || method === 'DELETE';
  // A list with several parameters has many cases: it is asked first whether it is there.
  if (isSafe(method) && !path.includes('{') && parameters.length >= MANY) return true;
  return !isAsking || parameters.some((each) => (each.required && each.in !== 'path') || namesRecordInQuery(each));
}

/** Whether a query parameter is called as the id of a record: `groupID`. */
function namesRecordInQuery({ in: where, name }: Operation['parameters'][number]): boolean {
  return where === 'query' && namesRecord(name);
}

/** Whether a query parameter is called as a resource: `container`. */
function isCalledAsResource(
  { resources }: ResourceModel,
  { in: where, name }: Operation['parameters'][number],
): boolean {
  const own = clusterKey(name);
  return where === 'query' && resources.some((each) => !each.singleton && clusterKey(each.singular) === own);
}

/**
 * Whether a write may act on the whole service because it is not about an item. Outages are watched for in
 * cases, not in this phase.
 */
function mayBeSwitch({ api, model }: RunRecord['context'], operation: Operation): boolean {
  if (isSafe(operation.method) || operation.path.includes('{')) return false;
  const { kind, lists } = model.roleOf(operation);
  if (kind === 'create' || kind === 'list' || kind === 'read' || lists !== undefined) return false;
  if (commandOf(operation) === 'make' || operation.parameters.some(namesRecordInQuery)) return false;
  if (operation.parameters.some((each) => isCalledAsResource(model, each))) return false;
  if (operation.method === 'POST' && (isOfCollection(model, operation) || takesWhatIsSent(operation))) return false;
  return !bodyNamesRecord(api, operation) && !listsRecords(api, model, operation);
}

/** Verbs of operations that take what is sent, and do nothing else with the service. */
const TAKING: ReadonlySet<string> = new Set(
  'submit enqueue send upload ingest evaluate parse convert translate render compile calculate'.split(' '),
);

/** Whether the last word of a path is the verb of an operation that takes what is sent: `/job/submit`. */
function takesWhatIsSent({ path }: Operation): boolean {
  return TAKING.has(wordsOf(lastLiteral(path)).at(-1) ?? '');
}

/** Whether the last word of a path stands behind a collection: `/users/invite`, `/accounts:signUp`. */
function isOfCollection({ resources }: ResourceModel, { path }: Operation): boolean {
  const [, noun = ''] = /\/([^/:]+):[A-Za-z]+$/.exec(path) ?? [];
  if (withoutSeparators(noun) !== clusterKey(noun)) return true;
  const before = path.slice(0, path.lastIndexOf('/'));
  return resources.some(({ collectionPath, singleton }) => !singleton && collectionPath === before);
}

/** Whether the body has a list of the records that an operation is about: the `keys` of `PATCH /folders`. */
function listsRecords(api: Api, model: ResourceModel, operation: Operation): boolean {
  return describedReferences(api, model, operation).some(({ pointer }) => pointer.endsWith('/*'));
}

/** Whether the body names the records that a command is about: `/role/get` with `{ role }`, `/kv/put` with `{ key }`, `/role` with `{ roles }`. */
function bodyNamesRecord(api: Api, { path, ...operation }: Operation): boolean {
  const schema = jsonBodyOf(operation)?.schema;
  if (schema === undefined) return false;
  const words = path.split('/').flatMap(wordsOf).map(clusterKey);
  return Object.keys(propertiesOf(api, schema)).some((name) => {
    const own = wordsOf(name);
    return OWN_NAMES.has(own.at(-1) ?? '') || (own.length === 1 && words.includes(clusterKey(own[0] ?? '')));
  });
}

/** Lists before the items below them, outer paths first, deletes last. */
function inOrder({ context: { model } }: RunRecord, operations: readonly Operation[]): readonly Operation[] {
  const rank = (operation: Operation): number => {
    const { kind } = model.roleOf(operation);
    if (operation.method === 'DELETE' || commandOf(operation) === 'remove') return 4;
    if (kind === 'create' || commandOf(operation) === 'make') return 1;
    if (isSafe(operation.method)) return kind === 'read' || operation.parameters.some(namesRecordInQuery) ? 2 : 0;
    return 3;
  };
  const depth = ({ path }: Operation): number => path.split('/').length;
  return operations
    .map((operation, index) => ({ operation, index }))
    .sort(
      (one, other) =>
        rank(one.operation) - rank(other.operation) ||
        depth(one.operation) - depth(other.operation) ||
        one.index - other.index,
    )
    .map(({ operation }) => operation);
}

/** Tries an operation. Returns why it had no success; undefined if it had one, or if that is not known. */
async function tryOperation(
  caseContext: CaseContext,
  operation: Operation,
  tries: number,
): Promise<string | undefined> {
  let refusal: string | undefined;
  let statuses: number[] = [];
  let learned = true;
  for (let attempt = 0; attempt < 2 * tries; attempt += 1) {
    // After a refusal, what the document shows is sent; a third time only if the last refusal said what else to send.
    const isShown = attempt === 1 || attempt === 2 || (attempt === 3 && learned);
    const shown = isShown ? await sendShown(caseContext, operation, attempt) : undefined;
    // Where no refusal and no example says what to send, and in the last attempt, optional parts may help.
    const isBlind = shown === undefined && (!learned || attempt >= tries - 1);
    const optional = isBlind ? 'all' : 'required';
    const sent = shown ?? (await send(caseContext, operation, { attempt: String(attempt), optional }));
    if (sent === undefined || sent.answer.kind === 'missed') return undefined;
    const { request, answer } = sent;
    if (isReached(answer)) {
      caseContext.learn(answer);
      await keep(caseContext, operation, answer);
      if (shown !== undefined) caseContext.startFrom(operation, request);
      if (!isBlind) await tryWhole(caseContext, operation, request);
      return undefined;
    }
    const { status } = answer.exchange.response;
    refusal ??= withWords(status, answer.exchange);
    learned = caseContext.learn(answer);
    // A 403 that says which value is refused is a refusal of this value.
    statuses = [...statuses, status === 403 && learned ? 400 : status];
    // A service may refuse one optional part after the other. Each refusal that says which one is worth another attempt.
    if (isOver(statuses, operation) || (isBlind && !learned)) break;
  }
  return isRefusal(statuses, operation) ? refusal : undefined;
}

/** Attempts with all optional parts, after the required ones were accepted. */
const MOST_WHOLE = 3;

/**
 * Tries all optional parts as well. If that is refused, requests that probe one place are based on the
 * accepted one.
 */
async function tryWhole(caseContext: CaseContext, operation: Operation, taken: HttpRequest): Promise<void> {
  for (let attempt = 0; attempt < MOST_WHOLE; attempt += 1) {
    const sent = await send(caseContext, operation, { attempt: `whole/${attempt}`, optional: 'all' });
    if (sent === undefined || sent.answer.kind === 'missed') return;
    if (isSame(sent.request, taken)) {
      // The same create again shows which of its values must be unique.
      if (!isReached(sent.answer)) caseContext.learn(sent.answer);
      return;
    }
    if (isReached(sent.answer)) {
      const made = madeBy(caseContext, operation, sent.answer);
      if (made !== undefined) await caseContext.fixtures.discard(caseContext, operation, made.path);
      return;
    }
    const { status } = sent.answer.exchange.response;
    // Some services fail where they cannot read a value.
    if (!REFUSALS.has(status) && status !== 500 && !(status === 404 && isOnlyMissing(operation))) return;
    if (!caseContext.learn(sent.answer)) break;
  }
  caseContext.keepTo(operation, taken);
}

function isSame(one: HttpRequest, other: HttpRequest): boolean {
  const membersOf = ({ body }: HttpRequest): string =>
    body.kind === 'parsed' && isObject(body.value) ? Object.keys(body.value).sort().join() : body.kind;
  const namesOf = ({ query }: HttpRequest): string =>
    query
      .split('&')
      .map((pair) => pair.split('=')[0])
      .sort()
      .join();
  return membersOf(one) === membersOf(other) && namesOf(one) === namesOf(other);
}

/** Statuses that refuse a value. */
const REFUSALS = new Set([400, 409, 422]);

/**
 * Whether a 404 is about an optional part if the same request without it has a success: `?provider=unknown`.
 * Other operations may have used up their item.
 */
function isOnlyMissing({ method, path }: Operation): boolean {
  return !path.includes('{') || isSafe(method) || method === 'PUT' || method === 'PATCH';
}

interface Attempt {
  readonly attempt: string;
  readonly optional: 'all' | 'required';
  readonly parameters?: Readonly<Record<string, Json>>;
}

/** Sends the body that the document shows: whole in the first of these attempts, then without nested objects. */
async function sendShown(caseContext: CaseContext, operation: Operation, attempt: number): ReturnType<typeof send> {
  const shown = shownBody(caseContext, operation);
  if (shown === undefined) return undefined;
  const entries = Object.entries(shown).filter(([, value]) => attempt === 1 || !isObject(value));
  const parameters = Object.fromEntries(entries.map(([name, value]) => [`body.${name}`, value]));
  return send(caseContext, operation, { attempt: String(attempt), optional: 'required', parameters });
}

/**
 * The JSON body that the document shows, as an example of the media type or of its schema. A value that its own
 * schema refuses is left out.
 */
function shownBody({ api, accepts }: CaseContext, operation: Operation): JsonObject | undefined {
  const media = jsonBodyOf(operation);
  if (media?.schema === undefined) return undefined;
  const ofSchema = conjunctsOf(api, media.schema).flatMap(({ examples = [] }) => examples);
  const example = [...media.examples.map(({ value }) => value), ...ofSchema].find(isObject);
  if (example === undefined) return undefined;
  const properties = propertiesOf(api, media.schema);
  return Object.fromEntries(
    Object.entries(example).filter(([name, value]) => accepts(properties[name]?.schema ?? true, value)),
  );
}

async function send(
  caseContext: CaseContext,
  operation: Operation,
  { attempt, ...wish }: Attempt,
): Promise<{ readonly request: HttpRequest; readonly answer: ExchangeResult } | undefined> {
  const at = `reach/${operation.id}/${attempt}`;
  const drawn = await drawRequest(caseContext, operation, { at, use: useIn(caseContext, operation), ...wish });
  if (typeof drawn === 'string') return undefined;
  const { request, prepared } = drawn;
  return {
    request,
    answer: await caseContext.exchange(request, { operation, purpose: validPurpose(prepared), quiet: true }),
  };
}

/** The kind of fixture for an operation. Other cases may not be able to use an item after an action. */
function useIn(caseContext: CaseContext, operation: Operation): FixtureUse {
  const { kind } = caseContext.model.roleOf(operation);
  return (kind === 'action' || kind === 'none') && !isSafe(operation.method) ? 'fresh' : useOf(operation);
}

function isReached({ exchange }: AnsweredExchange): boolean {
  return exchange.response.status < 400 && !exchange.refuses;
}

/** Gives a created item to the pool, so that the next delete may use it. */
async function keep(caseContext: CaseContext, operation: Operation, answer: ExchangeResult): Promise<void> {
  const made = madeBy(caseContext, operation, answer);
  const { resource } = caseContext.model.roleOf(operation);
  if (made !== undefined && resource !== undefined) caseContext.fixtures.adopt(resource, made);
}

function madeBy(
  caseContext: CaseContext,
  operation: Operation,
  answer: ExchangeResult,
): ReturnType<CaseContext['madeBy']> {
  return caseContext.model.roleOf(operation).kind === 'create' && isSuccess(answer)
    ? caseContext.madeBy(answer.exchange)
    : undefined;
}

/** Whether another attempt is useless: no such method, no such record, no permission, or a failing server. */
function isOver(statuses: readonly number[], { path }: Operation): boolean {
  const last = statuses.at(-1) ?? 0;
  const count = statuses.filter((status) => status === last).length;
  if (last === 405 || last === 501 || last === 429) return true;
  if (last === 404 && !path.includes('{')) return count >= 2;
  return ((last === 401 || last === 403) && count >= 2) || (last >= 500 && count >= 3);
}

/**
 * Whether all answers refuse the sent values. A 404 does so at a path without parameters. Failures, missing
 * data and credentials are reported elsewhere.
 */
function isRefusal(statuses: readonly number[], { path }: Operation): boolean {
  const refusals = [400, 401, 403, 405, 409, 422, 501, ...(path.includes('{') ? [] : [404])];
  return statuses.length > 1 && statuses.every((status) => refusals.includes(status));
}
