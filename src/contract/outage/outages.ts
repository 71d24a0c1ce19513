import type { Operation } from '../../spec/index.ts';
import { isSafe } from '../../spec/index.ts';
import { sleep } from '../concurrency/sleep.ts';
import type { Outcome } from '../transport/target.ts';
import { type Canary, createCanaries, isUnavailable } from './canaries.ts';
import type { Outage, OutageOptions } from './outage.ts';
import {
  type BadAnswerRow,
  createOutageDetector,
  type ObservedAnswer,
  type OutageDetector,
} from './outage-detector.ts';
import { answerOf, createRecovery, type FailingCanaries, type RecoveredOutage } from './recovery.ts';
import { createSettings } from './settings.ts';
import { createSuspects } from './suspects.ts';

export interface Outages extends Pick<OutageDetector, 'isDoubtful'> {
  /** Sends a request of a case and records its answer. Waits while an outage is handled. */
  watch(heard: Omit<ObservedAnswer, 'outcome' | 'hasWorked'>, send: () => Promise<Outcome>): Promise<Outcome>;
  /** Asks the canaries if the last answers were bad. */
  settle(): Promise<void>;
  /**
   * Asks the canaries in any case, because removals were refused, and waits for a target that is down.
   * Returns whether it answers.
   */
  look(): Promise<boolean>;
  /**
   * Puts settings back that differ from before the run's first write. Returns what was put back, and what
   * could not be.
   */
  restore(): Promise<readonly string[]>;
  /** Whether one of these cases was answered during an outage. */
  isLost(cases: readonly string[]): boolean;
  /** Forgets these cases, because they run again. */
  forget(cases: readonly string[]): void;
  /** Whether one of these cases has ended the process of the target: its failure is to be reported. */
  hasEnded(cases: readonly string[]): boolean;
  /** Operations that caused an outage. They are not sent again. */
  readonly culprits: ReadonlySet<string>;
  readonly list: readonly Outage[];
}

/** Milliseconds to wait for requests in flight when an outage is noticed. */
const DRAIN = 2_000;

/** Notices an outage, finds the run's request that caused it, and tries to undo it. */
export function createOutages(options: OutageOptions): Outages {
  const { api, disruptive, tools, clock, signal } = options;
  const canaries = createCanaries(new Set([...disruptive.keys()].map(({ path }) => path)));
  const isBroad = (operation: Operation): boolean => !operation.path.includes('{') && !tools.isRemovable(operation);
  const detector = createOutageDetector((operation) =>
    isSafe(operation.method) ? !canaries.isAlwaysThere(operation) : !isBroad(operation),
  );
  const suspects = createSuspects((operation) => (disruptive.has(operation) ? 0 : isBroad(operation) ? 1 : 2));
  const settings = createSettings(api, tools);
  const recovery = createRecovery({ ...options, suspects, settings, isBroad });
  const lost = new Set<string>();
  const culprits = new Set<string>();
  const list: Outage[] = [];
  let inspection: Promise<void> | undefined;
  let underWay = 0;

  function learn(heard: ObservedAnswer): void {
    const { operation, request, outcome, purpose } = heard;
    if (outcome.kind === 'failed' && outcome.code === 'connection-reset')
      suspects.lostAnswer({ operation, request, case: heard.case, at: clock.now() });
    if (outcome.kind !== 'answered' || outcome.status < 200 || outcome.status > 299) return;
    if (!isSafe(request.method)) {
      if (isBroad(operation)) settings.wrote(operation);
      suspects.wrote({ operation, request, case: heard.case, at: clock.now() });
    } else if (!operation.path.includes('{') && request.query === '') settings.shows(operation, outcome.bytes);
    if (purpose.expect === 'valid' && purpose.story.kind !== 'credential')
      canaries.worked({ operation, request, secured: operation.security.length > 0 }, tools.isRemovable(operation));
  }

  function inspect(row: BadAnswerRow = detector.row()): Promise<void> {
    inspection ??= lookAfter(row).finally(() => {
      inspection = undefined;
    });
    return inspection;
  }

  async function lookAfter(row: BadAnswerRow): Promise<void> {
    const red = await redOf(row);
    const isWithoutWrites = canaries.writes(new Set()).length === 0;
    const found = red ?? (isWithoutWrites ? await recovery.regain(row) : undefined);
    if (found === undefined) return void detector.clear();
    const outage = 'canaries' in found ? await recovery.recover(found) : found;
    for (const operation of culpritsOf(outage)) culprits.add(operation.id);
    await drained();
    const cases = detector.clear();
    for (const each of cases) lost.add(each);
    list.push({ ...outage, cases: new Set(cases).size });
  }

  /**
   * Operations that are not sent again: what was undone, a disruptive operation or an unanswered one,
   * after whose outage the target recovered.
   */
  function culpritsOf({ end, suspects: named, unanswered }: RecoveredOutage): readonly Operation[] {
    const isOfNamed = unanswered === true || named.every(({ operation }) => disruptive.has(operation));
    const isSure = end === 'undone' || (end === 'over' && isOfNamed);
    return isSure ? named.map(({ operation }) => operation) : [];
  }

  /** The failing canaries; undefined if the target works, or only one operation fails. */
  async function redOf(row: BadAnswerRow): Promise<FailingCanaries | undefined> {
    const reads = await allRed(canaries.reads(row.operations, row.denied), row);
    return reads ?? (row.writes ? allRed(canaries.writes(row.operations), row) : undefined);
  }

  /**
   * Two failing canaries decide. A single one decides if the bad answers came from another operation, so
   * that one faulty operation is not an outage.
   */
  async function allRed(canaries: readonly Canary[], row: BadAnswerRow): Promise<FailingCanaries | undefined> {
    const red: Canary[] = [];
    let well = 0;
    let answer = '';
    for (const canary of canaries) {
      const outcome = await tools.probe(canary);
      if (isUnavailable(outcome)) {
        red.push(canary);
        answer = answerOf(outcome);
      } else if (outcome.kind === 'answered') well += 1;
      if (red.length >= 2 || well >= 2) break;
    }
    const concerned = new Set([...row.operations, ...red.map(({ operation }) => operation.id)]);
    return red.length > well && concerned.size >= 2 ? { canaries: red, answer } : undefined;
  }

  /** Whether the target did not recover, so that no later answer is meaningful. */
  function isOver(): boolean {
    return list.at(-1)?.end === 'lasting';
  }

  async function drained(): Promise<void> {
    const end = performance.now() + DRAIN;
    while (underWay > 0 && performance.now() < end && !signal.aborted) await sleep(5, signal);
  }

  return {
    async watch(request, send) {
      while (inspection !== undefined) await inspection;
      underWay += 1;
      const hasWorked = tools.hasWorked(request.operation);
      const outcome = await send().finally(() => {
        underWay -= 1;
      });
      const heard = { ...request, outcome, hasWorked };
      if (isOver()) {
        lost.add(request.case);
        return outcome;
      }
      learn(heard);
      if (detector.isDue(heard) && inspection === undefined && !signal.aborted) await inspect();
      return outcome;
    },
    async settle() {
      if (detector.row().operations.size > 0 && !signal.aborted && !isOver()) await inspect();
    },
    async look() {
      if (signal.aborted || isOver()) return false;
      await inspect(OF_REMOVALS);
      return !isOver();
    },
    restore: settings.restore,
    isDoubtful: detector.isDoubtful,
    isLost: (cases) => cases.some((each) => lost.has(each)),
    forget(cases) {
      for (const each of cases) lost.delete(each);
    },
    hasEnded: (cases) =>
      list.some(({ unanswered, suspects: [only] }) => unanswered === true && cases.includes(only?.case ?? '')),
    culprits,
    list,
  };
}

const OF_REMOVALS: BadAnswerRow = { operations: new Set(['clean-up']), writes: true, denied: false, refused: [] };
