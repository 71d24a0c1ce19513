import type { HeaderFields, HttpRequest } from '../../core/index.ts';
import type { Generator, Where } from '../../generation/index.ts';
import type { ResourceModel } from '../../resources/index.ts';
import type { Api, Operation } from '../../spec/index.ts';
import type { RecordedTraffic } from '../../traffic/index.ts';
import type { Validator } from '../../validation/index.ts';
import type { FetchFunction } from '../transport/fetch.ts';
import type { Target } from '../transport/target.ts';
import type { CheckSettings } from './check-settings.ts';
import type { CoverageGates } from './coverage-gates.ts';
import type { BaselineEntry, LedgerChange } from './events.ts';
import type { OutageClock } from './outage-clock.ts';
import type { Phase } from './phase.ts';
import { PHASES } from './phase.ts';
import type { Scenario } from './scenario.ts';

/** Findings that fail the run besides errors of the service. */
export type FailOn = 'warning' | 'document' | 'usage' | 'inconclusive' | 'flaky';

/** What to plan. Every option has a default. */
export interface PlanOptions {
  readonly api: Api;
  readonly generator: Generator;
  readonly model: ResourceModel;
  /** Default 1. The same seed gives the same cases. */
  readonly seed?: number;
  /** Default: all but `fuzz`. */
  readonly phases?: readonly Phase[];
  /** Also run the checks of tier 2, and report those of tier 3 as information. */
  readonly strict?: boolean;
  /** Severity, tier and on or off of single checks, everywhere or for some operations. */
  readonly checks?: CheckSettings;
  /** Names the place of a setting in the file that it came from, for messages; by JSON Pointer below `checks`. */
  readonly placeOfCheck?: (pointer: string) => string;
  /** Wins over `checks`, as flags win over a config file. */
  readonly checkOverrides?: CheckSettings;
  /** Operation ids, or `METHOD /path`. */
  readonly operations?: readonly string[];
  readonly tags?: readonly string[];
  /** Operation ids, `METHOD /path` or tags to leave out. */
  readonly exclude?: readonly string[];
  /** Only GET, HEAD and OPTIONS. Default: true unless the target is on this machine or `allowWrites` is set. */
  readonly safeOnly?: boolean;
  /**
   * Also run operations that act on the whole service or on the login of the run and cannot be undone (logout, shutdown, purge …): last, one at a time. Default false.
   */
  readonly disruptive?: boolean;
  readonly scenarios?: readonly Scenario[];
  /** Recorded exchanges to be judged without sending anything. */
  readonly traffic?: readonly RecordedTraffic[];
  /** Generated requests per operation. Default 0: no fuzz phase. */
  readonly fuzz?: number;
  /** Fingerprints, case ids or operations: a case or an operation narrows the plan, a fingerprint the findings, and the plan to what can show them. */
  readonly only?: readonly string[];
  /** Part `index` (from 1) of `of` parts. */
  readonly shard?: { readonly index: number; readonly of: number };
  readonly credentials?: Credentials;
}

export interface ContractOptions extends PlanOptions {
  readonly validator: Validator;
  readonly target: URL | FetchFunction | Target;
  /** Milliseconds since the Unix epoch: lifecycle dates and the expiry of a baseline are compared with it. */
  readonly now: () => number;
  /** Milliseconds since the Unix epoch: the clock of all timestamps in reports. Default: `now`. */
  readonly clock?: () => number;
  /** Makes values unique that must be new at the target (idempotency keys); a different string for each run. */
  readonly salt?: string;
  readonly signal?: AbortSignal;
  /** What interrupted the run, for the exit status: `SIGINT` (130), `SIGTERM` (143). Called after the signal has fired. */
  readonly interruptedBy?: () => string;
  readonly allowWrites?: boolean;
  /** Header fields of every request, with or without credentials. Reports show them. */
  readonly fields?: HeaderFields;
  /** Everything that the run writes goes away after it: it may change all records, and removes none. Default false. */
  readonly disposable?: boolean;
  /** Let the run change and delete records that it did not create. Each of them is reported. Default: false. */
  readonly touchExisting?: boolean;
  /**
   * Requests in flight. Default 8; 16 as long as a target on this machine answers within 50 ms on average, and 2 while one takes an eighth of
   * the time that it may take.
   */
  readonly concurrency?: number;
  /** Requests per second. Default: no limit. */
  readonly rate?: number;
  /** Attempts at each operation before the phases, to learn which values the target takes. Default 5; 0: none. */
  readonly tries?: number;
  /** Milliseconds for one exchange in total. Default 10 000. */
  readonly timeout?: number;
  /** Milliseconds to wait for a target that no longer answers as before. Default 60 000. */
  readonly outageWait?: number;
  /** Waits during an outage. Default: a timer. */
  readonly outageClock?: OutageClock;
  /** Bytes of one answer's body, compressed and decoded. Default 16 MiB. */
  readonly maxBytes?: number;
  /** Gets new credentials after a 401 to valid ones; called at most once a run. */
  readonly renew?: () => Promise<Credentials>;
  /** Ask a few reads first whether the target lets the run in at all. Default true. */
  readonly authCheck?: boolean;
  /** Follow redirects, at most 5, never with credentials to another origin. Default false. */
  readonly follow?: boolean;
  readonly insecure?: boolean;
  /** Milliseconds that the cases may take: the most telling ones are run first. Default: no limit. */
  readonly timeLimit?: number;
  /** Milliseconds to wait for the target to answer at all. Default 0. */
  readonly wait?: number;
  readonly baseline?: readonly BaselineEntry[];
  /** The findings of this run become the baseline: all of them are known. Default false. */
  readonly updateBaseline?: boolean;
  readonly failOn?: readonly FailOn[];
  /** Days before a sunset at which it is reported. Default 90. */
  readonly sunsetWarn?: number;
  /** Days before a sunset at which it is an error. Default: never. */
  readonly sunsetFail?: number;
  /** Milliseconds an operation's median answer may take. Default 2 000. */
  readonly timeBudget?: number;
  /** Emit every exchange as an event. Default false. */
  readonly exchanges?: boolean;
  /** Called with everything that is created and removed, before the run goes on: for a record that outlives a crash. */
  readonly onLedger?: (change: LedgerChange) => void;
  /** Records that exist at the target, by resource: ids, or all path parameters of one. Used where a run may not create records. */
  readonly fixtures?: Readonly<Record<string, readonly FixtureId[]>>;
  /** Whether the generator draws a value that a person gave for this place of a request, such as `/body/ownerId`: no id of a record replaces it. */
  readonly isGiven?: (operation: Operation, place: string) => boolean;
  /** The request with another one of the values that a person gave as a template, such as `zone${n}`. */
  readonly vary?: (operation: Operation, request: HttpRequest, where: Where, probed?: string) => HttpRequest;
  /** Uses of deprecated parts by one caller beyond which the run fails. Default: any number. */
  readonly deprecationBudget?: number;
  /** The least coverage for a clean run. Default: none. It does not apply to parts of a run: `only`, `shard`, an interrupted run. */
  readonly minCoverage?: CoverageGates;
  /** Secret values that stand anywhere else. */
  readonly secrets?: readonly string[];
}

/** The id of a record, or every path parameter that leads to it. */
export type FixtureId = string | number | Readonly<Record<string, string | number>>;

/** Credentials of the run. Every value is a secret. */
export interface Credentials {
  /** Sent with every request. */
  readonly headers?: HeaderFields;
  readonly bearer?: string;
  readonly basic?: { readonly user: string; readonly password: string };
  /** By name of the security scheme. */
  readonly apiKeys?: Readonly<Record<string, string>>;
  /** The credential, or the Basic password, of every scheme that has none above. */
  readonly key?: string;
}

export const DEFAULTS: {
  readonly seed: number;
  readonly concurrency: { readonly here: number; readonly elsewhere: number; readonly slow: number };
  readonly tries: number;
  readonly timeout: number;
  readonly maxBytes: number;
  readonly sunsetWarn: number;
  readonly timeBudget: number;
  readonly outageWait: number;
} = {
  seed: 1,
  // With eight, a run against a server beside it waits a seventh of its time.
  concurrency: { here: 16, elsewhere: 8, slow: 2 },
  tries: 5,
  timeout: 10_000,
  maxBytes: 16 * 1024 * 1024,
  sunsetWarn: 90,
  timeBudget: 2_000,
  outageWait: 60_000,
};

/** The phases that options ask for, in their order. */
export function chosenPhases(options: PlanOptions): readonly Phase[] {
  if (options.phases !== undefined) return PHASES.filter((phase) => options.phases?.includes(phase));
  return PHASES.filter((phase) => phase !== 'fuzz' || (options.fuzz ?? 0) > 0);
}
