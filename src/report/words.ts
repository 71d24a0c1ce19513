import type {
  DeprecatedPart,
  Finding,
  LeftOut,
  Ratio,
  RecordedBody,
  Summary,
  VerdictCounts,
} from '../contract/index.ts';

/** Texts that all reports share. */

export function plural(count: number, noun: string, nouns = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : nouns}`;
}

/** Milliseconds in readable form. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`;
}

/** The verdicts that occur, most important first: `3 failed · 42 passed · 2 inconclusive`. */
export function countsText(counts: VerdictCounts): string {
  const phrases = (['failed', 'errored', 'passed', 'inconclusive', 'skipped', 'flaky'] as const)
    .filter((verdict) => counts[verdict] > 0)
    .map((verdict) => `${counts[verdict]} ${verdict}`);
  return phrases.length === 0 ? 'nothing tried' : phrases.join(' · ');
}

export function totalOf(counts: VerdictCounts): number {
  return counts.passed + counts.failed + counts.inconclusive + counts.errored + counts.skipped;
}

export type CaseOutcome = 'passed' | 'failed' | 'unreachable' | 'interrupted' | 'defect';

/** The outcome of the run, by its exit status. */
export function outcomeOf(summary: Summary): CaseOutcome {
  if (summary.interrupted !== undefined || summary.exitStatus === 130 || summary.exitStatus === 143)
    return 'interrupted';
  if (summary.exitStatus === 0) return 'passed';
  if (summary.exitStatus === 3) return 'unreachable';
  return summary.exitStatus === 70 ? 'defect' : 'failed';
}

const OUTCOMES: Readonly<Record<CaseOutcome, string>> = {
  passed: 'The contract is kept',
  failed: 'The contract is broken',
  unreachable: 'The target cannot be reached',
  interrupted: 'The run was interrupted',
  defect: 'standin has a defect',
};

/** The verdict in a few words. It agrees with the counts and the exit status. */
export function outcomeText(summary: Summary): string {
  const outcome = outcomeOf(summary);
  const { passed, failed, inconclusive, errored, skipped } = summary.counts;
  if (outcome === 'failed') {
    if (passed + failed === 0) return 'Nothing could be judged';
    return isBroken(summary) ? OUTCOMES.failed : 'The run fails';
  }
  if (outcome !== 'passed') return OUTCOMES[outcome];
  if (failed > 0) return excusedText(summary);
  if (summary.missing !== undefined) return 'The contract is kept in the shards that were merged';
  if (summary.unrun !== undefined) return 'The contract is kept in the cases that were run';
  if (passed + inconclusive + errored === 0) return skipped > 0 ? 'Every case was skipped' : 'There was nothing to try';
  return inconclusive + errored > 0 ? 'The contract is kept where it could be judged' : OUTCOMES.passed;
}

/** `PUT /pets/1 (updatePet)`, one line each. */
export function foreignWriteLines(foreignWrites: Summary['foreignWrites']): readonly string[] {
  return foreignWrites.map(
    ({ method, path, operation, reason }) =>
      `${method} ${path} (${operation}${reason === 'not-put-back' ? ', could not be put back' : ''})`,
  );
}

/**
 * Whether there is an error of the service. A run also fails for a stale baseline, too little coverage, and
 * what `--fail-on` adds.
 */
export function isBroken({ findings }: Summary): boolean {
  return fresh(findings, 'error').some(({ about, flaky }) => about === 'service' && flaky !== true);
}

/** Why failed cases do not make the run fail. */
function excusedText({ findings }: Summary): string {
  const kinds = [
    ...(findings.some(({ known }) => known !== undefined) ? ['known'] : []),
    ...(findings.some(({ flaky }) => flaky === true) ? ['flaky'] : []),
  ];
  return kinds.length === 0 ? 'No selected check found an error' : `Nothing but ${kinds.join(' and ')} findings`;
}

/**
 * Such as `judged as of 2026-12-01`, if lifecycle dates are compared with another day than that of the run.
 */
export function judgedText({ judgedAt }: { readonly judgedAt?: number }): readonly string[] {
  return judgedAt === undefined ? [] : [`judged as of ${new Date(judgedAt).toISOString().slice(0, 10)}`];
}

/** Such as `spec/api.yaml:12:5`; undefined if the place is not known. */
export function placeInWords(at: { readonly position?: Finding['position'] }): string | undefined {
  return at.position === undefined ? undefined : `${at.position.file}:${at.position.line}:${at.position.column}`;
}

/** File, line and column of the rule; its JSON Pointer as well if the line is too long to find a column in it. */
export function documentPlace(finding: Finding): string | undefined {
  const place = placeInWords(finding);
  if (place === undefined || (finding.position?.column ?? 0) < LONG_LINE) return place ?? finding.pointer;
  return [place, finding.pointer].filter(Boolean).join('  ');
}

const LONG_LINE = 200;

/** What repeats a finding: a command, or a script if it takes several steps. */
export function repeatOf({ curl, script }: Pick<Finding, 'curl' | 'script'>): string | undefined {
  return script ?? curl;
}

/** `createPet, answered 201 → getPet, answered 404`. */
export function stepsText({ steps }: Finding): string | undefined {
  return steps?.map(({ title }) => title).join(' → ');
}

/** The operation's name in reports. */
export function endpointOf(finding: Finding): string {
  return finding.endpoint ?? finding.operation ?? 'the API as a whole';
}

/** `sunset 2026-12-31, 30 days left`. */
export function sunsetText(part: DeprecatedPart): string {
  if (part.sunset === undefined) return 'no sunset date';
  return `sunset ${part.sunset}${part.daysLeft === undefined ? '' : `, ${daysText(part.daysLeft)}`}`;
}

export function daysText(days: number): string {
  if (days === 0) return 'last day';
  return days > 0 ? `${plural(days, 'day')} left` : `passed ${plural(-days, 'day')} ago`;
}

/** A deprecated part with its place: `PATCH /pets/{id} /body/name`. */
export function partText(part: DeprecatedPart): string {
  return part.messagePointer === undefined ? part.endpoint : `${part.endpoint} ${part.messagePointer}`;
}

export function usesText(part: DeprecatedPart): string {
  if (part.uses.length === 0) return 'no use seen';
  return `used by ${part.uses.map((use) => `${use.caller} (${use.count})`).join(', ')}`;
}

/** `deprecated since 2026-06-01`. */
export function sinceText({ since }: DeprecatedPart): string {
  return since === undefined ? 'deprecated, start date not given' : `deprecated since ${since}`;
}

/**
 * The lifecycle fields of the target: `the target says Deprecation: @1780272000, Sunset: Wed, 31 Mar 2027
 * 23:59:59 GMT`.
 */
export function lifecycleFieldsText(part: DeprecatedPart): string | undefined {
  const { deprecation, sunset, link } = part.sent;
  const fields = [
    ...(deprecation === undefined ? [] : [`Deprecation: ${deprecation}`]),
    ...(sunset === undefined ? [] : [`Sunset: ${sunset}`]),
    // Links of pages are unrelated to the lifecycle.
    ...(link === undefined || !/deprecation|sunset|successor|latest|alternate/i.test(link) ? [] : [`Link: ${link}`]),
  ];
  if (fields.length > 0) return `the target says ${fields.join(', ')}`;
  return part.kind === 'operation' ? 'the target was not seen to say so' : undefined;
}

/** The facts about a deprecated part besides its name and its successor. */
export function deprecatedFacts(part: DeprecatedPart): readonly string[] {
  const sentence = lifecycleFieldsText(part);
  return [sunsetText(part), sinceText(part), usesText(part), ...(sentence === undefined ? [] : [sentence])];
}

/** A deprecated part with all its facts, in one line: what it is, its dates, who uses it, and what to use instead. */
export function deprecatedText(part: DeprecatedPart): string {
  const successor = part.successor === undefined ? '' : `; use ${part.successor} instead`;
  return `${part.kind} ${partText(part)}: ${deprecatedFacts(part).join('; ')}${successor}`;
}

/** The soonest sunset first; then those without a date. */
export function bySunset(parts: readonly DeprecatedPart[]): readonly DeprecatedPart[] {
  const key = (part: DeprecatedPart): number => part.daysLeft ?? Number.POSITIVE_INFINITY;
  return [...parts].sort((a, b) => (key(a) === key(b) ? 0 : key(a) - key(b)));
}

export function percent({ covered, total }: Ratio): string {
  return total === 0 ? '–' : `${Math.floor((covered / total) * 100)} %`;
}

export const COVERAGE_NAMES = [
  ['operations', 'Operations'],
  ['lives', 'Life cycles'],
  ['statuses', 'Statuses'],
  ['parameters', 'Parameters'],
  ['properties', 'Properties'],
  ['keywordsValid', 'Rules kept'],
  ['keywordsBroken', 'Rules broken alone'],
] as const;

/** A body as text; of binary content only its size. */
export function bodyText(body: RecordedBody): string {
  const cut = body.truncated ? `\n… (${body.size} bytes in all)` : '';
  return body.encoding === 'base64' ? `(${plural(body.size, 'byte')} of binary data)` : `${body.text}${cut}`;
}

/** Such as `3 × createPet: every valid request was refused (409: name is taken)`. */
export function reasonText({ reason, count, operations = [] }: Summary['inconclusive'][number]): string {
  const more = operations.length - MOST_OPERATIONS;
  const named = `${operations.slice(0, MOST_OPERATIONS).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  return `${count} × ${named === '' ? '' : `${named}: `}${reason}`;
}

const MOST_OPERATIONS = 3;

/** The operations and rules that the plan left out, one line for each reason. */
export function leftOutLines(leftOut: readonly LeftOut[]): readonly string[] {
  const reasons = new Map<string, LeftOut[]>();
  for (const one of leftOut) reasons.set(one.reason, [...(reasons.get(one.reason) ?? []), one]);
  return [...reasons].map(([reason, list]) => {
    const names = list.flatMap(({ operation }) => operation ?? []);
    const more = names.length > 5 ? ` and ${names.length - 5} more` : '';
    const whose = names.length === 0 ? '' : ` of ${names.slice(0, 5).join(', ')}${more}`;
    return `${reason}: ${plural(
      list.reduce((sum, { count }) => sum + count, 0),
      'case',
    )}${whose}`;
  });
}

/** Findings of a severity that the baseline does not excuse. */
export function fresh(findings: readonly Finding[], severity: Finding['severity']): readonly Finding[] {
  return findings.filter((finding) => finding.severity === severity && finding.known === undefined);
}
