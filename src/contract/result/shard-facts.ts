import type { CoverageBook } from '../judge/coverage.ts';
import { type FindingContext, toFinding } from '../judge/judge.ts';
import { forgottenOf } from '../judge/persistence-evidence.ts';
import {
  judgeLeftovers,
  judgeMemory,
  judgeVacuity,
  VACUITY_CHECKS,
  vacuity,
  WHOLE_CHECKS,
} from '../judge/run-checks.ts';
import type { FindingDraft, RunCheck } from '../model/check.ts';
import type { CheckWeight, Finding, PartFacts, Summary } from '../model/events.ts';
import type { RunRecord } from './run-record.ts';

type JudgedRun = Pick<RunRecord, 'plan' | 'context'> & { readonly coverage: Pick<CoverageBook, 'of'> };

/** The facts of a shard that the merged summary needs. */
export function partFacts({ plan, context, coverage }: JudgedRun): PartFacts {
  const root = context.api.lineOf('');
  const seen = plan.operations.map((operation) => ({ operation, valid: coverage.of(operation.id)?.valid ?? [] }));
  const tried = seen.filter(({ valid }) => valid.length > 0);
  const hasSuccess = ({ valid }: (typeof seen)[number]): boolean => valid.some((status) => status < 400);
  const weigh = (checks: typeof WHOLE_CHECKS, operation?: (typeof seen)[number]['operation']): readonly CheckWeight[] =>
    checks.flatMap((check) => {
      const settled = context.policy.settle(check, NOTHING_SAID, operation);
      if (settled === undefined) return [];
      const { severity = check.severity } = settled.draft;
      return [{ check: check.id, severity, tier: settled.check.tier }];
    });
  return {
    ...(plan.digest === undefined ? {} : { plan: plan.digest }),
    validating: context.bodyValidation.validating(),
    sought: context.memory.sought(),
    succeeded: tried.filter(hasSuccess).map(({ operation }) => operation.id),
    unsuccessful: tried
      .filter((each) => !hasSuccess(each))
      .map(({ operation, valid }) => {
        const { id, method, path, pointer } = operation;
        const position = context.api.lineOf(pointer);
        const place = position === undefined ? {} : { position };
        const weights = weigh(VACUITY_CHECKS, operation);
        return { operation: id, method, path, pointer, ...place, statuses: valid, weights };
      }),
    weights: weigh(WHOLE_CHECKS),
    ...(root === undefined ? {} : { position: root }),
  };
}

const NOTHING_SAID = { expected: '', actual: '', message: '' };

type MergedTotals = Pick<Summary, 'counts' | 'leftovers'>;

/**
 * Findings about the whole run, made from all shards as a single run would make them. `whole`: no shard is
 * missing or was interrupted.
 */
export function findingsTogether(
  parts: readonly PartFacts[],
  { counts, leftovers }: MergedTotals,
  whole: boolean,
): readonly Finding[] {
  const weights = parts.flatMap((part) => part.weights);
  const wholeFindings = [
    ...judgeLeftovers(leftovers),
    ...(whole ? [...judgeVacuity(counts), ...judgeMemory(forgottenOf(parts.flatMap(({ sought }) => sought)))] : []),
  ];
  return [
    ...wholeFindings.flatMap(({ check, draft }) => weighDraft(weights, check, { draft, position: parts[0]?.position })),
    ...(whole ? neverSuccessful(parts) : []),
  ];
}

function neverSuccessful(parts: readonly PartFacts[]): readonly Finding[] {
  const succeeded = new Set(parts.flatMap((part) => part.succeeded));
  const all = parts.flatMap(({ unsuccessful }) => unsuccessful).filter(({ operation }) => !succeeded.has(operation));
  return [...new Map(all.map((each) => [each.operation, each])).values()].flatMap((each) => {
    const { operation: id, method, path, pointer, position, weights } = each;
    const statuses = all.filter(({ operation }) => operation === id).flatMap((one) => one.statuses);
    const { check, draft } = vacuity({ id }, statuses);
    return weighDraft(weights, check, { draft, position, operation: { id, method, path, pointer } });
  });
}

/** A finding and where it was raised. */
interface RaisedFinding {
  readonly draft: FindingDraft;
  readonly position: Finding['position'];
  readonly operation?: FindingContext['operation'] | undefined;
}

/** A finding with the severity that the shards have for its check; undefined if the check is off. */
function weighDraft(
  weights: readonly CheckWeight[],
  check: RunCheck,
  { draft, position, operation }: RaisedFinding,
): readonly Finding[] {
  const weight = weights.find((each) => each.check === check.id);
  if (weight === undefined) return [];
  const { severity, tier } = weight;
  // Facts of shards are already redacted.
  const context = { operation, lineOf: () => position, redact: (text: string) => text };
  return [toFinding({ ...check, tier }, { ...draft, severity }, context)];
}
