import type { HttpRequest, Json } from '../../core/index.ts';
import { isUniqueConflict } from '../../resources/index.ts';
import type { Operation } from '../../spec/index.ts';
import { escapeToken, jsonEquals, parsePointer, stringifyJson, valueAt, withValueAt } from '../../wire/index.ts';
import { isConflict } from '../hints/conflicts.ts';
import { type CaseContext, type ExchangeResult, isSuccess } from '../model/case-context.ts';
import type { FixtureUse, KnownValues, PreparedValues } from '../model/fixture.ts';
import { inconclusive, neverConclusive, PASSED } from '../model/flow.ts';
import type { Purpose, Stimulus } from '../model/purpose.ts';
import type { StepEnd } from '../model/step-end.ts';
import { sentObject } from '../requests/draw-request.ts';
import { knownExcept, substitute } from '../requests/substitute.ts';
import { hasPeriod, withoutUndocumentedSyntax } from '../requests/undocumented-syntax.ts';
import { withOwnKeys } from '../requests/unique-values.ts';
import { withJson, withValue } from '../requests/with-value.ts';

export interface Probe {
  readonly operation: Operation;
  readonly planned: HttpRequest;
  readonly story: Stimulus;
  readonly use: FixtureUse;
  /** Other valid requests of the operation, as a source of ordinary values. */
  readonly donors: () => readonly HttpRequest[];
}

/** Statuses that may be caused by the state of the target instead of the probed value. */
const REFUSALS = new Set([400, 404, 406, 409, 411, 413, 414, 415, 422]);

/**
 * Sends a planned request with ids that exist. A refusal of a probed value counts only if the same request
 * with an ordinary value in its place is accepted, each on its own data.
 */
export async function probe(caseContext: CaseContext, wanted: Probe): Promise<StepEnd> {
  const each = withHints(caseContext, wanted);
  const { operation, planned, story, use } = each;
  const hopeless =
    story.kind === 'plain' || (story.kind === 'optional-omitted' && story.pointer === undefined)
      ? undefined
      : caseContext.refusesAll(operation);
  if (hopeless !== undefined) return neverConclusive(`every valid request was refused (${hopeless})`);
  const prepared = await caseContext.fixtures.prepare(caseContext, operation, use);
  const refused = story.kind === 'broken';
  const purpose: Purpose = {
    expect: refused ? 'refused' : 'valid',
    proven: isProven(prepared, story),
    // The first refusal of a valid request is not judged: the value that causes it is determined
    // below.
    relational: true,
    story,
  };
  const request = substitute(
    operation,
    withUniqueValues(caseContext, each, planned, { turn: 'first' }),
    knownValuesFor(prepared.known, story),
  );
  const first = await caseContext.exchange(request, { operation, purpose, planned });
  const isTaken = isConflict(first) && isUniqueConflict(operation);
  if (refused && (mayBeGone(each, first) || isTaken || (mayComeFromState(first) && prepared.relational))) {
    const alone = await sendBrokenAgain(caseContext, each, purpose, isTaken);
    return isTaken && isConflict(alone) ? inconclusive('there may be a record with these values') : alone.end;
  }
  if (refused) await takeBack(caseContext, operation, first, prepared.known.path);
  else await removeCreated(caseContext, operation, first, story);
  if (refused || !isRefusal(first) || !purpose.proven) return first.end;
  // Another case may have left the item in a state that causes the refusal.
  if (use === 'spare') return probe(caseContext, { ...each, use: 'fresh' });
  const other = isConflict(first)
    ? withUniqueValues(caseContext, each, request, {
        turn: `conflict ${request.body.kind === 'parsed' ? request.body.text : ''}`,
        all: true,
      })
    : request;
  if (other !== request) {
    const second = await caseContext.exchange(other, { operation, purpose });
    if (isSuccess(second)) return second.end;
  }
  const judged = await judgedByControl(caseContext, each, isConflict(first));
  if (judged !== undefined || story.kind !== 'plain') return judged ?? first.end;
  const again = await caseContext.fixtures.prepare(caseContext, operation, prepared.relational ? 'fresh' : use);
  const settled: Purpose = {
    ...purpose,
    proven: again.proven,
    relational: prepared.relational || hasPeriod(sentOf(planned)),
  };
  const drawn = withoutUndocumentedSyntax(
    caseContext,
    operation,
    withUniqueValues(caseContext, each, planned, { turn: 'again' }),
  );
  const anew = substitute(operation, drawn, again.known);
  return (await caseContext.exchange(anew, { operation, purpose: settled })).end;
}

/** Fills the planned request and its control requests with the values that the service has asked for. */
function withHints(caseContext: CaseContext, each: Probe): Probe {
  const { operation, planned, story, donors } = each;
  const probed = 'pointer' in story ? story.pointer : undefined;
  const at = `probe/${operation.id}/${story.kind}/${probed ?? ''}${'keyword' in story ? story.keyword : ''}/${caseContext.attempt}${caseContext.salt}`;
  return {
    ...each,
    planned: caseContext.hinted(operation, planned, at, probed),
    donors: () => donors().map((donor, index) => caseContext.hinted(operation, donor, `${at}/${index}`)),
  };
}

function sentOf({ body }: HttpRequest): Json | undefined {
  return body.kind === 'parsed' ? body.value : undefined;
}

/** Which request of a probe it is, and whether each string must be unique, because the service reported a conflict. */
interface RequestTurn {
  readonly turn: string;
  readonly all?: boolean;
}

function withUniqueValues(
  caseContext: CaseContext,
  { operation, story }: Probe,
  request: HttpRequest,
  { turn, all = false }: RequestTurn,
): HttpRequest {
  const of = 'keyword' in story ? `${story.pointer} ${story.keyword}` : 'pointer' in story ? story.pointer : '';
  return withOwnKeys(caseContext, operation, request, {
    story,
    at: `${story.kind} ${of} ${probedText(request, story)} ${turn}`,
    all,
  });
}

/** The probed value as a string: each value of an enumeration is a case of its own. */
function probedText({ body }: HttpRequest, story: Stimulus): string {
  if (!('pointer' in story) || story.pointer?.startsWith('/body/') !== true || body.kind !== 'parsed') return '';
  const value = valueAt(body.value, story.pointer.slice('/body'.length));
  return value === undefined ? '' : stringifyJson(value).slice(0, 200);
}

function isRefusal(result: ExchangeResult): boolean {
  return result.kind === 'answered' && !result.failed && REFUSALS.has(result.exchange.response.status);
}

/** Whether a refusal may be caused by other data, so that the broken value may not have been looked at. */
function mayComeFromState(result: ExchangeResult): boolean {
  return result.kind === 'answered' && [404, 409].includes(result.exchange.response.status);
}

/** Whether the shared item may be gone because of another case. A 404 is then not about the broken value. */
function mayBeGone({ use, story }: Probe, result: ExchangeResult): boolean {
  const isOfPath = 'pointer' in story && story.pointer?.startsWith('/path/') === true;
  return use === 'spoil' && !isOfPath && result.kind === 'answered' && result.exchange.response.status === 404;
}

/** Sends a broken request again, on data that no other case has used. */
async function sendBrokenAgain(
  caseContext: CaseContext,
  each: Probe,
  purpose: Purpose,
  all: boolean,
): Promise<ExchangeResult> {
  const { operation, planned, story } = each;
  const prepared = await caseContext.fixtures.prepare(caseContext, operation, 'fresh');
  const request = substitute(
    operation,
    withUniqueValues(caseContext, each, planned, { turn: 'alone', all }),
    knownValuesFor(prepared.known, story),
  );
  const alone = { ...purpose, proven: prepared.proven };
  const answer = await caseContext.exchange(request, { operation, purpose: alone, planned });
  await takeBack(caseContext, operation, answer, prepared.known.path);
  return answer;
}

/**
 * Removes items of finished probes, because a thousand of them would fill every list. Items of cases
 * without a probed value go to the pool.
 */
async function removeCreated(
  caseContext: CaseContext,
  operation: Operation,
  answer: ExchangeResult,
  story: Stimulus,
): Promise<void> {
  const { kind, resource } = caseContext.model.roleOf(operation);
  const isMade = isSuccess(answer) && !answer.failed && kind === 'create';
  const made = isMade ? caseContext.madeBy(answer.exchange) : undefined;
  if (made === undefined || resource === undefined) return;
  if (isOrdinary(story)) caseContext.fixtures.adopt(resource, made);
  else await caseContext.fixtures.discard(caseContext, operation, made.path);
}

function isOrdinary(story: Stimulus): boolean {
  return story.kind === 'plain' || (story.kind === 'optional-omitted' && story.pointer === undefined);
}

/** Removes what a write created. An item that it changed can still be used. */
export async function takeBackMade(
  caseContext: CaseContext,
  operation: Operation,
  answer: ExchangeResult,
): Promise<void> {
  if (caseContext.model.roleOf(operation).kind === 'create') await takeBack(caseContext, operation, answer, {});
}

/** Removes an item that an invalid request has created or changed, before another case uses it. */
export async function takeBack(
  caseContext: CaseContext,
  operation: Operation,
  answer: ExchangeResult,
  path: KnownValues['path'],
): Promise<void> {
  if (!isSuccess(answer)) return;
  const { kind } = caseContext.model.roleOf(operation);
  const made =
    kind === 'create'
      ? caseContext.madeBy(answer.exchange)?.path
      : kind === 'replace' || kind === 'patch'
        ? path
        : undefined;
  if (made !== undefined) await caseContext.fixtures.discard(caseContext, operation, made);
}

/** The known values without the one at the probed place, which must stay. */
function knownValuesFor(all: KnownValues, story: Stimulus): KnownValues {
  return story.kind === 'broken' || story.kind === 'boundary' ? knownExcept(all, story.pointer) : all;
}

/** Whether what a request names exists: its data does, and the probed value does not stand in the place of an id. */
function isProven({ proven, known }: PreparedValues, story: Stimulus): boolean {
  const probed = story.kind === 'boundary' ? story.pointer : undefined;
  return proven && !Object.keys(known.query ?? {}).some((name) => probed === `/query/${escapeToken(name)}`);
}

/**
 * Sends a control request that is accepted, and then the probed request again, which differs from it only
 * in the probed value.
 */
async function judgedByControl(
  caseContext: CaseContext,
  each: Probe,
  conflicting: boolean,
): Promise<StepEnd | undefined> {
  const { operation, planned } = each;
  const controls = [...controlsOf(each), ...(conflicting ? smallNumbers(caseContext, each) : [])];
  for (const [index, { request, story }] of controls.entries()) {
    const first = await caseContext.fixtures.prepare(caseContext, operation, 'fresh');
    const quietly: Purpose = { expect: 'valid', proven: true, relational: true, story: { kind: 'plain' } };
    const beside = { ...each, story };
    const control = substitute(
      operation,
      withUniqueValues(caseContext, beside, request, { turn: `control ${index}` }),
      first.known,
    );
    if (!isSuccess(await caseContext.exchange(control, { operation, quiet: true, purpose: quietly }))) continue;
    const second = await caseContext.fixtures.prepare(caseContext, operation, 'fresh');
    // The user knows which values the service takes there.
    const isGiven = story.kind === 'boundary' && caseContext.isGiven(operation, story.pointer);
    const relational = isGiven || hasPeriod(sentOf(planned));
    const purpose: Purpose = { expect: 'valid', proven: isProven(second, story), relational, story };
    const again = withUniqueValues(caseContext, beside, planned, { turn: `probed ${index}` });
    const prepared = knownValuesFor(second.known, story);
    const probed = substitute(operation, again, prepared);
    if (!areAlikeBeside(control, probed, story, prepared)) continue;
    const answer = await caseContext.exchange(probed, { operation, purpose });
    return isOnlyConflict(each, answer) ? PASSED : answer.end;
  }
  return undefined;
}

/**
 * Whether a bound is refused with a documented conflict, such as more than the stock, while the document
 * has another status for invalid values.
 */
function isOnlyConflict({ operation, story }: Probe, answer: ExchangeResult): boolean {
  const has = (status: string): boolean => operation.responses.some((each) => each.status === status);
  return story.kind === 'boundary' && isConflict(answer) && !answer.failed && has('409') && (has('400') || has('422'));
}

/** Control requests with the smallest numbers: small amounts rarely conflict with existing data. */
function smallNumbers(caseContext: CaseContext, { operation, planned, story }: Probe): readonly Control[] {
  if (story.kind !== 'boundary' || !story.pointer.startsWith('/body/')) return [];
  const place = story.pointer.slice('/body'.length);
  const isNumber = planned.body.kind === 'parsed' && typeof valueAt(planned.body.value, place) === 'number';
  const request =
    isNumber && planned.body.kind === 'parsed'
      ? withJson(planned, withValueAt(planned.body.value, place, 1))
      : undefined;
  return request !== undefined && caseContext.keeps(operation, request) === true ? [{ request, story }] : [];
}

/**
 * Whether two requests differ only in the probed value, unique strings, and references. Values that the
 * service asked for may be in one of them only.
 */
function areAlikeBeside(one: HttpRequest, other: HttpRequest, story: Stimulus, { body }: KnownValues): boolean {
  const [first, second] = [sentObject(one), sentObject(other)];
  if (story.kind !== 'boundary' || first === undefined || second === undefined) return true;
  const chosen = [parsePointer(story.pointer)?.[1], ...Object.keys(body).map((place) => parsePointer(place)?.[0])];
  return Object.entries(first).every(([name, value]) => {
    const beside = second[name];
    return chosen.includes(name) || typeof value === 'string' || beside === undefined || jsonEquals(value, beside);
  });
}

/** A control request, and the stimulus that describes the difference to the planned request. */
interface Control {
  readonly request: HttpRequest;
  readonly story: Stimulus;
}

const MOST_CONTROLS = 4;
const MOST_MEMBERS = 12;

function controlsOf(each: Probe): readonly Control[] {
  const { planned, story } = each;
  const donors = each.donors();
  if (story.kind !== 'plain')
    return differingRequest(planned, donors, 'pointer' in story ? story.pointer : undefined, story);
  // Only scalars are tried one by one: an object or list that is refused says nothing about a
  // bound.
  const members = Object.entries(sentObject(planned) ?? {})
    .filter(([, value]) => typeof value !== 'object')
    .map(([name]) => name)
    .slice(0, MOST_MEMBERS);
  return [
    ...members.flatMap((name) => {
      const pointer = `/body/${escapeToken(name)}`;
      return differingRequest(planned, donors, pointer, { kind: 'boundary', pointer, keyword: 'value' }).slice(0, 1);
    }),
    ...differingRequest(planned, donors, undefined, { kind: 'optional-omitted' }),
  ];
}

function differingRequest(
  planned: HttpRequest,
  donors: readonly HttpRequest[],
  pointer: string | undefined,
  story: Stimulus,
): readonly Control[] {
  const controls = new Map<string, Control>();
  for (const donor of donors) {
    const request = controlOf(planned, donor, pointer);
    if (request === undefined) continue;
    controls.set(`${request.query}\n${request.body.kind === 'parsed' ? request.body.text : ''}`, { request, story });
    if (controls.size >= MOST_CONTROLS) break;
  }
  return [...controls.values()];
}

/**
 * The planned request with an ordinary value in the probed place, or with the part that it leaves out.
 * Undefined if the place stays empty, because a property that is refused with any value would then look
 * like a refused value.
 */
function controlOf(planned: HttpRequest, donor: HttpRequest, pointer: string | undefined): HttpRequest | undefined {
  if (pointer === undefined) return withRest(planned, donor);
  return pointer.startsWith('/body/')
    ? withBodyPlace(planned, donor, pointer.slice(5))
    : withQueryPair(planned, donor, pointer);
}

/** The planned request with everything that it leaves out, taken from another request. */
function withRest(planned: HttpRequest, donor: HttpRequest): HttpRequest | undefined {
  const ours = new Set(planned.query.split('&').map((pair) => pair.split('=')[0]));
  const more = donor.query.split('&').filter((pair) => pair !== '' && !ours.has(pair.split('=')[0]));
  const query = [planned.query, ...more].filter((pair) => pair !== '').join('&');
  const some = sentObject(planned);
  const all = sentObject(donor);
  const whole = some === undefined || all === undefined ? undefined : { ...all, ...some };
  const changed = whole === undefined ? { ...planned, query } : withJson({ ...planned, query }, whole);
  const larger = whole !== undefined && Object.keys(whole).length > Object.keys(some ?? {}).length;
  return larger || query !== planned.query ? changed : undefined;
}

function withBodyPlace(planned: HttpRequest, donor: HttpRequest, place: string): HttpRequest | undefined {
  if (planned.body.kind !== 'parsed' || donor.body.kind !== 'parsed') return undefined;
  const ordinary = valueAt(donor.body.value, place);
  if (ordinary === undefined) return undefined;
  const changed = withValue(planned, withValueAt(planned.body.value, place, ordinary));
  return changed.body.kind === 'parsed' && changed.body.text === planned.body.text ? undefined : changed;
}

function withQueryPair(planned: HttpRequest, donor: HttpRequest, pointer: string): HttpRequest | undefined {
  const name = /^\/query\/(.+)$/.exec(pointer)?.[1];
  if (name === undefined) return donor;
  const isIt = (pair: string): boolean => pair.split('=')[0] === encodeURIComponent(name);
  const rest = planned.query.split('&').filter((pair) => pair !== '' && !isIt(pair));
  const query = [...rest, ...donor.query.split('&').filter(isIt)].join('&');
  return query === planned.query ? undefined : { ...planned, query };
}
