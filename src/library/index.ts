/**
 * library: connects the rooms. Sees every room but the command line. `entry.ts` is what users import; the other names
 * are for the command line.
 *
 * layers: package < second-opinion < comparison < world < config < files < usage < registry < shards
 * - package: the installed package's own files, and modules of the user.
 * - second-opinion: Dredd as a second opinion of a run.
 * - comparison: documents of a tree of git, for a comparison.
 * - world: one world of a mock as a test holds it: its records, its clock, its types.
 * - config: what users may choose: types, and the one table of options.
 * - files: files that a check reads: baselines, fixtures, scenarios, values.
 * - usage: files that say how clients use an API.
 * - registry: the files of a registry, in a folder or a tree of git.
 * - shards: the parts of one run, put together.
 */

export { COMPARISON_FAIL_ON, type ComparisonFailOn, REMOVALS } from '../comparison/index.ts';
export { CHECKS, COVERAGE_GATES, checkRules, type LedgerEntry, PHASES } from '../contract/index.ts';
export { ERRORS } from '../core/index.ts';
export { type BaselineEntry, baselineEntries, CHECK_WORDS, type CheckRule } from '../findings/index.ts';
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
export { type DataFile, nearestName, parseData, suggestion } from '../spec/index.ts';
export { readTraffic, USAGE_KINDS } from '../traffic/index.ts';
export { createRedaction, isLoopback, stringifyJson } from '../wire/index.ts';
export { authOf } from './assemble.ts';
export { faultOfChoice, mockChoicesOf } from './choice-rules.ts';
export { documentAtMergeBase, openComparison } from './compare-documents.ts';
export { gitPlaceOf } from './comparison/git-place.ts';
export { CHECK_OPTIONS, FAIL_ON_WORDS } from './config/check-options.ts';
export { CHANGE_SEVERITIES, DIFF_OPTIONS } from './config/diff-options.ts';
export { GATE_OPTIONS } from './config/gate-options.ts';
export { MOCK_OPTIONS } from './config/mock-options.ts';
export type { OptionFact } from './config/option-fact.ts';
export { CONTROL_PREFIX } from './config/options.ts';
export { openMock } from './create-mock.ts';
export { type DistilChoices, type Distilled, distilUsage } from './distil-usage.ts';
export { mocksOfCopy } from './embedded-mocks.ts';
export * from './entry.ts';
export { readBaselineFile, writeBaselineFile } from './files/baseline.ts';
export { type FoundDocument, findDocument } from './find-document.ts';
export { folderDocument } from './folder-document.ts';
export { cleanUpAfter, type LedgerFile, openLedger } from './ledger.ts';
export { type OwnWorld, openOwnWorld } from './own-world.ts';
export { lineOf, loadModule, unreadable } from './package/modules.ts';
export { packageFacts } from './package/package.ts';
export { parseInstant, parseSpan } from './parse.ts';
export { planContractFor } from './run-contract.ts';
export { mergeReports, readEarlierRun } from './shards/merge.ts';
