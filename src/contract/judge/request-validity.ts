import type { HttpRequest } from '../../core/index.ts';
import type { Operation } from '../../spec/index.ts';
import type { ExchangeOptions } from '../model/case-context.ts';
import { inconclusive, skipped } from '../model/flow.ts';
import type { BreakingStimulus, Purpose } from '../model/purpose.ts';
import type { StepEnd } from '../model/step-end.ts';
import { keeps, requestViolations } from './request-verdict.ts';
import type { RunContext } from './run-context.ts';

/** Faults in the form of a request, not in its content. */
const OF_FORM: ReadonlySet<BreakingStimulus['fault']> = new Set([
  'malformed-body',
  'empty-body',
  'unsupported-media-type',
  'duplicate-query',
]);

export const KEPT: StepEnd = skipped('the request keeps the contract once it is serialized');

/** Whether a request is meant to be broken in its content. */
export function isInContent({ story }: Purpose): boolean {
  return story.kind === 'broken' && !OF_FORM.has(story.fault);
}

/**
 * Proves on the wire form that a valid request is valid and a broken one broken. If the quick verdict
 * doubts a valid request, the full validator decides at once; for a broken request it decides only if the
 * answer leads to a finding.
 */
export function spoiltBy(
  context: RunContext,
  operation: Operation,
  request: HttpRequest,
  { purpose, planned }: Pick<ExchangeOptions, 'purpose' | 'planned'>,
): StepEnd | undefined {
  if (purpose.expect !== 'valid' && (!isInContent(purpose) || isBrokenAsPlanned(request, purpose, planned)))
    return undefined;
  const kept = keeps(context, operation, request) === true;
  if (purpose.expect !== 'valid') return kept ? KEPT : undefined;
  const [first] = kept ? [] : (requestViolations(context, operation, request) ?? []);
  return first === undefined ? undefined : inconclusive(`our own request would break the contract: ${first.message}`);
}

/** Whether the broken place is unchanged since the request was proven to be broken. */
function isBrokenAsPlanned(
  { query, body }: HttpRequest,
  { story }: Purpose,
  planned: HttpRequest | undefined,
): boolean {
  if (planned === undefined || story.kind !== 'broken') return false;
  return story.pointer.startsWith('/query/')
    ? query === planned.query
    : story.pointer.startsWith('/body') && body === planned.body;
}

/** Adds an `Accept` field with the documented media types, unless the case sends its own. */
export function withAccept(context: RunContext, request: HttpRequest, operation: Operation | undefined): HttpRequest {
  if (request.headers.some(([name]) => name.toLowerCase() === 'accept')) return request;
  let accept = context.offers.get(operation);
  if (accept === undefined) {
    accept = ['Accept', offersOf(operation)];
    context.offers.set(operation, accept);
  }
  // Every request passes here, so fields are copied by name, without a spread.
  const { method, path, query, body } = request;
  return { method, path, query, headers: request.headers.concat([accept]), body };
}

/** The documented media types. Code generators list `text/plain` first for what is JSON, so it comes last. */
function offersOf(operation: Operation | undefined): string {
  const offers = (operation?.responses ?? []).flatMap(({ content }) => content.map(({ mediaType }) => mediaType));
  const isPlain = (offer: string): boolean => /^text\/plain\b/i.test(offer);
  const ordered = [...offers.filter((offer) => !isPlain(offer)), ...offers.filter(isPlain)];
  return offers.length === 0 ? '*/*' : [...new Set(ordered)].join(', ');
}
