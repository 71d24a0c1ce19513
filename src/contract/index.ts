/**
 * contract: plans cases, sends them to a target, checks the exchanges, tells the story as events.
 * Sees core, wire, spec, validation, generation, resources, journal; never the mock or the server.
 * To add a check: one file under `checks/`, one line in `checks/index.ts`, one faulty target in the tests.
 */
export { readBaseline, updateBaseline } from './baseline.ts';
export type * from './events.ts';
export { PHASES } from './events.ts';
export { exitStatus } from './exit-status.ts';
export { type MergeOptions, mergeSummaries } from './merge.ts';
export type { ContractOptions, Credentials, FailOn, PlanOptions, RecordedTraffic } from './options.ts';
export { planContract } from './plan.ts';
export { runContract } from './run.ts';
export type { Scenario, ScenarioExpectation, ScenarioStep } from './scenario.ts';
export { createFetchTarget, type FetchFunction } from './target/fetch.ts';
export type { Target } from './target/target.ts';
export { createUrlTarget } from './target/undici.ts';
