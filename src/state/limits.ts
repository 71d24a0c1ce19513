import { StandinError } from '../core/index.ts';

export interface StateLimits {
  /** Most worlds at a time. */
  readonly worlds: number;
  /** A world that was not used for so many milliseconds is dropped. */
  readonly idleMs: number;
  /** Most entities in one world, those of the base included. */
  readonly entities: number;
  /** Worlds that are never dropped for idleness. */
  readonly permanent: readonly string[];
}

/** `default` is the world of requests that name none, `$standin` the shelf of named snapshots. */
export const STATE_LIMITS: StateLimits = {
  worlds: 256,
  idleMs: 30 * 60_000,
  entities: 1_000_000,
  permanent: ['default', '$standin'],
};

export const tooManyWorlds = (most: number): StandinError =>
  new StandinError('state.full', `There are ${most} worlds, which is the most there may be.`, {
    hint: 'Drop worlds that are done with, or raise the limit.',
  });

export const tooManyEntities = (most: number): StandinError =>
  new StandinError('state.full', `The world holds ${most} entities, which is the most it may.`, {
    hint: 'Delete some, reset the world, or raise the limit.',
  });
