import { visible } from '../../look/index.ts';
import { closingSentences, leftoversText } from '../closing-sentences.ts';
import { clip, MOST_ANNOTATIONS, workflowCommand } from '../escape-text.ts';
import { type FoldedFinding, foldFindings, followingText } from '../finding-folds.ts';
import type { Reporter, ReporterOptions } from '../reporter.ts';
import { documentReporter, type RunStory } from '../story.ts';
import { bySunset, countsText, deprecatedText, endpointOf, outcomeText, plural, stepsText } from '../words.ts';

const LEVELS = { error: 'error', warning: 'warning', info: 'notice' } as const;

/**
 * GitHub workflow commands, at most ten: one for each of the first causes at its line in the document, one
 * for everything deprecated, and one for the outcome.
 */
export function createGithubReporter(options: ReporterOptions): Reporter {
  return documentReporter(options, render);
}

function render({ summary }: RunStory): string {
  const all = foldFindings(summary.findings.filter(({ known }) => known === undefined));
  const others = deprecationNotice({ summary });
  const findings = all.slice(0, MOST_ANNOTATIONS - others.length - 1).map(annotation);
  const left = all.length - findings.length;
  const more =
    left === 0 ? [] : [`${plural(left, 'more finding')}: see the other reports, such as --report html=report.html.`];
  const verdict = `${outcomeText(summary)}: ${summary.api.title} at ${summary.target}: ${countsText(summary.counts)}`;
  const last = workflowCommand(
    summary.exitStatus === 0 ? 'notice' : 'error',
    { title: 'standin check' },
    [verdict, ...closingSentences(summary), ...leftoversText(summary), ...more].join('\n'),
  );
  return [...findings, ...others, last].map((line) => `${line}\n`).join('');
}

function annotation({ finding, following }: FoldedFinding): string {
  const { position } = finding;
  const place =
    position === undefined ? {} : { file: position.file, line: String(position.line), col: String(position.column) };
  const title = `${finding.check} · ${endpointOf(finding)}`;
  const seen = finding.count > 1 ? ` (seen ${finding.count} times)` : '';
  const detail = [
    `${finding.message}${seen}`,
    followingText({ finding, following }),
    `expected: ${finding.expected}`,
    `actual: ${finding.actual}`,
    finding.curl ?? stepsText(finding),
  ];
  const text = detail.filter((line) => line !== undefined).map((line) => clip(visible(line), 1000));
  return workflowCommand(LEVELS[finding.severity], { ...place, title }, text.join('\n'));
}

function deprecationNotice({ summary }: Pick<RunStory, 'summary'>): readonly string[] {
  if (summary.deprecated.length === 0) return [];
  const lines = bySunset(summary.deprecated).map(deprecatedText);
  return [
    workflowCommand('notice', { title: `Deprecated (${summary.deprecated.length})` }, lines.map(visible).join('\n')),
  ];
}
