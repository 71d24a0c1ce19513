import type { Outage } from './outages.ts';

/** Outages after which a run is stopped, although the target came back each time. */
const MOST_OUTAGES = 3;

/** Why cases that an outage hit say nothing. */
export function lostReason({ answer, suspect }: Outage): string {
  const why = suspect === undefined ? '' : ` because of ${requestOf(suspect)}`;
  return `the target did not answer as before (${answer})${why}`;
}

/** The request as people write it. */
export function requestOf({ request: { method, path } }: NonNullable<Outage['suspect']>): string {
  return `${method} ${path}`;
}

/** Why a run is stopped, and what helps; undefined as long as the target came back. */
export function stopReasons(base: string, outages: readonly Outage[]): readonly string[] | undefined {
  const last = outages.at(-1);
  if (last === undefined || (last.end !== 'lasting' && outages.length < MOST_OUTAGES)) return undefined;
  const since = last.suspect === undefined ? '' : ` since ${requestOf(last.suspect)} (case ${last.suspect.case})`;
  const what =
    last.end === 'lasting'
      ? `${base} gives ${last.answer} to everything${since}, and could not be brought back`
      : `${base} stopped to answer ${outages.length} times, the last time with ${last.answer}${since}`;
  return [what, adviceOf(last)];
}

function adviceOf({ answer, suspect }: Outage): string {
  if (suspect !== undefined) return `--exclude ${suspect.operation.id} leaves that operation out.`;
  return answer === '429'
    ? 'The target limits how often it is asked: --rate keeps below that.'
    : 'Nothing that this run sent explains it.';
}

/** One line for each outage that the target came back from. */
export function outageNotes(outages: readonly Outage[]): readonly string[] {
  return outages.map((outage) => {
    const { answer, suspect, end, cases } = outage;
    const since = suspect === undefined ? '' : ` after ${requestOf(suspect)} (case ${suspect.case})`;
    const ends = {
      undone: 'undoing that request brought it back, and it is not sent again',
      over: 'it came back by itself',
      lasting: 'it did not come back',
    }[end];
    return `the target gave ${answer} to everything${since}: ${ends} (${cases} ${cases === 1 ? 'case' : 'cases'} under way)`;
  });
}
