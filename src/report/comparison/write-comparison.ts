import { type ComparisonSummary, comparisonEvents } from '../../comparison/index.ts';
import { stringifyJson } from '../../wire/index.ts';
import { inertJson } from '../escape-text.ts';
import { comparisonAnnotations, comparisonJunit, comparisonSarif } from './files.ts';
import { comparisonHtml } from './html.ts';
import { comparisonChangelog, comparisonMarkdown } from './markdown.ts';
import { comparisonText, type TextOptions } from './terminal.ts';

/** Kinds of reports of a comparison. */
export const COMPARISON_REPORTS = [
  'terminal',
  'json',
  'sarif',
  'github',
  'junit',
  'markdown',
  'html',
  'changelog',
] as const;
export type ComparisonReport = (typeof COMPARISON_REPORTS)[number];

/** Writes a comparison as a report. */
export function writeComparison(
  kind: ComparisonReport,
  summary: ComparisonSummary,
  options: Partial<TextOptions> & { readonly version: string },
): string {
  switch (kind) {
    case 'terminal':
      return comparisonText(summary, { ...options, colors: options.colors === true });
    case 'json':
      return eventLines(summary);
    case 'sarif':
      return comparisonSarif(summary, options.version);
    case 'github':
      return comparisonAnnotations(summary);
    case 'junit':
      return comparisonJunit(summary);
    case 'markdown':
      return comparisonMarkdown(summary);
    case 'html':
      return comparisonHtml(summary);
    case 'changelog':
      return comparisonChangelog(summary);
  }
}

/** One event per line; the last has the summary. */
function eventLines(summary: ComparisonSummary): string {
  // An event is JSON; `bigint` values of a witness keep their digits.
  return comparisonEvents(summary)
    .map((event) => `${inertJson(stringifyJson(event as never))}\n`)
    .join('');
}
