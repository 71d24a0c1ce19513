import type { HttpRequest } from '../../core/index.ts';
import { authorise } from '../credentials/credentials.ts';
import type { Finding, RecordedExchange, Step } from '../model/events.ts';
import type { PastExchange } from '../model/flow-history.ts';
import type { Credentials } from '../model/options.ts';
import type { Purpose } from '../model/purpose.ts';
import { curlOf, variableMark } from '../recording/curl.ts';
import { recordExchange } from '../recording/record.ts';
import { wireExchange } from '../recording/wire-exchange.ts';
import { requestAt } from '../requests/locations.ts';
import { urlOf } from '../transport/body-bytes.ts';
import type { Redactor } from '../transport/redactor.ts';
import { type Captures, createCaptures } from './captures.ts';
import { type FaultTest, faultTestOf } from './fault-test.ts';
import { type FindingHistory, mentionsOf } from './mentions.ts';
import { leftOutBefore, neededExchanges } from './needed-exchanges.ts';
import { RUN, shellScript } from './script.ts';

/** How to repeat a finding: a command, or its steps and a script that runs them. */
export type Repetition = Pick<Finding, 'curl' | 'steps' | 'script'>;

export interface RepetitionContext {
  readonly past: FindingHistory;
  readonly base: string;
  readonly credentials: Credentials;
  readonly redactor: Redactor;
}

/** The facts about a finding that its repetition uses. */
export interface FindingFacts
  extends Pick<Finding, 'check' | 'message' | 'expected' | 'actual' | 'endpoint' | 'messagePointer' | 'keyword'> {
  readonly purpose: Purpose;
  readonly isDocumented: boolean;
  /** `one`: a command or nothing, because steps have been reported already. */
  readonly wanted: 'all' | 'one';
}

/**
 * One command if one exchange shows the fault. Otherwise a script; none if a value of the steps cannot be
 * read from an answer, because such a script might change records of others.
 */
export function repetitionOf(context: RepetitionContext, last: PastExchange, facts: FindingFacts): Repetition {
  const { past, base, redactor } = context;
  const needed = neededExchanges(past, last, facts.purpose, facts.messagePointer);
  if (needed.length === 1 && mentionsOf(past, last).length === 0) {
    const sent = wireExchange(last.request, urlOf(base, last.request), last.outcome);
    return { curl: curlOf(sent.request, sent.url, redactor) };
  }
  if (facts.wanted === 'one') return {};
  const gaps = leftOutBefore(past, needed, facts.purpose);
  const steps = needed.map((each, at): Step => {
    const leftOut = gaps[at] ?? 0;
    const step = { title: titleOf(context, each), exchange: recordPast(context, each) };
    return leftOut === 0 ? step : { ...step, leftOut };
  });
  // A script takes values from paths, which calls by name do not have them in.
  const isByName = needed.some(({ outcome }) => outcome.onWire !== undefined);
  const script = isByName ? undefined : writtenScript(context, needed, steps, facts);
  return script === undefined ? { steps } : { steps, script };
}

function recordPast({ base, redactor }: RepetitionContext, { request, outcome }: PastExchange): RecordedExchange {
  return recordExchange(request, urlOf(base, request), outcome, redactor);
}

function titleOf({ redactor }: RepetitionContext, { operation, request, outcome }: PastExchange): string {
  const name = operation?.id ?? redactor.text(`${request.method} ${request.path}`);
  return outcome.kind === 'answered' ? `${name}, answered ${outcome.status}` : `${name}, ${outcome.code}`;
}

function writtenScript(
  context: RepetitionContext,
  needed: readonly PastExchange[],
  titles: readonly Pick<Step, 'title' | 'leftOut'>[],
  facts: FindingFacts,
): string | undefined {
  const { past, base, redactor } = context;
  const captures = createCaptures(past, needed);
  const removals = removalsOf(context, needed, captures);
  const requests = needed.map((each) => withOwnKey(captures.marked(each)));
  if (needed.some((each) => !captures.isComplete(each))) return undefined;
  return shellScript({
    about: [
      `${facts.check} ${facts.endpoint ?? ''}`,
      facts.message,
      `expected: ${facts.expected}`,
      `actual: ${facts.actual}`,
    ],
    base: redactor.text(base),
    steps: needed.map((each, at) => ({
      leftOut: titles[at]?.leftOut ?? 0,
      title: `${titles[at]?.title}${at === needed.length - 1 ? ': this answer shows the fault' : ''}`,
      request: requests[at] ?? each.request,
      captures: captures.of(each),
      ...(each.outcome.kind === 'answered' && at < needed.length - 1 ? { status: each.outcome.status } : {}),
    })),
    removals,
    test: testOf(context, needed, facts),
    variables: new Set([...captures.names, RUN]),
    redactor,
  });
}

/**
 * The request with an idempotency key that no earlier run of the script has sent: with the key of the check, the
 * service would answer with what it did then.
 */
function withOwnKey(request: HttpRequest): HttpRequest {
  const own = (value: string): string =>
    UUID.test(value) ? `${value.slice(0, -12)}${variableMark(RUN)}` : `${value}-${variableMark(RUN)}`;
  return {
    ...request,
    headers: request.headers.map(([name, value]) =>
      /^(?:x-)?idempotency-key$/i.test(name) && /^[\w ,.-]+$/.test(value) ? [name, own(value)] : [name, value],
    ),
  };
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The test of the script. Values with a secret are not compared, because they would be in the script. */
function testOf(
  { redactor }: RepetitionContext,
  needed: readonly PastExchange[],
  facts: FindingFacts,
): FaultTest | undefined {
  const test = faultTestOf(needed, facts.purpose, facts.isDocumented, { check: facts.check, draft: facts });
  const isSecret = test?.of === 'value' && redactor.text(String(test.value)) !== String(test.value);
  return isSecret ? undefined : test;
}

/** DELETE requests for the items that the steps create and leave, latest first. */
function removalsOf(
  { past, credentials }: RepetitionContext,
  needed: readonly PastExchange[],
  captures: Captures,
): readonly HttpRequest[] {
  const gone = new Set(needed.filter(isDeletion).map(({ request }) => request.path));
  const removals = needed.flatMap((exchange) => {
    const creation = past.creations.by(exchange);
    const operation = creation === undefined ? undefined : past.index.operation(creation.resource, 'delete');
    if (creation?.at === undefined || operation === undefined || gone.has(creation.at)) return [];
    gone.add(creation.at);
    const request = authorise({ ...requestAt({ path: creation.at }), method: 'DELETE' }, operation, credentials);
    const removal: PastExchange = { ...exchange, number: Number.MAX_SAFE_INTEGER, operation, request };
    const isOurs = mentionsOf(past, removal).some(({ creation: named }) => named?.exchange === exchange);
    return isOurs && captures.isComplete(removal) ? [captures.marked(removal)] : [];
  });
  return removals.reverse();
}

function isDeletion({ request, outcome }: PastExchange): boolean {
  return request.method === 'DELETE' && outcome.kind === 'answered' && outcome.status < 300;
}
