/**
 * contract: plans cases, sends them to a target, checks the exchanges, tells the story as events.
 * Sees core, wire, spec, validation, generation and resources; never the mock or the server.
 * `plan.ts` lists the phases, `checks/index.ts` the checks of an exchange, `document.ts` and `run-checks.ts` those without one; `run.ts` drives.
 * To add a check: one file under `checks/` with its guard, one line in `checks/index.ts`, one faulty target in the tests.
 * To add a phase: one planner under `phases/`, one line in `plan.ts`. What a check may know of the plan is a `Story` in `purpose.ts`.
 */
export { applyBaseline, readBaseline, updateBaseline } from './result/baseline.ts';
export { CHECKS } from './judge/catalogue.ts';
export type { Verdictless as CheckDescription } from './model/check.ts';
export type { CheckRule, CheckSetting, CheckSettings, ReadRule } from './model/check-settings.ts';
export { CHECK_WORDS } from './model/check-settings.ts';
export { cleanLedger } from './cleanup/clean-ledger.ts';
export { NO_COVERAGE } from './judge/coverage.ts';
export { COVERAGE_GATES, type CoverageGates } from './model/coverage-gates.ts';
export { either } from './concurrency/any-signal.ts';
export type * from './model/events.ts';
export { PHASES } from './model/events.ts';
export { exitStatus } from './result/exit-status.ts';
export { fingerprintOf } from './model/fingerprint.ts';
export { addCounts, type MergeOptions, mergeSummaries, missingShards } from './result/merge.ts';
export { suggestion } from './model/nearest-name.ts';
export type { ContractOptions, Credentials, FailOn, FixtureId, PlanOptions, RecordedTraffic } from './model/options.ts';
export { planContract } from './plan/plan.ts';
export { checkRules } from './judge/policy.ts';
export { type DocumentSearch, findPublishedDocument } from './run/published-document.ts';
export { readTraffic } from './recording/read-traffic.ts';
export { runContract } from './run/run.ts';
export type { Scenario, ScenarioExpectation, ScenarioStep } from './model/scenario.ts';
export { createRedactor, type Redactor, type Secret } from './transport/redactor.ts';
export type { FetchFunction } from './transport/fetch.ts';
export type { Target } from './transport/target.ts';
export { createUrlTarget } from './transport/undici.ts';
