/**
 * library: the public entry point, wired. Sees every room but the command line.
 * What is exported here is what users may rely on; everything else may change.
 *
 * layers: package < second-opinion < comparison < world < config < files < usage < registry
 * - package: the installed package's own files, and modules of the user.
 * - second-opinion: Dredd as a second opinion of a run.
 * - comparison: documents of a tree of git, for a comparison.
 * - world: one world of a mock as a test holds it: its records, its clock, its types.
 * - config: what users may choose: types, and the one table of options.
 * - files: files that a check reads: baselines, fixtures, scenarios, values.
 * - usage: files that say how clients use an API.
 * - registry: the files of a registry, in a folder or a tree of git.
 */

export {
  type ChangeFinding,
  COMPARISON_FAIL_ON,
  type ComparisonFailOn,
  type ComparisonPolicy,
  type ComparisonSummary,
  REMOVALS,
  type StabilityPolicy,
} from '../comparison/index.ts';
export {
  type BaselineEntry,
  baselineEntries,
  CHECK_WORDS,
  CHECKS,
  type CheckRule,
  type CheckSetting,
  type CheckSettings,
  COVERAGE_GATES,
  type CoverageGates,
  checkRules,
  type Finding,
  type LedgerEntry,
  PHASES,
  type Phase,
  type RunEvent,
  type Scenario,
  type Summary,
} from '../contract/index.ts';
export type { HttpRequest, HttpResponse, Json, JsonObject, Violation } from '../core/index.ts';
export { ERRORS, type ErrorCode, StandinError } from '../core/index.ts';
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
export {
  COMPARISON_REPORTS,
  type ComparisonReport,
  createReporter,
  GATE_REPORTS,
  REPORTER_KINDS,
  type Reporter,
  type ReporterKind,
  writeComparison,
  writeDecision,
} from '../report/index.ts';
export type { Listening } from '../server/index.ts';
export { type Api, type DataFile, type Diagnostic, nearestName, parseData, suggestion } from '../spec/index.ts';
export type { Snapshot } from '../state/index.ts';
export { readTraffic, USAGE_KINDS } from '../traffic/index.ts';
export { createRedaction, isLoopback, stringifyJson } from '../wire/index.ts';
export { authOf } from './assemble.ts';
export { faultOfChoice, mockChoicesOf } from './choice-rules.ts';
export {
  type CompareChoices,
  compareDocuments,
  type DocumentComparison,
  documentAtMergeBase,
} from './compare-documents.ts';
export { gitPlaceOf } from './comparison/git-document.ts';
export { CHECK_OPTIONS, FAIL_ON_WORDS } from './config/check-options.ts';
export {
  type CheckConfig,
  type DiffConfig,
  defineConfig,
  defineMocks,
  type GateConfig,
  type StandinConfig,
} from './config/define.ts';
export { CHANGE_SEVERITIES, DIFF_OPTIONS } from './config/diff-options.ts';
export { GATE_OPTIONS } from './config/gate-options.ts';
export { MOCK_OPTIONS } from './config/mock-options.ts';
export type { OptionFact } from './config/option-fact.ts';
export { CONTROL_PREFIX, type MockChoices } from './config/options.ts';
export { type CallerEnv, createMock, type StandinMock } from './create-mock.ts';
export { type DistilChoices, type Distilled, distilUsage } from './distil-usage.ts';
export { mocksOfCopy } from './embedded-mocks.ts';
export { readBaselineFile, writeBaselineFile } from './files/baseline.ts';
export { type FoundDocument, findDocument } from './find-document.ts';
export { folderDocument } from './folder-document.ts';
export { type GateChoices, gateDeployment } from './gate-deployment.ts';
export { documentTypes, type Inspection, inspectDocument } from './inspect.ts';
export { cleanUpAfter, type LedgerFile, openLedger } from './ledger.ts';
export { mergeReports, readEarlierRun } from './merge.ts';
export { type OwnWorld, openOwnWorld } from './own-world.ts';
export { lineOf, loadModule, unreadable } from './package/modules.ts';
export { packageFacts } from './package/package.ts';
export { parseInstant, parseSpan } from './parse.ts';
export { type Fact, type RecordChoices, recordFact } from './record-fact.ts';
export type { Misfit } from './reload.ts';
export { type ContractChoices, type ContractRun, planContractFor, runContract } from './run-contract.ts';
export type { SecondOpinion } from './second-opinion/second-opinion.ts';
export type { RequestLike } from './world/platform-request.ts';
// With `export *`, a project can merge its own declarations into this module.
export type * from './world/typed-names.ts';
export type { WorldClock } from './world/world-clock.ts';
export type { WorldHandle } from './world/world-handle.ts';
