import type { ChangeFinding, ComparisonSummary } from '../../comparison/index.ts';
import { workflowMessage, workflowProperty, xml, xmlAttribute } from '../escape-text.ts';
import { changePlaceText, reachText } from './terminal.ts';
import { usesLines } from './uses-text.ts';

const LEVELS = { error: 'error', warning: 'warning', info: 'note' } as const;
/** GitHub shows no more annotations of one kind for a step. */
const MOST_ANNOTATIONS = 10;

/** A comparison as SARIF 2.1.0: the place in the revision, the base as a related location. */
export function comparisonSarif(summary: ComparisonSummary, version: string): string {
  const rules = [...new Set(summary.findings.map(({ check }) => check))].sort();
  const located = ({ place, counterpart }: ChangeFinding, which: 'place' | 'counterpart'): object[] => {
    const position = (which === 'place' ? place : counterpart)?.position;
    if (position === undefined) return [];
    const { file, line, column } = position;
    return [
      {
        physicalLocation: {
          artifactLocation: { uri: file.split('/').map(encodeURIComponent).join('/') },
          region: { startLine: line, startColumn: column },
        },
      },
    ];
  };
  const results = summary.findings.map((finding) => ({
    ruleId: finding.check,
    ruleIndex: rules.indexOf(finding.check),
    level: LEVELS[finding.severity],
    message: { text: messageOf(finding) },
    locations: located(finding, 'place'),
    relatedLocations: located(finding, 'counterpart'),
    partialFingerprints: { standin: finding.fingerprint },
    ...(finding.known === undefined
      ? {}
      : { suppressions: [{ kind: 'external', justification: finding.known.reason }] }),
  }));
  const driver = { name: 'standin diff', version, rules: rules.map((id) => ({ id })) };
  return `${JSON.stringify({ $schema: 'https://json.schemastore.org/sarif-2.1.0.json', version: '2.1.0', runs: [{ tool: { driver }, results }] }, undefined, 2)}\n`;
}

/** Annotations of GitHub Actions. */
export function comparisonAnnotations({ findings }: ComparisonSummary): string {
  const counts = { error: 0, warning: 0, info: 0 };
  return findings
    .filter(({ known, severity }) => known === undefined && ++counts[severity] <= MOST_ANNOTATIONS)
    .map((finding) => {
      const { place, severity, check } = finding;
      const at = place.document === 'revision' ? place.position : undefined;
      const where =
        at === undefined ? [] : [`file=${workflowProperty(at.file)}`, `line=${at.line}`, `col=${at.column}`];
      const command = severity === 'info' ? 'notice' : severity;
      return `::${command} ${[...where, `title=${workflowProperty(check)}`].join(',')}::${workflowMessage(messageOf(finding))}\n`;
    })
    .join('');
}

/** JUnit: one case an operation that changes; one of its own where none does. */
export function comparisonJunit({ findings, revision }: ComparisonSummary): string {
  const byOperation = new Map<string, ChangeFinding[]>();
  for (const finding of findings)
    for (const operation of finding.reaches.length === 0 ? ['the document'] : finding.reaches)
      byOperation.set(operation, [...(byOperation.get(operation) ?? []), finding]);
  if (byOperation.size === 0) byOperation.set('the document', []);
  const cases = [...byOperation].sort(([one], [other]) => (one < other ? -1 : 1));
  const failing = (found: readonly ChangeFinding[]): readonly ChangeFinding[] =>
    found.filter(({ severity, known }) => severity === 'error' && known === undefined);
  const failures = cases.filter(([, found]) => failing(found).length > 0).length;
  const body = cases.map(([operation, found]) => {
    const broken = failing(found);
    const text = broken
      .map((finding) =>
        [`${finding.check}: ${finding.message} (${changePlaceText(finding)})`, ...usesLines(finding)].join('\n  '),
      )
      .join('\n');
    const failure =
      broken.length === 0
        ? ''
        : `<failure message="${xmlAttribute(broken[0]?.message ?? '')}" type="${xmlAttribute(broken[0]?.check ?? '')}">${xml(text)}</failure>`;
    return `    <testcase name="${xmlAttribute(operation)}" classname="diff">${failure}</testcase>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites tests="${cases.length}" failures="${failures}">\n  <testsuite name="${xmlAttribute(`diff ${revision.title}`)}" tests="${cases.length}" failures="${failures}">\n${body.join('')}  </testsuite>\n</testsuites>\n`;
}

/** What changes, where, and whom it breaks. */
function messageOf(finding: ChangeFinding): string {
  return [`${reachText(finding)}: ${finding.message}`, ...usesLines(finding)].join('. ');
}
