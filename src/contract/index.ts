/**
 * contract: plans cases, sends them to a target, checks the exchanges, tells the story as events.
 * Sees core, wire, spec, validation, generation and resources; never the mock or the server.
 * `plan.ts` lists the phases, `checks/index.ts` the checks of an exchange, `document.ts` and `run-checks.ts` those without one; `run.ts` drives.
 * To add a check: one file under `checks/` with its guard, one line in `checks/index.ts`, one faulty target in the tests.
 * To add a phase: one planner under `phases/`, one line in `plan.ts`. What a check may know of the plan is a `Story` in `purpose.ts`.
 */
export { applyBaseline, readBaseline, updateBaseline } from './baseline.ts';
export { CHECKS } from './catalogue.ts';
export type { Verdictless as CheckDescription } from './check.ts';
export type { CheckRule, CheckSetting, CheckSettings, ReadRule } from './check-settings.ts';
export { CHECK_WORDS } from './check-settings.ts';
export { cleanLedger } from './clean.ts';
export { NO_COVERAGE } from './coverage.ts';
export { COVERAGE_GATES, type CoverageGates } from './coverage-gates.ts';
export { either } from './either.ts';
export type * from './events.ts';
export { PHASES } from './events.ts';
export { exitStatus } from './exit-status.ts';
export { fingerprintOf } from './fingerprint.ts';
export { addCounts, type MergeOptions, mergeSummaries, missingShards } from './merge.ts';
export { suggestion } from './nearest-name.ts';
export type { ContractOptions, Credentials, FailOn, FixtureId, PlanOptions, RecordedTraffic } from './options.ts';
export { planContract } from './plan.ts';
export { checkRules } from './policy.ts';
export { type DocumentSearch, findPublishedDocument } from './published-document.ts';
export { readTraffic } from './read-traffic.ts';
export { runContract } from './run.ts';
export type { Scenario, ScenarioExpectation, ScenarioStep } from './scenario.ts';
export { createRedactor, type Redactor, type Secret } from './secrets.ts';
export type { FetchFunction } from './target/fetch.ts';
export type { Target } from './target/target.ts';
export { createUrlTarget } from './target/undici.ts';
