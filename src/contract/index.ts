/**
 * contract: plans cases, sends them to a target, checks the exchanges, reports the run as events.
 * Sees core, wire, spec, validation, generation, resources, traffic and findings; never the mock or the server.
 *
 * layers: concurrency < transport < resource-index < model < credentials < cleanup < recording < requests < calls < responses < hints < repeat < ownership < checks < outage < fixtures < judge < plan < result < run
 * - concurrency: signals, mutexes, pools and channels.
 * - transport: HTTP to the target: connections, retries, redirects, redaction.
 * - resource-index: the resource model, looked up from resource to operation.
 * - model: checks, exchanges, cases, events, findings, options.
 * - credentials: credentials in requests, and their refresh.
 * - cleanup: the ledger of created records, and their removal.
 * - recording: exchanges as findings show them.
 * - requests: requests drawn, filled in and changed.
 * - calls: calls by name, as what they do to a resource.
 * - responses: what answers say: lists, entities, states.
 * - hints: what descriptions and refusals say of the values that a service takes.
 * - repeat: the steps that show a finding again, as one command or a script.
 * - ownership: which writes may be sent: only to what this run created.
 * - checks: one file a check, in areas.
 * - outage: operations that act on the service as a whole, and how the target is brought back.
 * - fixtures: records that a case needs, created or looked up.
 * - judge: exchanges held against the checks, and what is counted of them.
 * - plan: cases of every phase.
 * - result: the summary, its exit status, baselines and merged shards.
 * - run: the run from start to end.
 *
 * To add a check: one file under `checks/<area>/` with its guard, one line in `checks/index.ts`, one faulty server in the tests.
 * To add a phase: one planner under `plan/`, one line in `plan/plan.ts`. What a check may know of the plan is a `Stimulus` in `model/purpose.ts`.
 */

export { cleanLedger } from './cleanup/clean-ledger.ts';
export { anySignal } from './concurrency/any-signal.ts';
export { CHECKS } from './judge/catalogue.ts';
export { NO_COVERAGE } from './judge/coverage.ts';
export { checkRules } from './judge/policy.ts';
export type { RunCheck as CheckDescription } from './model/check.ts';
export { COVERAGE_GATES, type CoverageGates } from './model/coverage-gates.ts';
export type * from './model/events.ts';
export type { ContractOptions, Credentials, FailOn, FixtureId, PlanOptions } from './model/options.ts';
export { PHASES, type Phase } from './model/phase.ts';
export type { Scenario, ScenarioExpectation, ScenarioStep } from './model/scenario.ts';
export { planContract } from './plan/plan.ts';
export type { GivenValues, ValueRequest } from './requests/given/given-value.ts';
export { withGivenValues } from './requests/given/given-values.ts';
export { withPropertyNames } from './requests/property-names.ts';
export { applyBaseline, updateBaseline } from './result/baseline.ts';
export { exitStatus } from './result/exit-status.ts';
export { addCounts, type MergeOptions, mergeSummaries, missingShards } from './result/merge.ts';
export { type DocumentSearch, findPublishedDocument } from './run/published-document.ts';
export { runContract } from './run/run.ts';
export { asTarget, createTarget, type Service } from './transport/create-target.ts';
export { createFetchTarget, type FetchFunction } from './transport/fetch.ts';
export { createRedactor, type Redactor, type Secret } from './transport/redactor.ts';
export type { Target } from './transport/target.ts';
export { createUrlTarget } from './transport/undici.ts';
