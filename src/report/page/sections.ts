import type {
  Coverage,
  DeprecatedPart,
  OperationCoverage,
  Phase,
  Ratio,
  Summary,
  VerdictCounts,
} from '../../contract/index.ts';
import { EMPTY_MARKUP, type Markup, markup, markupIf, prose } from '../../look/index.ts';
import { countedErrors, countedWarnings } from '../closing-sentences.ts';
import type { Comparison } from '../comparison-with-earlier.ts';
import { foldFindings } from '../finding-folds.ts';
import type { CaseStory } from '../story.ts';
import { reachedTitle, unreachedLines } from '../unreached-lines.ts';
import {
  bySunset,
  COVERAGE_NAMES,
  countsText,
  daysText,
  foreignWriteLines,
  leftOutLines,
  lifecycleFieldsText,
  percent,
  plural,
  reasonText,
  totalOf,
} from '../words.ts';
import { caseGroupId } from './cases.ts';

const VERDICTS = ['passed', 'failed', 'errored', 'inconclusive', 'skipped'] as const;

/** The verdicts of the cases: one bar, and a number for each. */
export function summarySection({ counts, findings }: Summary): Markup {
  const tiles: readonly (readonly [string, number, string])[] = [
    ...[...VERDICTS, 'flaky' as const].map((verdict) => [`Cases ${verdict}`, counts[verdict], verdict] as const),
    ['Problems', foldFindings(countedErrors(findings)).length, 'failed'],
    ['Warnings', countedWarnings(findings).length, 'inconclusive'],
  ];
  return markup`<section id="summary" aria-labelledby="summary-title"><h2 id="summary-title">Summary</h2>${bar(counts)}
<dl class="tiles">${tiles.map(([name, count, style]) => markup`<div class="panel ${count === 0 ? 'zero' : style}"><dt>${name}</dt><dd>${count}</dd></div>`)}</dl></section>`;
}

/** Widths are SVG presentation attributes, because the content security policy forbids style attributes. */
function bar(counts: VerdictCounts): Markup {
  const total = totalOf(counts);
  let at = 0;
  const segments = VERDICTS.map((verdict) => {
    const width = total === 0 ? 0 : (counts[verdict] / total) * 100;
    at += width;
    return markup`<rect class="${verdict}" x="${at - width}" width="${width}" height="10"/>`;
  });
  return markup`<svg class="bar" viewBox="0 0 100 10" preserveAspectRatio="none" role="img" aria-label="${countsText(counts)}">${segments}</svg>`;
}

/** Operations × phases. */
export function matrixSection({ matrix, findings }: Summary, cases: readonly CaseStory[]): Markup {
  if (matrix.length === 0) return EMPTY_MARKUP;
  const phases = [...new Set(matrix.flatMap((row) => row.phases.map(({ phase }) => phase)))];
  const head = phases.map((phase) => markup`<th scope="col">${phase}</th>`);
  const rows = matrix.map((row) => {
    const cells = phases.map((phase) => {
      const counts = row.phases.find((one) => one.phase === phase)?.counts;
      return cell(counts, phase, cellLink(row, phase, findings, cases));
    });
    return markup`<tr><th scope="row">${endpoint(row.endpoint)}</th>${cells}</tr>`;
  });
  return markup`<section id="operations" aria-labelledby="operations-title"><h2 id="operations-title">Operations <span class="n">${matrix.length}</span></h2>
<div class="scroll panel" tabindex="0" role="region" aria-labelledby="operations-title"><table><caption class="hidden">Cases of each operation in each phase</caption><thead><tr><th scope="col">Operation</th>${head}</tr></thead><tbody>${rows}</tbody></table></div></section>`;
}

/** The link of a cell: to the findings of its cases, else to the cases. */
function cellLink(
  { operation, endpoint }: Summary['matrix'][number],
  phase: Phase,
  findings: Summary['findings'],
  cases: readonly CaseStory[],
): CellLink | undefined {
  const own = cases.filter(({ case: planned }) => planned.operation === operation && planned.phase === phase);
  const failed = own.flatMap(({ result }) => ('fingerprints' in result ? result.fingerprints : []));
  const filed = findings.filter((each) => each.endpoint === endpoint && each.phase === phase);
  const known = new Set(findings.map(({ fingerprint }) => fingerprint));
  const only = [...new Set([...failed, ...filed.map(({ fingerprint }) => fingerprint)])].filter((each) =>
    known.has(each),
  );
  if (only.length > 0) return { to: `f-${only[0]}`, only: only.slice(0, 50) };
  return own.length === 0 ? undefined : { to: caseGroupId(operation), only: [] };
}

interface CellLink {
  readonly to: string;
  readonly only: readonly string[];
}

function cell(counts: VerdictCounts | undefined, phase: Phase, link: CellLink | undefined): Markup {
  if (counts === undefined || totalOf(counts) === 0)
    return markup`<td class="cell muted"><span class="hidden">nothing in ${phase}</span><span aria-hidden="true">·</span></td>`;
  const [style, mark, shown] =
    counts.failed + counts.errored > 0
      ? (['failed', '✗', counts.failed + counts.errored] as const)
      : counts.passed > 0
        ? (['passed', '✓', counts.passed] as const)
        : counts.inconclusive > 0
          ? (['inconclusive', '?', counts.inconclusive] as const)
          : (['skipped', '–', counts.skipped] as const);
  const rest = totalOf(counts) - shown;
  const text = markup`<span class="hidden">${countsText(counts)}</span><span class="${style}" aria-hidden="true">${mark} ${shown}</span>${markupIf(rest > 0 && rest, (others) => markup`<span class="muted" aria-hidden="true"> of ${shown + others}</span>`)}`;
  if (link === undefined) return markup`<td class="cell" title="${countsText(counts)}">${text}</td>`;
  const only = markupIf(link.only.join(' '), (list) => markup` data-only="${list}"`);
  return markup`<td class="cell" title="${countsText(counts)}"><a href="#${link.to}"${only}>${text}</a></td>`;
}

function endpoint(text: string): Markup {
  const space = text.indexOf(' ');
  return space < 0
    ? markup`${text}`
    : markup`<span class="method">${text.slice(0, space)}</span> ${text.slice(space + 1)}`;
}

/** Every deprecated part with its days left and its users, the most urgent first. */
export function deprecatedSection(parts: readonly DeprecatedPart[]): Markup {
  const head = ['Part', 'Deprecated since', 'Sunset', 'Days left', 'Use instead', 'Used by', 'Header fields'].map(
    (name) => markup`<th scope="col">${name}</th>`,
  );
  const body =
    parts.length === 0
      ? markup`<p class="muted">The document marks nothing as deprecated.</p>`
      : markup`<div class="scroll panel" tabindex="0" role="region" aria-labelledby="deprecated-title"><table><caption class="hidden">Deprecated parts of the API and their use</caption><thead><tr>${head}</tr></thead><tbody>${bySunset(parts).map(deprecatedRow)}</tbody></table></div>`;
  return markup`<section id="deprecated" aria-labelledby="deprecated-title"><h2 id="deprecated-title">Deprecated <span class="n">${parts.length}</span></h2>${body}</section>`;
}

function deprecatedRow(part: DeprecatedPart): Markup {
  const urgency =
    part.daysLeft === undefined ? 'muted' : part.daysLeft < 0 ? 'late' : part.daysLeft <= 90 ? 'soon' : '';
  return markup`<tr><th scope="row">${endpoint(part.endpoint)}${markupIf(part.messagePointer, (pointer) => markup`<br><span class="muted">${part.kind}</span> <code>${pointer}</code>`)}</th>
<td class="date">${part.since ?? '–'}</td><td class="date">${part.sunset ?? 'no date'}</td><td class="date ${urgency}">${part.daysLeft === undefined ? '–' : daysText(part.daysLeft)}</td>
<td>${markupIf(part.successor, webLink)}${markupIf(part.documentation, (address) => markup` <span class="small">${webLink(address)}</span>`)}</td><td>${uses(part)}</td><td class="small">${lifecycleFieldsText(part) ?? '–'}</td></tr>`;
}

function uses({ uses }: DeprecatedPart): Markup {
  if (uses.length === 0) return markup`<span class="muted">no use seen</span>`;
  return markup`${uses.map(({ caller, count }) => markup`<div>${caller} <span class="muted">${plural(count, 'time')}</span></div>`)}`;
}

/** Only http and https URLs become links. Other strings stay text. */
function webLink(address: string): Markup {
  if (!/^https?:\/\/[^\s]+$/i.test(address)) return markup`<code>${address}</code>`;
  return markup`<a href="${address}" rel="noreferrer noopener nofollow">${address}</a>`;
}

/** Seen and possible, for each kind of coverage. */
export function coverageSection(coverage: Coverage): Markup {
  const { totals, operations } = coverage;
  const rows = COVERAGE_NAMES.map(
    ([key, name]) =>
      markup`<tr><th scope="row">${name}</th><td>${meter(totals[key], name)}</td><td class="n">${percent(totals[key])}</td><td class="n muted">${totals[key].covered} of ${totals[key].total}</td></tr>`,
  );
  return markup`${reachedSection(coverage)}<section id="coverage" aria-labelledby="coverage-title"><h2 id="coverage-title">Coverage</h2>
<div class="panel"><table><caption class="hidden">Coverage of the document</caption><tbody>${rows}</tbody></table></div>${markupIf(operations.length > 0 && operations, byOperation)}</section>`;
}

/** Operations with a success, and for each other one the reason and a hint. */
function reachedSection(coverage: Coverage): Markup {
  const title = reachedTitle(coverage);
  if (title === undefined) return EMPTY_MARKUP;
  const lines = unreachedLines(coverage);
  const list =
    lines.length === 0
      ? EMPTY_MARKUP
      : markup`<ul class="plain">${lines.map((line) => markup`<li>${prose(line)}</li>`)}</ul>`;
  return markup`<section id="reached" aria-labelledby="reached-title"><h2 id="reached-title">${title}</h2>${list}</section>`;
}

function meter({ covered, total }: Ratio, name: string): Markup {
  return markup`<progress max="${Math.max(total, 1)}" value="${covered}" aria-label="${name}"></progress>`;
}

function byOperation(operations: readonly OperationCoverage[]): Markup {
  const head = ['Operation', 'Requests', 'Statuses', 'Parameters', 'Properties', 'Rules kept', 'Rules broken alone'];
  return markup`<h3 id="by-operation">By operation</h3><div class="scroll panel" tabindex="0" role="region" aria-labelledby="by-operation"><table><thead><tr>${head.map((name) => markup`<th scope="col">${name}</th>`)}</tr></thead><tbody>${operations.map(coverageRow)}</tbody></table></div>`;
}

function coverageRow(one: OperationCoverage): Markup {
  const ratio = ({ covered, total }: Ratio): Markup =>
    markup`<td class="cell">${total === 0 ? '–' : `${covered} of ${total}`}</td>`;
  const sent = one.parameters.filter((parameter) => parameter.sent).length;
  return markup`<tr><th scope="row">${endpoint(one.endpoint)}${one.reached ? EMPTY_MARKUP : markup` <span class="tag warning">not reached</span>`}</th><td class="cell">${one.requests}</td>
<td>${one.statuses.map(statusChip)}</td>${ratio({ covered: sent, total: one.parameters.length })}${ratio(one.properties)}${ratio(one.keywordsValid)}${ratio(one.keywordsBroken)}</tr>`;
}

function statusChip({ status, documented, count }: OperationCoverage['statuses'][number]): Markup {
  const style = documented ? (count === 0 ? 'unseen' : '') : 'undocumented';
  const word = documented
    ? count === 0
      ? 'documented, not seen'
      : `seen ${plural(count, 'time')}`
    : `not documented, seen ${plural(count, 'time')}`;
  return markup`<span class="chip ${style}" title="${word}">${status}<span class="hidden"> ${word}</span></span>`;
}

/** Further notes: reasons of inconclusive cases, operations that were left out, remaining records. */
export function notesSection(summary: Summary): Markup {
  const groups: readonly (readonly [string, readonly string[]])[] = [
    ['About this run', summary.notes],
    ['Inconclusive', summary.inconclusive.map(reasonText)],
    ['Errored', summary.errored.map(reasonText)],
    ['Skipped', summary.skipped.map(reasonText)],
    ['Left out of the plan', leftOutLines(summary.leftOut)],
    ['Changed although the run did not create it', foreignWriteLines(summary.foreignWrites)],
    [
      'Left behind at the target',
      summary.leftovers.map(({ resource, path, reason }) => [resource, path, reason].filter(Boolean).join(' · ')),
    ],
    ['Baseline', baselineLines(summary)],
  ];
  const filled = groups.filter(([, lines]) => lines.length > 0);
  if (filled.length === 0) return EMPTY_MARKUP;
  return markup`<section id="notes" aria-labelledby="notes-title"><h2 id="notes-title">Notes</h2>${filled.map(([title, lines]) => markup`<h3>${title}</h3><ul class="plain">${lines.map((line) => markup`<li>${prose(line)}</li>`)}</ul>`)}</section>`;
}

function baselineLines({ baseline }: Summary): readonly string[] {
  if (baseline === undefined) return [];
  return [
    `${plural(baseline.known, 'known finding')}, ${baseline.fresh} new`,
    ...baseline.expired.map(
      ({ check, fingerprint, expires }) => `${check} ${fingerprint}: its excuse expired ${expires ?? ''}`,
    ),
    ...baseline.stale.map(
      ({ check, fingerprint }) => `${check} ${fingerprint}: no longer occurs; --update-baseline removes it`,
    ),
  ];
}

/** A longer list is folded, so that the findings of this run are near. */
const FEW_GONE = 5;

/** Changes since an earlier run, and findings that were not seen again. */
export function comparisonSection(comparison: Comparison | undefined): Markup {
  if (comparison === undefined) return EMPTY_MARKUP;
  const { name, fresh, same, gone } = comparison;
  const list =
    gone.length === 0
      ? EMPTY_MARKUP
      : markup`<details class="following"${gone.length > FEW_GONE ? EMPTY_MARKUP : markup` open`}><summary>${plural(gone.length, 'finding')} no longer seen</summary><ul class="plain">${gone.map((each) => markup`<li><strong>${each.check}</strong> ${each.endpoint ?? each.operation ?? ''} <code>${each.fingerprint}</code>${markupIf(each.message, (text) => markup`<br><span class="muted">${prose(text)}</span>`)}</li>`)}</ul></details>`;
  return markup`<section id="compared" aria-labelledby="compared-title"><h2 id="compared-title">Compared with ${name}</h2><p><strong>${fresh}</strong> new · <strong>${same}</strong> the same · <strong>${gone.length}</strong> gone</p>${list}</section>`;
}
