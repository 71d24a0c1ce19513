import type { Summary } from '../../contract/index.ts';
import { type Markup, markup, pagePolicy, prose } from '../../look/index.ts';
import { type CaseSteps, createCaseSteps } from '../case-steps.ts';
import { closingSentences } from '../closing-sentences.ts';
import { type Comparison, compareWithEarlier } from '../comparison-with-earlier.ts';
import { foldFindings } from '../finding-folds.ts';
import { casesSection } from '../page/cases.ts';
import { MOST_PAGE, PAGE_DETAILS, type PageDetail } from '../page/detail.ts';
import { findingsSection } from '../page/findings.ts';
import { PAGE_SCRIPT } from '../page/script.ts';
import {
  comparisonSection,
  coverageSection,
  deprecatedSection,
  matrixSection,
  notesSection,
  summarySection,
} from '../page/sections.ts';
import { PAGE_STYLE } from '../page/style.ts';
import type { Reporter, ReporterOptions } from '../reporter.ts';
import { documentReporter, type RunStory } from '../story.ts';
import { duration, judgedText, outcomeOf, outcomeText, plural } from '../words.ts';

/**
 * One self-contained page. Strings from outside are text, and the content security policy allows only its
 * own style sheet and script. Without the script it can be read, unfolded and filtered by severity; search,
 * other filters and copying need it.
 */
export function createHtmlReporter(options: ReporterOptions): Reporter {
  const steps = createCaseSteps();
  const end = documentReporter(options, (story) =>
    smallEnough((detail) => page(story, steps, options.earlier, detail).html),
  );
  return {
    exchanges: true,
    on(event) {
      if (event.type === 'exchange') steps.add(event.case, event.exchange);
      else end.on(event);
    },
    close: end.close,
  };
}

/** The page with as much detail as keeps it small enough. */
function smallEnough(render: (detail: PageDetail) => string): string {
  let html = '';
  for (const detail of PAGE_DETAILS) {
    html = render(detail);
    if (Buffer.byteLength(html) <= MOST_PAGE) break;
  }
  return html;
}

function page(
  { summary, cases }: RunStory,
  steps: CaseSteps,
  earlier: ReporterOptions['earlier'],
  detail: PageDetail,
): Markup {
  const policy = pagePolicy(PAGE_STYLE, PAGE_SCRIPT);
  const comparison = compareWithEarlier(summary, earlier);
  const title = `${summary.api.title} ${summary.api.version}`.trim();
  return markup`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="referrer" content="no-referrer"><title>${outcomeText(summary)}: ${title}</title><style>${{ html: PAGE_STYLE }}</style></head>
<body><a class="skip" href="#findings">Skip to the findings</a>
<header class="wide">${headingMarkup(summary, title)}</header>
${navigation(summary, comparison, cases.length)}
<main class="wide">${summarySection(summary)}${comparisonSection(comparison)}${findingsSection(summary.findings, comparison, detail)}${matrixSection(summary, cases)}${casesSection(cases, steps, detail.cases)}${deprecatedSection(summary.deprecated)}${coverageSection(summary.coverage)}${notesSection(summary)}</main>
<footer class="wide">Written by standin check. Bodies and header fields are shown as they came, with secrets taken out.</footer>
<script>${{ html: PAGE_SCRIPT }}</script></body></html>
`;
}

const MARKS = { passed: '✓', failed: '✗', unreachable: '✗', interrupted: '!', defect: '✗' } as const;

function headingMarkup(summary: Summary, title: string): Markup {
  const outcome = outcomeOf(summary);
  const sentences = closingSentences(summary);
  const facts = [
    `against ${summary.target}`,
    `document ${summary.api.source}`,
    `${new Date(summary.startedAt).toISOString().slice(0, 16).replace('T', ' ')} UTC`,
    ...judgedText(summary),
    `${plural(summary.requests, 'request')} in ${duration(summary.duration)}`,
    `seed ${summary.seed}`,
    ...(summary.shard === undefined ? [] : [`shard ${summary.shard}`]),
  ];
  return markup`<p class="outcome ${outcome}"><span aria-hidden="true">${MARKS[outcome]}</span> ${outcomeText(summary)}</p><h1>${title}</h1>
<div class="meta">${facts.map((fact) => markup`<span>${fact}</span>`)}</div>${sentences.length === 0 ? [] : markup`<ul class="plain">${sentences.map((reason) => markup`<li>${prose(reason)}</li>`)}</ul>`}`;
}

function navigation(summary: Summary, comparison: Comparison | undefined, cases: number): Markup {
  const items: readonly (readonly [string, string])[] = [
    ['summary', 'Summary'],
    ...(comparison === undefined ? [] : [['compared', 'Compared'] as const]),
    ['findings', `Findings (${foldFindings(summary.findings).length})`],
    ...(summary.matrix.length === 0 ? [] : [['operations', 'Operations'] as const]),
    ...(cases === 0 ? [] : [['cases', `Cases (${cases})`] as const]),
    ['deprecated', `Deprecated (${summary.deprecated.length})`],
    ['coverage', 'Coverage'],
  ];
  return markup`<nav aria-label="Parts of this report"><ul class="wide">${items.map(([id, name]) => markup`<li><a href="#${id}">${name}</a></li>`)}</ul></nav>`;
}
