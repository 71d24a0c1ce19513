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

export type Act = (stage: CaseContext) => Promise<StepEnd>;

/** The order in which the flows of a phase have their turn. */
export const TURNS = ['together', 'after', 'removing', 'alone', 'living', 'apart', 'reading'] as const;

/**
 * Which flows may run at the same time. `together`: with others. `after`: after those, with each other. `removing`: the same, for what may be
 * shared. `alone`: because writes of others would be seen in what it compares. `living`: compares what it does to the items of its resource,
 * named by its `group`, with everything that shows them; runs with flows of unrelated resources. `apart`: compares reads of an item of its own.
 * `reading`: compares reads and changes nothing that exists. The last three run with flows of their own kind, and once more alone where they
 * found anything against the target.
 */
export type Turn = (typeof TURNS)[number];

/** A failure that was seen in parallel with other flows does not count yet. */
export function isInCompany({ turn }: Pick<Flow, 'turn'>): boolean {
  return turn === 'living' || turn === 'apart' || turn === 'reading';
}

/** Cases that run one after the other because the later ones build on the earlier ones; most flows have one. */
export interface Flow {
  readonly id: string;
  readonly phase: Phase;
  /** Cases of one group stay in one shard: the resource's name, or the operation's id. */
  readonly group: string;
  readonly turn: Turn;
  readonly cases: readonly Case[];
  /** Fresh acts, one per case, in the order of `cases`. */
  begin(): readonly Act[];
}

/** A flow of one case. */
export function single(planned: Case, group: string, act: Act, turn: Turn = 'together'): Flow {
  return { id: planned.id, phase: planned.phase, group, turn, cases: [planned], begin: () => [act] };
}

/** What is known of a request at planning time. */
export function planCase(
  id: string,
  phase: Phase,
  operation: Operation | undefined,
  description: string,
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

/** What one case has gathered while it ran. */
export interface Gathered {
  readonly case: Case;
  /** Others were at work meanwhile, whose doing it may be. */
  readonly beside: boolean;
  readonly findings: Finding[];
  /** What this attempt at the flow has sent. */
  readonly history: FlowHistory;
  requests: number;
  timedOut: boolean;
  /** A time-out that would be a finding if it came twice. */
  late: Finding | undefined;
  /** Set where requests belong to no case: they are not watched for outages. `inspection`: and wait for no rate limit. */
  readonly duty?: 'inspection' | 'clean-up' | 'reach';
  /** The operation's rate limit has to be waited for. */
  postponed?: true;
}

/** What the reason of a step begins with that was left out because of an earlier one. */
export const LIFE_ENDED = 'an earlier step ended this life: ';

/** Why a case was not run that others of its flow had gone before. */
export const STOPPED = 'the run was stopped';

export interface CaseEnd {
  readonly case: Case;
  readonly result: CaseResult;
  readonly findings: readonly Finding[];
  readonly duration: number;
  readonly requests: number;
  /** It must be run again, once the operation's rate limit is over. */
  readonly postponed?: true;
}

export interface FlowRunner {
  stageFor(gathered: Gathered, attempt: number): CaseContext;
  readonly aborted: () => boolean;
  /** Findings that a replay has confirmed already. */
  readonly confirmed: Set<string>;
  /** A defect in standin: reported as the error of the case, and counted. */
  defect(cause: unknown): string;
}
