import type { Finding, Summary } from '../contract/index.ts';
import { foldFindings } from './finding-folds.ts';
import { countsText, foreignWriteLines, isBroken, outcomeOf, plural, totalOf } from './words.ts';

/** The sentences below the verdict: what is wrong, why the run fails, and which shards a merged report lacks. */
export function closingSentences(summary: Summary): readonly string[] {
  const problems = problemsText(summary);
  return [...(problems === undefined ? [] : [problems]), ...otherReasons(summary), ...foreignWritesText(summary)];
}

/** The findings that break the contract: errors that no baseline excuses and that came again. */
export function countedErrors(findings: readonly Finding[]): readonly Finding[] {
  return findings.filter(({ severity, known, flaky }) => severity === 'error' && known === undefined && flaky !== true);
}

/** The warnings that no baseline excuses. */
export function countedWarnings(findings: readonly Finding[]): readonly Finding[] {
  return findings.filter(({ severity, known }) => severity === 'warning' && known === undefined);
}

/**
 * Such as `8 problems on 15 operations (46 findings; 58 of 1036 cases failed), 2 warnings`; undefined if the
 * contract is not broken.
 */
export function problemsText(summary: Summary): string | undefined {
  if (outcomeOf(summary) !== 'failed' || !isBroken(summary)) return undefined;
  const found = countedErrors(summary.findings);
  const problems = foldFindings(found).length;
  const operations = new Set(found.flatMap(({ operation, endpoint }) => endpoint ?? operation ?? [])).size;
  const { failed } = summary.counts;
  const facts = [
    ...(problems === found.length ? [] : [plural(found.length, 'finding')]),
    ...(failed === 0 ? [] : [`${failed} of ${plural(totalOf(summary.counts), 'case')} failed`]),
  ];
  const warnings = countedWarnings(summary.findings);
  const where = operations === 0 ? '' : ` on ${plural(operations, 'operation')}`;
  const more = warnings.length === 0 ? '' : `, ${plural(warnings.length, 'warning')}`;
  return `${plural(problems, 'problem')}${where}${facts.length === 0 ? '' : ` (${facts.join('; ')})`}${more}`;
}

/** Such as `37 failed, all known · 101 passed`. */
export function judgedCounts({ counts, findings }: Summary): string {
  const text = countsText(counts);
  const isKnown =
    findings.length > 0 && findings.every(({ severity, known }) => severity === 'info' || known !== undefined);
  return isKnown ? text.replace(/^(\d+ failed)/, '$1, all known') : text;
}

/** The reasons of the exit status, without the number of findings where `problemsText` has it. */
export function otherReasons(summary: Summary): readonly string[] {
  const all = verdictSentences(summary);
  if (problemsText(summary) === undefined) return all;
  const count = countedErrors(summary.findings).length;
  return all.filter(
    (reason) => Number(/^(\d+) (?:of \d+ )?findings?(?: make the run fail)?$/.exec(reason)?.[1]) !== count,
  );
}

/** Such as `left behind: 3 records (orders 7, 8; invites)`, with ids if they are known. */
export function leftoversText({ leftovers }: Summary): readonly string[] {
  if (leftovers.length === 0) return [];
  const kinds = new Map<string, string[]>();
  for (const { resource, path } of leftovers) {
    const ids = kinds.get(resource) ?? [];
    const id = path?.split('/').filter(Boolean).at(-1);
    kinds.set(resource, id === undefined || !PLAIN_ID.test(id) ? ids : [...ids, id]);
  }
  const named = [...kinds].map(([kind, ids]) => {
    const shown = ids.slice(0, MOST_IDS).join(', ');
    return `${kind}${shown === '' ? '' : ` ${shown}`}${ids.length > MOST_IDS ? ` and ${ids.length - MOST_IDS} more` : ''}`;
  });
  return [`left behind: ${plural(leftovers.length, 'record')} (${named.join('; ')})`];
}

/** How many records of a kind are named in a line. */
const MOST_IDS = 3;
/** Ids that are readable in a line of text. Others are in the list of remaining records. */
const PLAIN_ID = /^[\w.~%:@+-]{1,80}$/;

const MOST_WRITES = 10;

/** Records that the run changed without having created them. */
export function foreignWritesText({ foreignWrites }: Summary): readonly string[] {
  if (foreignWrites.length === 0) return [];
  const lines = foreignWriteLines(foreignWrites).slice(0, MOST_WRITES);
  const more = foreignWrites.length > lines.length ? ', …' : '';
  return [`changed without having created it: ${lines.join(', ')}${more}`];
}

function verdictSentences({ reasons, missing = [] }: Summary): readonly string[] {
  if (missing.length === 0) return reasons;
  const [shards, cases] =
    missing.length === 1
      ? [`shard ${missing[0]} is`, 'its cases']
      : [`shards ${missing.join(', ')} are`, 'their cases'];
  return [...reasons, `warning: ${shards} missing, and nothing is known of ${cases}`];
}
