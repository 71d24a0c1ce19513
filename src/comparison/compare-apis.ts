import type { BaselineEntry } from '../contract/index.ts';
import { StandinError } from '../core/index.ts';
import type { Api, Operation } from '../spec/index.ts';
import { createComparisonContext } from './judge/context.ts';
import { pairOperations } from './judge/pair-operations.ts';
import type { RuleTools } from './judge/rule.ts';
import { createSchemaChanges } from './judge/schema-changes.ts';
import { createSchemaNotes } from './judge/schema-notes.ts';
import type { ComparisonSummary } from './model/finding.ts';
import type { ComparisonFailOn, ComparisonLevel, ComparisonPolicy, UndocumentedValues } from './model/policy.ts';
import { mergeChanges, type ReachedChange, sortedChanges } from './result/merge-changes.ts';
import { adviceOf, releaseChanges } from './result/release.ts';
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

/** Compares two documents. Throws `usage` where they have nothing in common. */
export function compareApis(options: ComparisonOptions): ComparisonSummary {
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
  const merged = mergeChanges([...found, ...whole], { base, revision }, policy);
  const release = releaseChanges(base.version, revision.version, adviceOf(merged)).map((change) => ({
    change,
  }));
  const judged = mergeChanges([...found, ...whole, ...release], { base, revision }, policy);
  const weighed = options.usage === undefined ? undefined : weighUses(judged, paired, context, options.usage);
  const all = weighed === undefined ? judged : sortedChanges(weighed.findings);
  return summariseChanges(
    only === undefined ? all : all.filter(({ fingerprint }) => only.includes(fingerprint)),
    { base: comparedDocument(base), revision: comparedDocument(revision) },
    {
      failOn,
      now,
      isPart: only !== undefined || options.includes !== undefined,
      notes: options.notes ?? [],
      ...(weighed === undefined ? {} : { usage: weighed.usage }),
      ...(options.baseline === undefined ? {} : { baseline: options.baseline }),
    },
  );
}
