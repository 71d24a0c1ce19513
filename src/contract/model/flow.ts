import type { HttpRequest } from '../../core/index.ts';
import type { Operation } from '../../spec/index.ts';
import type { CaseContext } from './case-context.ts';
import type { Case, CaseExpectation, CaseResult, Finding } from './events.ts';
import type { FlowHistory } from './flow-history.ts';
import type { Phase } from './phase.ts';
import type { StepEnd } from './step-end.ts';

export const PASSED: StepEnd = { kind: 'passed' };

export const inconclusive = (reason: string): StepEnd => ({ kind: 'inconclusive', reason });

export const neverConclusive = (reason: string): StepEnd => ({ kind: 'inconclusive', reason, lasting: true });

export const skipped = (reason: string): StepEnd => ({ kind: 'skipped', reason });

export type Act = (caseContext: CaseContext) => Promise<StepEnd>;

/** The order of the flows of a phase. */
export const TURNS = ['together', 'after', 'removing', 'alone', 'living', 'apart', 'reading'] as const;

/**
 * Which flows may run in parallel. `together`: with all others. `after`: after those, with each other.
 * `removing`: like `after`, for flows that remove records which may be shared. `alone`: with no other flow,
 * because writes of others would change what it compares. `living`: changes items of the resource named by
 * `group` and compares everything that shows them; runs in parallel with flows of unrelated resources.
 * `apart`: compares reads of its own item. `reading`: compares reads and changes nothing. Flows of the last
 * three kinds run in parallel with their own kind, and again alone if they found anything.
 */
export type Turn = (typeof TURNS)[number];

/** Whether a failure of the flow must be confirmed by a run of that flow alone. */
export function isInCompany({ turn }: Pick<Flow, 'turn'>): boolean {
  return turn === 'living' || turn === 'apart' || turn === 'reading';
}

/** Cases in sequence, because later ones build on earlier ones. Most flows have one case. */
export interface Flow {
  readonly id: string;
  readonly phase: Phase;
  /** Cases of one group stay in one shard. It is the name of the resource or the id of the operation. */
  readonly group: string;
  readonly turn: Turn;
  readonly cases: readonly Case[];
  /** New acts, one per case, in the order of `cases`. */
  begin(): readonly Act[];
}

/** A flow of one case. */
export function single(planned: Case, group: string, act: Act, turn: Turn = 'together'): Flow {
  return { id: planned.id, phase: planned.phase, group, turn, cases: [planned], begin: () => [act] };
}

/** What a case is called, and what it is about. */
interface CaseName {
  readonly id: string;
  readonly phase: Phase;
  readonly operation: Operation | undefined;
  readonly description: string;
}

/** What is known of a case before the run. */
export function planCase(
  { id, phase, operation, description }: CaseName,
  request: Pick<HttpRequest, 'method' | 'path' | 'query'> & Partial<Pick<HttpRequest, 'body'>>,
  expectation: CaseExpectation,
): Case {
  const body = request.body;
  const mediaType = body === undefined || body.kind === 'none' ? {} : { mediaType: body.mediaType };
  return {
    id,
    phase,
    ...(operation === undefined ? {} : { operation: operation.id }),
    description,
    request: { method: request.method, path: request.path, query: request.query, ...mediaType },
    expectation,
  };
}

/** The results of one case while it runs. */
export interface CaseProgress {
  readonly case: Case;
  /** Other flows ran in parallel and may have caused a failure. */
  readonly beside: boolean;
  readonly findings: Finding[];
  /** The requests of this attempt at the flow. */
  readonly history: FlowHistory;
  requests: number;
  timedOut: boolean;
  /** A time-out, which becomes a finding if the replay times out as well. */
  late: Finding | undefined;
  /**
   * Set if requests belong to no case: outages are not watched for. `inspection` also ignores rate limits.
   */
  readonly duty?: 'inspection' | 'clean-up' | 'reach';
  /** The case must wait until the operation's rate limit is over. */
  postponed?: true;
}

/** Why a life cycle ends where the document has no path to a single item. */
export const NO_ITEM_PATH = 'no operation has the path of a single item';

/** Begins the reason of a step that was skipped because an earlier one failed. */
export const LIFE_ENDED = 'the life cycle ended at an earlier step: ';

/** Reason of a case that did not run because an earlier case of its flow stopped it. */
export const STOPPED = 'the run was stopped';

export interface CaseEnd {
  readonly case: Case;
  readonly result: CaseResult;
  readonly findings: readonly Finding[];
  readonly duration: number;
  readonly requests: number;
  /** The flow must run again after the operation's rate limit is over. */
  readonly postponed?: true;
}

export interface FlowRunner {
  caseContextOf(gathered: CaseProgress, attempt: number): CaseContext;
  /** The end of an act. Throws if the act never ends. */
  bounded(act: Promise<StepEnd>): Promise<StepEnd>;
  readonly aborted: () => boolean;
  /** Fingerprints that a replay has confirmed. */
  readonly confirmed: Set<string>;
  /** Reports a defect of standin as the error of the case, and counts it. */
  defect(cause: unknown): string;
}
