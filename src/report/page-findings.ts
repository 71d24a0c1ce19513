import type { Finding, RecordedExchange, Step } from '../contract/index.ts';
import { countByCause, type Folded, folded, followingText } from './finding-folds.ts';
import { EMPTY_MARKUP, type Markup, markup, when } from './markup.ts';
import { bodyText, duration, endpointOf, fresh, placeInWords, plural, repeatOf } from './words.ts';

/** More would only make the page slow to open; the rest is counted, and stands in the JSON report. */
const MOST_FINDINGS = 1000;

/** So many errors are still pleasant to find unfolded. */
const FEW = 5;

/** The findings, each to be unfolded: what was expected, what came, the whole exchange and how to repeat it. */
export function findingsSection(findings: readonly Finding[]): Markup {
  const all = folded(findings);
  const told = all.slice(0, MOST_FINDINGS);
  const leading = all.map(({ finding }) => finding);
  const open = fresh(leading, 'error').length <= FEW;
  return markup`<section id="findings" aria-labelledby="findings-title"><h2 id="findings-title">Findings <span class="n">${countByCause(findings)}</span></h2>
${findings.length === 0 ? markup`<p class="muted">None: every answer that was judged kept the contract.</p>` : filters(findings)}
${told.map((each) => findingPanel(each, open))}
${when(all.length > told.length && all.length - told.length, (more) => markup`<p class="muted">… and ${plural(more, 'more finding')}.</p>`)}
</section>`;
}

function filters(findings: readonly Finding[]): Markup {
  const severities = (['error', 'warning', 'info'] as const).filter((severity) =>
    findings.some((finding) => finding.severity === severity),
  );
  return markup`<fieldset class="filters"><legend>Show</legend>${severities.map(
    (severity) =>
      markup`<label><input type="checkbox" id="show-${severity}" checked> ${severity} <span class="muted">${findings.filter((finding) => finding.severity === severity).length}</span></label>`,
  )}</fieldset>`;
}

function findingPanel({ finding, following }: Folded, unfold: boolean): Markup {
  const follows = followingText(following);
  const open = unfold && finding.severity === 'error' && finding.known === undefined;
  const marks = [
    finding.known === undefined ? '' : 'known',
    finding.flaky === true ? 'flaky' : '',
    finding.source ?? '',
  ];
  return markup`<details class="finding panel ${finding.severity}" id="f-${finding.fingerprint}"${open ? markup` open` : EMPTY_MARKUP}>
<summary><span><span class="tag ${finding.severity}">${finding.severity}</span></span><span><strong>${finding.check}</strong> <span class="muted">${endpointOf(finding)}</span> ${marks
    .filter(Boolean)
    .map(
      (mark) => markup`<span class="tag">${mark}</span> `,
    )}</span><span class="times">${finding.count > 1 ? `${finding.count} times` : 'once'}</span><span class="what">${finding.message}${when(follows, (text) => markup` <span class="muted">${text}</span>`)}</span></summary>
<div class="body">${facts(finding)}${when(repeatOf(finding), (command) => markup`<h4>Repeat</h4><pre class="curl" tabindex="0">${command}</pre>`)}${finding.steps === undefined ? when(finding.exchange, exchangePanel) : stepsPanel(finding.steps)}${when(follows, (text) => followingPanel(text, following))}</div>
</details>`;
}

function followingPanel(text: string, following: readonly Finding[]): Markup {
  const told = following.slice(0, MOST_FINDINGS);
  return markup`<details class="following"><summary>${text}</summary>${told.map((finding) => findingPanel({ finding, following: [] }, false))}</details>`;
}

function facts(finding: Finding): Markup {
  const { known } = finding;
  const rows: readonly (readonly [string, string | undefined])[] = [
    ['Expected', finding.expected],
    ['Actual', finding.actual],
    ['In the document', [placeInWords(finding), finding.pointer].filter(Boolean).join('  ')],
    ['In the message', finding.messagePointer],
    ['Rule', finding.keyword],
    ['Concerns', `${finding.about}, tier ${finding.tier}`],
    ['Case', finding.case],
    ['Caller', finding.caller],
    ['Fault code', finding.wfc],
    [
      'Known because',
      known === undefined
        ? undefined
        : [known.reason, known.owner, known.expires && `until ${known.expires}`].filter(Boolean).join(' · '),
    ],
    ['Fingerprint', finding.fingerprint],
  ];
  return markup`<dl class="facts">${rows.map(([name, text]) => when(text, (known) => markup`<dt>${name}</dt><dd><code>${known}</code></dd>`))}</dl>`;
}

function stepsPanel(steps: readonly Step[]): Markup {
  return markup`${steps.map(({ title, exchange }, at) => markup`<details${at === steps.length - 1 ? markup` open` : EMPTY_MARKUP}><summary>${`Step ${at + 1}: ${title}`}</summary>${exchangePanel(exchange)}</details>`)}`;
}

function exchangePanel(exchange: RecordedExchange): Markup {
  const { request, response, failure } = exchange;
  const first = `${request.method} ${request.url}`;
  const last =
    response === undefined ? (failure?.message ?? 'no response') : `${response.status} ${response.reason ?? ''}`;
  return markup`<div class="messages"><div><h4>Request</h4><pre tabindex="0">${messageText(first, request)}</pre></div>
<div><h4>Response after ${duration(exchange.duration)}</h4><pre tabindex="0">${messageText(last, response ?? { headers: [] })}</pre>${when(response === undefined ? undefined : failure, ({ message }) => markup`<p class="failed small">${message}</p>`)}</div></div>`;
}

function messageText(line: string, message: Pick<RecordedExchange['request'], 'headers' | 'body'>): string {
  const head = [line, ...message.headers.map(([name, value]) => `${name}: ${value}`)].join('\n');
  return message.body === undefined ? head : `${head}\n\n${bodyText(message.body)}`;
}
