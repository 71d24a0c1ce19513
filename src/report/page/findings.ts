import type { Excerpt, Finding, Step } from '../../contract/index.ts';
import { EMPTY_MARKUP, type Markup, markup, markupIf, prose } from '../../look/index.ts';
import type { Comparison } from '../comparison-with-earlier.ts';
import {
  countByCause,
  type FoldedFinding,
  foldFindings,
  followingText,
  isKnown,
  knownText,
  timesText,
} from '../finding-folds.ts';
import { valueEnd } from '../json-place.ts';
import { questionOf, ruleTextOf } from '../rule-links.ts';
import { fieldsText, leftOutText, tellingFields } from '../step-fields.ts';
import { endpointOf, fresh, placeInWords, plural, repeatOf } from '../words.ts';
import type { PageDetail } from './detail.ts';
import { filterChoice, filterTools, severityBoxes } from './filters.ts';
import { exchangePanel, isInRequest } from './messages.ts';

/** A longer page opens slowly. The rest is counted, and is in the JSON report. */
const MOST_FINDINGS = 1000;

/** Up to this many errors are unfolded. */
const FEW = 5;

/** What the panels of one page share. */
interface PanelContext {
  readonly comparison: Comparison | undefined;
  readonly detail: PageDetail;
}

/**
 * The findings, to be unfolded: expected and actual values, the rule in the document, the exchange, and how
 * to repeat it.
 */
export function findingsSection(
  findings: readonly Finding[],
  comparison: Comparison | undefined,
  detail: PageDetail,
): Markup {
  const all = foldFindings(findings);
  const listed = all.slice(0, MOST_FINDINGS);
  const known = listed.filter(isKnown);
  // One more summary would hide nothing.
  const excused = known.length > 1 ? known : [];
  const open =
    fresh(
      all.map(({ finding }) => finding),
      'error',
    ).length <= FEW;
  const context = { comparison, detail };
  return markup`<section id="findings" aria-labelledby="findings-title"><h2 id="findings-title">Findings <span class="n">${countByCause(findings)}</span></h2>
${all.length === 0 ? markup`<p class="muted">None: every answer that was judged kept the contract.</p>` : markup`${tools(all, comparison)}${filters(findings)}`}
${listed.filter((each) => !excused.includes(each)).map((each) => findingPanel(context, each, open))}
${markupIf(knownText(excused), (text) => markup`<details class="following known"><summary>${text}</summary>${excused.map((each) => findingPanel(context, each, false))}</details>`)}
${markupIf(all.length > listed.length && all.length - listed.length, (more) => markup`<p class="muted">… and ${plural(more, 'more finding')}.</p>`)}
</section>`;
}

/** Search and filters, which the page's script enables. */
function tools(all: readonly FoldedFinding[], comparison: Comparison | undefined): Markup {
  const each = all.flatMap(({ finding, following }) => [finding, ...following]);
  const names = (of: (finding: Finding) => string): readonly (readonly [string, string])[] =>
    [...new Set(each.map(of))].sort().map((name) => [name, name]);
  const causes = all
    .filter(({ following }) => following.length > 0)
    .map(
      ({ finding, following }) =>
        [finding.fingerprint, `${finding.check} ${endpointOf(finding)} (${following.length + 1})`] as const,
    );
  return filterTools('a word of a message, a field, a path, a fingerprint', [
    filterChoice('Operation', 'op', names(endpointOf)),
    filterChoice(
      'Check',
      'check',
      names(({ check }) => check),
    ),
    filterChoice(
      'Severity',
      'severity',
      names(({ severity }) => severity),
    ),
    filterChoice(
      'Phase',
      'phase',
      names(({ phase }) => phase ?? 'the whole run'),
    ),
    causes.length === 0 ? EMPTY_MARKUP : filterChoice('Cause', 'cause', causes),
    comparison === undefined
      ? EMPTY_MARKUP
      : filterChoice('Compared', 'state', [
          ['new', 'new'],
          ['same', 'the same'],
        ]),
  ]);
}

function filters(findings: readonly Finding[]): Markup {
  return severityBoxes(
    (['error', 'warning', 'info'] as const).map((severity) => ({
      severity,
      word: severity,
      count: findings.filter((finding) => finding.severity === severity).length,
    })),
  );
}

function findingPanel(context: PanelContext, { finding, following }: FoldedFinding, unfold: boolean): Markup {
  const follows = followingText({ finding, following });
  const open = unfold && finding.severity === 'error' && finding.known === undefined;
  const { comparison } = context;
  const state = comparison === undefined ? undefined : comparison.isNew(finding) ? 'new' : 'same';
  const marks = [
    finding.known === undefined ? '' : 'known',
    finding.flaky === true ? 'flaky' : '',
    finding.source ?? '',
    state === 'new' ? 'new' : '',
  ];
  const cause = finding.because ?? finding.fingerprint;
  return markup`<details class="finding panel ${finding.severity}" id="f-${finding.fingerprint}" data-op="${endpointOf(finding)}" data-check="${finding.check}" data-severity="${finding.severity}" data-phase="${finding.phase ?? 'the whole run'}" data-cause="${cause}"${markupIf(state, (text) => markup` data-state="${text}"`)}${open ? markup` open` : EMPTY_MARKUP}>
<summary><span><span class="tag ${finding.severity}">${finding.severity}</span></span><span><strong>${finding.check}</strong> <span class="muted">${endpointOf(finding)}</span> ${marks
    .filter(Boolean)
    .map(
      (mark) => markup`<span class="tag">${mark}</span> `,
    )}</span><span class="times">${timesText({ finding, following })}</span><span class="what">${prose(finding.message)}${markupIf(wordsOfService(finding), (text) => markup` <span class="muted">“${text}”</span>`)}${markupIf(follows, (text) => markup` <span class="muted">${prose(text)}</span>`)}</span></summary>
<div class="body">${facts(finding, context.detail)}${markupIf((context.detail.isWhole || finding.because === undefined) && finding.excerpt, (excerpt) => excerptPanel(excerpt, finding))}${repeatPanel(finding, context.detail)}${exchanges(finding, context.detail)}${markupIf(follows, (text) => followingPanel(context, text, following))}</div>
</details>`;
}

/** What the service said of a request that it refused or failed at, such as `name is taken`. */
function wordsOfService({ actual, message }: Finding): string | undefined {
  const [, words] = /^[45]\d\d: (.+)$/s.exec(actual) ?? [];
  return words === undefined || message.includes(words) ? undefined : words;
}

function followingPanel(context: PanelContext, text: string, following: readonly Finding[]): Markup {
  const listed = following.slice(0, MOST_FINDINGS);
  return markup`<details class="following"><summary>${prose(text)}</summary>${listed.map((finding) => findingPanel(context, { finding, following: [] }, false))}</details>`;
}

function facts(finding: Finding, { isWhole }: PageDetail): Markup {
  const { known } = finding;
  const rule = ruleTextOf(finding);
  const code = (text: string): Markup => markup`<code>${text}</code>`;
  const rows: readonly (readonly [string, string | undefined, (text: string) => Markup])[] = [
    ['Expected', finding.expected, prose],
    ['Actual', finding.actual, code],
    ['Replay', finding.replay, prose],
    ['Check asks', isWhole ? questionOf(finding.check) : undefined, prose],
    [
      rule?.link === undefined ? 'Rule' : 'Specification',
      isWhole ? rule?.text : undefined,
      (text) =>
        rule?.link === undefined ? prose(text) : markup`<a href="${rule.link}" rel="noreferrer noopener">${text}</a>`,
    ],
    ['In the document', [placeInWords(finding), finding.pointer].filter(Boolean).join('  '), code],
    ['In the message', finding.messagePointer, code],
    ['Keyword', /^(?:schema|reject|accept|header)\./.test(finding.check) ? finding.keyword : undefined, code],
    ['About', `the ${finding.about}`, prose],
    ['Run again', isWhole ? againOf(finding) : undefined, code],
    ['Caller', finding.caller, code],
    ['WFC fault code', finding.wfc, code],
    [
      'Known because',
      known === undefined
        ? undefined
        : [known.reason, known.owner, known.expires && `until ${known.expires}`].filter(Boolean).join(' · '),
      prose,
    ],
    [
      'Fingerprint',
      finding.fingerprint,
      (text) => markup`<code>${text}</code> <a href="#f-${text}">Link to this finding</a>`,
    ],
  ];
  return markup`<dl class="facts">${rows.map(([name, text, show]) => markupIf(text, (known) => markup`<dt>${name}</dt><dd>${show(known)}</dd>`))}</dl>`;
}

/** The lines of the document around the rule, with the rule's line marked. */
function excerptPanel({ line, column, lines }: Excerpt, { position }: Finding): Markup {
  const width = String(line + lines.length).length;
  const shown = lines.map((text, at) => {
    const number = line + at;
    const row = markup`<span class="no">${String(number).padStart(width)}  </span>${number === position?.line ? markedLine(text, column) : markup`${text}`}`;
    return at === 0 ? row : markup`\n${row}`;
  });
  return markup`<h4>In the document</h4><pre class="source${column === undefined ? '' : ' cut'}" tabindex="0">${shown}</pre>`;
}

/** The line of the rule. Of a long line only the value at `column` is marked, with its name if that stands there. */
function markedLine(text: string, column: number | undefined): Markup {
  if (column === undefined) return markup`<mark>${text}</mark>`;
  const from = column - 1;
  const end = valueEnd(text, from);
  const colon = /^\s*:\s*/.exec(text.slice(end))?.[0];
  const to = colon === undefined ? end : valueEnd(text, end + colon.length);
  return markup`${text.slice(0, from)}<mark>${text.slice(from, to)}</mark>${text.slice(to)}`;
}

/** The command that runs again what can show the finding; undefined where no request showed it. */
function againOf({ case: planned, exchange, fingerprint }: Finding): string | undefined {
  return planned === undefined && exchange === undefined ? undefined : `standin check … --only ${fingerprint}`;
}

/** The command or script that repeats the finding; if it is too long for a large page, how to get it. */
function repeatPanel(finding: Finding, { script }: PageDetail): Markup {
  const again = againOf(finding) ?? '';
  const whole = repeatOf(finding) ?? again;
  const command = whole.length > script ? again : whole;
  return markupIf(
    command,
    (text) => markup`<div class="head"><h4>Reproduce</h4></div><pre class="curl copy" tabindex="0">${text}</pre>`,
  );
}

function exchanges(finding: Finding, { body, isWhole }: PageDetail): Markup {
  const { steps, exchange, messagePointer: place } = finding;
  const inRequest = isInRequest(finding);
  const limit = Math.ceil(body / (steps?.length ?? 1));
  const fields = tellingFields(steps ?? []);
  if (steps === undefined) return markupIf(exchange, (each) => exchangePanel(each, { limit, place, inRequest }));
  return markup`${steps.map((step, at) => {
    const isLast = at === steps.length - 1;
    if (!isLast && !isWhole) return markup`<p>${stepTitle(step, at, fields)}</p>`;
    return stepPanel(stepTitle(step, at, fields), step, isLast ? { limit, place, inRequest } : { limit }, isLast);
  })}`;
}

/** Such as `Step 2: createPet, answered 415 [Content-Type: application/json; charset=utf-8]`. */
function stepTitle({ title, leftOut }: Step, at: number, fields: ReturnType<typeof tellingFields>): Markup {
  return markup`${markupIf(leftOut, (count) => markup`<span class="muted">${leftOutText(count)}</span> `)}Step ${at + 1}: ${title}${markupIf(fieldsText(fields[at]), (text) => markup`<span class="muted">${text}</span>`)}`;
}

function stepPanel(title: Markup, step: Step, shown: Parameters<typeof exchangePanel>[1], isLast: boolean): Markup {
  return markup`<details class="following"${isLast ? markup` open` : EMPTY_MARKUP}><summary>${title}</summary>${exchangePanel(step.exchange, shown)}</details>`;
}
