import picocolors from 'picocolors';
import type {
  DeprecatedPart,
  Finding,
  RecordedExchange,
  RunEvent,
  Summary,
  VerdictCounts,
} from '../../contract/index.ts';
import { visible, visibleLines } from '../../look/index.ts';
import { foreignWritesText, judgedCounts, otherReasons, problemsText } from '../closing-sentences.ts';
import { type Comparison, comparedText, compareWithEarlier } from '../comparison-with-earlier.ts';
import { clip } from '../escape-text.ts';
import {
  byCheck,
  countByCause,
  type FoldedFinding,
  foldFindings,
  followingText,
  isKnown,
  knownText,
} from '../finding-folds.ts';
import { fitLine } from '../fit-line.ts';
import { createProgress } from '../progress.ts';
import type { Reporter, ReporterOptions } from '../reporter.ts';
import { isOfDocument, ruleTextOf } from '../rule-links.ts';
import { bodyStart, fieldsText, leftOutText, tellingFields } from '../step-fields.ts';
import { reachedTitle, unreachedLines } from '../unreached-lines.ts';
import {
  bySunset,
  type CaseOutcome,
  COVERAGE_NAMES,
  countsText,
  documentPlace,
  duration,
  endpointOf,
  foreignWriteLines,
  fresh,
  judgedText,
  leftOutLines,
  lifecycleFieldsText,
  outcomeOf,
  outcomeText,
  partText,
  percent,
  plural,
  reasonText,
  sinceText,
  sunsetText,
  totalOf,
  usesText,
} from '../words.ts';

/** The style of lines. `wrap` breaks a line at the width of the terminal. */
interface Colors extends ReturnType<typeof picocolors.createColors> {
  readonly wrap: (line: string, hang?: number) => string;
}

/** How many findings are shown in full. The rest is counted here, and is in the other reports. */
const MOST_FINDINGS = 40;

/** For a terminal: a progress line if it can be redrawn, plain lines in CI, and then the findings. */
export function createTerminalReporter(options: ReporterOptions): Reporter {
  const colors: Colors = {
    ...picocolors.createColors(options.colors ?? false),
    wrap: (line, hang) => fitLine(line, options.columns, hang),
  };
  const progress = createProgress(options, colors);
  let finished = false;
  let isSelected = false;
  const print = (lines: readonly string[]): void => {
    progress.clear();
    options.write(lines.map((line) => `${line}\n`).join(''));
  };
  return {
    on(event) {
      progress.on(event);
      if (event.type === 'run-started') {
        isSelected = (event.settings.only ?? []).length > 0;
        print(openingLines(event, colors));
      } else if (event.type === 'phase-finished' && totalOf(event.counts) > 0) print([phaseLine(event, colors)]);
      else if (event.type === 'run-finished') {
        finished = true;
        print(closingLines(event.summary, { earlier: options.earlier, isSelected }, colors));
      }
    },
    close() {
      if (!finished) print(['', colors.yellow('The run broke off before its end.')]);
    },
  };
}

function openingLines(event: Extract<RunEvent, { type: 'run-started' }>, { bold, dim }: Colors): readonly string[] {
  const { api, plan, settings } = event;
  const facts = [plural(plan.operations, 'operation'), plural(plan.cases, 'case'), `seed ${settings.seed}`];
  facts.push(...judgedText(event));
  if (settings.shard !== undefined) facts.push(`shard ${settings.shard}`);
  if (settings.insecure) facts.push('TLS not verified');
  return [
    '',
    `${bold(visible(`${api.title} ${api.version}`))}  ${dim(visible(api.source))}`,
    `${dim('against')} ${visible(event.target)}`,
    dim(facts.join(' · ')),
    '',
  ];
}

function phaseLine(
  { phase, counts, duration: took }: Extract<RunEvent, { type: 'phase-finished' }>,
  colors: Colors,
): string {
  const mark =
    counts.failed + counts.errored > 0
      ? colors.red('✗')
      : counts.inconclusive > 0
        ? colors.yellow('?')
        : colors.green('✓');
  return `${mark} ${phase.padEnd(10)} ${coloredCounts(counts, colors)} ${colors.dim(`(${duration(took)})`)}`;
}

function coloredCounts(counts: VerdictCounts, colors: Colors): string {
  return colouredText(countsText(counts), colors);
}

function colouredText(text: string, { red, yellow, green, dim }: Colors): string {
  const paint = { failed: red, errored: red, passed: green, inconclusive: yellow, skipped: dim, flaky: yellow };
  return text.replace(/\d+ (\w+)/g, (text, verdict: keyof typeof paint) => paint[verdict]?.(text) ?? text);
}

/** What the closing lines depend on besides the summary. */
interface ClosingContext {
  readonly earlier: ReporterOptions['earlier'];
  /** Whether `--only` selected what is run: such a run prints the scripts of its findings. */
  readonly isSelected: boolean;
}

function closingLines(summary: Summary, { earlier, isSelected }: ClosingContext, colors: Colors): readonly string[] {
  if (totalOf(summary.counts) === 0) {
    if (outcomeOf(summary) === 'unreachable' && summary.requests === 0) return unansweredLines(summary, colors);
    if (summary.exitStatus === 2 && summary.reasons.length > 0) return unjudgedLines(summary, colors);
  }
  return [
    ...findingLines(summary.findings, isSelected, colors),
    ...comparedLines(compareWithEarlier(summary, earlier), colors),
    ...deprecatedLines(summary.deprecated, colors),
    ...reachedLines(summary, colors),
    ...asideLines(summary, colors),
    ...verdictLines(summary, colors),
  ];
}

function section(title: string, count: number | string, { bold, dim }: Colors): readonly string[] {
  return ['', `${bold(title)} ${dim(`(${count})`)}`];
}

function findingLines(findings: readonly Finding[], isSelected: boolean, colors: Colors): readonly string[] {
  const all = foldFindings(findings);
  if (all.length === 0) return [];
  const current = all.filter((each) => !isKnown(each));
  const excused = all.filter(isKnown);
  const known = knownText(excused);
  const byChecks = byCheck(excused.flatMap(({ finding, following }) => [finding, ...following]));
  const listed = current.slice(0, MOST_FINDINGS);
  const more = current.length - listed.length;
  const scripts = isSelected
    ? listed.filter(({ finding }) => counts(finding) && finding.script !== undefined).length
    : Number.POSITIVE_INFINITY;
  return [
    ...section('Findings', countByCause(findings), colors),
    ...listed.flatMap((each) => [...findingText(each.finding, colors, scripts), ...foldedLine(each, colors)]),
    ...(more > 0
      ? [colors.dim(`  … and ${plural(more, 'more finding')}: --report html=report.html lists all of them`)]
      : []),
    ...(known === undefined ? [] : [colors.wrap(`  ${known}: ${byChecks}`)]),
    ...nextLines(listed, isSelected, colors),
  ];
}

const MOST_GONE = 10;

/** The changes since an earlier run or the baseline, and what was not seen again. */
function comparedLines(comparison: Comparison | undefined, { bold, dim, wrap }: Colors): readonly string[] {
  if (comparison === undefined) return [];
  const { gone } = comparison;
  const more = gone.length - MOST_GONE;
  return [
    '',
    wrap(visible(withCapital(comparedText(comparison)))),
    ...gone
      .slice(0, MOST_GONE)
      .map(({ check, endpoint, operation, fingerprint }) =>
        wrap(`  gone: ${bold(visible(check))} ${visible(endpoint ?? operation ?? '')} ${dim(visible(fingerprint))}`),
      ),
    ...(more > 0 ? [dim(`  … and ${more} more`)] : []),
  ];
}

const withCapital = (text: string): string => text.replace(/^./, (letter) => letter.toUpperCase());

/** What to do with a finding that makes a run fail. */
function nextLines(listed: readonly FoldedFinding[], isSelected: boolean, { dim, wrap }: Colors): readonly string[] {
  const first = listed.find(({ finding: { severity, known } }) => severity === 'error' && known === undefined);
  if (first === undefined) return [];
  const checks = new Set(listed.map(({ finding }) => finding.check));
  const isScripted = !isSelected && listed.some(({ finding }) => finding.script !== undefined);
  return [
    '',
    ...[
      checks.size === 1
        ? `standin checks ${first.finding.check} explains this check and how to set it`
        : 'standin checks <check> explains a check and how to set it',
      ...(isScripted ? ['--only <fingerprint> prints the script that repeats a finding'] : []),
      '--baseline <file> --update-baseline accepts known findings',
    ].map((line) => dim(wrap(`  ${line}`, 2))),
  ];
}

const counts = ({ severity, known }: Finding): boolean => severity !== 'info' && known === undefined;

/** `scripts`: how many findings have a script that may be printed. */
function findingText(finding: Finding, colors: Colors, scripts: number): readonly string[] {
  return counts(finding) ? inFull(finding, colors, scripts) : [headline(finding, colors)];
}

function foldedLine(folded: FoldedFinding, { bold, wrap }: Colors): readonly string[] {
  const text = followingText(folded);
  return text === undefined ? [] : [wrap(`    ${bold(visible(text))}`)];
}

function headline(finding: Finding, { red, yellow, cyan, dim, bold, wrap }: Colors): string {
  const paint = { error: red, warning: yellow, info: cyan }[finding.severity];
  const marks = [
    finding.count > 1 ? `×${finding.count}` : '',
    finding.known === undefined ? '' : 'known',
    finding.flaky === true ? 'flaky' : '',
  ].filter(Boolean);
  const head = `  ${paint(finding.severity)} ${bold(visible(finding.check))} ${visible(endpointOf(finding))}`;
  return `${head}${marks.length > 0 ? dim(` ${marks.join(' ')}`) : ''}\n${wrap(`    ${visible(clip(finding.message, 400))}`, 4)}`;
}

function inFull(finding: Finding, colors: Colors, scripts: number): readonly string[] {
  const { dim, wrap } = colors;
  const fact = (name: string, text: string | undefined): readonly string[] =>
    text === undefined ? [] : [wrap(`    ${dim(name.padEnd(LABEL))} ${visible(clip(text, 400))}`, LABEL + 5)];
  // A line break in a body must not begin a line of the report, which it could imitate.
  const command = finding.curl === undefined ? undefined : visibleLines(clip(finding.curl, 2000));
  // A request before the phases belongs to no case.
  const again = finding.case ?? (finding.exchange === undefined ? undefined : finding.fingerprint);
  const curl =
    command === undefined ? [] : [`    ${dim('reproduce'.padEnd(LABEL))} ${command.replaceAll('\n', '\n    │ ')}`];
  return [
    headline(finding, colors),
    ...fact('expected', finding.expected),
    ...fact('actual', finding.actual),
    ...fact('replay', finding.replay),
    ...fact('document', documentPlace(finding)),
    ...fact('rule', ruleLine(finding)),
    ...curl,
    ...(finding.script === undefined || scripts > MOST_SCRIPTS
      ? stepLines(finding, colors)
      : scriptLines(finding.script, colors)),
    ...fact('run again', again === undefined ? undefined : `standin check … --only ${quote(again)}`),
    ...fact('fingerprint', finding.fingerprint),
  ];
}

function ruleLine(finding: Finding): string | undefined {
  const rule = ruleTextOf(finding);
  if (rule === undefined || isOfDocument(rule)) return undefined;
  return [rule.text, rule.link].filter(Boolean).join('  ');
}

/** Columns of the names of facts. */
const LABEL = 11;

/** More scripts would hide the findings. A run of one case (`--only`) prints its script. */
const MOST_SCRIPTS = 3;

/** Indented more than all other lines, so that it can be copied and is not taken for standin's output. */
function scriptLines(script: string, { dim }: Colors): readonly string[] {
  const lines = visibleLines(script.replace(/^(#.*\n)+/, '')).split('\n');
  return [
    `    ${dim('reproduce'.padEnd(LABEL))} a script for sh and curl:`,
    ...lines.map((line) => (line === '' ? '' : `      ${line}`)),
  ];
}

/** A line for each request that leads to the fault, with the beginning of its body. The last one shows the fault. */
function stepLines({ steps = [], messagePointer }: Finding, { dim, wrap }: Colors): readonly string[] {
  const left = Math.max(0, steps.length - MOST_STEPS);
  const fields = tellingFields(steps);
  const lines = [
    ...(left === 0 ? [] : [`after ${plural(left, 'other request')}`]),
    ...steps
      .slice(left)
      .flatMap(({ exchange, leftOut = 0 }, at) => [
        ...(leftOut === 0 ? [] : [leftOutText(leftOut)]),
        stepText(exchange, fields[left + at], messagePointer),
      ]),
  ].flatMap((line, at, all) => {
    // A read that is repeated shows only that it gives the same again.
    if (!/^(?:GET|HEAD) /.test(line)) return [line];
    if (line === all[at + 1]) return [];
    const times = at - all.findLastIndex((each, before) => before < at && each !== line);
    return [times > 1 ? `${line}, ${times} times` : line];
  });
  return lines.map((line, at) =>
    wrap(`    ${dim((at === 0 ? 'steps' : '').padEnd(LABEL))} ${visible(line)}`, LABEL + 7),
  );
}

const MOST_STEPS = 6;

/** Such as `POST /pets [Idempotency-Key: 7] {"name":"Quill"} → 201`. */
function stepText(
  { request, response, failure }: RecordedExchange,
  fields: readonly string[] | undefined,
  place: string | undefined,
): string {
  const { pathname, search } = URL.canParse(request.url) ? new URL(request.url) : { pathname: request.url, search: '' };
  const body = request.body === undefined ? '' : ` ${bodyStart(request.body, place)}`;
  return `${request.method} ${pathname}${search}${fieldsText(fields)}${body} → ${response?.status ?? failure?.code ?? 'no answer'}`;
}

/** Quotes one word for a shell. */
function quote(word: string): string {
  return /^[\w./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\\''`)}'`;
}

function deprecatedLines(parts: readonly DeprecatedPart[], colors: Colors): readonly string[] {
  if (parts.length === 0) return [];
  return [
    ...section('Deprecated', parts.length, colors),
    ...bySunset(parts).map((part) => deprecatedLine(part, colors)),
  ];
}

function deprecatedLine(part: DeprecatedPart, { red, yellow, dim, wrap }: Colors): string {
  const urgent = part.daysLeft === undefined ? dim : part.daysLeft < 0 ? red : part.daysLeft <= 90 ? yellow : dim;
  const successor = part.successor === undefined ? '' : dim(` → ${visible(part.successor)}`);
  const uses = part.uses.length === 0 ? dim(usesText(part)) : yellow(visible(usesText(part)));
  const sentence = lifecycleFieldsText(part);
  const known = part.since === undefined ? [] : [dim(visible(sinceText(part)))];
  const first = [urgent(visible(sunsetText(part))), ...known, uses].join(` ${dim('·')} `);
  return [
    wrap(`  ${visible(partText(part))}${successor}`),
    wrap(`    ${first}`),
    ...(sentence === undefined ? [] : [wrap(`    ${dim(visible(clip(sentence, 400)))}`, 4)]),
  ].join('\n');
}

/** How many reasons are shown. The other reports have all. */
const MOST_UNREACHED = 20;

function reachedLines({ coverage }: Summary, { bold, dim, wrap }: Colors): readonly string[] {
  const title = reachedTitle(coverage);
  if (title === undefined) return [];
  const lines = unreachedLines(coverage);
  const more = lines.length - MOST_UNREACHED;
  return [
    '',
    bold(title),
    ...lines.slice(0, MOST_UNREACHED).map((line) => wrap(`  ${visible(line)}`)),
    ...(more > 0 ? [dim(`  … and ${plural(more, 'more reason')}: --report html=report.html lists all of them`)] : []),
  ];
}

function asideLines(summary: Summary, colors: Colors): readonly string[] {
  const groups: readonly (readonly [string, readonly string[]])[] = [
    ['Inconclusive', summary.inconclusive.map(reasonText)],
    ['Errored', summary.errored.map(reasonText)],
    ['Left out', leftOutLines(summary.leftOut)],
    ['Changed although the run did not create it', foreignWriteLines(summary.foreignWrites)],
    ['Left behind at the target', leftoverLines(summary.leftovers)],
    ['Notes', summary.notes],
  ];
  return groups.flatMap(([title, lines]) =>
    lines.length === 0
      ? []
      : [
          ...section(title, lines.length, colors),
          ...lines.slice(0, 20).map((line) => colors.wrap(`  ${visible(line)}`)),
        ],
  );
}

/** The remaining records for one reason in one line; the JSON report lists each. */
function leftoverLines(leftovers: Summary['leftovers']): readonly string[] {
  const groups = new Map<string, string[]>();
  for (const { resource, path, reason } of leftovers) {
    const key = [resource, ...(reason === undefined ? [] : [reason])].join(': ');
    groups.set(key, [...(groups.get(key) ?? []), ...(path === undefined ? [''] : [path])]);
  }
  return [...groups].map(([key, paths]) => {
    const named = paths.filter((path) => path !== '').slice(0, MOST_PATHS);
    return `${paths.length} × ${key}${named.length > 0 ? ` (${named.join(', ')}${paths.length > named.length ? ', …' : ''})` : ''}`;
  });
}

const MOST_PATHS = 3;

/** The number of findings of each check, which is informative if one cause has many findings. */
function byCheckLine(findings: readonly Finding[], { dim }: Colors): readonly string[] {
  const checks = new Set(findings.map(({ check }) => check)).size;
  if (findings.length <= FEW || checks === findings.length) return [];
  return [dim(`Errors by check: ${byCheck(findings)}`)];
}

const FEW = 5;

/** Nothing is known of a service that never answered, so there are no tables. */
function unansweredLines(summary: Summary, { bold, red, wrap }: Colors): readonly string[] {
  return [
    `${bold(red(outcomeText(summary)))}: nothing answered, and nothing was checked.`,
    ...summary.reasons.map((reason) => wrap(`  ${visible(reason)}`)),
  ];
}

/** A run that stopped before its first case, such as for a credential: the reason, and no tables of zeros. */
function unjudgedLines(summary: Summary, { bold, red, dim, wrap }: Colors): readonly string[] {
  const [first = '', ...others] = summary.reasons;
  return [
    wrap(`${bold(red(outcomeText(summary)))}: ${visible(first)}`),
    ...others.map((reason) => wrap(`  ${visible(reason)}`)),
    dim(`  (${plural(summary.requests, 'request')}, ${duration(summary.duration)})`),
  ];
}

function verdictLines(summary: Summary, colors: Colors): readonly string[] {
  const { bold, dim, wrap } = colors;
  const paint: Readonly<Record<CaseOutcome, Colors['red']>> = {
    passed: colors.green,
    failed: colors.red,
    unreachable: colors.red,
    interrupted: colors.yellow,
    defect: colors.red,
  };
  const errors = fresh(summary.findings, 'error');
  const warnings = fresh(summary.findings, 'warning').length;
  const { totals } = summary.coverage;
  const coverage = COVERAGE_NAMES.filter(([key]) => totals[key].total > 0).map(
    ([key, name]) => `${name.toLowerCase()} ${percent(totals[key])}`,
  );
  const verdict = bold(paint[outcomeOf(summary)](outcomeText(summary)));
  const cases = colouredText(judgedCounts(summary), colors);
  const effort = dim(`(${plural(summary.requests, 'request')}, ${duration(summary.duration)})`);
  const problems = problemsText(summary);
  return [
    '',
    ...byCheckLine(errors, colors),
    ...(coverage.length === 0 ? [] : [wrap(dim(`Covered: ${coverage.join(' · ')}`))]),
    ...(problems === undefined
      ? [wrap(`${verdict}: ${cases}, ${plural(errors.length, 'error')}, ${plural(warnings, 'warning')} ${effort}`)]
      : [wrap(`${verdict}: ${problems}`), wrap(`  ${cases} ${effort}`)]),
    ...[...otherReasons(summary), ...foreignWritesText(summary)].map((reason) => wrap(`  ${visible(reason)}`)),
  ];
}
