import type { ChangeFinding, ComparedUsage, ComparisonSummary, FindingUse } from '../../comparison/index.ts';
import { EMPTY_MARKUP, type Markup, markup, markupIf, pagePolicy, prose } from '../../look/index.ts';
import { dayOf, stringifyJson } from '../../wire/index.ts';
import { clip } from '../escape-text.ts';
import { MOST_PAGE } from '../page/detail.ts';
import { filterChoice, filterTools, severityBoxes } from '../page/filters.ts';
import { PAGE_SCRIPT } from '../page/script.ts';
import { PAGE_STYLE } from '../page/style.ts';
import { plural } from '../words.ts';
import { answersText, changePlaceText, reachText } from './terminal.ts';
import { knownClientsText, serviceText } from './uses-text.ts';

const WORDS = { error: 'breaking', warning: 'risky', info: 'note' } as const;
const SEVERITIES = ['error', 'warning', 'info'] as const;

/** How much of each thing a page shows, from most to least: it uses the first that keeps it small enough. */
const DETAILS: readonly ChangeDetail[] = [
  { value: 8_000, operations: 200, findings: 2_000 },
  { value: 1_000, operations: 20, findings: 2_000 },
  { value: 300, operations: 5, findings: 1_000 },
];

interface ChangeDetail {
  /** Characters of a message. */
  readonly value: number;
  /** Operations and clients of one finding. */
  readonly operations: number;
  readonly findings: number;
}

/** Up to this many breaking changes are unfolded. */
const FEW = 5;

/**
 * A comparison as one self-contained page. Strings from outside are text, and the content security policy
 * allows only its own style sheet and script. Without the script it can be read, unfolded and filtered by
 * severity.
 */
export function comparisonHtml(summary: ComparisonSummary): string {
  let html = '';
  for (const detail of DETAILS) {
    html = pageOf(summary, detail).html;
    if (Buffer.byteLength(html) <= MOST_PAGE) break;
  }
  return html;
}

function pageOf(summary: ComparisonSummary, detail: ChangeDetail): Markup {
  const { base, revision, findings, usage, notes } = summary;
  const title = `${revision.title} ${base.version} → ${revision.version}`;
  const clients = usage?.clients.length ?? 0;
  const sections: readonly (readonly [string, string])[] = [
    ['summary', 'Summary'],
    ['findings', `Changes (${findings.length})`],
    ...(clients === 0 ? [] : [['clients', `Clients (${clients})`] as const]),
    ...(notes.length === 0 ? [] : [['notes', 'Notes'] as const]),
  ];
  return markup`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${pagePolicy(PAGE_STYLE, PAGE_SCRIPT)}"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="referrer" content="no-referrer"><title>${outcomeOf(summary)}: ${title}</title><style>${{ html: PAGE_STYLE }}</style></head>
<body><a class="skip" href="#findings">Skip to the changes</a>
<header class="wide">${headingMarkup(summary, title)}</header>
<nav aria-label="Parts of this report"><ul class="wide">${sections.map(([id, name]) => markup`<li><a href="#${id}">${name}</a></li>`)}</ul></nav>
<main class="wide">${summarySection(summary)}${findingsSection(findings, detail)}${markupIf(usage, (known) => clientsSection(known, findings))}${notesSection(notes)}</main>
<footer class="wide">Written by standin diff. Requests and answers are drawn from the documents, not recorded.</footer>
<script>${{ html: PAGE_SCRIPT }}</script></body></html>
`;
}

const outcomeOf = ({ exitStatus, reasons }: ComparisonSummary): string =>
  exitStatus === 0 ? 'Nothing that counts' : reasons.join('; ');

function headingMarkup(summary: ComparisonSummary, title: string): Markup {
  const { base, revision, exitStatus } = summary;
  const facts = [
    `base ${base.source}`,
    `revision ${revision.source}`,
    `${plural(base.operations, 'operation')} before, ${revision.operations} now`,
  ];
  const kept = exitStatus === 0;
  return markup`<p class="outcome ${kept ? 'passed' : 'failed'}"><span aria-hidden="true">${kept ? '✓' : '✗'}</span> ${outcomeOf(summary)}</p><h1>${title}</h1>
<div class="meta">${facts.map((fact) => markup`<span>${fact}</span>`)}</div>`;
}

function summarySection(summary: ComparisonSummary): Markup {
  const { counts, release } = summary;
  const tiles = [
    ['breaking', counts.breaking],
    ['risky', counts.risky],
    ['undecided', counts.undecided],
    ['notes', counts.notes],
    ...(counts.known === 0 ? [] : [['known', counts.known] as const]),
  ] as const;
  const sentences: readonly string[] = [
    `The changes say ${release.advice}${release.version === undefined ? '' : ` (${release.version})`}.`,
    ...[knownClientsText(summary) ?? []].flat(),
  ];
  return markup`<section id="summary" aria-labelledby="summary-title"><h2 id="summary-title">Summary</h2>
<ul class="plain">${sentences.map((sentence) => markup`<li>${prose(sentence)}</li>`)}</ul>
<dl class="tiles">${tiles.map(([name, count]) => markup`<div class="panel${count === 0 ? ' zero' : ''}"><dt>${name}</dt><dd>${count}</dd></div>`)}</dl></section>`;
}

const operationOf = ({ operation }: ChangeFinding): string => operation ?? 'the document';

function findingsSection(findings: readonly ChangeFinding[], detail: ChangeDetail): Markup {
  const listed = findings.slice(0, detail.findings);
  const names = (of: (finding: ChangeFinding) => string): readonly (readonly [string, string])[] =>
    [...new Set(listed.map(of))].sort().map((name) => [name, name]);
  const tools = markup`${filterTools('a word of a message, a property, a path, a fingerprint', [
    filterChoice('Operation', 'op', names(operationOf)),
    filterChoice(
      'Rule',
      'check',
      names(({ check }) => check),
    ),
  ])}${severityBoxes(
    SEVERITIES.map((severity) => ({
      severity,
      word: WORDS[severity],
      count: listed.filter((finding) => finding.severity === severity).length,
    })),
  )}`;
  const errors = findings.filter(({ severity, known }) => severity === 'error' && known === undefined);
  return markup`<section id="findings" aria-labelledby="findings-title"><h2 id="findings-title">Changes <span class="n">${findings.length}</span></h2>
${findings.length === 0 ? markup`<p class="muted">None: the messages that fit are the same.</p>` : tools}
${listed.map((finding) => findingPanel(finding, detail, errors.length <= FEW))}
${markupIf(findings.length > listed.length && findings.length - listed.length, (more) => markup`<p class="muted">… and ${plural(more, 'more finding')}: the json report has all.</p>`)}
</section>`;
}

function findingPanel(finding: ChangeFinding, detail: ChangeDetail, unfold: boolean): Markup {
  const { severity, check, known, about, fingerprint, message, reaches } = finding;
  const word = about === 'undecided' ? 'undecided' : WORDS[severity];
  const open = unfold && severity === 'error' && known === undefined;
  const count = reaches.length === 0 ? '' : plural(reaches.length, 'operation');
  return markup`<details class="finding panel ${severity}" id="f-${fingerprint}" data-op="${operationOf(finding)}" data-check="${check}"${open ? markup` open` : EMPTY_MARKUP}>
<summary><span><span class="tag ${severity}">${word}</span></span><span><strong>${check}</strong> <span class="muted">${reachText(finding)}</span>${known === undefined ? EMPTY_MARKUP : markup` <span class="tag">known</span>`}</span><span class="times">${count}</span><span class="what">${prose(message)}</span></summary>
<div class="body">${facts(finding, detail)}${witnessPanel(finding, detail)}${usesTable(finding, detail)}</div>
</details>`;
}

function facts(finding: ChangeFinding, { operations }: ChangeDetail): Markup {
  const { known, weighed, fingerprint, reaches, subject, witness } = finding;
  const code = (text: string): Markup => markup`<code>${text}</code>`;
  const named = reaches.slice(0, operations).join(', ');
  const rest = reaches.length - operations;
  const rows: readonly (readonly [string, string | undefined, (text: string) => Markup])[] = [
    ['Place', changePlaceText(finding), code],
    ['Concerns', subject, code],
    ['Operations', rest > 0 ? `${named} and ${rest} more` : named, prose],
    [witness?.kind === 'response' ? 'Refused before' : 'Refused now', witness?.refusal, prose],
    ['Mocks answered', witness === undefined ? undefined : answersText(witness), prose],
    ['The service', serviceText(finding), prose],
    ['Weighed', weighed, prose],
    [
      'Known because',
      known === undefined
        ? undefined
        : [known.reason, known.owner, known.expires && `until ${known.expires}`].filter(Boolean).join(' · '),
      prose,
    ],
    ['Fingerprint', fingerprint, (text) => markup`<code>${text}</code> <a href="#f-${text}">Link to this finding</a>`],
  ];
  return markup`<dl class="facts">${rows.map(([name, text, show]) => markupIf(text, (value) => markup`<dt>${name}</dt><dd>${show(value)}</dd>`))}</dl>`;
}

/** The request that worked before, or the answer that may come now. */
function witnessPanel({ witness }: ChangeFinding, { value: most }: ChangeDetail): Markup {
  return markupIf(witness, ({ kind, value, curl }) => {
    const title = kind === 'request' ? 'This request worked before' : 'This may come now';
    const text = kind === 'request' && curl !== undefined ? curl : stringifyJson(value, 2);
    return markup`<div class="head"><h4>${title}</h4></div><pre class="curl copy" tabindex="0">${clip(text, most)}</pre>`;
  });
}

/** The known clients that call what has changed. */
function usesTable({ uses = [] }: ChangeFinding, { operations }: ChangeDetail): Markup {
  if (uses.length === 0) return EMPTY_MARKUP;
  const touched = [...uses].sort((one, other) => other.breaks - one.breaks || other.mayBreak - one.mayBreak);
  return markup`<h4>Clients that call it</h4><div class="scroll"><table><thead><tr><th scope="col">client</th><th scope="col" class="n">calls</th><th scope="col" class="n">break</th><th scope="col" class="n">may break</th></tr></thead><tbody>${touched.slice(0, operations).map(useRow)}</tbody></table></div>`;
}

function useRow({ client, calls, breaks, mayBreak, lastSeen, input }: FindingUse): Markup {
  const last = markupIf(lastSeen, (at) => markup`<br><span class="muted">last ${dayOf(at)}</span>`);
  const place = markupIf(input, ({ file, pointer }) => markup`<br><code>${file}#${pointer}</code>`);
  return markup`<tr><th scope="row">${client}${last}${place}</th><td class="n">${calls}</td><td class="n">${breaks}</td><td class="n">${mayBreak}</td></tr>`;
}

function clientsSection({ clients, broken, calls }: ComparedUsage, findings: readonly ChangeFinding[]): Markup {
  if (clients.length === 0) return EMPTY_MARKUP;
  const changes = (client: string): number =>
    findings.filter(({ uses = [] }) => uses.some((use) => use.client === client && use.breaks + use.mayBreak > 0))
      .length;
  const rows = clients.map(
    (client) =>
      markup`<tr><th scope="row">${client}</th><td class="cell ${broken.includes(client) ? 'failed' : 'passed'}">${broken.includes(client) ? 'breaks' : 'not known to break'}</td><td class="n">${changes(client)}</td></tr>`,
  );
  return markup`<section id="clients" aria-labelledby="clients-title"><h2 id="clients-title">Clients <span class="n">${clients.length}</span></h2>
<div class="scroll"><table><caption>${plural(calls, 'recorded call')}</caption><thead><tr><th scope="col">client</th><th scope="col">verdict</th><th scope="col" class="n">changes that touch it</th></tr></thead><tbody>${rows}</tbody></table></div></section>`;
}

function notesSection(notes: readonly string[]): Markup {
  if (notes.length === 0) return EMPTY_MARKUP;
  return markup`<section id="notes" aria-labelledby="notes-title"><h2 id="notes-title">Notes</h2><ul class="plain">${notes.map((note) => markup`<li>${prose(note)}</li>`)}</ul></section>`;
}
