import type { Operation } from '../../spec/index.ts';
import type { Outcome } from '../transport/target.ts';
import { type Canary, isUnavailable } from './canaries.ts';
import { NO_CONNECTION, type Outage, type OutageOptions } from './outage.ts';
import type { BadAnswerRow } from './outage-detector.ts';
import type { Settings } from './settings.ts';
import { type Suspect, type Suspects, undoingOf } from './suspects.ts';

/** The failing canaries, and their answer. */
export interface FailingCanaries {
  readonly canaries: readonly Canary[];
  readonly answer: string;
}

export type RecoveredOutage = Omit<Outage, 'cases'>;

/** Brings a target back after an outage. */
export interface Recovery {
  /** Undoes the run's writes, the most likely cause first, and waits for a bounded time. */
  recover(red: FailingCanaries): Promise<RecoveredOutage>;
  /**
   * For a run none of whose writes succeeded, so that there are no write canaries: undoes what the run
   * switched, and sends the refused requests again. It was an outage only if they succeed.
   */
  regain(row: BadAnswerRow): Promise<RecoveredOutage | undefined>;
}

export interface RecoveryOptions extends OutageOptions {
  readonly suspects: Suspects;
  readonly settings: Settings;
  /**
   * Whether an operation may stop the whole service: a settings object or an action, not an item of a
   * collection.
   */
  readonly isBroad: (operation: Operation) => boolean;
}

/** Milliseconds before an outage in which its cause is looked for. */
const RECENT = 120_000;
const MOST_UNDONE = 8;
const MOST_NAMED = 3;
/** How many refused requests are sent again if no write succeeded, and how often that is tried in a run. */
const MOST_REGAINED = 2;
const MOST_TRIES = 2;
/** Milliseconds to wait for a target that has ended the login. */
const SHORT_WAIT = 5_000;
/** Milliseconds in which a service manager starts a process again that has ended. */
const RESTART_WAIT = 30_000;
/** Milliseconds before an outage is noticed in which the request that caused it lost its answer. */
const CUT = 20_000;

export function answerOf(outcome: Outcome | undefined): string {
  return outcome?.kind === 'answered' ? String(outcome.status) : NO_CONNECTION;
}

export function createRecovery(options: RecoveryOptions): Recovery {
  const { disruptive, tools, clock, suspects, signal } = options;
  const shortWait = Math.min(SHORT_WAIT, options.wait);
  const isLoud = ({ operation }: Suspect): boolean => disruptive.has(operation);
  let regained = 0;

  async function undo(suspect: Suspect): Promise<boolean> {
    const undoing = undoingOf(options, suspect);
    return undoing !== undefined && typeof (await tools.ask(undoing.operation, undoing.request)) !== 'string';
  }

  /** Writes that may have stopped the whole service, each once. */
  function candidates(recent: readonly Suspect[]): readonly Suspect[] {
    const broad = recent.filter(({ operation }) => options.isBroad(operation));
    const distinct = new Map(broad.map((each) => [`${each.operation.id} ${textOf(each)}`, each] as const));
    return [...distinct.values()].slice(0, MOST_UNDONE);
  }

  async function isWell({ canaries }: FailingCanaries): Promise<boolean> {
    for (const canary of canaries) if (!isUnavailable(await tools.probe(canary))) return true;
    return false;
  }

  async function isWellWithin(red: FailingCanaries, wait: number): Promise<boolean> {
    const end = clock.now() + wait;
    for (let pause = 100; clock.now() < end && !signal.aborted; pause = Math.min(pause * 2, 5_000)) {
      await clock.sleep(Math.min(pause, end - clock.now()), signal);
      if (await isWell(red)) return true;
    }
    return false;
  }

  /** How long a target is waited for. */
  function waitFor(answer: string, first: Suspect | undefined): number {
    if (first !== undefined && isLoud(first))
      return disruptive.get(first.operation)?.kind === 'access' ? shortWait : options.wait;
    return answer === NO_CONNECTION ? Math.min(RESTART_WAIT, options.wait) : options.wait;
  }

  /**
   * What is named where a process has ended. A single request without an answer has ended it. Otherwise any request may
   * have done so, also a read: only writes that may stop a service are named.
   */
  function causeOfEnd(recent: readonly Suspect[]): Pick<RecoveredOutage, 'suspects' | 'unanswered'> {
    const loud = recent.filter(isLoud);
    const [only, ...others] = suspects.unansweredSince(clock.now() - CUT);
    if (loud.length === 0 && only !== undefined && others.length === 0) return { suspects: [only], unanswered: true };
    const blamed = loud.length > 0 ? loud : recent.filter(({ operation }) => options.isBroad(operation));
    return { suspects: likeliest(blamed, suspects.rank) };
  }

  return {
    async recover(red) {
      const { answer } = red;
      const recent = suspects.since(clock.now() - RECENT).filter((each) => answer !== '429' || isLoud(each));
      // Asked before the wait, which may be longer.
      const cause = answer === NO_CONNECTION ? causeOfEnd(recent) : { suspects: likeliest(recent, suspects.rank) };
      const [first] = recent;
      let undone: Suspect | undefined;
      for (const suspect of candidates(recent)) {
        if (!(await undo(suspect))) continue;
        undone ??= suspect;
        if (await isWell(red)) return { answer, suspects: [suspect], end: 'undone' };
      }
      const isBack = await isWellWithin(red, waitFor(answer, first));
      // A service may read its switch only from time to time.
      if (isBack && undone !== undefined) return { answer, suspects: [undone], end: 'undone' };
      return { answer, ...cause, end: isBack ? 'over' : 'lasting' };
    },
    async regain({ refused }) {
      const retried = refused.filter(({ operation }) => !disruptive.has(operation)).slice(0, MOST_REGAINED);
      if (retried.length < MOST_REGAINED || regained >= MOST_TRIES) return undefined;
      regained += 1;
      const answer = answerOf(retried[0]?.outcome);
      const canaries = retried.map(({ operation, request }) => ({ operation, request, secured: false }));
      for (const suspect of candidates(suspects.since(clock.now() - RECENT))) {
        const helped = (await undo(suspect)) && (await isWellWithin({ canaries, answer }, shortWait));
        if (helped) return { answer, suspects: [suspect], end: 'undone' };
      }
      return undefined;
    },
  };
}

/** The most likely suspect and all of equal rank, one for each operation. */
function likeliest(recent: readonly Suspect[], rank: Suspects['rank']): readonly Suspect[] {
  const best = recent.filter(({ operation }) => rank(operation) === rank(recent[0]?.operation ?? operation));
  const distinct = new Map<Operation, Suspect>();
  for (const each of best) if (!distinct.has(each.operation)) distinct.set(each.operation, each);
  return [...distinct.values()].slice(0, MOST_NAMED);
}

function textOf({ request: { body } }: Suspect): string {
  return body.kind === 'parsed' ? body.text : '';
}
