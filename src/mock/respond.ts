import type { HeaderFields, HttpRequest } from '../core/index.ts';
import { StandinError } from '../core/index.ts';
import { decodeParameters, type Operation } from '../spec/index.ts';
import { isPromise, type Store, type World } from '../state/index.ts';
import { dayOf, fieldValue } from '../wire/index.ts';
import { type Authority, authorise } from './authorise.ts';
import type { BodyReader } from './body-reader.ts';
import { type Decider, decide } from './decide.ts';
import { decidedAfar } from './decide-afar.ts';
import { withFields } from './headers.ts';
import { judged } from './judge.ts';
import { hasOverrides, takenOverride } from './overriding.ts';
import type { Asked, Parts } from './parts.ts';
import {
  isWorldName,
  type Preferences,
  preferenceFields,
  preferencesOf,
  withoutControls,
  worldOf,
} from './preferences.ts';
import type { RateLimiter } from './rate-limit.ts';
import type { Ready } from './ready.ts';
import { type Refusal, refuse } from './refusal.ts';
import type { Answer, Reply, ReplyContext } from './reply.ts';
import { routed } from './route.ts';
import { type Steps, wait } from './steps.ts';

export interface Responder extends Decider {
  readonly store: Store;
  readonly readBody: BodyReader;
  readonly limiter: RateLimiter | undefined;
  readonly authority: Authority;
  readonly ready: Ready;
  /** Told of trouble that is ours or the mocks' own, with what was thrown. */
  readonly onDefect: (error: unknown) => void;
  /** Milliseconds that the next answer waits. */
  readonly nextDelay: () => number;
}

/** One request through the mock: match, refusals, override, then one atomic step of behaviour, resource, example or generated value. */
export function* respond(responder: Responder, raw: HttpRequest): Steps<Reply> {
  const { parts, store } = responder;
  const { api, options } = parts;
  const preferences = preferencesOf(raw);
  const query = withoutControls(raw.query);
  const request = query === raw.query ? raw : { ...raw, query };
  const worldName = worldOf(request, preferences);
  const accept = fieldValue(request.headers, 'accept');
  const delay = preferences.delay ?? responder.nextDelay();
  const arrival: Arrival = { request, world: worldName, accept, delay, preferences };

  if (!isWorldName(worldName))
    return refusal(
      parts,
      arrival,
      refuse(400, 'A world name has 1 to 128 letters, digits and . _ : @ ~ -.', { code: 'invalid_world' }),
      undefined,
      request,
    );
  const found = routed(api, request, options.strictBasePath);
  if ('refusal' in found) return refusal(parts, arrival, found.refusal, undefined, request);
  if ('response' in found)
    return {
      kind: 'answer',
      response: found.response,
      origin: 'generated',
      violations: [],
      delay,
      context: { world: worldName, operation: undefined, request },
    };
  const { operation, pathParams, basePath } = found;
  const plan = parts.planOf(operation);
  const gone = options.enforceSunset ? sunset(operation, options.now()) : undefined;
  if (gone !== undefined) return refusal(parts, arrival, gone, operation, request, plan.lifecycle(pathParams));
  const quota = responder.limiter?.take(worldName, options.now());
  const extra = (): HeaderFields => [...plan.lifecycle(pathParams), ...(quota?.headers ?? [])];
  if (quota?.allowed === false)
    return refusal(
      parts,
      arrival,
      refuse(429, 'Too many requests: the rate limit is spent.'),
      operation,
      request,
      extra(),
    );
  const unauthorised = authorise(operation, plan, request, responder.authority);
  if (unauthorised !== undefined) return refusal(parts, arrival, unauthorised, operation, request, extra());

  const decoded = responder.readBody(operation, request);
  if ('status' in decoded) return refusal(parts, arrival, decoded, operation, request, extra());
  const parameters = decodeParameters(operation, decoded, pathParams, api);
  const refused = judged(parts.validator, operation, decoded, parameters, accept);
  if (refused !== undefined) return refusal(parts, arrival, refused, operation, decoded, extra());

  const context: ReplyContext = { world: worldName, operation, request: decoded };
  if (preferences.fault !== undefined) return { kind: 'fault', fault: preferences.fault, delay, context };
  let world: World;
  try {
    const opened = store.world(worldName);
    world = isPromise(opened) ? yield* wait(opened) : opened;
  } catch (error) {
    return refusal(parts, arrival, unavailable(responder, error, 503), operation, decoded, extra());
  }
  const asked: Asked = {
    operation,
    plan,
    role: parts.model.roleOf(operation),
    request: decoded,
    pathParams,
    parameters,
    preferences,
    accept,
    basePath,
    world,
  };
  try {
    const made = responder.afar ? yield* decidedAfar(responder, asked) : undefined;
    const override = made !== undefined ? made.override : hasOverrides(world) ? yield* takenOverride(asked) : undefined;
    const wanted = override?.delay ?? delay;
    if (override?.fault !== undefined) return { kind: 'fault', fault: override.fault, delay: wanted, context };
    const decided = made?.decided ?? (yield* decide(responder, asked, override));
    const honoured = preferenceFields(preferences, decided.unmet === true);
    const fields = quota === undefined ? honoured : [...quota.headers, ...honoured];
    const answer: Answer = {
      kind: 'answer',
      origin: decided.origin,
      violations: decided.violations,
      response: withFields(decided.response, fields),
      delay: wanted,
      context,
    };
    responder.ready.keep(raw, asked, answer);
    return answer;
  } catch (error) {
    return refusal(parts, arrival, unavailable(responder, error, 507), operation, decoded, extra());
  }
}

/** What is known of a request before it is known what it asks for. */
interface Arrival {
  readonly request: HttpRequest;
  readonly world: string;
  readonly accept: string | undefined;
  readonly delay: number;
  readonly preferences: Preferences;
}

function refusal(
  { errors }: Parts,
  { request, world, accept, delay, preferences }: Arrival,
  why: Refusal,
  operation: Operation | undefined,
  seen: HttpRequest,
  fields: HeaderFields = [],
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

/** A store that cannot answer is 503 with `Retry-After`, a full one 507; everything else is a defect and is told to the owner, not to the client. */
function unavailable(responder: Responder, error: unknown, whenFull: 503 | 507): Refusal {
  if (error instanceof StandinError && error.code === 'state.full')
    return refuse(whenFull, error.message, { headers: whenFull === 503 ? [['Retry-After', '1']] : [] });
  if (error instanceof StandinError && error.code === 'state.unavailable')
    return refuse(503, error.message, { headers: [['Retry-After', '1']] });
  responder.onDefect(error);
  return refuse(500, 'Something went wrong inside the mock; its log says what.');
}
