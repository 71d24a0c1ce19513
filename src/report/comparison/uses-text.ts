import type { ChangeFinding, ComparisonSummary, FindingUse } from '../../comparison/index.ts';
import { dayOf } from '../../wire/index.ts';

/** How many clients of one finding are named. */
const MOST_CLIENTS = 5;

/** The known clients that a finding affects, one line each; none without known clients. */
export function usesLines({ uses, weighed, severity }: ChangeFinding): readonly string[] {
  if (uses === undefined || severity === 'info') return weighed === undefined ? [] : [weighed];
  const touched = uses.filter(({ breaks, mayBreak }) => breaks + mayBreak > 0);
  const named = touched.slice(0, MOST_CLIENTS).map(useText);
  const rest = touched.length - named.length;
  const calls = uses.reduce((sum, each) => sum + each.calls, 0);
  const seen =
    touched.length > 0
      ? []
      : [`not seen in ${calls} ${calls === 1 ? 'call' : 'calls'} of the operations that it affects`];
  return [...named, ...(rest > 0 ? [`and ${rest} more clients`] : []), ...(weighed === undefined ? seen : [weighed])];
}

/** What a running service answered to the request of a finding; `undefined` where none was asked. */
export function serviceText({ service }: ChangeFinding): string | undefined {
  if (service === undefined) return undefined;
  const { verdict, status, reason = '' } = service;
  if (verdict === 'not-sent') return `not sent: ${reason}`;
  if (verdict === 'unknown')
    return `${status === undefined ? 'no answer' : `answers ${status}`}, which does not tell: ${reason}`;
  return verdict === 'refuses'
    ? `refuses it already (${status}): the document catches up`
    : `still takes it (${status}): the document is stricter than the service`;
}

/** What is known of a finding beside the documents: clients, and a running service. */
export function evidenceLines(finding: ChangeFinding): readonly string[] {
  const service = serviceText(finding);
  return [...usesLines(finding), ...(service === undefined ? [] : [`service ${service}`])];
}

/** `breaks web@1.2: 3 of 412 calls, last 2026-11-30, monday.har#/log/entries/118`. */
function useText({ client, calls, breaks, mayBreak, lastSeen, input }: FindingUse): string {
  const [verb, count] = breaks > 0 ? ['breaks', breaks] : ['may break', mayBreak];
  const last = lastSeen === undefined ? '' : `, last ${dayOf(lastSeen)}`;
  const place = input === undefined ? '' : `, ${input.file}#${input.pointer}`;
  return `${verb} ${client}: ${count} of ${calls} ${calls === 1 ? 'call' : 'calls'}${last}${place}`;
}

/** `The change breaks 2 of 3 known clients.` */
export function knownClientsText({ usage }: ComparisonSummary): string | undefined {
  if (usage === undefined) return undefined;
  const { clients, broken } = usage;
  if (clients.length === 0) return 'No call of a known client is one of the document before.';
  const known = `${clients.length} known ${clients.length === 1 ? 'client' : 'clients'}`;
  return broken.length === 0
    ? `The change breaks none of ${known}.`
    : `The change breaks ${broken.length} of ${known}: ${broken.join(', ')}.`;
}
