import type { HttpRequest } from '../../core/index.ts';
import type { Operation } from '../../spec/index.ts';
import type { ExchangeOptions } from '../model/case-context.ts';
import { inconclusive, skipped } from '../model/flow.ts';
import type { Broken, Purpose } from '../model/purpose.ts';
import type { StepEnd } from '../model/step-end.ts';
import { keeps, requestViolations } from './request-verdict.ts';
import type { RunContext } from './run-context.ts';

/** Faults that show in how a request is written, not in what it says. */
const OF_FORM: ReadonlySet<Broken['fault']> = new Set([
  'malformed-body',
  'empty-body',
  'unsupported-media-type',
  'duplicate-query',
]);

export const KEPT: StepEnd = skipped('the request keeps the contract once it is serialized');

/** Whether a request is meant to be broken in what it says. */
export function isInContent({ story }: Purpose): boolean {
  return story.kind === 'broken' && !OF_FORM.has(story.fault);
}

/**
 * Proves that a valid request is valid and a broken one broken in its form on the wire. If the quick verdict doubts a valid request, the full validator decides at once. For a broken request it decides only if the answer leads to a finding.
 */
export function spoiltBy(
  parts: RunContext,
  operation: Operation,
  request: HttpRequest,
  { purpose, planned }: Pick<ExchangeOptions, 'purpose' | 'planned'>,
): StepEnd | undefined {
  if (purpose.expect !== 'valid' && (!isInContent(purpose) || isBrokenAsPlanned(request, purpose, planned)))
    return undefined;
  const kept = keeps(parts, operation, request) === true;
  if (purpose.expect !== 'valid') return kept ? KEPT : undefined;
  const [first] = kept ? [] : (requestViolations(parts, operation, request) ?? []);
  return first === undefined ? undefined : inconclusive(`our own request would break the contract: ${first.message}`);
}

/** What is broken stands where nothing has been changed since it was proven to be so. */
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

/** Asks for what the document says an answer looks like, unless the case asks for something else. */
export function withAccept(parts: RunContext, request: HttpRequest, operation: Operation | undefined): HttpRequest {
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
