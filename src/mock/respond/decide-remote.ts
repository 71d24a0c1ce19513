import { StandinError } from '../../core/index.ts';
import type { Transaction } from '../../state/index.ts';
import type { RequestContext } from '../model/context.ts';
import { OVERRIDES, type Override } from '../model/override.ts';
import { held, runSteps, type Steps, wait } from '../model/steps.ts';
import { overrideIn, takenOverride } from './apply-override.ts';
import { type Decider, type Decision, decide, isAtomic } from './decide.ts';

/** An override that applies, or what was decided without one. */
export type DecidedAfar =
  | { readonly override: Override; readonly decided: undefined }
  | { readonly override: undefined; readonly decided: Decision };

/** Thrown out of a transaction that has found that it is about something else than was thought. */
const AGAIN: unique symbol = Symbol('again');
const TRIES = 8;

/**
 * Decides over a store that has to be asked over a wire, in one round trip where that will do: whether an override applies is asked
 * together with what is needed if none does. What the store says of a world's epoch is as last heard; an answer of another epoch counts for nothing.
 */
export function* decidedAfar(decider: Decider, asked: RequestContext): Steps<DecidedAfar> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const epoch = asked.world.epoch;
    const made = isAtomic(decider, asked) ? yield* guarded(decider, asked, epoch) : yield* ahead(decider, asked);
    if (made !== undefined && (made.override !== undefined || asked.world.epoch === epoch)) return made;
  }
  throw new StandinError('state.unavailable', `The world ${asked.world.name} was reset again during every attempt.`);
}

/** Reads what is needed without waiting to hear that no override applies. */
function* ahead(decider: Decider, asked: RequestContext): Steps<DecidedAfar> {
  const standing = held(asked.world.read.record(OVERRIDES));
  const reading = held(runSteps(decide(decider, asked, undefined)));
  const override = (yield* wait(standing)) === undefined ? undefined : yield* takenOverride(asked);
  return override === undefined ? { override, decided: yield* wait(reading) } : { override, decided: undefined };
}

/** Looks for an override within the transaction itself. */
function* guarded(decider: Decider, asked: RequestContext, epoch: number): Steps<DecidedAfar | undefined> {
  function* guard(tx: Transaction): Steps<void> {
    if (asked.world.epoch !== epoch) throw AGAIN;
    if (overrideIn(yield* wait(tx.record(OVERRIDES)), asked) !== undefined) throw AGAIN;
  }
  try {
    return { override: undefined, decided: yield* decide(decider, asked, undefined, guard) };
  } catch (error) {
    if (error !== AGAIN) throw error;
  }
  const override = yield* takenOverride(asked);
  return override === undefined ? undefined : { override, decided: undefined };
}
