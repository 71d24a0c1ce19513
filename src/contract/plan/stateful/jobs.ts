import type { HttpRequest, Json, JsonObject } from '../../../core/index.ts';
import type { Resource } from '../../../resources/index.ts';
import { jsonBodyOf, type Operation, operationTexts, propertiesOf, templateNames } from '../../../spec/index.ts';
import { fieldValue, jsonEquals } from '../../../wire/index.ts';
import { type CaseContext, type ExchangeResult, isSuccess, jsonOf } from '../../model/case-context.ts';
import type { Exchange } from '../../model/exchange.ts';
import { type Act, type Flow, inconclusive, PASSED, planCase, single, skipped } from '../../model/flow.ts';
import type { Stimulus } from '../../model/purpose.ts';
import type { StepEnd } from '../../model/step-end.ts';
import { bodyAsObject, drawRequest, openPurpose, sentObject, validPurpose } from '../../requests/draw-request.ts';
import { placeOnTarget, placeText, requestAt, type TargetPlace } from '../../requests/locations.ts';
import { answerSchemaOf } from '../../requests/value-places.ts';
import { idIn } from '../../responses/created-id.ts';
import {
  followLinkOf,
  isDone,
  isPending,
  isRefusedJob,
  isResultName,
  longestIn,
  mayBeResult,
  promisesResult,
  resultsOf,
} from '../../responses/job-words.ts';
import { groupOf, type PlanContext } from '../planner.ts';
import { entityInAnswer } from './writes/writes.ts';

/** Milliseconds between reads of a job: about six seconds in total. */
const PATIENCE = [50, 100, 200, 400, 800, 1_500, 3_000];

/** Reads of an item that may take a moment to exist. */
const UNTIL_THERE = 4;
const READS = { times: PATIENCE.length };

/** A job may take this many times as long as the document says, on a slow machine. */
const SLACK = 1.5;
/** Maximum milliseconds to wait for a job. */
const LONGEST = 60_000;

/**
 * Every operation that only accepts (202) or answers a long-running operation (`done`): the place that it names must
 * exist, the job must end, and then have the promised result.
 */
export function planJobs(context: PlanContext): readonly Flow[] {
  return context.operations.flatMap((operation) => {
    const accepts =
      operation.responses.some(({ status }) => status === '202') || jobsOf(context, operation) !== undefined;
    // Deletes and updates are covered by the life cycle.
    if (!accepts || operation.method !== 'POST') return [];
    const request = { method: operation.method, path: operation.path, query: '' };
    const description = `${operation.id}: what was accepted can be followed to its end`;
    const expectation = { kind: 'valid', text: 'a documented success' } as const;
    const planned = planCase(
      { id: `stateful/${operation.id}/job`, phase: 'stateful', operation, description },
      request,
      expectation,
    );
    return [single(planned, groupOf(context, operation), startJob(context, operation))];
  });
}

/**
 * The resource of the long-running operations that an operation answers: no request creates them, they can be read, and
 * they have a flag `done` beside their error or response.
 */
function jobsOf({ api, index, model }: PlanContext, operation: Operation): Resource | undefined {
  const schema = answerSchemaOf(operation);
  if (schema === undefined) return undefined;
  const shown = api.deref(schema);
  const properties = propertiesOf(api, schema);
  const done = api.deref(properties['done']?.schema ?? true);
  const isFlag = typeof done === 'object' && [done.type].flat().includes('boolean');
  if (!isFlag || !['error', 'response', 'result'].some((name) => Object.hasOwn(properties, name))) return undefined;
  const homes = model.resources.filter(
    (each) =>
      each.itemPath !== undefined &&
      api.deref(each.schema) === shown &&
      index.operation(each, 'read') !== undefined &&
      index.operation(each, 'create') === undefined &&
      index.operation(each, 'replace') === undefined &&
      index.operation(each, 'patch') === undefined,
  );
  return homes.length === 1 ? homes[0] : undefined;
}

/** The path of a job by its id in the answer that starts it. Undefined where the path has other parameters, too. */
function jobPath(jobs: Resource | undefined, body: JsonObject | undefined): string | undefined {
  const { itemPath = '' } = jobs ?? {};
  const [name, ...others] = templateNames(itemPath);
  const id = jobs === undefined || body === undefined ? undefined : idIn(jobs, body);
  if (name === undefined || others.length > 0 || id === undefined) return undefined;
  // A name with slashes may fill several parts of a path.
  if (String(id).includes('/')) return undefined;
  return itemPath.replace(`{${name}}`, encodeURIComponent(String(id)));
}

function startJob(context: PlanContext, operation: Operation): Act {
  const jobs = jobsOf(context, operation);
  return async (caseContext) => {
    const at = `jobs/${operation.id}/${caseContext.attempt}`;
    const drawn = await drawRequest(caseContext, operation, { at, use: 'fresh', optional: 'all', making: true });
    if (typeof drawn === 'string') return inconclusive(drawn);
    const answer = await caseContext.exchange(drawn.request, { operation, purpose: validPurpose(drawn.prepared) });
    if (!isSuccess(answer) || answer.failed) return answer.end;
    const { headers, status } = answer.exchange.response;
    const body = bodyAsObject(jsonOf(answer.exchange));
    const isRunning = jobs !== undefined && body !== undefined && isPending(body);
    if (status !== 202 && !isRunning) return skipped('it was done at once');
    const named =
      fieldValue(headers, 'location') ??
      fieldValue(headers, 'operation-location') ??
      (body === undefined ? undefined : followLinkOf(body));
    const place = placeOnTarget(answer.exchange, named ?? jobPath(jobs, body));
    if (place === undefined) return skipped('the answer does not say where to look');
    const sent = sentObject(drawn.request) ?? {};
    return followJob(context, caseContext, place, { operation, sent, isNamed: named !== undefined });
  };
}

/** The accepted request, and its answer. */
interface StartedJob {
  readonly operation: Operation;
  readonly sent: JsonObject;
  /** Whether the answer names the place of the job. Else the place follows from the id. */
  readonly isNamed: boolean;
}

async function followJob(
  context: PlanContext,
  caseContext: CaseContext,
  place: TargetPlace,
  started: StartedJob,
): Promise<StepEnd> {
  const request = requestAt(place);
  const match = caseContext.api.match(request);
  if (match.kind === 'wrong-method') return skipped('what it points to cannot be read');
  const operation = match.kind === 'found' ? match.operation : undefined;
  const { operation: like } = started;
  const answer = await readUntil(
    caseContext,
    { operation, request },
    { times: UNTIL_THERE, like },
    (answer) => !isMissing(answer),
  );
  const story: Stimulus = { kind: 'location', location: placeText(place), accepted: true };
  const isThere = answer !== undefined && !isMissing(answer);
  if (!isThere && !started.isNamed) return skipped('the job is not at the path of its id');
  if (!isThere) return judgeJob(caseContext, { operation, request }, story, like);
  if (operation === undefined) return answer.end;
  const first = await judgeJob(caseContext, { operation, request }, jobStimulus(context, operation, started));
  if (first.kind !== 'passed') return first;
  const promised = promisedTime(started.operation, operation);
  const reads = { ...READS, ...(promised === undefined ? {} : { least: Math.min(LONGEST, promised * SLACK) }) };
  const last = await readUntil(caseContext, { operation, request }, reads, (answer) =>
    isEnded(caseContext, operation, answer),
  );
  const job = last === undefined ? undefined : jobIn(caseContext, operation, last);
  if (last?.kind !== 'answered' || job === undefined) return PASSED;
  if (!isPending(job)) {
    if (isRefusedJob(job)) return PASSED;
    return (
      (await result(caseContext, last.exchange, job, request.path)) ??
      (await resultBelow(context, caseContext, operation, request.path)) ??
      (await promisedResult(context, caseContext, { operation, request }, { job, start: started.operation })) ??
      PASSED
    );
  }
  if (promised === undefined) return inconclusive('it had not come to an end after six seconds');
  if (promised * SLACK > LONGEST) return inconclusive('the document gives it more time than the check has');
  const unending: Stimulus = { kind: 'job-time', promised, started: started.operation.id };
  return caseContext.again(last.exchange, { operation, purpose: openPurpose(unending) }).end;
}

/** The documented maximum time of the job: at the operation that starts it, or at the one that reads it. */
function promisedTime(...operations: readonly Operation[]): number | undefined {
  return operations
    .flatMap((each) => operationTexts(each, ''))
    .map(longestIn)
    .find((each) => each !== undefined);
}

/** How often a job is read, and for at least how many milliseconds. */
interface JobReads {
  readonly times: number;
  readonly least?: number;
  /** The operation credential credential is sent. */
  readonly like?: Operation;
}

/** A request that asks for a job. */
interface JobRequest {
  readonly operation: Operation | undefined;
  readonly request: HttpRequest;
}

/** Reads until an answer is as wanted, or `times` times. */
async function readUntil(
  caseContext: CaseContext,
  { operation, request }: JobRequest,
  { times, least = 0, like }: JobReads,
  wanted: (answer: ExchangeResult) => boolean,
): Promise<ExchangeResult | undefined> {
  const credential = like === undefined ? {} : { like };
  let last: ExchangeResult | undefined;
  for (const wait of waits(times, least)) {
    last = await caseContext.exchange(request, { operation, purpose: openPurpose(), quiet: true, ...credential });
    if (wanted(last) || caseContext.stopped()) return last;
    await caseContext.pause(wait);
  }
  return last;
}

/** Pauses between reads; their sum is at least `least` milliseconds. */
function waits(times: number, least: number): readonly number[] {
  const pauses = PATIENCE.slice(0, times);
  const longest = PATIENCE.at(-1) ?? 0;
  let total = pauses.slice(0, -1).reduce((sum, each) => sum + each, 0);
  while (total < least) {
    pauses.splice(-1, 0, longest);
    total += longest;
  }
  return pauses;
}

async function judgeJob(
  caseContext: CaseContext,
  { operation, request }: JobRequest,
  story: Stimulus,
  like?: Operation,
): Promise<StepEnd> {
  const credential = like === undefined ? {} : { like };
  return (await caseContext.exchange(request, { operation, purpose: openPurpose(story), ...credential })).end;
}

function isMissing(answer: ExchangeResult): boolean {
  return answer.kind !== 'answered' || [404, 410].includes(answer.exchange.response.status);
}

/** The job in an answer: the whole body where the operation reads no item. */
function jobIn(caseContext: CaseContext, operation: Operation, answer: ExchangeResult): JsonObject | undefined {
  const isItem = caseContext.model.roleOf(operation).responseEntity !== undefined;
  if (isItem) return bodyAsObject(entityInAnswer(caseContext, operation, answer));
  return isSuccess(answer) ? bodyAsObject(jsonOf(answer.exchange)) : undefined;
}

function isEnded(caseContext: CaseContext, operation: Operation, answer: ExchangeResult): boolean {
  const job = jobIn(caseContext, operation, answer);
  return job === undefined || !isPending(job);
}

/**
 * The properties of the job that repeat the request. Only properties with the same list of values in both
 * are certainly the same.
 */
function jobStimulus(context: PlanContext, read: Operation, { operation, sent }: StartedJob): Stimulus {
  const { resource, responseEntity = '' } = context.model.roleOf(read);
  const requestSchema = jsonBodyOf(operation)?.schema;
  if (resource === undefined || requestSchema === undefined) return { kind: 'plain' };
  const [ours, theirs] = [propertiesOf(context.api, requestSchema), propertiesOf(context.api, resource.schema)];
  const values = (properties: typeof ours, name: string): Json => {
    const rule = Object.hasOwn(properties, name) ? context.api.deref(properties[name]?.schema ?? true) : true;
    return typeof rule === 'object' && rule.enum !== undefined ? [...rule.enum] : null;
  };
  const both = Object.entries(sent).filter(([name]) => {
    const listed = values(ours, name);
    return listed !== null && jsonEquals(listed, values(theirs, name));
  });
  return { kind: 'after-create', sent: Object.fromEntries(both), responseEntity };
}

/** Follows the result link of a finished job. Undefined if it has none. */
async function result(
  caseContext: CaseContext,
  exchange: Exchange,
  job: JsonObject,
  own: string,
): Promise<StepEnd | undefined> {
  for (const { property, url } of resultsOf(job)) {
    const place = placeOnTarget(exchange, url);
    const request = place === undefined || place.path === own ? undefined : requestAt(place);
    const match = request === undefined ? undefined : caseContext.api.match(request);
    if (place === undefined || request === undefined || match?.kind !== 'found') continue;
    const story: Stimulus = { kind: 'result', property, location: placeText(place) };
    return judgeJob(caseContext, { operation: match.operation, request }, story);
  }
  return undefined;
}

/** A job that has ended, and the operation that started it. */
interface EndedJob {
  readonly job: JsonObject;
  readonly start: Operation;
}

/** Reads a job once more that has no value for the result that a description promises. Undefined if none is promised. */
async function promisedResult(
  { api, model }: PlanContext,
  caseContext: CaseContext,
  { operation, request }: { readonly operation: Operation; readonly request: HttpRequest },
  { job, start }: EndedJob,
): Promise<StepEnd | undefined> {
  const { resource, responseEntity } = model.roleOf(operation);
  const shown = responseEntity === undefined ? answerSchemaOf(operation) : resource?.schema;
  if (shown === undefined || !isDone(job)) return undefined;
  const ofOperations = [start, operation].map(({ description = '' }) => description);
  const property = Object.entries(propertiesOf(api, shown)).find(([name, { schema }]) => {
    const rule = api.deref(schema);
    const own = typeof rule === 'object' ? (rule.description ?? '') : '';
    return (
      (isResultName(name) && ofOperations.some((text) => promisesResult(text, name))) ||
      (mayBeResult(name) && promisesResult(own))
    );
  })?.[0];
  const value = property === undefined ? undefined : job[property];
  if (property === undefined || (value !== undefined && value !== null && value !== '')) return undefined;
  // The result may be there a moment later.
  await caseContext.pause(PATIENCE[4] ?? 0);
  return judgeJob(
    caseContext,
    { operation, request },
    { kind: 'result-promised', property, responseEntity: responseEntity ?? '' },
  );
}

/** The last part of a path that leads to what a job has made. */
const RESULT = /^(results?|outputs?|download|content|file|artifact)$/i;

/** Reads the documented result of a finished job below its own path: `/exports/{id}/result`. */
async function resultBelow(
  { operations }: PlanContext,
  caseContext: CaseContext,
  read: Operation,
  own: string,
): Promise<StepEnd | undefined> {
  for (const operation of operations) {
    const last = operation.path.slice(read.path.length + 1);
    const isBelow = operation.method === 'GET' && operation.path.startsWith(`${read.path}/`) && RESULT.test(last);
    if (!isBelow || operation.parameters.some(({ in: place, required }) => place !== 'path' && required)) continue;
    const path = `${own}/${last}`;
    const story: Stimulus = { kind: 'result', property: last, location: path };
    return judgeJob(caseContext, { operation, request: requestAt({ path, query: '' }) }, story);
  }
  return undefined;
}
