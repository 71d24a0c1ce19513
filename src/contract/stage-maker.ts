import type { HeaderFields, HttpRequest, Violation } from '../core/index.ts';
import type { Fuzzer } from '../generation/index.ts';
import { type DecodedParameters, decodeParameters, type Operation } from '../spec/index.ts';
import type { Check, Draft, Missed, Seen, Verdictless } from './check.ts';
import type { CheckPolicy } from './check-policy.ts';
import { createdId } from './created.ts';
import { alternative, authorise } from './credentials.ts';
import { curlOf } from './curl.ts';
import { endOf, endOfMissed } from './ends.ts';
import type { Finding } from './events.ts';
import type { Fixtures } from './fixtures.ts';
import { inconclusive, type StepEnd, skipped } from './flow.ts';
import type { Heed } from './heed.ts';
import { judge, toFinding } from './judge.ts';
import type { Ledger } from './ledger.ts';
import type { Memory } from './memory.ts';
import { missedDrafts } from './missed.ts';
import type { ModelIndex } from './model-index.ts';
import { type ObserveOptions, observe } from './observe.ts';
import type { Credentials, RecordedTraffic } from './options.ts';
import type { Broken, Purpose } from './purpose.ts';
import { recordExchange } from './record.ts';
import { isRefused, type Renewal } from './renewal.ts';
import type { Gathered } from './run-flow.ts';
import type { Redactor } from './secrets.ts';
import type { Sender } from './sender.ts';
import { type Exchanged, type ExchangeOptions, isSeeOther, type Stage } from './stage.ts';
import { fillPath } from './substitute.ts';
import { urlOf } from './target/body-bytes.ts';
import type { Answered, Outcome } from './target/target.ts';
import { hasTimely, isConditional, newKey, withTimelyHeaders } from './timely-headers.ts';
import type { Turns } from './turns.ts';

/** What all stages of a run share. */
export interface StageParts extends ObserveOptions {
  readonly index: ModelIndex;
  readonly generator: Stage['generator'];
  readonly seed: number;
  readonly fixtures: Fixtures;
  readonly sender: Sender;
  readonly base: string;
  readonly policy: CheckPolicy;
  redactor: Redactor;
  /** What each operation is asked for, as an `Accept` field. */
  readonly offers: Map<Operation | undefined, HeaderFields[number]>;
  credentials: Credentials;
  /** Gets another credential when ours is refused. */
  readonly renewal?: Renewal;
  /** Names of the schemes that each operation's credential satisfies. */
  readonly credentialKeys: Map<Operation, string>;
  readonly ledger: Ledger;
  readonly memory: Memory;
  /** Writes that name a version of what is at a path. */
  readonly turns: Turns;
  readonly heed: Heed;
  /** Operations that have given 2xx. */
  readonly worked: Set<string>;
  /** Security alternatives whose credential has been taken. */
  readonly taken: Set<string>;
  /** Idempotency keys given so far, and what tells them from those of other runs. */
  readonly keys: { count: number; readonly salt: string };
  readonly fuzzer: () => Fuzzer;
  readonly stopped: () => boolean;
  /** The case that first showed a finding, by fingerprint. */
  readonly shown: Map<string, string>;
  /** What answers told of something that was created. */
  readonly made: WeakMap<Seen, ReturnType<typeof createdId>>;
  /** Told of every answer that was judged. */
  onSeen(seen: Seen): void;
}

/** One request on its way through a case. */
interface Sent {
  readonly operation: Operation | undefined;
  readonly request: HttpRequest;
  readonly purpose: Purpose;
  readonly url: string;
  readonly options: ExchangeOptions;
  /** Set where our own request is not what it was meant to be, so that nothing can be said. */
  readonly spoilt: StepEnd | undefined;
  /** Broken by the quick verdict alone: the last word is asked for before anything is held against the target. */
  readonly unproven: boolean;
}

/** The stage of one attempt at one case: sends, asks the checks, and gathers what they say. */
export function makeStage(parts: StageParts, gathered: Gathered, attempt: number): Stage {
  const { api, model, generator, seed, fixtures } = parts;
  return {
    api,
    model,
    generator,
    seed,
    fixtures,
    attempt,
    salt: parts.keys.salt,
    fuzzer: parts.fuzzer,
    stopped: parts.stopped,
    madeBy: (seen) => createdBy(parts, seen)?.path,
    hasWorked: ({ id }) => parts.worked.has(id),
    keeps: (operation, request) => keeps(parts, operation, request),
    judge: (recorded, options) => judgeRecorded(parts, gathered, recorded, options),
    newKey: (parameter) => newKey(parts, parameter),
    async exchange(bare, options) {
      const asked = () => ask(parts, gathered, attempt, bare, options);
      const { sent, outcome } = isConditional(options.operation, options.purpose)
        ? await parts.turns.take(bare.path, () => asLongAsItMoves(asked))
        : await asked();
      return outcome.kind === 'failed'
        ? missed(parts, gathered, { ...sent, failure: outcome })
        : answered(parts, gathered, options.settle === undefined ? sent : await settled(sent), outcome);
    },
  };
}

interface Asked {
  readonly sent: Sent;
  readonly outcome: Outcome;
}

/** How often a version is looked at anew where somebody else has written meanwhile. */
const MOST_LOOKS = 3;

async function asLongAsItMoves(asked: () => Promise<Asked>): Promise<Asked> {
  let last = await asked();
  for (let look = 1; look < MOST_LOOKS && last.outcome.kind === 'answered' && last.outcome.status === 412; look += 1)
    last = await asked();
  return last;
}

async function ask(
  parts: StageParts,
  gathered: Gathered,
  attempt: number,
  bare: HttpRequest,
  options: ExchangeOptions,
): Promise<Asked> {
  const timely = hasTimely(options.operation)
    ? await withTimelyHeaders(parts, bare, options.operation, options.purpose)
    : bare;
  const used = parts.credentials;
  let sent = ready(parts, timely, options);
  let outcome = await parts.sender.send(sent.request, { fresh: attempt > 0 });
  gathered.requests += 1;
  if (parts.renewal === undefined || !isRefused(outcome, options.purpose, options.bare === true))
    return { sent, outcome };
  await parts.renewal(parts);
  // Whoever was refused with what has been replaced meanwhile asks again; nobody asks a third time.
  if (used !== parts.credentials) {
    sent = ready(parts, timely, options);
    outcome = await parts.sender.send(sent.request, { fresh: attempt > 0 });
    gathered.requests += 1;
  }
  return { sent, outcome };
}

async function settled(sent: Sent): Promise<Sent> {
  const purpose = sent.spoilt === undefined ? await sent.options.settle?.() : undefined;
  return purpose === undefined ? sent : { ...sent, purpose };
}

/** Puts on what every request carries, and looks whether it is what its case wants it to be. */
function ready(parts: StageParts, bare: HttpRequest, options: ExchangeOptions): Sent {
  const { operation, purpose } = options;
  const accepting = withAccept(parts, bare, operation);
  const spoilt = operation === undefined ? undefined : spoiltBy(parts, operation, accepting, purpose);
  const request =
    options.bare === true ? accepting : authorise(accepting, operation ?? options.like, parts.credentials);
  const url = urlOf(parts.base, request);
  return spoilt === undefined
    ? { operation, request, purpose, url, options, spoilt, unproven: operation !== undefined && isInContent(purpose) }
    : spoiled({ operation, request, purpose, url, options }, spoilt);
}

/** A request that turned out not to be what it was meant to be is still an exchange that general rules hold for. */
function spoiled(sent: Omit<Sent, 'spoilt' | 'unproven'>, spoilt: StepEnd): Sent {
  return { ...sent, purpose: { ...sent.purpose, expect: 'any', story: { kind: 'plain' } }, spoilt, unproven: false };
}

/** Faults that show in how a request is written, not in what it says. */
const OF_FORM: ReadonlySet<Broken['fault']> = new Set([
  'malformed-body',
  'empty-body',
  'unsupported-media-type',
  'duplicate-query',
]);

const KEPT: StepEnd = skipped('the request keeps the contract in its form on the wire');

/** Whether a request is meant to be broken in what it says. */
function isInContent({ story }: Purpose): boolean {
  return story.kind === 'broken' && !OF_FORM.has(story.fault);
}

/**
 * Proves that a valid request is valid and a broken one broken in its form on the wire. What the quick verdict doubts in a valid request
 * the verdict that judges everybody decides at once; in a broken one only where the answer gives reason to complain.
 */
function spoiltBy(
  parts: StageParts,
  operation: Operation,
  request: HttpRequest,
  purpose: Purpose,
): StepEnd | undefined {
  if (purpose.expect !== 'valid' && !isInContent(purpose)) return undefined;
  const kept = keeps(parts, operation, request) === true;
  if (purpose.expect !== 'valid') return kept ? KEPT : undefined;
  const [first] = kept ? [] : (requestViolations(parts, operation, request) ?? []);
  return first === undefined ? undefined : inconclusive(`our own request would break the contract: ${first.message}`);
}

function keeps(parts: StageParts, operation: Operation, request: HttpRequest): boolean | undefined {
  return onOwnPath(parts, operation, request, (parameters) => parts.validator.keeps(operation, request, parameters));
}

function requestViolations(
  parts: StageParts,
  operation: Operation,
  request: HttpRequest,
): readonly Violation[] | undefined {
  return onOwnPath(parts, operation, request, (parameters) => parts.validator.request(operation, request, parameters));
}

/** Asks with the parameters as the other side will read them; undefined where the request stands on another operation's path. */
function onOwnPath<T>(
  parts: StageParts,
  operation: Operation,
  request: HttpRequest,
  ask: (parameters: DecodedParameters) => T,
): T | undefined {
  const match = parts.api.match(request);
  if (match.kind !== 'found' || match.operation !== operation) return undefined;
  return ask(decodeParameters(operation, request, match.pathParams, parts.api));
}

/** A finding for each thing that was said and is asked. */
type Speak = (said: readonly { readonly check: Check | Verdictless; readonly draft: Draft }[]) => readonly Finding[];

function speaker(parts: StageParts, gathered: Gathered, sent: Sent, outcome: Outcome): Speak {
  const { operation, request, url, purpose, options } = sent;
  const { policy, redactor } = parts;
  const finding = (check: Check | Verdictless, draft: Draft): Finding =>
    toFinding(check, options.pointer === undefined ? draft : { pointer: options.pointer, ...draft }, {
      operation,
      lineOf: (pointer) => parts.api.lineOf(pointer),
      case: gathered.case.id,
      phase: gathered.case.phase,
      exchange: recordExchange(request, url, outcome, redactor),
      curl: curlOf(request, url, redactor),
      redact: (text) => redactor.text(text),
      ...(purpose.caller === undefined ? {} : { caller: purpose.caller }),
      ...(purpose.story.kind === 'scenario' && purpose.story.position !== undefined
        ? { input: purpose.story.position }
        : {}),
    });
  return (said) =>
    said.flatMap(({ check, draft }) => {
      const settled = policy.settle(check, draft, operation);
      return settled === undefined ? [] : [finding(settled.check, settled.draft)];
    });
}

function missed(parts: StageParts, gathered: Gathered, miss: Sent & Missed): Exchanged {
  const { failure } = miss;
  const speak = speaker(parts, gathered, miss, failure);
  const findings = speak(missedDrafts(failure));
  if (failure.code === 'timeout') {
    gathered.timedOut = true;
    gathered.late = findings[0];
  } else gathered.findings.push(...findings);
  return { kind: 'missed', missed: miss, end: endOfMissed(failure), failed: findings.length > 0 };
}

function answered(parts: StageParts, gathered: Gathered, sent: Sent, outcome: Answered): Exchanged {
  const { operation, request, purpose, url, options, spoilt } = sent;
  const hasWorked = operation !== undefined && parts.worked.has(operation.id);
  const credentialWorks = operation !== undefined && hasCredential(parts, operation);
  const seen = observe(parts, { operation, request, purpose, answer: outcome, url, hasWorked, credentialWorks });
  const spoken = options.quiet === true ? [] : judge(seen, parts.policy.layers(operation, purpose.story.kind));
  if (sent.unproven && spoken.length > 0 && operation !== undefined) {
    const violations = requestViolations(parts, operation, request);
    if (violations?.length === 0) return answered(parts, gathered, spoiled(sent, KEPT), outcome);
  }
  keepBooks(parts, seen);
  parts.memory.saw(seen, () => createdBy(parts, seen));
  parts.heed.saw(seen);
  const end = spoilt ?? endOf(seen);
  if (options.quiet === true) return { kind: 'seen', seen, end, failed: false };
  parts.onSeen(seen);
  if (spoken.length === 0) return { kind: 'seen', seen, end, failed: false };
  const speak = speaker(parts, gathered, sent, outcome);
  const findings = speak(spoken);
  const errors = findings.filter(({ severity, about }) => severity === 'error' && about === 'service');
  const { id } = gathered.case;
  if (options.trial === true) {
    return {
      kind: 'seen',
      seen,
      end,
      failed: errors.some(({ fingerprint }) => (parts.shown.get(fingerprint) ?? id) === id),
    };
  }
  for (const { fingerprint } of errors) if (!parts.shown.has(fingerprint)) parts.shown.set(fingerprint, id);
  gathered.findings.push(...findings);
  return { kind: 'seen', seen, end, failed: errors.length > 0 };
}

/** As an answer of ours, without having been asked for. */
function judgeRecorded(
  parts: StageParts,
  gathered: Gathered,
  recorded: RecordedTraffic,
  options: ExchangeOptions,
): Exchanged {
  const { request, status, headers, bytes, startedAt, duration } = recorded;
  const { operation, purpose } = options;
  const url = urlOf(parts.base, request);
  const outcome: Answered = {
    kind: 'answered',
    status,
    reason: '',
    headers,
    bytes,
    cut: false,
    notes: [],
    timing: { startedAt, duration },
  };
  const sent: Sent = { operation, request, purpose, url, options, spoilt: undefined, unproven: false };
  return answered({ ...parts, worked: new Set(), taken: new Set(), ledger: NO_LEDGER }, gathered, sent, outcome);
}

/** What others created is not ours to remove. */
const NO_LEDGER: Ledger = { created: () => {}, gone: () => {}, entries: [] };

function hasCredential(parts: StageParts, operation: Operation): boolean {
  const key = credentialKey(parts, operation);
  return key !== '' && parts.taken.has(key);
}

/** Names of the schemes that we satisfied; nobody's where there is none. */
function credentialKey({ credentialKeys, credentials }: StageParts, operation: Operation): string {
  const known = credentialKeys.get(operation);
  if (known !== undefined) return known;
  const key = alternative(operation, credentials)
    .map(({ name }) => name)
    .join(' + ');
  credentialKeys.set(operation, key);
  return key;
}

/** Asked by everybody who keeps a book of what there is. */
function createdBy(parts: StageParts, seen: Seen): ReturnType<typeof createdId> {
  if (!parts.made.has(seen)) parts.made.set(seen, workOut(parts, seen));
  return parts.made.get(seen);
}

function workOut(parts: StageParts, seen: Seen): ReturnType<typeof createdId> {
  const resource = seen.operation === undefined ? undefined : parts.model.roleOf(seen.operation).resource;
  if (seen.operation === undefined || resource === undefined) return undefined;
  return createdId(parts.index, resource, seen.operation, seen.request, seen);
}

/** Notes what was created and what is gone, whoever asked for it. */
function keepBooks(parts: StageParts, seen: Seen): void {
  const { operation, request, response } = seen;
  if (operation === undefined || !((response.status >= 200 && response.status < 300) || isSeeOther(seen))) return;
  parts.worked.add(operation.id);
  if (seen.purpose.story.kind !== 'credential') parts.taken.add(credentialKey(parts, operation));
  const role = parts.model.roleOf(operation);
  if (role.kind === 'delete') parts.ledger.gone(request.path);
  const isMade = role.kind === 'create' || (response.status === 201 && parts.index.isPlacing(operation));
  if (!isMade || role.resource === undefined) return;
  const made = createdBy(parts, seen);
  const remove = parts.index.operation(role.resource, 'delete');
  const path = made === undefined || remove === undefined ? undefined : fillPath(remove, made.path);
  parts.ledger.created({
    operation: operation.id,
    resource: role.resource.name,
    createdAt: seen.timing.startedAt,
    ...(path === undefined || path.includes('{') ? {} : { path }),
  });
}

/** Asks for what the document says an answer looks like, unless the case asks for something else. */
function withAccept(parts: StageParts, request: HttpRequest, operation: Operation | undefined): HttpRequest {
  if (request.headers.some(([name]) => name.toLowerCase() === 'accept')) return request;
  let accept = parts.offers.get(operation);
  if (accept === undefined) {
    accept = ['Accept', offersOf(operation)];
    parts.offers.set(operation, accept);
  }
  // Name by name, and the list as a copy: every request passes here.
  const { method, path, query, body } = request;
  return { method, path, query, headers: request.headers.concat([accept]), body };
}

function offersOf(operation: Operation | undefined): string {
  const offers = (operation?.responses ?? []).flatMap(({ content }) => content.map(({ mediaType }) => mediaType));
  return offers.length === 0 ? '*/*' : [...new Set(offers)].join(', ');
}
