import { authorise } from '../credentials/credentials.ts';
import type { LedgerEntry } from '../model/events.ts';
import type { Credentials } from '../model/options.ts';
import type { Target } from '../transport/target.ts';
import { cleanUp, IN_TURN, type Remove } from './ledger.ts';

export interface CleanOptions {
  readonly target: Target;
  readonly credentials?: Credentials;
  /** Milliseconds for one request. Default 10 000. */
  readonly timeout?: number;
  readonly signal?: AbortSignal;
}

/** Removes records of an earlier run, newest first. Returns the records that remain, each with the reason. */
export function cleanLedger(entries: readonly LedgerEntry[], options: CleanOptions): Promise<readonly LedgerEntry[]> {
  const { target, credentials = {}, timeout = 10_000, signal } = options;
  const remove: Remove = async (_entry, request) => {
    const sent = authorise(request, undefined, credentials);
    const outcome = await target.send(sent, {
      timeout,
      maxBytes: 1_048_576,
      ...(signal === undefined ? {} : { signal }),
    });
    if (outcome.kind === 'failed') return outcome.message;
    return outcome.status < 300 || outcome.status === 404 || outcome.status === 410
      ? undefined
      : `${request.method} gave ${outcome.status}`;
  };
  return cleanUp(entries, remove, IN_TURN);
}
