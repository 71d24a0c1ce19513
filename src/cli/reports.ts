import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import {
  createReporter,
  packageFacts,
  REPORTER_KINDS,
  type Reporter,
  readEarlierRun,
  StandinError,
  unreadable,
} from '../library/index.ts';
import { type Flags, repeatedValues } from './choices.ts';
import { createReportAddition, createReportFile, createReportOutput, type ReportFile } from './report-file.ts';
import type { Terminal } from './terminal.ts';
import { assertWritable, isDevice } from './writable-path.ts';

/** Stands for standard output in place of a path, as in most commands. */
export const STANDARD_OUTPUT = '-';

/** A file, or standard output, that a report is written to when the run ends. */
export interface ReportTarget<Kind extends string = string> {
  readonly kind: Kind;
  readonly path: string;
  readonly file: ReportFile;
}

/** A report of a run. */
export interface FileReport extends ReportTarget {
  readonly reporter: Reporter;
}

/** Opens the reports of `--report`, and those of GitHub Actions. Throws `usage`, and `report.unwritable` before the run starts instead of at its end. */
export async function fileReports(
  flags: Flags,
  out: (text: string) => void,
  env: NodeJS.ProcessEnv = process.env,
): Promise<readonly FileReport[]> {
  const { version } = packageFacts();
  const opened = await openReports(REPORTER_KINDS, flags, { out, env });
  // The terminal report is on standard output already, unless that shows the events.
  const targets = opened.filter(
    ({ kind, path }) => kind !== 'terminal' || path !== STANDARD_OUTPUT || flags['json'] === true,
  );
  const earlier = await earlierRun(flags);
  return targets.map((target) => ({
    ...target,
    reporter: createReporter(target.kind, { write: target.file.write, version, ...earlier }),
  }));
}

/** The run that `--compare` names. */
async function earlierRun(flags: Flags): Promise<{ readonly earlier?: Awaited<ReturnType<typeof readEarlierRun>> }> {
  return typeof flags['compare'] === 'string' ? { earlier: await readEarlierRun(flags['compare']) } : {};
}

/** Opens what the reports of `--report`, and those of GitHub Actions, are written to. Throws `usage` and `report.unwritable`. */
export async function openReports<Kind extends string>(
  kinds: readonly Kind[],
  flags: Flags,
  { out, env }: { readonly out: (text: string) => void; readonly env: NodeJS.ProcessEnv },
): Promise<readonly ReportTarget<Kind>[]> {
  const named = repeatedValues(flags, 'report').map((text) => wantedReport(text, kinds));
  const wanted = [...named, ...ofGithub(env, named, flags['json'] === true)];
  const targets: ReportTarget<Kind>[] = [];
  const taken = new Set<string>();
  for (const { kind, path, append = false } of wanted) {
    if (taken.has(resolve(path)))
      throw new StandinError('usage', `Two reports have the same path: ${path}.`, {
        hint: 'Give each report its own file.',
      });
    taken.add(resolve(path));
    const isOutput = path === STANDARD_OUTPUT;
    if (!isOutput) await assertWritable('report', path);
    const file = isOutput
      ? createReportOutput(out)
      : append
        ? createReportAddition(path)
        : createReportFile(path, isDevice(await stat(path).catch(() => undefined)));
    // GitHub Actions names two kinds that every list has.
    targets.push({ kind: kind as Kind, path, file });
  }
  return targets;
}

interface WantedReport {
  readonly kind: string;
  readonly path: string;
  /** Added to what the file holds already. */
  readonly append?: true;
}

/** On GitHub Actions a run writes annotations to its log, and a job summary, unless `--report` says where they go. */
function ofGithub(env: NodeJS.ProcessEnv, named: readonly WantedReport[], json: boolean): readonly WantedReport[] {
  if (env['GITHUB_ACTIONS'] !== 'true') return [];
  const has = (kind: 'github' | 'markdown'): boolean => named.some((each) => each.kind === kind);
  const isTaken = json || named.some(({ path }) => path === STANDARD_OUTPUT);
  const summary = env['GITHUB_STEP_SUMMARY'];
  return [
    ...(has('github') || isTaken ? [] : [{ kind: 'github', path: STANDARD_OUTPUT } as const]),
    ...(has('markdown') || summary === undefined || summary === ''
      ? []
      : [{ kind: 'markdown', path: summary, append: true } as const]),
  ];
}

/** Reads `kind=path`, or `kind` for standard output. Throws `usage`. */
function wantedReport(argument: string, kinds: readonly string[]): WantedReport {
  const [, kind, path = STANDARD_OUTPUT] = /^([a-z]+)(?:=(.+))?$/.exec(argument) ?? [];
  if (kind === undefined || !kinds.includes(kind))
    throw new StandinError('usage', `\`${argument}\` is not a report (--report kind=path).`, {
      hint: `Write kind=path, such as junit=report.xml. Kinds: ${kinds.join(', ')}.`,
    });
  return { kind, path };
}

/** The report on standard output while the run goes on. */
export async function screenReporter(flags: Flags, terminal: Terminal): Promise<Reporter> {
  return flags['json'] === true ? eventReporter(terminal) : terminalReporter(terminal, await earlierRun(flags));
}

/** Milliseconds for which events are collected before they are written: one system call per event costs more than the event. */
const TOGETHER = 50;

function eventReporter(terminal: Terminal): Reporter {
  let pieces: string[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const text = pieces.join('');
    pieces = [];
    if (text !== '') terminal.out(text);
  };
  const { on, close } = createReporter('json', {
    write: (text) => {
      pieces.push(text);
      timer ??= setTimeout(flush, TOGETHER);
    },
  });
  return {
    on,
    close() {
      close();
      flush();
    },
  };
}

/** The width of the terminal; nothing where the output is not read on one. */
export function terminalWidth({ interactive }: Terminal): { readonly columns?: number } {
  const { columns } = process.stdout;
  return interactive && columns > 0 ? { columns } : {};
}

function terminalReporter(terminal: Terminal, earlier: Awaited<ReturnType<typeof earlierRun>>): Reporter {
  return createReporter('terminal', {
    write: (text) => terminal.out(text),
    colors: terminal.colours.isColorSupported,
    now: Date.now,
    ...earlier,
    ...terminalWidth(terminal),
    ...(hasLiveLine(terminal, process.env) ? { width: process.stdout.columns } : {}),
  });
}

/** Whether a line of the terminal can be drawn again and again: not in a pipe, in a log of a CI, or where the terminal cannot move its cursor. */
function hasLiveLine({ interactive }: Terminal, { CI: ci = '', TERM: terminal }: NodeJS.ProcessEnv): boolean {
  return interactive && process.stdout.columns > 0 && terminal !== 'dumb' && (ci === '' || ci === 'false');
}

/** Finishes all reports. False if one could not be written. */
export async function writeReports(files: readonly ReportTarget[], terminal: Terminal): Promise<boolean> {
  let good = true;
  for (const { path, file } of files) {
    try {
      await file.finish();
    } catch (error) {
      good = false;
      terminal.err(
        `${terminal.colours.red('error')} The report ${terminal.safe(path)} cannot be written: ${terminal.safe(unreadable(error))}.\n`,
      );
    }
  }
  return good;
}
