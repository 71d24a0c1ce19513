import type { JsonObject } from '../../core/index.ts';
import type { Api, Operation } from '../../spec/index.ts';
import { isSafe } from '../../spec/index.ts';
import { sleep } from '../sleep.ts';
import type { Outcome } from '../target/target.ts';
import { type Canary, createCanaries, isUnavailable } from './canaries.ts';
import type { Disruption } from './disruptive-operations.ts';
import type { OutageClock } from './outage-clock.ts';
import { createOutageDetector, type Heard, type OutageDetector, type Row } from './outage-detector.ts';
import { type PutBackTools, restoreIfChanged, restoring } from './put-back.ts';
import { createSuspects, type Suspect, undoingOf } from './suspects.ts';

/** A time in which the target answered nothing as it had before. */
export interface Outage {
  /** How it answered: `503`, `connection refused`. */
  readonly answer: string;
  /** The request of ours that caused it, or the likeliest of several. Empty: nothing points to one. */
  readonly suspects: readonly Suspect[];
  /** Undoing the suspect, or waiting, brought the target back. */
  readonly end: 'undone' | 'over' | 'lasting';
  /** Cases that were under way. */
  readonly cases: number;
}

export interface Outages extends Pick<OutageDetector, 'isDoubtful'> {
  /** Sends a request of a case, and looks at its answer; waits while the target is being looked after. */
  watch(heard: Omit<Heard, 'outcome' | 'hasWorked'>, send: () => Promise<Outcome>): Promise<Outcome>;
  /** Asks the canaries where doubtful answers have come last. */
  settle(): Promise<void>;
  /** Asks the canaries whatever came last, because removals were refused, and waits for a target that is down. Whether it is there. */
  look(): Promise<boolean>;
  /** Puts back what reads show otherwise than before the first write of ours; says what was put back, and what could not be. */
  restore(): Promise<readonly string[]>;
  /** Whether a case had its answers during an outage. */
  isLost(cases: readonly string[]): boolean;
  /** The cases are run again. */
  forget(cases: readonly string[]): void;
  /** Operations that have caused an outage: they are not sent any more. */
  readonly culprits: ReadonlySet<string>;
  readonly list: readonly Outage[];
}

/** What looking after a target needs of a run. */
export interface OutageTools extends PutBackTools {
  /** Sends a request that had a success once more; what a create makes is removed at once. */
  readonly probe: (canary: Canary) => Promise<Outcome>;
  readonly isRemovable: (operation: Operation) => boolean;
  readonly hasWorked: (operation: Operation) => boolean;
}

export interface OutageOptions {
  readonly api: Api;
  readonly disruptive: ReadonlyMap<Operation, Disruption>;
  readonly tools: OutageTools;
  readonly clock: OutageClock;
  /** Milliseconds that a target is waited for. */
  readonly wait: number;
  readonly signal: AbortSignal;
}

/** How far back a cause is looked for, in milliseconds. */
const RECENT = 120_000;
const MOST_UNDONE = 8;
const MOST_NAMED = 3;
/** Refused requests that are asked again where no write has worked, and how often that is tried in a run. */
const MOST_REGAINED = 2;
const MOST_TRIES = 2;
/** A target that nothing of ours has stopped and that takes no connections, or that has ended our login, is waited for so long, in milliseconds. */
const SHORT_WAIT = 5_000;
/** Requests under way when an outage is seen are waited for so long, in milliseconds. */
const DRAIN = 2_000;

/** Notices that a target has stopped to answer as it did, finds the request of ours that did it, and tries to undo it. */
export function createOutages(options: OutageOptions): Outages {
  const { api, disruptive, tools, clock, signal } = options;
  const canaries = createCanaries(new Set([...disruptive.keys()].map(({ path }) => path)));
  const isBroad = (operation: Operation): boolean => !operation.path.includes('{') && !tools.isRemovable(operation);
  const detector = createOutageDetector((operation) =>
    isSafe(operation.method) ? !canaries.isAlwaysThere(operation) : !isBroad(operation),
  );
  const rankOf = (operation: Operation): number => (disruptive.has(operation) ? 0 : isBroad(operation) ? 1 : 2);
  const suspects = createSuspects(rankOf);
  const shown = new Map<string, Shown>();
  const written = new Set<string>();
  const lost = new Set<string>();
  const culprits = new Set<string>();
  const list: Outage[] = [];
  let inspection: Promise<void> | undefined;
  let underWay = 0;
  let regained = 0;

  function learn(heard: Heard): void {
    const { operation, request, outcome, purpose } = heard;
    if (outcome.kind !== 'answered' || outcome.status < 200 || outcome.status > 299) return;
    if (!isSafe(request.method)) {
      written.add(request.path);
      suspects.wrote({ operation, request, case: heard.case, at: clock.now() });
    } else if (!operation.path.includes('{') && request.query === '') keep(operation, outcome.bytes);
    if (purpose.expect === 'valid' && purpose.story.kind !== 'credential')
      canaries.worked({ operation, request, secured: operation.security.length > 0 }, tools.isRemovable(operation));
  }

  /** What was shown before the first write is what there was before us. */
  function keep(read: Operation, bytes: Uint8Array): void {
    if (shown.has(read.path) || written.has(read.path) || bytes.length > MOST_SHOWN) return;
    const value = parsed(bytes);
    if (value !== undefined) shown.set(read.path, { read, value });
  }

  function inspect(row: Row = detector.row()): Promise<void> {
    inspection ??= lookAfter(row).finally(() => {
      inspection = undefined;
    });
    return inspection;
  }

  async function lookAfter(row: Row): Promise<void> {
    const red = await redOf(row);
    const outage = red === undefined ? await regain(row) : await recover(red);
    if (outage === undefined) return void detector.clear();
    await drained();
    const cases = detector.clear();
    for (const each of cases) lost.add(each);
    list.push({ ...outage, cases: new Set(cases).size });
  }

  /** The canaries that get no success any more; undefined where the target is well, or where one operation alone is not. */
  async function redOf(row: Row): Promise<Red | undefined> {
    const reads = await allRed(canaries.reads(row.operations, row.denied), row);
    return reads ?? (row.writes ? allRed(canaries.writes(row.operations), row) : undefined);
  }

  /**
   * Two canaries that say the same decide; a single one does where the row is about another operation. One faulty operation is no outage.
   */
  async function allRed(asked: readonly Canary[], row: Row): Promise<Red | undefined> {
    const red: Canary[] = [];
    let well = 0;
    let answer = '';
    for (const canary of asked) {
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

  async function recover(red: Red): Promise<Omit<Outage, 'cases'>> {
    const recent = suspects.since(clock.now() - RECENT);
    const isLoud = ({ operation }: Suspect): boolean => disruptive.has(operation);
    const [first] = red.answer === '429' ? recent.filter(isLoud) : recent;
    const { answer } = red;
    let undone: Suspect | undefined;
    for (const suspect of candidates(recent)) {
      const undo = undoingOf({ api, tools, disruptive, shown }, suspect);
      if (undo === undefined || typeof (await tools.ask(undo.operation, undo.request)) === 'string') continue;
      undone ??= suspect;
      if (await isWell(red)) return blamed(answer, suspect, 'undone');
    }
    const isLogin = first !== undefined && disruptive.get(first.operation)?.kind === 'access';
    const short = isLogin || (answer === GONE && (first === undefined || !isLoud(first)));
    const isBack = await isWellWithin(red, short ? Math.min(SHORT_WAIT, options.wait) : options.wait);
    // A service may look at its switch only now and then.
    if (isBack && undone !== undefined) return blamed(answer, undone, 'undone');
    if (isBack && first !== undefined && isLoud(first)) return blamed(answer, first, 'over');
    return { answer, suspects: likeliest(first, recent), end: isBack ? 'over' : 'lasting' };
  }

  /**
   * Where no write of ours has worked, there is no canary of writes: requests that were refused are asked again once what we switched is
   * undone. Only where that helps it was an outage.
   */
  async function regain({ refused }: Row): Promise<Omit<Outage, 'cases'> | undefined> {
    const asked = refused.filter(({ operation }) => !disruptive.has(operation)).slice(0, MOST_REGAINED);
    if (asked.length < MOST_REGAINED || canaries.writes(new Set()).length > 0 || regained >= MOST_TRIES)
      return undefined;
    regained += 1;
    const red = {
      canaries: asked.map(({ operation, request }) => ({ operation, request, secured: false })),
      answer: '',
    };
    for (const suspect of candidates(suspects.since(clock.now() - RECENT))) {
      const undo = undoingOf({ api, tools, disruptive, shown }, suspect);
      if (undo === undefined || typeof (await tools.ask(undo.operation, undo.request)) === 'string') continue;
      if (await isWellWithin(red, Math.min(SHORT_WAIT, options.wait)))
        return blamed(answerOf(asked[0]?.outcome), suspect, 'undone');
    }
    return undefined;
  }

  function blamed(answer: string, suspect: Suspect, end: Outage['end']): Omit<Outage, 'cases'> {
    culprits.add(suspect.operation.id);
    return { answer, suspects: [suspect], end };
  }

  /** The first, and others that are as likely: one of each operation. */
  function likeliest(first: Suspect | undefined, recent: readonly Suspect[]): readonly Suspect[] {
    if (first === undefined) return [];
    const alike = recent.filter(({ operation }) => rankOf(operation) === rankOf(first.operation));
    const distinct = new Map<Operation, Suspect>();
    for (const each of [first, ...alike]) if (!distinct.has(each.operation)) distinct.set(each.operation, each);
    return [...distinct.values()].slice(0, MOST_NAMED);
  }

  /** What may stop a whole service: a settings object or an action, not an item of a collection. Each write once. */
  function candidates(recent: readonly Suspect[]): readonly Suspect[] {
    const broad = recent.filter(({ operation }) => isBroad(operation));
    const distinct = new Map(broad.map((each) => [`${each.operation.id} ${textOf(each)}`, each] as const));
    return [...distinct.values()].slice(0, MOST_UNDONE);
  }

  async function isWell({ canaries: asked }: Red): Promise<boolean> {
    for (const canary of asked) if (!isUnavailable(await tools.probe(canary))) return true;
    return false;
  }

  async function isWellWithin(red: Red, wait: number): Promise<boolean> {
    const end = clock.now() + wait;
    for (let pause = 100; clock.now() < end && !signal.aborted; pause = Math.min(pause * 2, 5_000)) {
      await clock.sleep(Math.min(pause, end - clock.now()), signal);
      if (await isWell(red)) return true;
    }
    return false;
  }

  async function restore(): Promise<readonly string[]> {
    const said: string[] = [];
    const done = new Set<string>();
    for (const { operation, request } of suspects.since(Number.NEGATIVE_INFINITY)) {
      const before = shown.get(request.path);
      if (before === undefined || done.has(request.path)) continue;
      const write = restoring(api, operation, before.value);
      if (write === undefined) continue;
      done.add(request.path);
      const why = await restoreIfChanged(tools, before.read, { operation, request: write });
      if (why !== undefined) said.push(why);
    }
    return said;
  }

  /** The target did not come back: nothing that follows says anything. */
  function isOver(): boolean {
    return list.at(-1)?.end === 'lasting';
  }

  async function drained(): Promise<void> {
    const end = performance.now() + DRAIN;
    while (underWay > 0 && performance.now() < end && !signal.aborted) await sleep(5, signal);
  }

  return {
    async watch(asked, send) {
      while (inspection !== undefined) await inspection;
      underWay += 1;
      const hasWorked = tools.hasWorked(asked.operation);
      const outcome = await send().finally(() => {
        underWay -= 1;
      });
      const heard = { ...asked, outcome, hasWorked };
      if (isOver()) {
        lost.add(asked.case);
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
    restore,
    isDoubtful: detector.isDoubtful,
    isLost: (cases) => cases.some((each) => lost.has(each)),
    forget(cases) {
      for (const each of cases) lost.delete(each);
    },
    culprits,
    list,
  };
}

interface Shown {
  readonly read: Operation;
  readonly value: JsonObject;
}

const OF_REMOVALS: Row = { operations: new Set(['clean-up']), writes: true, denied: false, refused: [] };

interface Red {
  readonly canaries: readonly Canary[];
  readonly answer: string;
}

const MOST_SHOWN = 65_536;
const GONE = 'no connection';

function answerOf(outcome: Outcome | undefined): string {
  return outcome?.kind === 'answered' ? String(outcome.status) : GONE;
}

function textOf({ request: { body } }: Suspect): string {
  return body.kind === 'parsed' ? body.text : '';
}

function parsed(bytes: Uint8Array): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;
  } catch {
    return undefined;
  }
}
