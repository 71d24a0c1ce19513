import type { HttpRequest } from '../../core/index.ts';
import type { Outcome } from './target.ts';

/** A request, and how it ended. */
export interface LastRequest {
  readonly request: Pick<HttpRequest, 'method' | 'path'>;
  readonly outcome: Outcome;
}

/** Keeps the last requests before a target stopped accepting connections: one of them may have ended it. */
export interface LastRequests {
  add(sent: LastRequest): void;
  /** The requests that lost their answer, then the last answered ones: a process may end shortly after its answer. */
  readonly suspects: () => readonly LastRequest[];
}

/** How many requests are kept and shown. */
const MOST_KEPT = 20;
const MOST_SHOWN = 3;

export function createLastRequests(): LastRequests {
  let kept: LastRequest[] = [];
  let isGone = false;
  return {
    add(sent) {
      const { outcome } = sent;
      const isRefused = outcome.kind === 'failed' && outcome.code === 'unreachable';
      if (isRefused) isGone = true;
      if (isRefused || (isGone && outcome.kind === 'failed')) return;
      // An answer shows that the target is there again.
      if (outcome.kind === 'answered') isGone = false;
      kept = [sent, ...kept.slice(0, MOST_KEPT - 1)];
    },
    suspects() {
      const cut = kept.filter(({ outcome }) => outcome.kind === 'failed' && outcome.code === 'connection-reset');
      const rest = kept.filter((sent) => !cut.includes(sent));
      return [...cut, ...rest].slice(0, MOST_SHOWN);
    },
  };
}
