import type { HttpRequest } from '../core/index.ts';
import type { Operation } from '../spec/index.ts';
import type { Check, Draft, Missed, Seen, Verdictless } from './check.ts';
import { createdId } from './created.ts';
import { alternative, authorise } from './credentials.ts';
import { curlOf } from './curl.ts';
import { endOf, endOfMissed } from './ends.ts';
import type { Finding } from './events.ts';
import type { Fixtures } from './fixtures.ts';
import { judge, toFinding } from './judge.ts';
import type { Ledger } from './ledger.ts';
import { missedDrafts } from './missed.ts';
import type { ModelIndex } from './model-index.ts';
import { type ObserveOptions, observe } from './observe.ts';
import type { Credentials } from './options.ts';
import { recordExchange } from './record.ts';
import type { Gathered } from './run-flow.ts';
import type { Redactor } from './secrets.ts';
import type { Sender } from './sender.ts';
import type { Exchanged, ExchangeOptions, Stage } from './stage.ts';
import { fillPath } from './substitute.ts';
import { urlOf } from './target/body-bytes.ts';
import type { Failed, Outcome } from './target/target.ts';

/** What all stages of a run share. */
export interface StageParts extends ObserveOptions {
  readonly index: ModelIndex;
  readonly generator: Stage['generator'];
  readonly seed: number;
  readonly fixtures: Fixtures;
  readonly sender: Sender;
  readonly base: string;
  readonly checks: readonly Check[];
  readonly redactor: Redactor;
  readonly credentials: Credentials;
  readonly ledger: Ledger;
  /** Operations that have given 2xx. */
  readonly worked: Set<string>;
  /** Security alternatives whose credential has been taken. */
  readonly taken: Set<string>;
  /** Told of every answer that was judged. */
  onSeen(seen: Seen): void;
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
    exchange: (request, options) => exchange(parts, gathered, attempt, request, options),
  };
}

async function exchange(
  parts: StageParts,
  gathered: Gathered,
  attempt: number,
  bare: HttpRequest,
  options: ExchangeOptions,
): Promise<Exchanged> {
  const { operation, purpose } = options;
  const accepting = withAccept(bare, operation);
  const request = options.bare === true ? accepting : authorise(accepting, operation, parts.credentials);
  const url = urlOf(parts.base, request);
  const outcome = await parts.sender.send(request, { fresh: attempt > 0 });
  gathered.requests += 1;
  const speak = (check: Check | Verdictless, draft: Draft): Finding =>
    toFinding(check, draft, {
      operation,
      lineOf: (pointer) => parts.api.lineOf(pointer),
      case: gathered.case.id,
      phase: gathered.case.phase,
      exchange: recordExchange(request, url, outcome, parts.redactor),
      curl: curlOf(request, url, parts.redactor),
      redact: (text) => parts.redactor.text(text),
      ...(purpose.caller === undefined ? {} : { caller: purpose.caller }),
    });
  if (outcome.kind === 'failed') return missed(gathered, { operation, request, purpose, failure: outcome, url }, speak);
  return answered(parts, gathered, { request, url, outcome, options }, speak);
}

type Speak = (check: Check | Verdictless, draft: Draft) => Finding;

function missed(gathered: Gathered, miss: Missed, speak: Speak): Exchanged {
  const { failure } = miss;
  const findings = missedDrafts(failure).map(({ check, draft }) => speak(check, draft));
  if (failure.code === 'timeout') {
    gathered.timedOut = true;
    gathered.late = findings[0];
  } else gathered.findings.push(...findings);
  return { kind: 'missed', missed: miss, end: endOfMissed(failure), failed: findings.length > 0 };
}

function answered(
  parts: StageParts,
  gathered: Gathered,
  sent: {
    readonly request: HttpRequest;
    readonly url: string;
    readonly outcome: Exclude<Outcome, Failed>;
    readonly options: ExchangeOptions;
  },
  speak: Speak,
): Exchanged {
  const { request, url, outcome, options } = sent;
  const { operation, purpose } = options;
  const hasWorked = operation !== undefined && parts.worked.has(operation.id);
  const credentialWorks = operation !== undefined && hasCredential(parts, operation);
  const seen = observe(parts, { operation, request, purpose, answer: outcome, url, hasWorked, credentialWorks });
  keepBooks(parts, seen);
  if (options.quiet === true) return { kind: 'seen', seen, end: endOf(seen), failed: false };
  parts.onSeen(seen);
  const findings = judge(seen, parts.checks).map(({ check, draft }) => speak(check, draft));
  gathered.findings.push(...findings);
  const failed = findings.some(({ severity, about }) => severity === 'error' && about === 'service');
  return { kind: 'seen', seen, end: endOf(seen), failed };
}

function hasCredential(parts: StageParts, operation: Operation): boolean {
  const key = credentialKey(parts, operation);
  return key !== '' && parts.taken.has(key);
}

/** Names of the schemes that we satisfied; nobody's where there is none. */
function credentialKey(parts: StageParts, operation: Operation): string {
  return alternative(operation, parts.credentials)
    .map(({ name }) => name)
    .join(' + ');
}

/** Notes what was created and what is gone, whoever asked for it. */
function keepBooks(parts: StageParts, seen: Seen): void {
  const { operation, request, response } = seen;
  if (operation === undefined || response.status < 200 || response.status > 299) return;
  parts.worked.add(operation.id);
  if (seen.purpose.story.kind !== 'credential') parts.taken.add(credentialKey(parts, operation));
  const role = parts.model.roleOf(operation);
  if (role.kind === 'delete') parts.ledger.gone(request.path);
  if (role.kind !== 'create' || role.resource === undefined) return;
  const made = createdId(parts.index, role.resource, operation, request, seen);
  const remove = parts.index.operation(role.resource, 'delete');
  const path = made === undefined || remove === undefined ? undefined : fillPath(remove.path, made.path);
  parts.ledger.created({
    operation: operation.id,
    resource: role.resource.name,
    createdAt: seen.timing.startedAt,
    ...(path === undefined || path.includes('{') ? {} : { path }),
  });
}

/** Asks for what the document says a success looks like, unless the case asks for something else. */
function withAccept(request: HttpRequest, operation: Operation | undefined): HttpRequest {
  if (request.headers.some(([name]) => name.toLowerCase() === 'accept')) return request;
  const offers = (operation?.responses ?? []).flatMap(({ content }) => content.map(({ mediaType }) => mediaType));
  const accept = offers.length === 0 ? '*/*' : [...new Set(offers)].join(', ');
  return { ...request, headers: [...request.headers, ['Accept', accept]] };
}
