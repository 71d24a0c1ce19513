import type { HttpRequest } from '../../core/index.ts';
import { isSafe, type Operation } from '../../spec/index.ts';
import { isObject } from '../../wire/index.ts';
import { type CaseContext, type Exchanged, isSuccess } from '../model/case-context.ts';
import type { Finding } from '../model/finding.ts';
import type { FixtureUse } from '../model/fixture.ts';
import { DEFAULTS } from '../model/options.ts';
import { useOf } from '../plan/planner.ts';
import { drawRequest, validPurpose } from '../requests/draw-request.ts';
import { withWords } from '../responses/refusal-words.ts';
import type { RunRecord } from '../result/run-record.ts';
import { createCaseContext } from './create-case-context.ts';
import { ofNoCase } from './outage-tools.ts';
import { plannedOperations } from './planned-operations.ts';

/**
 * Tries every operation of the plan before the phases, one after the other: reads and lists, then what creates, then what changes, then what takes away.
 * A refusal changes the next attempt. What was learned stands still afterwards, so that no case depends on another one. Nothing is judged.
 */
export async function reachOperations(
  run: RunRecord,
  stopped: () => boolean,
  tell: (finding: Finding) => void,
): Promise<void> {
  const { tries = DEFAULTS.tries } = run.options;
  if (tries === 0) return;
  const stage = stageOf(run, tell);
  const { patience } = run.sender;
  const tryOne = async (operation: Operation, isFirst: boolean): Promise<void> => {
    const refusal = await tryOperation(isFirst ? postponing(stage) : stage, operation, tries);
    if (refusal !== undefined) run.parts.refusing.set(operation.id, run.parts.redactor.text(refusal));
  };
  const limited: Operation[] = [];
  for (const operation of inOrder(run, triedOperations(run))) {
    if (stopped()) break;
    await tryOne(operation, true);
    if (patience.isWaiting(operation.id) && !run.parts.worked.has(operation.id)) limited.push(operation);
  }
  // What the target wants to be asked later is tried once more, after all others.
  for (const operation of limited) if (!stopped()) await tryOne(operation, false);
  run.parts.hints.freeze();
}

/** What is tried here counts as covered. It is not judged, but for failures of the service: the first of each operation is told if it comes twice. */
function stageOf(run: RunRecord, tell: (finding: Finding) => void): CaseContext {
  const gathered = ofNoCase('reach', 'reach');
  const stage = createCaseContext(run.parts, gathered, 0);
  const failed = new Set<Operation | undefined>();
  return {
    ...stage,
    async exchange(request, options) {
      const answer = await stage.exchange(request, options);
      if (answer.kind === 'seen' && options.purpose.expect === 'valid') run.coverage.saw(answer.seen);
      if (!isFailure(answer) || failed.has(options.operation)) return answer;
      failed.add(options.operation);
      const second = await stage.exchange(request, options);
      if (!isFailure(second)) return second;
      stage.again(second.seen, { ...options, quiet: false });
      for (const finding of gathered.findings.splice(0)) if (finding.check === 'status.server-error') tell(finding);
      return second;
    },
  };
}

/** Not there, not now, no room. */
const EXCUSED = new Set([501, 503, 507]);

function isFailure(answer: Exchanged): answer is Extract<Exchanged, { kind: 'seen' }> {
  if (answer.kind === 'missed') return false;
  const { status } = answer.seen.response;
  return status >= 500 && !EXCUSED.has(status);
}

/** An answer that asks to wait for one operation is given back at once. */
function postponing(stage: CaseContext): CaseContext {
  return { ...stage, exchange: (request, options) => stage.exchange(request, { ...options, postpone: true }) };
}

/** Operations that are tried: what acts on the service as a whole is not. */
function triedOperations(run: RunRecord): readonly Operation[] {
  return plannedOperations(run).filter((operation) => mayBeRefused(operation) && !mayBeSwitch(run.parts, operation));
}

/** A read or a deletion that needs nothing but the item that it is about is refused for other reasons than its values. */
function mayBeRefused({ method, parameters }: Operation): boolean {
  const isAsking = isSafe(method) || method === 'DELETE';
  return !isAsking || parameters.some(({ in: where, required }) => required && where !== 'path');
}

/** A write that is not about an item may act on the service as a whole: its cases are watched, which those of this phase are not. */
function mayBeSwitch({ model }: RunRecord['parts'], operation: Operation): boolean {
  if (isSafe(operation.method) || operation.path.includes('{')) return false;
  const { kind, lists } = model.roleOf(operation);
  return kind !== 'create' && kind !== 'list' && kind !== 'read' && lists === undefined;
}

/** Lists before what stands below them, outer paths first, deletions last. */
function inOrder({ parts: { model } }: RunRecord, operations: readonly Operation[]): readonly Operation[] {
  const rank = (operation: Operation): number => {
    const { kind } = model.roleOf(operation);
    if (operation.method === 'DELETE') return 4;
    if (kind === 'create') return 1;
    if (isSafe(operation.method)) return kind === 'read' ? 2 : 0;
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

/** Why an operation had no success; undefined where it had one, or where nothing can be said. */
async function tryOperation(stage: CaseContext, operation: Operation, tries: number): Promise<string | undefined> {
  let refusal: string | undefined;
  let statuses: number[] = [];
  let learned = true;
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const optional = !learned || attempt === tries - 1 ? 'all' : 'required';
    const sent = await send(stage, operation, { attempt: String(attempt), optional });
    if (sent === undefined || sent.answer.kind === 'missed') return undefined;
    const { request, answer } = sent;
    if (isReached(answer)) {
      stage.learn(answer);
      await keep(stage, operation, answer);
      if (optional === 'required') await tryWhole(stage, operation, request);
      return undefined;
    }
    const { status } = answer.seen.response;
    refusal ??= withWords(status, answer.seen);
    statuses = [...statuses, status];
    const wasBlind = !learned;
    learned = stage.learn(answer);
    if (isOver(statuses, operation) || (wasBlind && !learned)) break;
  }
  return isRefusal(statuses) ? refusal : undefined;
}

/** Attempts at everything that may be sent, once what is required has been taken. */
const MOST_WHOLE = 3;

/** Tries everything optional as well. Where it is refused, requests that probe one place are made of the one that was taken. */
async function tryWhole(stage: CaseContext, operation: Operation, taken: HttpRequest): Promise<void> {
  for (let attempt = 0; attempt < MOST_WHOLE; attempt += 1) {
    const sent = await send(stage, operation, { attempt: `whole/${attempt}`, optional: 'all' });
    if (sent === undefined || sent.answer.kind === 'missed' || isSame(sent.request, taken)) return;
    if (isReached(sent.answer)) {
      const made = madeBy(stage, operation, sent.answer);
      if (made !== undefined) await stage.fixtures.discard(stage, operation, made.path);
      return;
    }
    if (!REFUSALS.has(sent.answer.seen.response.status)) return;
    if (!stage.learn(sent.answer)) break;
  }
  stage.keepTo(operation, taken);
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

/** Refusals of values. */
const REFUSALS = new Set([400, 409, 422]);

interface Attempt {
  readonly attempt: string;
  readonly optional: 'all' | 'required';
}

async function send(
  stage: CaseContext,
  operation: Operation,
  { attempt, optional }: Attempt,
): Promise<{ readonly request: HttpRequest; readonly answer: Exchanged } | undefined> {
  const at = `reach/${operation.id}/${attempt}`;
  const drawn = await drawRequest(stage, operation, { at, use: useIn(stage, operation), optional });
  if (typeof drawn === 'string') return undefined;
  const { request, prepared } = drawn;
  return {
    request,
    answer: await stage.exchange(request, { operation, purpose: validPurpose(prepared), quiet: true }),
  };
}

/** What an action leaves behind may be of no use to others. */
function useIn(stage: CaseContext, operation: Operation): FixtureUse {
  const { kind } = stage.model.roleOf(operation);
  return (kind === 'action' || kind === 'none') && !isSafe(operation.method) ? 'fresh' : useOf(operation);
}

function isReached({ seen }: Extract<Exchanged, { kind: 'seen' }>): boolean {
  return seen.response.status < 400;
}

/** What was made may be taken away by the next deletion. */
async function keep(stage: CaseContext, operation: Operation, answer: Exchanged): Promise<void> {
  const made = madeBy(stage, operation, answer);
  const { resource } = stage.model.roleOf(operation);
  if (made !== undefined && resource !== undefined) stage.fixtures.adopt(resource, made);
}

function madeBy(stage: CaseContext, operation: Operation, answer: Exchanged): ReturnType<CaseContext['madeBy']> {
  return stage.model.roleOf(operation).kind === 'create' && isSuccess(answer) ? stage.madeBy(answer.seen) : undefined;
}

/** Whether another attempt would tell nothing more: no such method, nothing there, no permission, a server that fails. */
function isOver(statuses: readonly number[], { path }: Operation): boolean {
  const last = statuses.at(-1) ?? 0;
  const count = statuses.filter((status) => status === last).length;
  if (last === 405 || last === 501 || last === 429 || (last === 404 && !path.includes('{'))) return true;
  return (last === 401 || last === 403 || last >= 500) && count >= 2;
}

/** Refusals of what was sent: of an operation that fails, lacks data or credentials other things are said. */
function isRefusal(statuses: readonly number[]): boolean {
  return statuses.length > 1 && statuses.every((status) => [400, 401, 403, 405, 409, 422, 501].includes(status));
}
