import type { ChangeFinding, ComparisonSummary } from '../../comparison/index.ts';
import { clip, markdown, markdownBlock, markdownCode, markdownProse } from '../escape-text.ts';
import { changePlaceText, reachText } from './terminal.ts';
import { evidenceLines, knownClientsText } from './uses-text.ts';

/** Maximum length of a GitHub comment, with some reserve. */
const MOST = 60_000;

/** A comparison as Markdown for a pull request. */
export function comparisonMarkdown(summary: ComparisonSummary): string {
  const { base, revision, counts, release, findings } = summary;
  const clients = knownClientsText(summary);
  const head = [
    `## ${markdown(revision.title)} ${markdown(base.version)} → ${markdown(revision.version)}`,
    '',
    `${counts.breaking} breaking · ${counts.risky} risky · ${counts.notes} notes · ${counts.undecided} undecided. The changes say **${release.advice}**${release.version === undefined ? '' : ` (${markdown(release.version)})`}.`,
    '',
    ...(clients === undefined ? [] : [markdown(clients), '']),
  ].join('\n');
  let text = head;
  let left = 0;
  for (const finding of findings) {
    const piece = findingMarkdown(finding);
    if (text.length + piece.length > MOST) left++;
    else text += piece;
  }
  return left === 0 ? text : `${text}\n… and ${left} more findings.\n`;
}

function findingMarkdown(finding: ChangeFinding): string {
  const { severity, check, message, witness } = finding;
  const line = `- **${severity === 'error' ? 'breaking' : severity === 'warning' ? 'risky' : 'note'}** ${markdownCode(check)} ${markdown(reachText(finding))}: ${markdownProse(message)} (${markdownCode(changePlaceText(finding))})\n`;
  const uses = evidenceLines(finding)
    .map((text) => `  ${markdown(text)}\n`)
    .join('');
  const shown = witness?.curl ?? (witness === undefined ? undefined : JSON.stringify(witness.value));
  if (shown === undefined || severity !== 'error') return `${line}${uses}`;
  return `${line}${uses}\n  <details><summary>witness</summary>\n\n${markdownBlock(clip(shown, 2000), 'sh')}\n\n  </details>\n\n`;
}

const GROUPS = [
  ['Breaking', (finding: ChangeFinding) => finding.severity === 'error'],
  ['Deprecated', (finding: ChangeFinding) => finding.check.startsWith('lifecycle.') && finding.severity !== 'error'],
  ['Added', (finding: ChangeFinding) => /added$|widened$/.test(finding.check) && finding.severity !== 'error'],
  ['Changed', () => true],
] as const;

/** Changes for the clients of an API: grouped, in a stable order, without ids of rules. */
export function comparisonChangelog({ revision, findings }: ComparisonSummary): string {
  const left = new Set(findings.filter(({ about }) => about === 'change' || about === 'lifecycle'));
  const lines = [`# ${markdown(revision.title)} ${markdown(revision.version)}`, ''];
  for (const [title, holds] of GROUPS) {
    const group = [...left].filter(holds);
    for (const finding of group) left.delete(finding);
    if (group.length === 0) continue;
    lines.push(
      `## ${title}`,
      '',
      ...group.map((finding) => `- ${markdown(reachText(finding))}: ${markdownProse(finding.message)}`),
      '',
    );
  }
  return `${lines.join('\n').trimEnd()}\n`;
}
