import pc from 'picocolors';
import type { ChangeFinding, ChangePlace, ChangeWitness, ComparisonSummary } from '../../comparison/index.ts';
import { visible } from '../../look/index.ts';
import { stringifyJson } from '../../wire/index.ts';
import { clip } from '../escape-text.ts';
import { fitLine } from '../fit-line.ts';
import { knownClientsText, serviceText, usesLines } from './uses-text.ts';

const WORDS = { error: 'breaking', warning: 'risky', info: 'note' } as const;
/** How many notes are printed. The rest is counted. */
const MOST_NOTES = 20;
const MOST_NAMED = 3;

/** Options of text for a terminal. */
export interface TextOptions {
  readonly colors: boolean;
  /** Columns of the terminal: longer lines are broken between words. Default: no line is broken. */
  readonly columns?: number;
}

/** A comparison as text for a terminal. */
export function comparisonText(summary: ComparisonSummary, { colors, columns }: TextOptions): string {
  const colours = pc.createColors(colors);
  const wrap = (line: string): string => fitLine(line, columns);
  const { base, revision, counts, findings, release } = summary;
  const lines = [
    wrap(
      `${colours.bold(visible(revision.title))} ${visible(base.version)} → ${visible(revision.version)}   ${counts.breaking} breaking · ${counts.risky} risky · ${counts.notes} notes · ${counts.undecided} undecided${counts.known === 0 ? '' : ` · ${counts.known} known`}`,
    ),
    '',
  ];
  const paint = { error: colours.red, warning: colours.yellow, info: colours.dim };
  let notes = 0;
  for (const finding of findings) {
    if (finding.severity === 'info' && ++notes > MOST_NOTES) continue;
    const word = finding.about === 'undecided' ? 'undecided' : WORDS[finding.severity];
    lines.push(
      wrap(
        `${paint[finding.severity](word)} ${colours.bold(finding.check)}  ${visible(reachText(finding))}${finding.known === undefined ? '' : colours.dim(`  known: ${visible(finding.known.reason)}`)}`,
      ),
      wrap(`  ${visible(finding.message)}  ${colours.dim(visible(changePlaceText(finding)))}`),
      ...usesLines(finding).map((line) => wrap(`  ${visible(line)}`)),
      ...witnessLines(finding).map((line) => `  ${line}`),
    );
  }
  if (notes > MOST_NOTES) lines.push(colours.dim(`… and ${notes - MOST_NOTES} more notes (--json prints all of them)`));
  for (const note of summary.notes) lines.push(wrap(visible(note)));
  const clients = knownClientsText(summary);
  lines.push(
    '',
    ...(clients === undefined ? [] : [wrap(visible(clients))]),
    `release: the changes say ${release.advice}${release.version === undefined ? '' : ` (${release.version})`}`,
    summary.exitStatus === 0
      ? colours.green('Nothing that counts: exit 0')
      : colours.red(`${summary.reasons.join('; ')}: exit ${summary.exitStatus}`),
  );
  return `${lines.join('\n')}\n`;
}

/** The operations that a finding affects, in short. */
export function reachText({ reaches }: ChangeFinding): string {
  if (reaches.length === 0) return 'the document';
  const named = reaches.slice(0, MOST_NAMED).join(', ');
  return reaches.length <= MOST_NAMED ? named : `${named} and ${reaches.length - MOST_NAMED} more operations`;
}

export function changePlaceText({ place, counterpart }: ChangeFinding): string {
  const shown = (at: ChangePlace): string =>
    at.position === undefined ? `#${at.pointer}` : `${at.position.file}:${at.position.line}:${at.position.column}`;
  const first = place.document === 'base' ? `base ${shown(place)}` : shown(place);
  return counterpart === undefined ? first : `${first} (base ${shown(counterpart)})`;
}

function witnessLines(finding: ChangeFinding): readonly string[] {
  const { witness, fingerprint, severity } = finding;
  if (severity === 'info') return [];
  const service = serviceText(finding);
  const last = [...(service === undefined ? [] : [`service        ${service}`]), `fingerprint    ${fingerprint}`];
  if (witness === undefined) return last;
  const { kind, value, curl, refusal } = witness;
  const answers = answersText(witness);
  return [
    kind === 'request'
      ? `worked before  ${visible(clip(curl ?? stringifyJson(value), 400))}`
      : `may come now   ${visible(clip(stringifyJson(value), 400))}`,
    ...(refusal === undefined
      ? []
      : [`${(kind === 'request' ? 'refused now' : 'refused before').padEnd(15)}${visible(refusal)}`]),
    ...(answers === undefined ? [] : [`mocks          ${answers}`]),
    ...last,
  ];
}

/** What mocks of both documents answered to the request of a witness. */
export function answersText({ answers, refusal }: ChangeWitness): string | undefined {
  if (answers === undefined) return undefined;
  const { base, revision } = answers;
  const isShown = base < 400 && revision >= 400;
  return `${base} before, ${revision} now${refusal === undefined || isShown ? '' : ': they do not show the change'}`;
}
