import type { HeaderFields, HttpRequest, HttpResponse, Violation } from '../core/index.ts';
import { StandinError, VIOLATIONS } from '../core/index.ts';
import type { Operation } from '../spec/index.ts';
import { decodeParameters, xmlShapeOf } from '../spec/index.ts';
import type { Store, Transaction, World } from '../state/index.ts';
import { decodeBody, fieldValue, mediaTypeMatches, parseCookies } from '../wire/index.ts';
import { documentedAnswer } from './answer.ts';
import { authorise } from './authorise.ts';
import { createCall } from './call.ts';
import { lifecycleHeaders } from './lifecycle.ts';
import { answerFor, chooseMedia, successOf } from './negotiate.ts';
import { applies, OVERRIDES, type Override, recordOf, standingIn } from './override.ts';
import type { Asked, Parts } from './parts.ts';
import { keyOf, type Place, placeOf } from './place.ts';
import { isWorldName, type Preferences, preferencesOf, withoutControls } from './preferences.ts';
import type { RateLimiter } from './rate-limit.ts';
import { recordsOver } from './records.ts';
import { type Refusal, refuse, sentenceOf } from './refusal.ts';
import type { Origin, Reply, ReplyContext } from './reply.ts';
import type { createRoles } from './roles/index.ts';
import { type Outcome, placeIn } from './roles/index.ts';
import type { Seeder } from './seeding.ts';
import { statelessAnswer, type Wish } from './stateless.ts';
import { run, type Steps, wait } from './steps.ts';

export interface Responder {
  readonly parts: Parts;
  readonly store: Store;
  readonly seeder: Seeder;
  readonly roles: ReturnType<typeof createRoles>;
  readonly limiter: RateLimiter | undefined;
  /** Scopes of a token that this mock issued. */
  readonly scopesOf?: (token: string) => readonly string[] | undefined;
  /** Told of trouble that is ours or the mocks' own, with what was thrown. */
  readonly onDefect: (error: unknown) => void;
  /** Grows with every request: what drawn delays are spread by. */
  count: number;
  readonly finished: WeakMap<HttpResponse, Finished>;
}

interface Finished {
  readonly response: HttpResponse;
  readonly violations: readonly Violation[];
}

interface Decided {
  readonly response: HttpResponse;
  readonly origin: Origin;
  readonly violations: readonly Violation[];
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
  const delay = preferences.delay ?? drawnDelay(responder);
  const context = (operation: Operation | undefined, seen: HttpRequest): ReplyContext => ({
    world: worldName,
    operation,
    request: seen,
  });
  const refusal = (
    why: Refusal,
    operation: Operation | undefined,
    seen: HttpRequest,
    fields: HeaderFields = [],
  ): Reply => {
    const full = { ...why, headers: [...why.headers, ...fields] };
    const response = parts.errors.answer(full, operation, { path: request.path, accept });
    return {
      kind: 'answer',
      response,
      origin: 'problem',
      violations: why.violations,
      delay,
      context: context(operation, seen),
    };
  };

  if (!isWorldName(worldName))
    return refusal(
      refuse(400, 'A world name has 1 to 128 letters, digits and . _ : @ ~ -.', { code: 'invalid_world' }),
      undefined,
      request,
    );
  const found = matched(responder, request);
  if ('refusal' in found) return refusal(found.refusal, undefined, request);
  if ('response' in found)
    return {
      kind: 'answer',
      response: found.response,
      origin: 'generated',
      violations: [],
      delay,
      context: context(undefined, request),
    };
  const { operation, pathParams, basePath } = found;
  const lifecycle = lifecycleHeaders(operation, pathParams);

  if (options.enforceSunset && operation.lifecycle.sunset !== undefined && operation.lifecycle.sunset < options.now()) {
    return refusal(
      refuse(
        410,
        `${operation.id} has been gone since its sunset on ${new Date(operation.lifecycle.sunset).toISOString().slice(0, 10)}.`,
      ),
      operation,
      request,
      lifecycle,
    );
  }
  const quota = responder.limiter?.take(worldName, options.now());
  const extra = quota === undefined ? lifecycle : [...lifecycle, ...quota.headers];
  if (quota?.allowed === false)
    return refusal(refuse(429, 'Too many requests: the rate limit is spent.'), operation, request, extra);
  const unauthorised = authorise(operation, request, {
    apiKeys: options.apiKeys,
    requireAuth: options.requireAuth,
    ...(responder.scopesOf === undefined ? {} : { scopesOf: responder.scopesOf }),
  });
  if (unauthorised !== undefined) return refusal(unauthorised, operation, request, extra);

  const decoded = decodedRequest(parts, operation, request);
  if ('status' in decoded) return refusal(decoded, operation, request, extra);
  const parameters = decodeParameters(operation, decoded, pathParams, api);
  const refused = judged(parts, operation, decoded, parameters, accept);
  if (refused !== undefined) return refusal(refused, operation, decoded, extra);

  if (preferences.fault !== undefined)
    return { kind: 'fault', fault: preferences.fault, delay, context: context(operation, decoded) };
  let world: World;
  try {
    world = yield* wait(store.world(worldName));
  } catch (error) {
    return refusal(unavailable(responder, error, 503), operation, decoded, extra);
  }
  const asked: Asked = {
    operation,
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
    const override = yield* takenOverride(asked);
    if (override?.fault !== undefined)
      return {
        kind: 'fault',
        fault: override.fault,
        delay: override.delay ?? delay,
        context: context(operation, decoded),
      };
    const decided = yield* decide(responder, asked, override);
    const headers = [
      ...extra.filter(([name]) => lifecycle.length === 0 || !lifecycle.some(([other]) => other === name)),
      ...appliedField(preferences),
    ];
    return {
      kind: 'answer',
      ...decided,
      response: withFields(decided.response, headers),
      delay: override?.delay ?? delay,
      context: context(operation, decoded),
    };
  } catch (error) {
    return refusal(unavailable(responder, error, 507), operation, decoded, extra);
  }
}

function worldOf(request: HttpRequest, preferences: Preferences): string {
  return (
    fieldValue(request.headers, 'standin-world') ??
    preferences.world ??
    (fieldValue(request.headers, 'cookie') === undefined
      ? undefined
      : parseCookies(request.headers).find(({ name }) => name === 'standin-world')?.value) ??
    'default'
  );
}

function drawnDelay(responder: Responder): number {
  const { delay, seed } = responder.parts.options;
  responder.count += 1;
  if (delay === undefined) return 0;
  const hash = Math.imul(responder.count ^ Math.imul(seed, 0x9e3779b1), 0x85ebca6b) >>> 0;
  return delay.min + (hash % (delay.max - delay.min + 1));
}

type Matched =
  | { readonly operation: Operation; readonly pathParams: Readonly<Record<string, string>>; readonly basePath: string }
  | { readonly refusal: Refusal }
  | { readonly response: HttpResponse };

/** 404 with the nearest documented paths, 405 with `Allow` (RFC 9110 §15.5.6), OPTIONS, and HEAD as GET. */
function matched(responder: Responder, request: HttpRequest): Matched {
  const { api, options } = responder.parts;
  const match = api.match(request, { strictBasePath: options.strictBasePath });
  if (match.kind === 'found') return match;
  if (match.kind === 'unknown-path') {
    const hint = match.nearest.length === 0 ? '' : ` Nearest documented: ${match.nearest.slice(0, 3).join(', ')}.`;
    return { refusal: { ...refuse(404, `No documented path matches ${request.path}.${hint}`), hints: match.nearest } };
  }
  if (request.method === 'HEAD' && match.allow.includes('GET'))
    return matched(responder, { ...request, method: 'GET' });
  const allow = allowed(match.allow);
  if (request.method === 'OPTIONS')
    return { response: { status: 204, headers: [['Allow', allow]], body: { kind: 'none' } } };
  return {
    refusal: refuse(405, `${request.method} is not documented for ${request.path}; ${allow} are.`, {
      headers: [['Allow', allow]],
    }),
  };
}

function allowed(methods: readonly string[]): string {
  return [...new Set([...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'])].join(', ');
}

function decodedRequest(parts: Parts, operation: Operation, request: HttpRequest): HttpRequest | Refusal {
  const { body } = request;
  if (body.kind === 'oversize') {
    const message = `The body is larger than ${body.limit} bytes.`;
    return refuse(413, message, { violations: [{ code: 'body.too-large', pointer: '/body', message }] });
  }
  if (body.kind !== 'bytes' || operation.body === undefined) return request;
  const coding = fieldValue(request.headers, 'content-encoding');
  if (coding !== undefined && !/^\s*identity\s*$/i.test(coding))
    return refuse(415, `Content-Encoding ${coding} is not supported.`, { headers: [['Accept-Encoding', 'identity']] });
  const contentType = fieldValue(request.headers, 'content-type');
  const media = operation.body.content.find(
    (each) => contentType !== undefined && mediaTypeMatches(each.mediaType, contentType),
  );
  const shape = media?.schema === undefined ? undefined : xmlShapeOf(parts.api, media.schema);
  return {
    ...request,
    body: decodeBody(body.bytes, contentType, shape === undefined ? {} : { xmlShape: shape }),
  };
}

/** 415 → 406 → 400 → 422, all violations in one refusal. None of this has touched any state. */
function judged(
  parts: Parts,
  operation: Operation,
  request: HttpRequest,
  parameters: ReturnType<typeof decodeParameters>,
  accept: string | undefined,
): Refusal | undefined {
  // What nobody documented to be read is not read (RFC 9110 §9.3.1).
  const seen: HttpRequest =
    operation.body === undefined && request.body.kind !== 'none' ? { ...request, body: { kind: 'none' } } : request;
  const violations = parts.validator.request(operation, seen, parameters);
  const unsupported = violations.find((violation) => violation.code === 'media-type.unsupported');
  if (unsupported !== undefined) {
    const types = (operation.body?.content ?? []).map((media) => media.mediaType).join(', ');
    return refuse(415, unsupported.message, {
      headers:
        types === ''
          ? []
          : [['Accept', types], ...(operation.method === 'PATCH' ? [['Accept-Patch', types] as const] : [])],
      violations: [unsupported],
    });
  }
  const success = successOf(operation);
  const chosen = success === undefined || accept === undefined ? undefined : chooseMedia(success.spec, accept);
  if (chosen?.kind === 'unacceptable') {
    const message = `Accept ${accept} rules out every documented form: ${chosen.offers.join(', ')}.`;
    return refuse(406, message, { violations: [{ code: 'accept.unsatisfiable', pointer: '/header/accept', message }] });
  }
  if (violations.length === 0) return undefined;
  const malformed = violations.filter((violation) => statusOf(violation) === 400);
  if (malformed.length > 0)
    return refuse(400, sentenceOf(malformed), {
      code: malformed.some((each) => each.code === 'body.malformed') ? 'malformed_body' : 'malformed_request',
      violations: malformed,
    });
  const documented = (status: string): boolean => operation.responses.some((spec) => spec.status === status);
  return refuse(documented('400') && !documented('422') ? 400 : 422, sentenceOf(violations), {
    code: 'validation_failed',
    violations,
  });
}

function statusOf(violation: Violation): number {
  const rule = VIOLATIONS[violation.code];
  return 'status' in rule ? rule.status : 422;
}

/** The first override that applies; one with `times` is used up in an atomic step of its own. */
function* takenOverride(asked: Asked): Steps<Override | undefined> {
  const record = yield* wait(asked.world.read.record(OVERRIDES));
  if (record === undefined) return undefined;
  const chosen = standingIn(record).list.find((each) =>
    applies(each, asked.operation, asked.request, asked.pathParams),
  );
  if (chosen?.times !== undefined) yield* wait(asked.world.transaction((tx) => run(spent(tx, chosen.id))));
  return chosen;
}

function* spent(tx: Transaction, id: string): Steps<void> {
  const standing = standingIn(yield* wait(tx.record(OVERRIDES)));
  const list = standing.list.flatMap((each) =>
    each.id !== id ? [each] : each.times === undefined || each.times <= 1 ? [] : [{ ...each, times: each.times - 1 }],
  );
  yield* wait(tx.setRecord(OVERRIDES, list.length === 0 ? undefined : recordOf({ ...standing, list })));
}

function* decide(responder: Responder, asked: Asked, override: Override | undefined): Steps<Decided> {
  const { parts, roles, seeder } = responder;
  const { options } = parts;
  if (override !== undefined) {
    const made = overridden(parts, asked, override);
    return 'response' in made
      ? finish(responder, asked, made.response, 'override')
      : refusalDecided(parts, asked, made);
  }
  const { code, example, dynamic, seed } = asked.preferences;
  if (code !== undefined || example !== undefined || dynamic !== undefined || seed !== undefined || options.stateless)
    return fromDocument(responder, asked, asked.preferences);

  const place = placeIn(asked);
  if (place !== undefined) {
    for (const parent of ancestors(parts, asked)) yield* seeder.ensure(asked.world, parent);
    yield* seeder.ensure(asked.world, place);
  }
  const behaviour = Object.hasOwn(parts.mocks.behaviours ?? {}, asked.operation.id)
    ? parts.mocks.behaviours?.[asked.operation.id]
    : undefined;
  const role = roles[asked.role.kind];
  const inferred = function* (tx: Transaction): Steps<Decided> {
    const missing = yield* missingParent(parts, asked, tx);
    const outcome: Outcome =
      missing ?? (role === undefined || place === undefined ? undefined : yield* role(parts, asked, place, tx));
    if (outcome === undefined) return fromDocument(responder, asked, {});
    return 'refusal' in outcome
      ? refusalDecided(parts, asked, outcome.refusal)
      : finish(responder, asked, outcome.response, 'resource');
  };
  if (behaviour === undefined) {
    const readsOnly =
      asked.role.kind === 'list' ||
      (asked.role.kind === 'read' && asked.role.resource?.enumerable === true && options.unknown !== 'materialise');
    if (role === undefined && place === undefined) return fromDocument(responder, asked, {});
    return readsOnly
      ? yield* inferred(asked.world.read)
      : yield* wait(asked.world.transaction((tx) => run(inferred(tx)), keeps(options.strict)));
  }
  return yield* wait(
    asked.world.transaction((tx) => {
      const call = createCall(parts, asked, () => mapped(run(inferred(tx)), (decided) => decided.response));
      return mapped(behaviour(call, recordsOver(tx)), (response) =>
        response === undefined
          ? run(inferred(tx))
          : finish(responder, asked, response, response.status >= 400 ? 'problem' : 'behaviour'),
      );
    }, keeps(options.strict)),
  );
}

function mapped<T, U>(value: T | Promise<T>, then: (value: T) => U | Promise<U>): U | Promise<U> {
  return value instanceof Promise ? value.then(then) : then(value);
}

/** An answer of 4xx or 5xx, or one that breaks the document under `--strict`, leaves no trace. */
function keeps(strict: boolean): (decided: Decided) => boolean {
  return (decided) => decided.response.status < 400 && !(strict && decided.violations.length > 0);
}

function refusalDecided(parts: Parts, asked: Asked, why: Refusal): Decided {
  const full = { ...why, headers: [...why.headers, ...lifecycleHeaders(asked.operation, asked.pathParams)] };
  return {
    response: parts.errors.answer(full, asked.operation, { path: asked.request.path, accept: asked.accept }),
    origin: 'problem',
    violations: why.violations,
  };
}

function fromDocument(responder: Responder, asked: Asked, wish: Wish): Decided {
  const made = statelessAnswer(responder.parts, asked, wish);
  return made.kind === 'refused'
    ? refusalDecided(responder.parts, asked, made.refusal)
    : finish(responder, asked, made.response, made.origin);
}

function overridden(parts: Parts, asked: Asked, override: Override): { readonly response: HttpResponse } | Refusal {
  const headers: HeaderFields = Object.entries(override.headers ?? {});
  if (override.body === undefined && override.status === undefined) return statelessOr(parts, asked, headers);
  const status = override.status ?? successOf(asked.operation)?.status ?? 200;
  const choice = answerFor(asked.operation, status);
  if (override.body === undefined) {
    if (choice === undefined) return { response: { status, headers, body: { kind: 'none' } } };
    const made = statelessAnswer(parts, asked, { code: status });
    return made.kind === 'refused' ? made.refusal : { response: withFields(made.response, headers) };
  }
  const spec = choice?.spec ?? {
    status: String(status),
    description: '',
    headers: [],
    content: [],
    links: [],
    pointer: '',
  };
  const content =
    spec.content.length === 0
      ? [{ mediaType: 'application/json', examples: [], encoding: {}, pointer: '' }]
      : spec.content;
  return { response: documentedAnswer(parts, asked, { status, spec: { ...spec, content } }, override.body, headers) };
}

function statelessOr(parts: Parts, asked: Asked, headers: HeaderFields): { readonly response: HttpResponse } | Refusal {
  const made = statelessAnswer(parts, asked, {});
  return made.kind === 'refused' ? made.refusal : { response: withFields(made.response, headers) };
}

function ancestors(parts: Parts, asked: Asked): readonly Place[] {
  const places: Place[] = [];
  let link = asked.role.resource?.parent;
  for (let depth = 0; link !== undefined && depth < 8; depth += 1) {
    const parent = parts.model.resource(link.resource);
    const place = parent === undefined ? undefined : placeOf(parent, asked.parameters.path);
    if (place !== undefined) places.unshift(place);
    link = parent?.parent;
  }
  return places;
}

/** A nested collection of a parent that does not exist is not there either. */
function* missingParent(parts: Parts, asked: Asked, tx: Transaction): Steps<Outcome> {
  const link = asked.role.resource?.parent;
  const parent = link === undefined ? undefined : parts.model.resource(link.resource);
  if (
    link === undefined ||
    parent === undefined ||
    !parent.enumerable ||
    parent.singleton ||
    parts.options.unknown === 'materialise'
  )
    return undefined;
  const parameter = asked.role.scope?.find((scope) => scope.home === link.parameter)?.parameter ?? link.parameter;
  const id = asked.parameters.path[parameter];
  const place = placeOf(parent, asked.parameters.path);
  if (id === undefined || place?.prefix === undefined) return undefined;
  const entity = yield* wait(tx.collection(place.collection).get(place.prefix + keyOf(id)));
  return entity === undefined
    ? { refusal: refuse(404, `There is no ${parent.singular} with ${parameter} ${JSON.stringify(keyOf(id))}.`) }
    : undefined;
}

/** Adds the lifecycle fields and judges our own answer by the document, once per answer made. */
function finish(responder: Responder, asked: Asked, response: HttpResponse, origin: Origin): Decided {
  const ready = responder.finished.get(response);
  if (ready !== undefined) return judgedAnswer(responder, asked, ready, origin);
  const { parts } = responder;
  const made: Finished = {
    response: withFields(response, lifecycleHeaders(asked.operation, asked.pathParams)),
    violations: parts.validator.response(asked.operation, response),
  };
  responder.finished.set(response, made);
  return judgedAnswer(responder, asked, made, origin);
}

function judgedAnswer(responder: Responder, asked: Asked, { response, violations }: Finished, origin: Origin): Decided {
  // A refusal may have a status that the document is silent about: that is no breach of ours.
  const counted =
    origin === 'problem' ? violations.filter((violation) => violation.code !== 'response.status') : violations;
  if (counted.length === 0 || !responder.parts.options.strict) return { response, origin, violations: counted };
  const why = refuse(500, `The mock's own answer breaks the document: ${sentenceOf(counted)}`, { violations: counted });
  return {
    response: responder.parts.errors.answer(why, asked.operation, { path: asked.request.path, accept: asked.accept }),
    origin: 'problem',
    violations: counted,
  };
}

function withFields(response: HttpResponse, fields: HeaderFields): HttpResponse {
  return fields.length === 0
    ? response
    : {
        ...response,
        headers: [
          ...response.headers,
          ...fields.filter(([name]) => name === 'Link' || !response.headers.some(([other]) => other === name)),
        ],
      };
}

function appliedField(preferences: Preferences): HeaderFields {
  return preferences.applied.length === 0 ? [] : [['Preference-Applied', preferences.applied.join(', ')]];
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
