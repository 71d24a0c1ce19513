import type { Finding, Phase } from '../../contract/index.ts';
import { clip, xml, xmlAttribute } from '../escape-text.ts';
import type { Reporter, ReporterOptions } from '../reporter.ts';
import { type CaseStory, documentReporter, type RunStory } from '../story.ts';
import { reachedTitle, unreachedLines } from '../unreached-lines.ts';
import {
  bySunset,
  deprecatedText,
  endpointOf,
  outcomeText,
  partText,
  placeInWords,
  repeatOf,
  sunsetText,
} from '../words.ts';

/**
 * JUnit XML that is valid for both published schemas: Apache Ant's, which has no skipped test, and
 * Jenkins's, in which the reason of a skipped test is its text. A suite for each phase, one for findings
 * without a case, one for deprecated parts, and one for a run that failed without a failed test.
 */
export function createJunitReporter(options: ReporterOptions): Reporter {
  return documentReporter(options, render);
}

interface Suite {
  readonly name: string;
  readonly tests: readonly Test[];
  /** Output of the suite, because a passed test cannot contain text in the schema. */
  readonly output: readonly string[];
}

interface Test {
  readonly group: string;
  readonly name: string;
  /** Seconds. */
  readonly time: number;
  readonly outcome: 'passed' | 'failure' | 'error' | 'skipped';
  readonly message?: string;
  readonly type?: string;
  readonly detail?: string;
  /** The place of the broken rule in the document. */
  readonly position?: Finding['position'];
}

function render(story: RunStory): string {
  const allSuites = [...phaseSuites(story), looseSuite(story), deprecatedSuite(story)];
  const suites = [...allSuites, runSuite(story, allSuites)];
  const tests = suites.flatMap((suite) => suite.tests);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="standin check" ${counts(tests)}>`,
    ...suites.filter(({ tests }) => tests.length > 0).map((suite, at) => formatSuite(suite, at, story)),
    '</testsuites>\n',
  ].join('\n');
}

/** Readers of this file alone must see that a run was interrupted, or failed as a whole. */
function runSuite({ summary }: RunStory, suites: readonly Suite[]): Suite {
  const { exitStatus, reasons } = summary;
  const hasFailure = suites.some(({ tests }) =>
    tests.some(({ outcome }) => outcome === 'failure' || outcome === 'error'),
  );
  if (exitStatus === 0 || (exitStatus === 1 && hasFailure)) return { name: 'run', tests: [], output: [] };
  const message = [outcomeText(summary), ...reasons].join(': ');
  const detail = [...reasons, ...summary.notes].join('\n');
  const outcome = exitStatus === 1 ? 'failure' : 'error';
  const test = {
    group: 'run',
    name: 'the run as a whole',
    time: 0,
    outcome,
    type: `exit-${exitStatus}`,
    message,
    detail,
  } as const;
  return { name: 'run', tests: [test], output: [] };
}

/** Operations that were reached, and why others were not. Names are numbered, because they must be unique. */
function reachedProperties({ coverage }: RunStory['summary']): readonly (readonly [string, string])[] {
  const title = reachedTitle(coverage);
  if (title === undefined) return [];
  return [
    ['reached', title],
    ...unreachedLines(coverage).map((line, index) => [`not-reached.${index + 1}`, line] as const),
  ];
}

function formatSuite({ name, tests, output }: Suite, id: number, { summary }: RunStory): string {
  const skipped = tests.filter(({ outcome }) => outcome === 'skipped').length;
  const timestamp = new Date(summary.startedAt).toISOString().slice(0, 19);
  const properties = {
    api: `${summary.api.title} ${summary.api.version}`,
    document: summary.api.source,
    target: summary.target,
    seed: String(summary.seed),
    outcome: outcomeText(summary),
  };
  return [
    `  <testsuite id="${id}" name="${xmlAttribute(name)}" package="standin" hostname="localhost" timestamp="${timestamp}" ${counts(tests)}${skipped === 0 ? '' : ` skipped="${skipped}"`}>`,
    '    <properties>',
    ...[...Object.entries(properties), ...(id === 0 ? reachedProperties(summary) : [])].map(
      ([key, value]) => `      <property name="${key}" value="${xmlAttribute(value)}"/>`,
    ),
    '    </properties>',
    ...tests.map(formatTest),
    `    <system-out>${xml(output.join('\n'))}</system-out>`,
    '    <system-err></system-err>',
    '  </testsuite>',
  ].join('\n');
}

function counts(tests: readonly Test[]): string {
  const of = (outcome: Test['outcome']): number => tests.filter((test) => test.outcome === outcome).length;
  const time = tests.reduce((sum, test) => sum + test.time, 0).toFixed(3);
  return `tests="${tests.length}" failures="${of('failure')}" errors="${of('error')}" time="${time}"`;
}

function formatTest({ group, name, time, outcome, message = '', type = '', detail = '', position }: Test): string {
  const at = position === undefined ? '' : ` file="${xmlAttribute(position.file)}" line="${position.line}"`;
  const open = `    <testcase classname="${xmlAttribute(group)}" name="${xmlAttribute(name)}" time="${time.toFixed(3)}"${at}`;
  if (outcome === 'passed') return `${open}/>`;
  const text = clip(message, 1000);
  const body =
    outcome === 'skipped'
      ? `<skipped>${xml(text)}</skipped>`
      : `<${outcome} message="${xmlAttribute(text)}" type="${xmlAttribute(type)}">${xml(detail)}</${outcome}>`;
  return `${open}>\n      ${body}\n    </testcase>`;
}

function phaseSuites({ cases, findings, summary }: RunStory): readonly Suite[] {
  const phases = new Map<Phase, CaseStory[]>();
  for (const caseStory of cases) {
    const list = phases.get(caseStory.case.phase) ?? [];
    list.push(caseStory);
    phases.set(caseStory.case.phase, list);
  }
  const byCase = new Map<string, Finding[]>();
  for (const finding of findings) {
    if (finding.case === undefined) continue;
    const list = byCase.get(finding.case) ?? [];
    list.push(finding);
    byCase.set(finding.case, list);
  }
  const weighed = new Map(summary.findings.map((finding) => [finding.fingerprint, finding]));
  return [...phases].map(([name, caseStories]) => ({
    name,
    tests: caseStories.map((one) => {
      const test = caseTest(one, byCase.get(one.case.id) ?? []);
      const reason = excuseOf(one, summary.exitStatus, weighed);
      return reason === undefined ? test : { ...test, outcome: 'skipped', message: reason };
    }),
    output: [],
  }));
}

/** Why a failed case is not a failure here, so that this file agrees with the exit status. */
function excuseOf(
  { result }: CaseStory,
  exitStatus: number,
  weighed: ReadonlyMap<string, Finding>,
): string | undefined {
  if (result.verdict === 'errored') return exitStatus === 0 ? `errored: ${result.reason}` : undefined;
  if (result.verdict !== 'failed') return undefined;
  const excuses = result.fingerprints.map((fingerprint) => {
    const finding = weighed.get(fingerprint);
    if (finding?.known !== undefined) return `known: ${finding.known.reason}`;
    return finding?.flaky === true ? `flaky: ${finding.replay ?? 'it did not come again'}` : undefined;
  });
  if (exitStatus !== 0 && excuses.some((excuse) => excuse === undefined)) return undefined;
  return excuses.find((excuse) => excuse !== undefined) ?? 'not counted in this run';
}

function caseTest({ case: planned, result, duration }: CaseStory, findings: readonly Finding[]): Test {
  const test = {
    group: planned.operation ?? 'api',
    name: `${planned.description} [${planned.id}]`,
    time: duration / 1000,
  };
  switch (result.verdict) {
    case 'passed':
      return { ...test, outcome: 'passed' };
    case 'failed': {
      const causes = findings.filter(({ fingerprint }) => result.fingerprints.includes(fingerprint));
      const first = causes[0];
      const detail = causes.map(findingText).join('\n\n');
      return {
        ...test,
        outcome: 'failure',
        type: first?.check ?? 'failed',
        message: first?.message ?? 'failed',
        detail,
        ...(first?.position === undefined ? {} : { position: first.position }),
      };
    }
    case 'errored':
      return { ...test, outcome: 'error', type: 'errored', message: result.reason, detail: result.reason };
    default:
      return { ...test, outcome: 'skipped', message: `${result.verdict}: ${result.reason}` };
  }
}

function findingText(finding: Finding): string {
  const lines = [
    `${finding.severity} ${finding.check}: ${finding.message}`,
    `expected: ${finding.expected}`,
    `actual: ${finding.actual}`,
    `document: ${placeInWords(finding) ?? finding.pointer ?? '–'}`,
    `fingerprint: ${finding.fingerprint}`,
  ];
  const repeat = repeatOf(finding);
  return [...lines, ...(repeat === undefined ? [] : [repeat])].join('\n');
}

/** Findings that made no case fail: of the document, of its use, warnings and information. */
function looseSuite({ cases, summary }: RunStory): Suite {
  const referenced = new Set(cases.flatMap(({ result }) => (result.verdict === 'failed' ? result.fingerprints : [])));
  const loose = summary.findings.filter(({ fingerprint }) => !referenced.has(fingerprint));
  return { name: 'findings', tests: loose.map(looseTest), output: loose.map(findingText) };
}

function looseTest(finding: Finding): Test {
  const counts = finding.severity === 'error' && finding.known === undefined && finding.flaky !== true;
  return {
    group: finding.check,
    name: `${finding.severity}: ${endpointOf(finding)} [${finding.fingerprint}]`,
    time: 0,
    outcome: counts ? 'failure' : 'passed',
    type: finding.check,
    message: finding.message,
    detail: findingText(finding),
    ...(finding.position === undefined ? {} : { position: finding.position }),
  };
}

/**
 * Deprecation is not a failure: each part is a passed test, so that a history of runs shows when it
 * appeared and vanished.
 */
function deprecatedSuite({ summary }: RunStory): Suite {
  const parts = bySunset(summary.deprecated);
  const tests = parts.map((part) => ({
    group: `deprecated.${part.kind}`,
    name: `${partText(part)} (${sunsetText(part)})`,
    time: 0,
    outcome: 'passed' as const,
  }));
  return { name: 'deprecated', tests, output: parts.map(deprecatedText) };
}
