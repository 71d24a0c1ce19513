import type { DeprecatedPart, Finding, Summary } from '../../contract/index.ts';
import { html, visible } from '../../look/index.ts';
import { closingSentences } from '../closing-sentences.ts';
import { type Comparison, comparedText, compareWithEarlier } from '../comparison-with-earlier.ts';
import { clip, markdown, markdownBlock, markdownCode, markdownProse } from '../escape-text.ts';
import { countByCause, type FoldedFinding, foldFindings, followingText } from '../finding-folds.ts';
import type { Reporter, ReporterOptions } from '../reporter.ts';
import { isOfDocument, ruleTextOf } from '../rule-links.ts';
import { documentReporter } from '../story.ts';
import { reachedTitle, unreachedLines } from '../unreached-lines.ts';
import {
  bySunset,
  COVERAGE_NAMES,
  countsText,
  documentPlace,
  duration,
  endpointOf,
  foreignWriteLines,
  leftOutLines,
  lifecycleFieldsText,
  outcomeOf,
  outcomeText,
  partText,
  percent,
  plural,
  reasonText,
  repeatOf,
  sunsetText,
} from '../words.ts';

/** A CI job summary is limited to one MiB. Further findings are only counted. */
const MOST_FINDINGS = 100;

/** Maximum characters of a command or script, because a part of one is useless. */
const MOST_SCRIPT = 8_000;
const TOO_LONG = 'The commands that repeat it are too long for this summary: see the json or html report.';

const MARKS = { error: '🔴', warning: '🟡', info: '🔵' } as const;
const OUTCOME_MARKS = { passed: '✅', failed: '❌', unreachable: '🔌', interrupted: '⏸️', defect: '💥' } as const;

/** Markdown (GitHub flavoured) for a job summary or a comment. */
export function createMarkdownReporter(options: ReporterOptions): Reporter {
  return documentReporter(
    options,
    ({ summary }) => `${sections(summary, compareWithEarlier(summary, options.earlier)).join('\n\n')}\n`,
  );
}

function sections(summary: Summary, comparison: Comparison | undefined): readonly string[] {
  return [
    `## ${OUTCOME_MARKS[outcomeOf(summary)]} ${outcomeText(summary)}`,
    `${markdown(`${summary.api.title} ${summary.api.version}`)} at ${markdownCode(summary.target)} · ${markdown(countsText(summary.counts))} · ${plural(summary.requests, 'request')} in ${duration(summary.duration)} · seed ${summary.seed}`,
    ...bullets([...closingSentences(summary), ...(comparison === undefined ? [] : [comparedText(comparison)])]),
    ...findingSections(summary.findings),
    ...deprecatedSection(summary.deprecated),
    '### Coverage',
    table(
      ['What', 'Seen', 'Of', 'Share'],
      COVERAGE_NAMES.map(([key, name]) => {
        const ratio = summary.coverage.totals[key];
        return [name, String(ratio.covered), String(ratio.total), percent(ratio)];
      }),
    ),
    ...asideSections(summary),
  ];
}

function bullets(lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [lines.map((line) => `- ${markdownProse(line)}`).join('\n')];
}

function findingSections(findings: readonly Finding[]): readonly string[] {
  if (findings.length === 0) return [];
  const all = foldFindings(findings);
  const listed = all.slice(0, MOST_FINDINGS);
  const rows = listed.map(({ finding, following }) => [
    `${MARKS[finding.severity]} ${finding.severity}${finding.known === undefined ? '' : ' (known)'}`,
    markdownCode(finding.check),
    markdown(endpointOf(finding)),
    markdownProse([clip(finding.message, 300), followingText({ finding, following })].filter(Boolean).join(' – ')),
    String(finding.count),
  ]);
  const more = all.length - listed.length;
  return [
    `### Findings (${countByCause(findings)})`,
    table(['', 'Check', 'Operation', 'What is wrong', 'Seen'], rows),
    ...(more > 0 ? [`… and ${plural(more, 'more finding', 'more findings')}.`] : []),
    ...listed.filter(({ finding: { severity, known } }) => severity === 'error' && known === undefined).map(detail),
  ];
}

function detail({ finding, following }: FoldedFinding): string {
  const text = followingText({ finding, following });
  const repeat = repeatOf(finding);
  return [
    `<details><summary>${html(visible(`${finding.check}: ${endpointOf(finding)}`))}</summary>`,
    markdownProse(finding.message),
    ...(text === undefined ? [] : [markdown(`${text}.`)]),
    `- expected: ${markdownProse(clip(finding.expected, 500))}\n- actual: ${markdownCode(clip(finding.actual, 500))}\n- document: ${markdownCode(documentPlace(finding) ?? '–')}${ruleLine(finding)}\n- fingerprint: ${markdownCode(finding.fingerprint)}`,
    ...(repeat === undefined ? [] : [repeat.length > MOST_SCRIPT ? TOO_LONG : markdownBlock(repeat, 'sh')]),
    '</details>',
  ].join('\n\n');
}

/** The sentence of the document, or a link to the specification where the rule is not only the document's. */
function ruleLine(finding: Finding): string {
  const rule = ruleTextOf(finding);
  if (rule === undefined || isOfDocument(rule)) return '';
  return `\n- rule: ${rule.link === undefined ? markdownProse(clip(rule.text, 500)) : `[${rule.text}](${rule.link})`}`;
}

function deprecatedSection(parts: readonly DeprecatedPart[]): readonly string[] {
  if (parts.length === 0) return [];
  const rows = bySunset(parts).map((part) => [
    part.kind,
    markdown(partText(part)),
    markdown(part.since ?? '–'),
    markdown(sunsetText(part)),
    part.successor === undefined ? '–' : markdownCode(part.successor),
    part.uses.length === 0 ? 'none seen' : markdown(part.uses.map((use) => `${use.caller} (${use.count})`).join(', ')),
    markdown(clip(lifecycleFieldsText(part) ?? '–', 300)),
  ]);
  const head = ['Kind', 'Part', 'Since', 'Sunset', 'Successor', 'Used by', 'Header fields'];
  return [`### Deprecated (${parts.length})`, table(head, rows)];
}

function asideSections(summary: Summary): readonly string[] {
  const unsure = summary.inconclusive.map(reasonText);
  const left = leftOutLines(summary.leftOut);
  const leftovers = summary.leftovers.map(
    ({ resource, path, reason }) => `${resource} ${path ?? ''}: ${reason ?? 'not removed'}`,
  );
  const groups: readonly (readonly [string, readonly string[]])[] = [
    ['Inconclusive', unsure],
    ['Left out', left],
    ['Changed although the run did not create it', foreignWriteLines(summary.foreignWrites)],
    ['Left behind at the target', leftovers],
    ['Notes', summary.notes],
  ];
  const reached = reachedTitle(summary.coverage);
  return [
    ...(reached === undefined ? [] : [`### ${reached}`, ...bullets(unreachedLines(summary.coverage))]),
    ...groups.flatMap(([title, lines]) => (lines.length === 0 ? [] : [`### ${title}`, ...bullets(lines)])),
  ];
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
