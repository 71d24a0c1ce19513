import { createHash } from 'node:crypto';
import type { Summary } from '../../contract/index.ts';
import { type Markup, markup } from '../markup.ts';
import { findingsSection } from '../page-findings.ts';
import { coverageSection, deprecatedSection, matrixSection, notesSection, summarySection } from '../page-sections.ts';
import { STYLE } from '../page-style.ts';
import type { Reporter, ReporterOptions } from '../reporter.ts';
import { documentReporter } from '../story.ts';
import { closingSentences, duration, judgedText, outcomeOf, outcomeText, plural } from '../words.ts';

/**
 * One self-contained page without any script: everything from outside is text, and its content security policy lets in nothing but
 * this very style sheet. Unfolding and filtering are the browser's own (`details`, check boxes), so keyboard and screen reader work.
 */
export function createHtmlReporter(options: ReporterOptions): Reporter {
  return documentReporter(options, ({ summary }) => page(summary).html);
}

function page(summary: Summary): Markup {
  const hash = createHash('sha256').update(STYLE).digest('base64');
  const policy = `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`;
  const title = `${summary.api.title} ${summary.api.version}`.trim();
  return markup`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="referrer" content="no-referrer"><title>${outcomeText(summary)}: ${title}</title><style>${{ html: STYLE }}</style></head>
<body><a class="skip" href="#findings">Skip to the findings</a>
<header class="wide">${heading(summary, title)}</header>
${navigation(summary)}
<main class="wide">${summarySection(summary)}${findingsSection(summary.findings)}${matrixSection(summary)}${deprecatedSection(summary.deprecated)}${coverageSection(summary.coverage)}${notesSection(summary)}</main>
<footer class="wide">Written by standin check. Bodies and header fields are shown as they came, with secrets taken out.</footer>
</body></html>
`;
}

const MARKS = { passed: '✓', failed: '✗', unreachable: '✗', interrupted: '!', defect: '✗' } as const;

function heading(summary: Summary, title: string): Markup {
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
<div class="meta">${facts.map((fact) => markup`<span>${fact}</span>`)}</div>${sentences.length === 0 ? [] : markup`<ul class="plain">${sentences.map((reason) => markup`<li>${reason}</li>`)}</ul>`}`;
}

function navigation(summary: Summary): Markup {
  const items: readonly (readonly [string, string])[] = [
    ['summary', 'Summary'],
    ['findings', `Findings (${summary.findings.length})`],
    ...(summary.matrix.length === 0 ? [] : [['operations', 'Operations'] as const]),
    ['deprecated', `Deprecated (${summary.deprecated.length})`],
    ['coverage', 'Coverage'],
  ];
  return markup`<nav aria-label="Parts of this report"><ul class="wide">${items.map(([id, name]) => markup`<li><a href="#${id}">${name}</a></li>`)}</ul></nav>`;
}
