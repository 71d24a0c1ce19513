/**
 * comparison: pairs the operations of two documents and judges every change by the messages that fit.
 * Sees core, wire, spec, traffic, usage, validation, containment and findings.
 *
 * layers: model < judge < rules < result < usage
 * - model: findings, changes, the policy.
 * - judge: pairs of operations and parameters, schemas at a place, witnesses held to whole messages.
 * - rules: one file a question about an operation that both documents have.
 * - result: causes instead of repeats, the release, the summary.
 * - usage: which clients a change breaks, and how that weighs.
 *
 * To add a rule: one file under `rules/`, one line in `rules/index.ts`, one pair of documents in the tests.
 */

export {
  type ComparisonEvidence,
  type ComparisonOptions,
  compareApis,
  createComparison,
  type UnsummedComparison,
} from './compare-apis.ts';
export type * from './model/finding.ts';
export {
  COMPARISON_FAIL_ON,
  COMPARISON_LEVELS,
  type ComparisonFailOn,
  type ComparisonLevel,
  type ComparisonPolicy,
  REMOVALS,
  type StabilityPolicy,
  UNDOCUMENTED_VALUES,
  type UndocumentedValues,
} from './model/policy.ts';
export { comparisonEvents } from './result/events.ts';
export { answerMeaning, controlledRefusal, unsentReason } from './result/service-answers.ts';
export type { UsageChoices } from './usage/weigh-uses.ts';
