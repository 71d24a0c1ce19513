import { fingerprintOf, type Severity } from '../../findings/index.ts';
import type { Api, Operation } from '../../spec/index.ts';
import { type Change, labelOf } from '../model/change.ts';
import type { ChangeFinding, ChangePlace } from '../model/finding.ts';
import { type ComparisonPolicy, chosenSeverity, DEFAULT_EXEMPT } from '../model/policy.ts';

export interface ReachedChange {
  readonly change: Change;
  /** Absent where it is about the document. */
  readonly operation?: Operation;
  /** Stability that the base gives to the operation. */
  readonly stability?: string | undefined;
}

const RANK: Readonly<Record<Severity, number>> = { error: 0, warning: 1, info: 2 };

/** One finding for each cause, with all operations that it reaches; errors first. */
export function mergeChanges(
  changes: readonly ReachedChange[],
  apis: { readonly base: Api; readonly revision: Api },
  policy: ComparisonPolicy,
): readonly ChangeFinding[] {
  const proven = new Map(
    changes.flatMap(({ change }) => (change.proof === 'witness' ? [[placeKey(change), change] as const] : [])),
  );
  const byCause = new Map<string, { finding: ChangeFinding; reaches: Set<string> }>();
  for (const { change: found, operation, stability } of changes) {
    // A change that was shown at one place is not undecided at another.
    const change = found.about === 'undecided' ? (proven.get(placeKey(found)) ?? found) : found;
    const severity = severityOf(change, change.stability ?? stability, policy);
    if (severity === 'off') continue;
    const label = operation === undefined ? undefined : labelOf(operation);
    const key = [
      change.check,
      change.revision ?? '',
      change.base ?? '',
      change.keyword,
      change.about === 'undecided' ? '' : change.subject,
    ].join('\u0000');
    const known = byCause.get(key);
    if (known === undefined) {
      const finding = findingOf(change, severity, label, apis);
      byCause.set(key, { finding, reaches: new Set(label === undefined ? [] : [label]) });
      continue;
    }
    if (label !== undefined) known.reaches.add(label);
    // Where a cause affects exempt and other operations, the higher severity counts.
    if (RANK[severity] < RANK[known.finding.severity]) known.finding = { ...known.finding, severity };
  }
  const found = [...byCause.values()].map(({ finding, reaches }) => ({ ...finding, reaches: [...reaches] }));
  return sortedChanges(found);
}

/** Errors first, then by operation and check, so that the order is stable. */
export function sortedChanges(found: readonly ChangeFinding[]): readonly ChangeFinding[] {
  return found.toSorted(
    (one, other) =>
      RANK[one.severity] - RANK[other.severity] ||
      compareText(one.operation ?? '', other.operation ?? '') ||
      compareText(one.check, other.check) ||
      compareText(one.fingerprint, other.fingerprint),
  );
}

const placeKey = ({ keyword, subject, revision, base }: Change): string =>
  [keyword, subject, revision, base].join('\u0000');

const compareText = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

function severityOf(
  { check, severity }: Change,
  stability: string | undefined,
  policy: ComparisonPolicy,
): Severity | 'off' {
  const chosen = chosenSeverity(policy, check);
  if (chosen !== undefined) return chosen;
  if (check === 'response.enum' && policy.responseEnums === 'open') return 'info';
  const exempt = policy.exempt ?? DEFAULT_EXEMPT;
  return exempt.includes(stability ?? '') ? 'info' : severity;
}

function findingOf(
  change: Change,
  severity: Severity,
  operation: string | undefined,
  { base, revision }: { readonly base: Api; readonly revision: Api },
): ChangeFinding {
  const { check, message, keyword, subject, proof, witness, about = 'change' } = change;
  const placed = (document: 'base' | 'revision', pointer: string): ChangePlace => {
    const position = (document === 'base' ? base : revision).lineOf(pointer);
    return { document, pointer, ...(position === undefined ? {} : { position }) };
  };
  const after = change.revision === undefined ? undefined : placed('revision', change.revision);
  const before = change.base === undefined ? undefined : placed('base', change.base);
  const place = after ?? before ?? placed('revision', '');
  return {
    check,
    severity,
    about,
    message,
    ...(operation === undefined ? {} : { operation }),
    reaches: [],
    place,
    ...(after === undefined || before === undefined ? {} : { counterpart: before }),
    ...(keyword === undefined ? {} : { keyword }),
    ...(subject === undefined ? {} : { subject }),
    ...(proof === undefined ? {} : { proof }),
    ...(witness === undefined ? {} : { witness }),
    fingerprint: fingerprintOf({ check, pointer: place.pointer, keyword, subject }),
  };
}
