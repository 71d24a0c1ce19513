import type { HttpRequest } from '../../core/index.ts';
import type { Outcome } from './target.ts';

/** A request, and how it ended: the status of its answer, or why it has none. */
export interface LastRequest {
  readonly method: string;
  readonly path: string;
  readonly end: number | string;
}

/** Keeps the last requests before a target stopped accepting connections: one of them may have ended it. */
export interface LastRequests {
  add(request: Pick<HttpRequest, 'method' | 'path'>, outcome: Outcome): void;
  /** The requests that lost their answer, then the last answered ones: a process may end shortly after its answer. */
  readonly suspects: () => readonly LastRequest[];
}

/** How many requests are kept and shown. */
const MOST_KEPT = 20;
const MOST_SHOWN = 3;

const CUT = 'connection closed without an answer';

export function createLastRequests(): LastRequests {
  // The oldest is first. Outcomes are not kept, because they hold the bytes of answers.
  const kept: LastRequest[] = [];
  let isGone = false;
  return {
    add({ method, path }, outcome) {
      const isRefused = outcome.kind === 'failed' && outcome.code === 'unreachable';
      if (isRefused) isGone = true;
      if (isRefused || (isGone && outcome.kind === 'failed')) return;
      // An answer shows that the target is there again.
      if (outcome.kind === 'answered') isGone = false;
      kept.push({ method, path, end: endOf(outcome) });
      if (kept.length > MOST_KEPT) kept.shift();
    },
    suspects() {
      const distinct = new Map(
        kept.toReversed().map((each) => [`${each.method} ${each.path} ${each.end}`, each] as const),
      );
      const latest = [...distinct.values()];
      const cut = latest.filter(({ end }) => end === CUT);
      const answered = latest.filter(({ end }) => end !== CUT);
      // Requests that were under way lose their answers to the one that ended the process.
      return [...cut.slice(0, answered.length > 0 ? MOST_SHOWN - 1 : MOST_SHOWN), ...answered].slice(0, MOST_SHOWN);
    },
  };
}

function endOf(outcome: Outcome): number | string {
  if (outcome.kind === 'answered') return outcome.status;
  return outcome.code === 'connection-reset' ? CUT : outcome.message;
}
