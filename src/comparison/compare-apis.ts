import { StandinError } from '../core/index.ts';
import type { BaselineEntry } from '../findings/index.ts';
import type { Api, Operation } from '../spec/index.ts';
import { createComparisonContext } from './judge/context.ts';
import { createControls } from './judge/control-request.ts';
import { pairOperations } from './judge/pair-operations.ts';
import type { RuleTools } from './judge/rule.ts';
import { createSchemaChanges } from './judge/schema-changes.ts';
import { createSchemaNotes } from './judge/schema-notes.ts';
import type { ChangeFinding, ComparisonSummary, ServiceAnswer, WitnessRequest } from './model/finding.ts';
import type { ComparisonFailOn, ComparisonLevel, ComparisonPolicy, UndocumentedValues } from './model/policy.ts';
import { mergeChanges, type ReachedChange, sortedChanges } from './result/merge-changes.ts';
import { adviceOf, releaseChanges } from './result/release.ts';
import { answersNote, withAnswer } from './result/service-answers.ts';
import { comparedDocument, summariseChanges } from './result/summary.ts';
import { documentChanges } from './rules/document.ts';
import { OPERATION_RULES } from './rules/index.ts';
import { operationPresence } from './rules/operation-presence.ts';
import { schemaNames } from './rules/schema-names.ts';
import { type UsageChoices, weighUses } from './usage/weigh-uses.ts';

export interface ComparisonOptions {
  readonly base: Api;
  readonly revision: Api;
  /** The instant that dates are compared with, in milliseconds since the Unix epoch. */
  readonly now: number;
  readonly policy?: ComparisonPolicy;
  /** `source` also reports names that only generated code uses. Default `wire`. */
  readonly level?: ComparisonLevel;
  /** `count`: values break clients that a schema lets through without documenting them. Default `ignore`. */
  readonly undocumented?: UndocumentedValues;
  readonly failOn?: readonly ComparisonFailOn[];
  readonly baseline?: readonly BaselineEntry[];
  /** Report only the findings with these fingerprints. */
  readonly only?: readonly string[];
  /** Which operations are compared. Default: all. */
  readonly includes?: (operation: Operation) => boolean;
  /** Remarks about the input, for the report. */
  readonly notes?: readonly string[];
  /** Compare the documents even where they have no operation in common. */
  readonly anyway?: boolean;
  /** Recorded uses of clients. */
  readonly usage?: UsageChoices;
}

/** A comparison whose findings are known and not summed up yet. */
export interface UnsummedComparison {
  /** The findings that were asked for, without those about the release. */
  readonly findings: readonly ChangeFinding[];
  /** A request to the operation of a finding that both documents accept; `undefined` where none is found. */
  controlOf(finding: ChangeFinding): WitnessRequest | undefined;
  /** Sums up. `answers` are those of a running service; they change severities before anything is counted. */
  summary(more?: ComparisonEvidence): ComparisonSummary;
}

/** What is known beside the two documents when a comparison is summed up. */
export interface ComparisonEvidence {
  readonly answers?: ReadonlyMap<ChangeFinding, ServiceAnswer> | undefined;
  readonly baseline?: readonly BaselineEntry[] | undefined;
}

/** Compares two documents. Throws `usage` where they have nothing in common. */
export function compareApis(options: ComparisonOptions): ComparisonSummary {
  return createComparison(options).summary({ baseline: options.baseline });
}

/** Compares two documents, and leaves it to the caller when to sum up. Throws as `compareApis`. */
export function createComparison(options: ComparisonOptions): UnsummedComparison {
  const { base, revision, now, policy = {}, failOn = [], only, includes = () => true, anyway = false } = options;
  const paired = pairOperations(base, revision);
  if (!anyway && paired.pairs.length === 0 && base.operations.length > 0 && revision.operations.length > 0)
    throw new StandinError('usage', 'The two documents have no operation in common.', {
      hint: 'They may be of different APIs. To compare them all the same, use --anyway.',
    });
  const { level = 'wire', undocumented = 'ignore' } = options;
  const context = createComparisonContext(base, revision, { policy, now, level, undocumented });
  const tools: RuleTools = {
    context,
    schemas: createSchemaChanges(context),
    notes: createSchemaNotes(context),
  };
  const found: ReachedChange[] = [
    ...operationPresence(paired, context).map(([operation, change]) => ({
      operation,
      change,
      stability: operation.lifecycle.stability,
    })),
    ...paired.pairs.flatMap((pair) =>
      OPERATION_RULES.flatMap((rule) =>
        rule.compare(pair, tools).map((change) => ({
          operation: pair.revision,
          change,
          stability: pair.base.lifecycle.stability,
        })),
      ),
    ),
  ].filter(({ operation }) => includes(operation));
  const names = level === 'source' && options.includes === undefined ? schemaNames(base, revision) : [];
  const whole = [...documentChanges(base, revision), ...names].map((change) => ({ change }));
  const apis = { base, revision };
  const judged = mergeChanges([...found, ...whole], apis, policy);
  const weighed = options.usage === undefined ? undefined : weighUses(judged, paired, context, options.usage);
  const all = weighed?.findings ?? judged;
  const isSelected = ({ fingerprint }: ChangeFinding): boolean => only === undefined || only.includes(fingerprint);
  return {
    findings: all.filter(isSelected),
    controlOf: createControls(paired, context),
    summary({ answers, baseline } = {}) {
      const answered = answers === undefined ? all : all.map((each) => withAnswer(each, answers.get(each)));
      const release = releaseChanges(base.version, revision.version, adviceOf(answered)).map((change) => ({ change }));
      const findings = sortedChanges([...answered, ...mergeChanges(release, apis, policy)]);
      return summariseChanges(
        findings.filter(isSelected),
        { base: comparedDocument(base), revision: comparedDocument(revision) },
        {
          failOn,
          now,
          isPart: only !== undefined || options.includes !== undefined,
          notes: [...(options.notes ?? []), ...(answers === undefined ? [] : [answersNote([...answers.values()])])],
          ...(weighed === undefined ? {} : { usage: weighed.usage }),
          ...(baseline === undefined ? {} : { baseline }),
        },
      );
    },
  };
}
