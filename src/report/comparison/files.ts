import type { ChangeFinding, ComparisonSummary } from '../../comparison/index.ts';
import type { JsonObject } from '../../core/index.ts';
import { visibleLines } from '../../look/index.ts';
import { MOST_ANNOTATIONS, workflowCommand } from '../escape-text.ts';
import { junitSuite } from '../junit-suite.ts';
import { fileUri, ruleName, sarifLog } from '../sarif-log.ts';
import { changePlaceText, reachText } from './terminal.ts';
import { evidenceLines } from './uses-text.ts';

const LEVELS = { error: 'error', warning: 'warning', info: 'note' } as const;

/** A comparison as SARIF 2.1.0: the place in the revision, the base as a related location. */
export function comparisonSarif(summary: ComparisonSummary, version: string): string {
  const rules = [...new Set(summary.findings.map(({ check }) => check))].sort();
  const located = ({ place, counterpart }: ChangeFinding, which: 'place' | 'counterpart'): JsonObject[] => {
    const position = (which === 'place' ? place : counterpart)?.position;
    if (position === undefined) return [];
    const { file, line, column } = position;
    return [
      {
        physicalLocation: {
          artifactLocation: { uri: fileUri(file) },
          region: { startLine: line, startColumn: column },
        },
      },
    ];
  };
  const results = summary.findings.map((finding) => ({
    ruleId: finding.check,
    ruleIndex: rules.indexOf(finding.check),
    level: LEVELS[finding.severity],
    message: { text: visibleLines(messageOf(finding)) },
    locations: located(finding, 'place'),
    relatedLocations: located(finding, 'counterpart'),
    partialFingerprints: { standin: finding.fingerprint },
    ...(finding.known === undefined
      ? {}
      : { suppressions: [{ kind: 'external', justification: finding.known.reason }] }),
  }));
  const driver = { name: 'standin diff', version, rules: rules.map((id) => ({ id, name: ruleName(id) })) };
  return sarifLog({ tool: { driver }, results });
}

/** Annotations of GitHub Actions. */
export function comparisonAnnotations({ findings }: ComparisonSummary): string {
  const counts = { error: 0, warning: 0, info: 0 };
  return findings
    .filter(({ known, severity }) => known === undefined && ++counts[severity] <= MOST_ANNOTATIONS)
    .map((finding) => {
      const { place, severity, check } = finding;
      const at = place.document === 'revision' ? place.position : undefined;
      const where = at === undefined ? {} : { file: at.file, line: String(at.line), col: String(at.column) };
      const kind = severity === 'info' ? 'notice' : severity;
      return `${workflowCommand(kind, { ...where, title: check }, messageOf(finding))}\n`;
    })
    .join('');
}

/** JUnit: one case for each changed operation; one case in total if none has changed. */
export function comparisonJunit({ findings, revision }: ComparisonSummary): string {
  const byOperation = new Map<string, ChangeFinding[]>();
  for (const finding of findings)
    for (const operation of finding.reaches.length === 0 ? ['the document'] : finding.reaches)
      byOperation.set(operation, [...(byOperation.get(operation) ?? []), finding]);
  if (byOperation.size === 0) byOperation.set('the document', []);
  const cases = [...byOperation].sort(([one], [other]) => (one < other ? -1 : 1));
  const failing = (found: readonly ChangeFinding[]): readonly ChangeFinding[] =>
    found.filter(({ severity, known }) => severity === 'error' && known === undefined);
  const tests = cases.map(([name, found]) => {
    const broken = failing(found);
    const detail = broken
      .map((finding) =>
        [`${finding.check}: ${finding.message} (${changePlaceText(finding)})`, ...evidenceLines(finding)].join('\n  '),
      )
      .join('\n');
    const [first] = broken;
    return { name, ...(first === undefined ? {} : { failure: { message: first.message, type: first.check, detail } }) };
  });
  return junitSuite('diff', revision.title, tests);
}

/** The change, its place, and the clients that it breaks. */
function messageOf(finding: ChangeFinding): string {
  return [`${reachText(finding)}: ${finding.message}`, ...evidenceLines(finding)].join('. ');
}
