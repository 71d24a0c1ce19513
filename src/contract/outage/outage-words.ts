import { NO_CONNECTION, type Outage } from './outage.ts';

/** After this many outages the run stops, even if the target recovered from each. */
const MOST_OUTAGES = 3;

/** Reason of cases that an outage made inconclusive. */
export function lostReason({ answer, suspects }: Outage): string {
  const why = suspects.length === 0 ? '' : ` because of ${requestsOf(suspects)}`;
  return `the target did not answer as before (${answer})${why}`;
}

/** The suspected requests as `METHOD /path`. */
function requestsOf(suspects: Outage['suspects']): string {
  return suspects.map(({ request: { method, path } }) => `${method} ${path}`).join(' or ');
}

function afterWords(word: string, { suspects }: Outage): string {
  return suspects.length === 0 ? '' : ` ${word} ${requestsOf(suspects)} (case ${suspects[0]?.case})`;
}

/** What a target did with requests: `answered 503 to every request`, `accepted no connection`. */
function didWith({ answer }: Outage): string {
  return answer === NO_CONNECTION ? 'accepted no connection' : `answered ${answer} to every request`;
}

/**
 * Why a run stops and what to do; undefined as long as the target recovers. `before`: a line about the last
 * requests before the target stopped accepting connections.
 */
export function stopReasons(base: string, outages: readonly Outage[], before?: string): readonly string[] | undefined {
  const last = outages.at(-1);
  if (last === undefined || (last.end !== 'lasting' && outages.length < MOST_OUTAGES)) return undefined;
  const what =
    last.end === 'lasting'
      ? `${base} ${doesSince(last)}, and could not be brought back`
      : `${base} stopped answering as before ${outages.length} times. The last time, it ${didWith(last)}${afterWords('after', last)}`;
  return [what, adviceOf(last, before)];
}

/** What a target does since an outage began: `has answered 503 to every request since POST /a (case b)`. */
function doesSince(outage: Outage): string {
  if (outage.suspects.length === 0 && outage.answer === NO_CONNECTION) return 'accepts no connection any more';
  return `has ${didWith(outage)}${afterWords('since', outage)}`;
}

function adviceOf({ answer, suspects }: Outage, before: string | undefined): string {
  if (suspects.length > 0)
    return `${suspects.map(({ operation }) => `--exclude "${operation.id}"`).join(' or ')} skips that operation.`;
  return answer === '429'
    ? 'The target limits the rate of requests. Use --rate to stay below its limit.'
    : ((answer === NO_CONNECTION ? before : undefined) ?? 'No request of this run explains it.');
}

/** One line for each outage that the target recovered from. */
export function outageNotes(outages: readonly Outage[]): readonly string[] {
  return outages.map((outage) => {
    const { end, cases } = outage;
    const since = afterWords('after', outage);
    const ends = {
      undone: 'undoing that request brought it back, and it is not sent again',
      over: 'it came back by itself',
      lasting: 'it did not come back',
    }[end];
    return `the target ${didWith(outage)}${since}: ${ends} (${cases} ${cases === 1 ? 'case' : 'cases'} under way)`;
  });
}
