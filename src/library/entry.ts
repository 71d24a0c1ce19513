/**
 * What users import from `standin`, and may rely on. `index.ts` adds the names that only the command line needs.
 */

export type {
  ChangeFinding,
  ComparisonPolicy,
  ComparisonSummary,
  StabilityPolicy,
} from '../comparison/index.ts';
export type { CoverageGates, Finding, Phase, RunEvent, Scenario, Summary } from '../contract/index.ts';
export type { HttpRequest, HttpResponse, Json, JsonObject, Violation } from '../core/index.ts';
export { type ErrorCode, StandinError } from '../core/index.ts';
export type { CheckSetting, CheckSettings } from '../findings/index.ts';
export type { GateDecision, GateReason } from '../gate/index.ts';
export type { Fake } from '../generation/index.ts';
export type { ExchangeNote, Journal } from '../journal/index.ts';
export type {
  Behaviour,
  Call,
  Draw,
  Factory,
  Id,
  Mocks,
  Override,
  Records,
  RecordsOf,
  Seeding,
  StartingState,
} from '../mock/index.ts';
export type { Listening } from '../server/index.ts';
export type { Api, Diagnostic } from '../spec/index.ts';
export type { Snapshot } from '../state/index.ts';
export { type CompareChoices, compareDocuments, type DocumentComparison } from './compare-documents.ts';
export {
  type CheckConfig,
  type DiffConfig,
  defineConfig,
  defineMocks,
  type GateConfig,
  type StandinConfig,
} from './config/define.ts';
export type { MockChoices } from './config/options.ts';
export { type CallerEnv, createMock, type StandinMock } from './create-mock.ts';
export { type GateChoices, gateDeployment } from './gate-deployment.ts';
export { documentTypes, type Inspection, inspectDocument } from './inspect.ts';
export { type Fact, type RecordChoices, recordFact } from './record-fact.ts';
export type { Misfit } from './reload.ts';
export { type ContractChoices, type ContractRun, runContract } from './run-contract.ts';
export type { SecondOpinion } from './second-opinion/second-opinion.ts';
export type { RequestLike } from './world/platform-request.ts';
// With `export *`, a project can merge its own declarations into this module.
export type * from './world/typed-names.ts';
export type { WorldClock } from './world/world-clock.ts';
export type { WorldHandle } from './world/world-handle.ts';
