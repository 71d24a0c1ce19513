import { fingerprintOf } from '../../findings/index.ts';
import type { ClientUse } from '../../traffic/index.ts';
import { createUseJudge, type UseBreach, usedPlaces } from '../../usage/index.ts';
import type { ComparisonContext } from '../judge/context.ts';
import type { OperationPairs } from '../judge/pair-operations.ts';
import { labelOf } from '../model/change.ts';
import type { ChangeFinding, ComparedUsage, FindingUse } from '../model/finding.ts';
import { affectedBy, type BothPointers, newBreaches, type UsedOperation, type UseEvidence } from './change-impact.ts';
import { createMessagePointers } from './message-pointers.ts';
import { unusedReason } from './unused-reason.ts';

/** Which uses are taken into account, and how they change severities. */
export interface UsageChoices {
  readonly uses: readonly ClientUse[];
  /** Severity of breaking changes that no client uses. Default: unchanged. */
  readonly unused?: 'warning' | 'info';
  /** Days that recordings must span before a part counts as unused. Default 30. */
  readonly days?: number;
  /** Clients with fewer calls do not count. Default 1. */
  readonly minCalls?: number;
}

export interface WeighedChanges {
  readonly findings: readonly ChangeFinding[];
  readonly usage: ComparedUsage;
}

/** A use, with its violations against both documents. */
interface JudgedUse extends UseEvidence {
  readonly use: ClientUse;
}

/**
 * Adds to each finding the clients that it breaks. A call that worked and that the revision refuses turns a
 * risky or undecided finding into an error; where no finding explains the refusal, a new finding is added.
 * A severity is lowered only by `unused`, with the reason in the finding.
 */
export function weighUses(
  findings: readonly ChangeFinding[],
  paired: OperationPairs,
  context: ComparisonContext,
  choices: UsageChoices,
): WeighedChanges {
  const pointers: BothPointers = {
    base: createMessagePointers(context.base.api),
    revision: createMessagePointers(context.revision.api),
  };
  const judged = judgedUses(paired, context, choices.uses);
  const explained = new Set<UseBreach>();
  const weighed = findings.map((finding) => {
    const reaching = judged.filter(({ operation }) => reaches(finding, operation));
    const uses = usesOf(finding, reaching, pointers, { explained, minCalls: choices.minCalls ?? 1 });
    return withUses(finding, uses, { judged, reaching, choices });
  });
  const all = [...weighed, ...unexplainedRefusals(judged, explained, context)];
  return { findings: all, usage: usageOf(judged, all) };
}

function judgedUses(
  { pairs }: OperationPairs,
  context: ComparisonContext,
  uses: readonly ClientUse[],
): readonly JudgedUse[] {
  const [base, revision] = [createUseJudge(context.base), createUseJudge(context.revision)];
  const after = new Map(pairs.map((pair) => [pair.base, pair.revision]));
  return uses.flatMap((use): readonly JudgedUse[] => {
    const operation = base.operationOf(use);
    if (operation === undefined) return [];
    const found: UsedOperation = { base: operation, revision: after.get(operation) };
    return [
      {
        use,
        operation: found,
        places: usedPlaces(context.base.api, operation, use),
        breaches: newBreaches(base.breaches(use), revision.breaches(use)),
        isWhole: use.kind === 'interaction' || (use.kind === 'exchange' && use.unjudged === undefined),
      },
    ];
  });
}

function reaches({ reaches: labels }: ChangeFinding, { base, revision }: UsedOperation): boolean {
  return labels.includes(labelOf(base)) || (revision !== undefined && labels.includes(labelOf(revision)));
}

interface CountedUse {
  calls: number;
  breaks: number;
  mayBreak: number;
  lastSeen: number | undefined;
  input: FindingUse['input'];
}

function usesOf(
  finding: ChangeFinding,
  reaching: readonly JudgedUse[],
  pointers: BothPointers,
  { explained, minCalls }: { readonly explained: Set<UseBreach>; readonly minCalls: number },
): readonly FindingUse[] {
  const clients = new Map<string, CountedUse>();
  for (const judged of reaching) {
    const { use } = judged;
    const counted = clients.get(use.client) ?? {
      calls: 0,
      breaks: 0,
      mayBreak: 0,
      lastSeen: undefined,
      input: undefined,
    };
    clients.set(use.client, counted);
    if (use.isSample !== true) counted.calls += use.calls;
    const { breaks, mayBreak } = affectedBy(finding, judged, pointers, explained);
    if (breaks + mayBreak === 0) continue;
    // A call that certainly breaks is shown before one that may break.
    if (counted.input === undefined || (breaks > 0 && counted.breaks === 0)) counted.input = use.source;
    counted.breaks += breaks;
    counted.mayBreak += mayBreak;
    if (use.lastSeen !== undefined) counted.lastSeen = Math.max(counted.lastSeen ?? 0, use.lastSeen);
  }
  return [...clients]
    .filter(([, { calls, breaks }]) => Math.max(calls, breaks) >= minCalls)
    .sort(([one, a], [other, b]) => b.breaks - a.breaks || b.mayBreak - a.mayBreak || (one < other ? -1 : 1))
    .map(([client, { calls, breaks, mayBreak, lastSeen, input }]) => ({
      client,
      calls: Math.max(calls, breaks),
      breaks,
      mayBreak: Math.min(mayBreak, Math.max(calls - breaks, 0)),
      ...(lastSeen === undefined ? {} : { lastSeen }),
      ...(input === undefined ? {} : { input }),
    }));
}

function withUses(
  finding: ChangeFinding,
  uses: readonly FindingUse[],
  {
    judged,
    reaching,
    choices,
  }: { readonly judged: readonly JudgedUse[]; readonly reaching: readonly JudgedUse[]; readonly choices: UsageChoices },
): ChangeFinding {
  if (finding.reaches.length === 0) return finding;
  const isBroken = uses.some(({ breaks }) => breaks > 0);
  if (finding.severity === 'warning' && isBroken && (finding.about === 'change' || finding.about === 'undecided'))
    return {
      ...finding,
      uses,
      severity: 'error',
      about: 'change',
      proof: 'recording',
      weighed: 'a known client breaks',
    };
  const { unused } = choices;
  const isUsed = uses.some(({ breaks, mayBreak }) => breaks + mayBreak > 0);
  if (unused === undefined || finding.severity !== 'error' || isUsed) return { ...finding, uses };
  const reason = unusedReason(
    judged.map(({ use }) => use),
    reaching.map(({ use }) => use),
    choices.days,
  );
  return reason.kind === 'unused'
    ? { ...finding, uses, severity: unused, weighed: reason.text }
    : { ...finding, uses, weighed: reason.text };
}

/**
 * Calls that worked and that the revision refuses for a reason that no finding names, by operation and
 * place.
 */
function unexplainedRefusals(
  judged: readonly JudgedUse[],
  explained: ReadonlySet<UseBreach>,
  { base }: ComparisonContext,
): readonly ChangeFinding[] {
  const found = new Map<string, ChangeFinding>();
  for (const { use, operation, breaches } of judged)
    for (const breach of breaches) {
      if (explained.has(breach) || !breach.certain) continue;
      const label = labelOf(operation.revision ?? operation.base);
      const key = `${label} ${breach.at} ${breach.keyword ?? breach.code}`;
      const before = found.get(key);
      const calls = breach.calls;
      const own: FindingUse = {
        client: use.client,
        calls: Math.max(use.calls, calls),
        breaks: calls,
        mayBreak: 0,
        ...(use.lastSeen === undefined ? {} : { lastSeen: use.lastSeen }),
        input: use.source,
      };
      found.set(
        key,
        before === undefined ? recorded(breach, label, own) : { ...before, uses: mergeUse(before.uses ?? [], own) },
      );
    }
  return [...found.values()];

  function recorded(breach: UseBreach, label: string, own: FindingUse): ChangeFinding {
    const pointer = breach.rule ?? '';
    const position = breach.rule === undefined ? undefined : base.api.lineOf(pointer);
    return {
      check: 'usage.refused',
      severity: 'error',
      about: 'change',
      message: `a recorded call no longer works: ${breach.message}`,
      operation: label,
      reaches: [label],
      place: { document: 'revision', pointer, ...(position === undefined ? {} : { position }) },
      ...(breach.keyword === undefined ? {} : { keyword: breach.keyword }),
      proof: 'recording',
      uses: [own],
      fingerprint: fingerprintOf({
        check: 'usage.refused',
        operation: label,
        pointer: breach.at,
        keyword: breach.keyword,
      }),
    };
  }
}

function mergeUse(uses: readonly FindingUse[], own: FindingUse): readonly FindingUse[] {
  const before = uses.find(({ client }) => client === own.client);
  if (before === undefined) return [...uses, own];
  const lastSeen = Math.max(before.lastSeen ?? 0, own.lastSeen ?? 0);
  const both = {
    ...before,
    calls: before.calls + own.calls,
    breaks: before.breaks + own.breaks,
    ...(lastSeen === 0 ? {} : { lastSeen }),
  };
  return uses.map((each) => (each === before ? both : each));
}

function usageOf(judged: readonly JudgedUse[], findings: readonly ChangeFinding[]): ComparedUsage {
  const clients = [...new Set(judged.map(({ use }) => use.client))].sort();
  const broken = new Set(
    findings.flatMap(({ severity, uses = [] }) =>
      severity === 'error' ? uses.filter(({ breaks }) => breaks > 0).map(({ client }) => client) : [],
    ),
  );
  const seen = judged.flatMap(({ use }) => [use.firstSeen, use.lastSeen]).filter((at) => at !== undefined);
  const calls = judged.reduce((sum, { use }) => sum + (use.isSample === true ? 0 : use.calls), 0);
  return {
    clients,
    broken: clients.filter((client) => broken.has(client)),
    calls,
    ...(seen.length === 0
      ? {}
      : { firstSeen: seen.reduce((a, b) => Math.min(a, b)), lastSeen: seen.reduce((a, b) => Math.max(a, b)) }),
  };
}
