import { StandinError } from '../../core/index.ts';
import { withDeadline } from './deadline.ts';
import type { Snapshot } from './store.ts';

export interface StateLimits {
  /** Most worlds at a time. */
  readonly worlds: number;
  /** A world that was not used for this many milliseconds is dropped. */
  readonly idleMs: number;
  /** Most entities in one world, those of the base included. */
  readonly entities: number;
  /** Worlds that are never dropped for idleness. */
  readonly permanent: readonly string[];
  /** Maximum milliseconds of a transaction: other writers wait for it. */
  readonly transactionMs: number;
}

/** `default` is the world of requests that name none, `$standin` holds the named snapshots. */
export const STATE_LIMITS: StateLimits = {
  worlds: 256,
  idleMs: 30 * 60_000,
  entities: 1_000_000,
  permanent: ['default', '$standin'],
  transactionMs: 10_000,
};

export const tooManyWorlds = (most: number): StandinError =>
  new StandinError('state.full', `There are ${most} worlds, which is the most there may be.`, {
    hint: 'Delete worlds that are no longer needed, or raise --max-worlds.',
  });

export const tooManyEntities = (most: number): StandinError =>
  new StandinError('state.full', `The world holds ${most} entities, which is the most it may.`, {
    hint: 'Delete some, reset the world, or raise --max-entities.',
  });

/** Throws `state.full` for a snapshot with more entities than a world may have. */
export function admitSnapshot({ collections }: Snapshot, most: number): void {
  const entities = Object.values(collections).reduce((sum, each) => sum + each.entities.length, 0);
  if (entities <= most) return;
  throw new StandinError('state.full', `The snapshot holds ${entities} entities, and a world at most ${most}.`, {
    hint: 'Raise --max-entities.',
  });
}

/** The result of a transaction within its time limit. Throws `state.unavailable`. */
export const inTime = <T>(result: Promise<T>, { transactionMs }: Pick<StateLimits, 'transactionMs'>): Promise<T> =>
  withDeadline(
    result,
    transactionMs,
    () =>
      new StandinError('state.unavailable', `A transaction did not end within ${transactionMs} ms and was undone.`, {
        hint: 'A behaviour that waits blocks all other writes to its world.',
      }),
  );
