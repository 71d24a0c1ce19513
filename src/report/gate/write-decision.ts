import pc from 'picocolors';
import type { GateDecision, GateReason, GateVerdict } from '../../gate/index.ts';
import { visible } from '../../look/index.ts';
import { stringifyJson } from '../../wire/index.ts';
import type { TextOptions } from '../comparison/terminal.ts';
import { inertJson, MOST_ANNOTATIONS, markdown, markdownCode, workflowCommand } from '../escape-text.ts';
import { fitLine } from '../fit-line.ts';
import { junitSuite } from '../junit-suite.ts';
import { decisionSarif } from './decision-sarif.ts';

/** Kinds of reports of the gate. */
export const GATE_REPORTS = ['terminal', 'json', 'junit', 'sarif', 'github', 'markdown'] as const;
export type GateReport = (typeof GATE_REPORTS)[number];

/** How many problems of one reason are printed. The rest is counted. */
const MOST_PROBLEMS = 10;

/** Writes a decision of the gate as a report. */
export function writeDecision(
  kind: GateReport,
  decision: GateDecision,
  options: Partial<TextOptions> & { readonly version?: string } = {},
): string {
  switch (kind) {
    case 'terminal':
      return decisionText(decision, { ...options, colors: options.colors === true });
    case 'json':
      // A decision is plain data; its interfaces only lack the index signature of Json.
      return `${inertJson(stringifyJson(decision as never))}\n`;
    case 'junit':
      return decisionJunit(decision);
    case 'sarif':
      return decisionSarif(decision, options.version);
    case 'github':
      return decisionAnnotations(decision);
    case 'markdown':
      return decisionMarkdown(decision);
  }
}

const title = ({ subject, to }: GateDecision): string => (to === undefined ? subject : `${subject} to ${to}`);

function problemLines({ problems = [] }: GateReason): readonly string[] {
  const shown = problems.slice(0, MOST_PROBLEMS).map(({ client, at, message, calls, input }) => {
    const count = calls === 0 ? '' : ` (${calls} ${calls === 1 ? 'call' : 'calls'}, ${input.file}#${input.pointer})`;
    return `${client} ${at}: ${message}${count}`;
  });
  const rest = problems.length - shown.length;
  return rest === 0 ? shown : [...shown, `and ${rest} more`];
}

function decisionText(decision: GateDecision, { colors, columns }: TextOptions): string {
  const colours = pc.createColors(colors);
  const paint: Readonly<Record<GateVerdict, (text: string) => string>> = {
    yes: colours.green,
    no: colours.red,
    unknown: colours.yellow,
  };
  const lines = decision.because.flatMap((reason) => [
    fitLine(
      `${paint[reason.verdict](reason.verdict.padEnd(8))} ${reason.rule.padEnd(11)} ${visible(reason.message)}`,
      columns,
    ),
    ...problemLines(reason).map((line) => fitLine(`           ${visible(line)}`, columns)),
    ...(reason.command === undefined ? [] : [`           ${colours.dim(visible(reason.command))}`]),
  ]);
  const width = Math.max(0, ...decision.matrix.map(({ consumer }) => consumer.length));
  const rows = decision.matrix.map(
    ({ consumer, provider, works }) =>
      `  ${visible(consumer.padEnd(width))}  ${visible(provider)}  ${paint[works](works)}`,
  );
  const { verdict } = decision;
  const end =
    verdict === 'yes' ? 'yes: exit 0' : verdict === 'no' ? 'no: exit 1' : 'not known, which counts as no: exit 1';
  return `${[
    colours.bold(visible(title(decision))),
    '',
    ...lines,
    ...(rows.length === 0 ? [] : ['', 'Matrix (consumer, provider, works):', ...rows]),
    ...decision.notes.map((note) => fitLine(visible(note), columns)),
    '',
    paint[verdict](end),
  ].join('\n')}\n`;
}

function decisionJunit(decision: GateDecision): string {
  const cases = decision.because.map((reason) => {
    const detail = [...problemLines(reason), reason.command ?? ''].join('\n').trim();
    return {
      name: `${reason.rule} ${reason.subject}`,
      ...(reason.verdict === 'yes' ? {} : { failure: { message: reason.message, type: reason.verdict, detail } }),
    };
  });
  return junitSuite('gate', title(decision), cases);
}

function decisionAnnotations({ because }: GateDecision): string {
  return because
    .filter(({ verdict }) => verdict !== 'yes')
    .slice(0, MOST_ANNOTATIONS)
    .map(
      (reason) =>
        `${workflowCommand('error', { title: 'gate' }, [reason.message, ...problemLines(reason)].join('\n'))}\n`,
    )
    .join('');
}

function decisionMarkdown(decision: GateDecision): string {
  const rows = decision.because.map(
    (reason) =>
      `- **${reason.verdict}** ${markdown(reason.message)}${reason.command === undefined ? '' : ` ${markdownCode(reason.command)}`}\n${problemLines(
        reason,
      )
        .map((line) => `  - ${markdown(line)}\n`)
        .join('')}`,
  );
  const matrix = decision.matrix.map(
    ({ consumer, provider, works }) => `| ${markdown(consumer)} | ${markdown(provider)} | ${works} |\n`,
  );
  const table = matrix.length === 0 ? '' : `\n| consumer | provider | works |\n|---|---|---|\n${matrix.join('')}`;
  return `## ${markdown(title(decision))}: ${decision.verdict}\n\n${rows.join('')}${table}`;
}
