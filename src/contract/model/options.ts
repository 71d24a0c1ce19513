import type { HeaderFields, HttpRequest, JsonObject } from '../../core/index.ts';
import type { BaselineEntry, CheckSettings } from '../../findings/index.ts';
import type { Generator, Where } from '../../generation/index.ts';
import type { ResourceModel } from '../../resources/index.ts';
import type { Api, Operation } from '../../spec/index.ts';
import type { RecordedTraffic } from '../../traffic/index.ts';
import type { Validator } from '../../validation/index.ts';
import type { FetchFunction } from '../transport/fetch.ts';
import type { Target } from '../transport/target.ts';
import type { CoverageGates } from './coverage-gates.ts';
import type { LedgerChange } from './events.ts';
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
  /** Severity, tier, on and off of single checks, for all or some operations. */
  readonly checks?: CheckSettings;
  /** Names the place of a setting in its file, for messages. Called with a JSON Pointer below `checks`. */
  readonly placeOfCheck?: (pointer: string) => string;
  /** Wins over `checks`: the command line wins over a config file. */
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
  /**
   * Fingerprints, case ids or operations. A case or an operation narrows the plan. A fingerprint narrows
   * the findings, and the plan to the cases that can show them.
   */
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
  /**
   * The target is thrown away after the run: the run may change all records, and removes none. Default
   * false.
   */
  readonly disposable?: boolean;
  /** Let the run change and delete records that it did not create. Each of them is reported. Default: false. */
  readonly touchExisting?: boolean;
  /**
   * Requests in flight. Default 8. It is 16 while a target on this machine answers within 50 ms on average,
   * and 2 while an answer takes an eighth of `timeout`.
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
  /** Returns new credentials after a 401 to valid ones; called at most once a run. */
  readonly renew?: () => Promise<Credentials>;
  /** Sends a few reads first to see whether the target accepts the credentials. Default true. */
  readonly authCheck?: boolean;
  /** Follow redirects, at most 5, never with credentials to another origin. Default false. */
  readonly follow?: boolean;
  readonly insecure?: boolean;
  /** Milliseconds for all cases; the most informative ones run first. Default: no limit. */
  readonly timeLimit?: number;
  /** Milliseconds to wait for the first answer of the target. Default 0. */
  readonly wait?: number;
  readonly baseline?: readonly BaselineEntry[];
  /** All findings of this run become the baseline. Default false. */
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
  /**
   * Called with each created and removed record before the run goes on, so that a record of them survives a
   * crash.
   */
  readonly onLedger?: (change: LedgerChange) => void;
  /** Records that exist at the target, by resource: ids, or all path parameters of one. Used where a run may not create records. */
  readonly fixtures?: Readonly<Record<string, readonly FixtureId[]>>;
  /** Records that exist at the target, by resource. Requests take ids and names from them. */
  readonly records?: Readonly<Record<string, readonly JsonObject[]>>;
  /**
   * Whether the user gave the value for this place of a request, such as `/body/ownerId`. No id of a record
   * replaces it.
   */
  readonly isGiven?: (operation: Operation, place: string) => boolean;
  /** The values that the user gave for parameters of an operation's path, by name. */
  readonly givenPath?: (operation: Operation) => JsonObject;
  /** The request with another value for places that the user gave as a template, such as `zone${n}`. */
  readonly vary?: (operation: Operation, request: HttpRequest, where: Where, probed?: string) => HttpRequest;
  /** Fails the run if one caller uses deprecated parts more often than this. Default: any number. */
  readonly deprecationBudget?: number;
  /**
   * The least coverage of a clean run. Default: none. Not applied to partial runs: `only`, `shard`, an
   * interrupted run.
   */
  readonly minCoverage?: CoverageGates;
  /** Other secret values. */
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
  /** The credential, or the Basic password, of every scheme without one above. */
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
  // With eight requests in flight, a run against a local server idles a seventh of its time.
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
