import type { HeaderFields, HttpRequest, Violation } from '../../core/index.ts';
import { StandinError } from '../../core/index.ts';
import { type Api, type DecodedParameters, decodeParameters, type Operation } from '../../spec/index.ts';
import { andThen, type Eventually, isPromise, type Store, type World } from '../../state/index.ts';
import { dayOf, fieldValue } from '../../wire/index.ts';
import { withFields } from '../answer/headers.ts';
import { tokenEndpointAnswer } from '../answer/issued-token.ts';
import { acceptOf } from '../facts/negotiate.ts';
import type { MockContext, RequestContext } from '../model/context.ts';
import type { OperationPlan } from '../model/operation-plan.ts';
import { clockOffsetIn, OVERRIDES, type Override } from '../model/override.ts';
import {
  isWorldName,
  type Preferences,
  preferenceFields,
  preferencesOf,
  withoutControls,
  worldNameOf,
} from '../model/preferences.ts';
import type { RateLimiter } from '../model/rate-limit.ts';
import { type Refusal, refuse } from '../model/refusal.ts';
import type { Answer, Reply, ReplyContext } from '../model/reply.ts';
import { type RouteMatch, routeRequest } from '../model/route.ts';
import { parametersOfCall } from '../model/rpc-parameters.ts';
import type { Tokens } from '../model/tokens.ts';
import { type Authority, refuseUnauthorised } from '../refuse/authorise.ts';
import type { BodyReader } from '../refuse/body-reader.ts';
import { refusalByDocument, reversedTimes } from '../refuse/judge.ts';
import { type RelaxedRequest, relaxedQuery, relaxedRoute, routeBySpelling } from '../refuse/relaxed-request.ts';
import { isTolerable, withoutFaults } from '../refuse/tolerate.ts';
import type { Ready } from './answer-cache.ts';
import { type Decider, type Decision, decide, decidedBy, isDecision, OTHER_CLOCK } from './decide.ts';

export interface Responder extends Decider {
  /** The same responder with a clock that is ahead by this many milliseconds. */
  readonly ahead: (offset: number) => Responder;
  readonly store: Store;
  readonly readBody: BodyReader;
  readonly limiter: RateLimiter | undefined;
  readonly authority: Authority;
  readonly tokens: Tokens;
  readonly ready: Ready<ValidRequest>;
  /** Called with defects of standin or of the user's mocks. */
  readonly onDefect: (error: unknown) => void;
  /** Milliseconds of delay for the next answer. */
  readonly nextDelay: () => number;
}

/**
 * Answers one request: match, refusals, override, then one transaction with behaviour, resource, example or
 * generated value.
 */
export function respond(responder: Responder, raw: HttpRequest): Eventually<Reply> {
  const known = responder.ready.passed(raw);
  const arrival = known?.arrival ?? arrivalOf(responder, raw);
  return andThen(inTime(responder, arrival), (timed) => {
    if (known !== undefined) return answerRequest(timed, known);
    const admitted = admit(timed, arrival);
    return 'kind' in admitted ? admitted : answerRequest(timed, { arrival, admitted });
  });
}

/**
 * The responder with the clock of the request's world. If the clock was moved, the store is asked for it,
 * because it may have been set back.
 */
function inTime(responder: Responder, { world }: Arrival): Eventually<Responder> {
  const { clocks, store } = responder;
  if (clocks.offsetOf(world) === 0) return responder;
  const offset = (there: World) => there.read((tx) => clockOffsetIn(tx.record(OVERRIDES)));
  const timed = (heard: number): Responder => {
    clocks.hear(world, heard);
    return responder.ahead(heard);
  };
  try {
    const found = andThen(andThen(store.world(world), offset), timed);
    // If the store is unavailable, the request itself is refused later.
    return isPromise(found) ? found.catch(() => responder) : found;
  } catch {
    return responder;
  }
}

/** A request that is valid regardless of the state. */
export interface ValidRequest {
  readonly arrival: Arrival;
  readonly admitted: AdmittedRequest;
}

/** The facts about a request before its operation is known. */
interface Arrival {
  readonly raw: HttpRequest;
  readonly request: HttpRequest;
  readonly world: string;
  readonly accept: string | undefined;
  readonly delay: number;
  readonly preferences: Preferences;
}

function arrivalOf({ nextDelay }: Responder, raw: HttpRequest): Arrival {
  const preferences = preferencesOf(raw);
  const query = withoutControls(raw.query);
  const request = query === raw.query ? raw : { ...raw, query };
  const accept = fieldValue(request.headers, 'accept');
  return {
    raw,
    request,
    world: worldNameOf(request, preferences),
    accept,
    delay: preferences.delay ?? nextDelay(),
    preferences,
  };
}

/** A request that the document, the server's rules and its security allow. */
interface AdmittedRequest {
  readonly found: RouteMatch;
  readonly plan: OperationPlan;
  /** With its body decoded. */
  readonly request: HttpRequest;
  readonly parameters: DecodedParameters;
  readonly accept: string | undefined;
  readonly quotaFields: HeaderFields;
  /** Violations whose values were removed from the request. */
  readonly tolerated: readonly Violation[];
  /** The request with all sent values. */
  readonly received: HttpRequest;
}

/** Judges a request without the state. */
function admit(responder: Responder, arrival: Arrival): AdmittedRequest | Reply {
  const { mock } = responder;
  const { api, options } = mock;
  const { world, preferences, delay } = arrival;
  let { request } = arrival;
  if (!isWorldName(world)) return refusal(mock, arrival, WRONG_WORLD, { request });
  const isStrict = preferences.handling === 'strict';
  const isLenient = preferences.handling === 'lenient' || (options.lenient && !isStrict);
  let found = routeRequest(api, request, options.strictBasePath);
  let relaxed = 'refusal' in found ? otherRoute(api, request, { isStrict, isLenient }) : undefined;
  if (relaxed !== undefined) {
    request = relaxed.request;
    found = routeRequest(api, request, options.strictBasePath);
  }
  const issued = 'refusal' in found ? tokenEndpointAnswer({ api, tokens: responder.tokens }, request) : undefined;
  if (issued !== undefined) found = { response: issued };
  if ('refusal' in found) return refusal(mock, arrival, found.refusal, { request });
  if ('response' in found) {
    const context: ReplyContext = { world, operation: undefined, request };
    return { kind: 'answer', response: found.response, origin: 'generated', violations: [], delay, context };
  }
  const { operation, pathParams } = found;
  const named = isStrict ? undefined : relaxedQuery(operation, request);
  if (named !== undefined) {
    request = named.request;
    relaxed = { request, tolerated: [...(relaxed?.tolerated ?? []), ...named.tolerated] };
  }
  const plan = mock.planOf(operation);
  const gone = options.enforceSunset ? sunset(operation, options.now()) : undefined;
  if (gone !== undefined)
    return refusal(mock, arrival, gone, { operation, request, fields: plan.lifecycle(pathParams) });
  const quota = responder.limiter?.take(world, options.now());
  const quotaFields = quota?.headers ?? NO_FIELDS;
  const refuseWith = (why: Refusal, seen: HttpRequest): Reply =>
    refusal(mock, arrival, why, {
      operation,
      request: seen,
      fields: [...plan.lifecycle(pathParams), ...quotaFields],
    });
  if (quota?.allowed === false) return refuseWith(QUOTA_SPENT, request);
  const unauthorised = refuseUnauthorised(operation, plan, request, responder.authority);
  if (unauthorised !== undefined) return refuseWith(unauthorised, request);
  const decoded = responder.readBody(operation, request);
  if ('status' in decoded) return refuseWith(decoded, request);
  const parameters = decodeParameters(operation, decoded, pathParams, api);
  const accept = acceptOf(operation, decoded);
  const refused =
    refusalByDocument(mock.validator, operation, { request: decoded, parameters, accept, isStrict, plan }) ??
    (isLenient ? undefined : reversedTimes(plan, decoded));
  const tolerated = refused === undefined || !isLenient ? [] : mock.validator.request(operation, decoded, parameters);
  // A request for a documented error gets it, even if the request is invalid.
  const wantsError = preferences.code !== undefined && preferences.code >= 400;
  if (refused !== undefined && !isTolerable(tolerated) && !wantsError) return refuseWith(refused, decoded);
  const understood =
    tolerated.length === 0
      ? { request: decoded, parameters }
      : withoutFaults({ request: decoded, parameters }, tolerated);
  if (preferences.fault === undefined)
    return {
      found,
      plan,
      ...understood,
      accept,
      quotaFields,
      tolerated: relaxed === undefined ? tolerated : [...relaxed.tolerated, ...tolerated],
      received: decoded,
    };
  return { kind: 'fault', fault: preferences.fault, delay, context: { world, operation, request: decoded } };
}

/** What a request without a documented route is taken for, as far as the mock is lenient. */
function otherRoute(
  api: Api,
  request: HttpRequest,
  { isStrict, isLenient }: { readonly isStrict: boolean; readonly isLenient: boolean },
): RelaxedRequest | undefined {
  if (isLenient) return relaxedRoute(api, request);
  return isStrict ? undefined : routeBySpelling(api, request);
}

const NO_FIELDS: HeaderFields = [];
const WRONG_WORLD: Refusal = refuse(400, 'A world name has 1 to 128 letters, digits and . _ : @ ~ -.', {
  code: 'invalid_world',
});
const QUOTA_SPENT: Refusal = refuse(429, 'Too many requests: the rate limit is spent.');

function answerRequest(responder: Responder, passed: ValidRequest): Eventually<Reply> {
  let whenFull: 503 | 507 = 503;
  const within = (world: World): Eventually<Reply> => {
    whenFull = 507;
    return answeredIn(responder, passed, world);
  };
  const failed = (error: unknown): Reply => failure(responder, passed, unavailable(responder, error, whenFull));
  try {
    const reply = andThen(responder.store.world(passed.arrival.world), within);
    return isPromise(reply) ? reply.catch(failed) : reply;
  } catch (error) {
    return failed(error);
  }
}

function answeredIn(responder: Responder, passed: ValidRequest, world: World): Eventually<Reply> {
  const { arrival, admitted } = passed;
  const context = contextOf(responder.mock, arrival, admitted, world);
  const made = decide(responder, context);
  return isPromise(made)
    ? made.then((there) => replyOf(responder, passed, context, there))
    : replyOf(responder, passed, context, made);
}

function replyOf(
  responder: Responder,
  passed: ValidRequest,
  context: RequestContext,
  made: Decision | Override | typeof OTHER_CLOCK,
): Eventually<Reply> {
  // With the clock of the world, the request may be refused before anything is decided.
  if (made === OTHER_CLOCK) return respond(responder, passed.arrival.raw);
  const { arrival } = passed;
  if (isDecision(made)) {
    const answer = answerOf(passed, context, made, made.addition?.delay);
    if (made.addition === undefined) responder.ready.keep(arrival.raw, context, answer, passed);
    return answer;
  }
  if (made.fault !== undefined) return faultReply(arrival, context, made.fault, made.delay);
  return answerOf(passed, context, decidedBy(responder, context, made), made.delay);
}

function failure({ mock }: Responder, { arrival, admitted }: ValidRequest, why: Refusal): Reply {
  const { found, plan, request, quotaFields } = admitted;
  const fields = [...plan.lifecycle(found.pathParams), ...quotaFields];
  return refusal(mock, arrival, why, { operation: found.operation, request, fields });
}

function contextOf(mock: MockContext, arrival: Arrival, admitted: AdmittedRequest, world: World): RequestContext {
  const { preferences } = arrival;
  const { found, plan, request, parameters, accept } = admitted;
  const { operation, pathParams, basePath } = found;
  const role = mock.model.roleOf(operation);
  return {
    operation,
    plan,
    role,
    request,
    pathParams,
    parameters: role.says === undefined ? parameters : parametersOfCall(role, role.says, request, parameters),
    preferences,
    accept,
    basePath,
    world,
  };
}

function faultReply(
  arrival: Arrival,
  { operation, request }: RequestContext,
  fault: Extract<Reply, { kind: 'fault' }>['fault'],
  delay = arrival.delay,
): Reply {
  return { kind: 'fault', fault, delay, context: { world: arrival.world, operation, request } };
}

function answerOf(
  { arrival, admitted: { quotaFields, tolerated, received } }: ValidRequest,
  { operation, request }: RequestContext,
  { origin, violations, response, unmet }: Decision,
  delay = arrival.delay,
): Answer {
  const honoured = preferenceFields(arrival.preferences, unmet === true);
  return {
    kind: 'answer',
    origin,
    violations: tolerated.length === 0 ? violations : [...tolerated, ...violations],
    response: withFields(response, quotaFields.length === 0 ? honoured : [...quotaFields, ...honoured]),
    delay,
    context: { world: arrival.world, operation, request: tolerated.length === 0 ? request : received },
  };
}

/** A request as far as it was read before it was refused. */
interface RefusedRequest {
  readonly operation?: Operation;
  readonly request: HttpRequest;
  /** Header fields of its operation and of the rate limit. */
  readonly fields?: HeaderFields;
}

function refusal(
  { errors }: MockContext,
  { request, world, accept, delay, preferences }: Arrival,
  why: Refusal,
  { operation, request: seen, fields = [] }: RefusedRequest,
): Reply {
  const full = {
    ...why,
    headers: [...why.headers, ...fields, ...preferenceFields({ ...preferences, applied: [] }, true)],
  };
  return {
    kind: 'answer',
    response: errors.answer(full, operation, { path: request.path, accept }),
    origin: 'problem',
    violations: why.violations,
    delay,
    context: { world, operation, request: seen },
  };
}

function sunset({ id, lifecycle }: Operation, now: number): Refusal | undefined {
  if (lifecycle.sunset === undefined || lifecycle.sunset >= now) return undefined;
  return refuse(410, `${id} has been gone since its sunset on ${dayOf(lifecycle.sunset)}.`);
}

/**
 * An unavailable store is 503 with `Retry-After`, a full one 507. Damaged data is 500, and `onDefect` gets
 * the error. Any other error is a defect, which only `onDefect` gets, not the client.
 */
function unavailable(responder: Responder, error: unknown, whenFull: 503 | 507): Refusal {
  if (error instanceof StandinError && error.code === 'state.full')
    return refuse(whenFull, error.message, { headers: whenFull === 503 ? [['Retry-After', '1']] : [] });
  if (error instanceof StandinError && error.code === 'state.unavailable')
    return refuse(503, error.message, { headers: [['Retry-After', '1']] });
  responder.onDefect(error);
  if (error instanceof StandinError && error.code === 'state.damaged') return refuse(500, error.message);
  return refuse(500, 'Something went wrong inside the mock; its log says what.');
}
