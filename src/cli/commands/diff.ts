import { Command, InvalidArgumentError } from 'commander';
import {
  baselineEntries,
  CHANGE_SEVERITIES,
  COMPARISON_FAIL_ON,
  COMPARISON_REPORTS,
  type CompareChoices,
  type ComparisonFailOn,
  type ComparisonPolicy,
  DIFF_OPTIONS,
  documentAtMergeBase,
  openComparison,
  packageFacts,
  parseSpan,
  REMOVALS,
  readBaselineFile,
  type StabilityPolicy,
  StandinError,
  writeBaselineFile,
  writeComparison,
} from '../../library/index.ts';
import { flagsOfConfig, withNegations } from '../check-config.ts';
import { type Flags, instantOf, oneOf, repeatedValues, withRepeated } from '../choices.ts';
import { type FoundConfig, findConfig } from '../config.ts';
import { compileLess } from '../engine.ts';
import { headerFields } from '../options/header-fields.ts';
import { helpEnd } from '../options/help-end.ts';
import { serviceUrl } from '../options/service-url.ts';
import { parserByRule, withOptions } from '../options/table-options.ts';
import { openReports, terminalWidth, writeReports } from '../reports.ts';
import type { Terminal } from '../terminal.ts';
import { assertWritable } from '../writable-path.ts';

export function diffCommand(terminal: Terminal): Command {
  const command = new Command('diff')
    .description(
      'Compare two OpenAPI documents: which changes break clients, each with a request or an answer that shows it.',
    )
    .argument('<base>', 'document before: a path, a URL, or REF:path of git (main:openapi.yaml)')
    .argument('[revision]', 'document after; with --base-ref, the only argument is the document')
    .action(async (base: string, revision: string | undefined, flags: Flags, command: Command) => {
      compileLess();
      process.exitCode = await diff([base, revision], flags, command, terminal);
    });
  const parsers = {
    check: ruleSeverities,
    failOn: words(COMPARISON_FAIL_ON),
    exempt: levels,
    now: parserByRule('now'),
  };
  return withNegations(withOptions(command, DIFF_OPTIONS, parsers)).addHelpText('after', HELP_END);
}

const HELP_END = helpEnd(
  [
    ['standin diff main:openapi.yaml openapi.yaml', 'the document of a branch, and that of the working tree'],
    ['standin diff openapi.yaml --base-ref origin/main', 'what a pull request changes'],
    ['standin diff old.yaml new.yaml --report changelog=CHANGES.md', 'also write a changelog for clients'],
  ],
  [0, 1, 2, 3, 70],
);

type Documents = readonly [base: string, revision: string | undefined];

async function diff(documents: Documents, typed: Flags, command: Command, terminal: Terminal): Promise<number> {
  const found = await findConfig(typed['config'] as string | undefined);
  const flags: Flags = { ...flagsOfConfig(found, command, 'diff'), ...typed };
  const isUpdate = flags['updateBaseline'] === true;
  const path = flags['baseline'] as string | undefined;
  if (isUpdate && path === undefined) throw new StandinError('usage', '--update-baseline needs --baseline <file>.');
  const sources = await sourcesOf(documents, flags);
  if (sources === undefined) {
    terminal.err(`${terminal.safe(documents[0])} is new there: no client uses it yet.\n`);
    return 0;
  }
  const reports = await openReports(COMPARISON_REPORTS, flags, { out: terminal.out, env: process.env });
  const baseline = path === undefined ? undefined : await readBaselineFile(path, isUpdate);
  if (isUpdate && path !== undefined) await assertWritable('baseline', path);
  const compared = await openComparison({ ...choicesOf(flags, found), ...sources });
  let summary = await compared.summary(baseline);
  if (isUpdate && path !== undefined) {
    const breaking = summary.findings.filter(({ severity }) => severity === 'error');
    const entries = baselineEntries(breaking, baseline ?? []);
    await writeBaselineFile(path, entries);
    summary = await compared.summary(entries);
  }
  const { version } = packageFacts();
  const shown = { colors: terminal.colours.isColorSupported, ...terminalWidth(terminal), version };
  if (flags['bump'] === true) terminal.out(`${summary.release.advice}\n`);
  else terminal.out(writeComparison(flags['json'] === true ? 'json' : 'terminal', summary, shown));
  for (const { kind, file } of reports) file.write(writeComparison(kind, summary, { version }));
  const written = await writeReports(reports, terminal);
  return written || summary.exitStatus !== 0 ? summary.exitStatus : 3;
}

type Sources = Pick<CompareChoices, 'base' | 'revision'>;

/** `undefined` where the document is new on this branch. */
async function sourcesOf([first, second]: Documents, flags: Flags): Promise<Sources | undefined> {
  const branch = flags['baseRef'] as string | undefined;
  if (branch !== undefined && second !== undefined)
    throw new StandinError('usage', 'With --base-ref, give one document.');
  if (second !== undefined) return { base: first, revision: second };
  if (branch === undefined)
    throw new StandinError('usage', 'standin diff compares two documents; the second is missing.', {
      hint: `Write standin diff <base> <revision>. To compare with a branch of git: standin diff ${first} --base-ref origin/main`,
    });
  const base = await documentAtMergeBase(first, branch, process.cwd());
  return base === undefined ? undefined : { base, revision: first };
}

function choicesOf(flags: Flags, found: FoundConfig | undefined): Omit<CompareChoices, 'base' | 'revision'> {
  const given = (name: string): readonly string[] => repeatedValues(flags, name);
  // The option accepts only these words.
  const failOn = flags['strict'] === true ? COMPARISON_FAIL_ON : (given('failOn') as readonly ComparisonFailOn[]);
  const now = instantOf(flags);
  return {
    now: () => now,
    policy: policyOf(flags, found),
    failOn,
    operations: given('operation'),
    tags: given('tag'),
    exclude: given('exclude'),
    usage: given('usage'),
    ignoreClients: given('ignoreClient'),
    ...usageChoices(flags),
    anyway: flags['anyway'] === true,
    prove: flags['prove'] === true,
    ...serviceChoices(flags),
    remoteRefs: flags['remoteRefs'] === true,
    level: flags['level'] === 'source' ? 'source' : 'wire',
    undocumented: flags['undocumented'] === 'count' ? 'count' : 'ignore',
    ...(flags['only'] === undefined ? {} : { only: given('only') }),
  };
}

function serviceChoices(flags: Flags): Pick<CompareChoices, 'proveOn' | 'proveHeaders' | 'allowWrites'> {
  const service = flags['proveOn'] as string | undefined;
  return {
    ...(service === undefined
      ? {}
      : { proveOn: serviceUrl(service, 'standin diff old.yaml new.yaml --prove-on http://127.0.0.1:3000') }),
    allowWrites: flags['allowWrites'] === true,
    proveHeaders: headerFields(flags),
  };
}

/** The parser of the option lets only these values through. */
function usageChoices({ since, minCalls, unused }: Flags): Pick<CompareChoices, 'since' | 'minCalls' | 'unused'> {
  return {
    ...(since === undefined ? {} : { since: String(since) }),
    ...(minCalls === undefined ? {} : { minCalls: Number(minCalls) }),
    ...(unused === 'warning' || unused === 'info' ? { unused } : {}),
  };
}

type Severities = NonNullable<ComparisonPolicy['checks']>;

function policyOf(flags: Flags, found: FoundConfig | undefined): ComparisonPolicy {
  const inFile = found?.config.diff?.checks ?? {};
  for (const [id, severity] of Object.entries(inFile))
    if (!CHANGE_SEVERITIES.includes(severity))
      throw new StandinError(
        'config.invalid',
        `${found?.place(`/diff/checks/${id}`) ?? ''}: \`${id}\` must be one of ${CHANGE_SEVERITIES.join(', ')}.`,
      );
  return {
    checks: { ...inFile, ...(flags['check'] as Severities | undefined) },
    stability: stabilityOf(flags),
    responseEnums: flags['openEnums'] === true ? 'open' : 'closed',
    ...(flags['exempt'] === undefined ? {} : { exempt: flags['exempt'] as readonly string[] }),
  };
}

/** Reads `--grace stable=180d` and `--removal stable=after-sunset`. */
function stabilityOf(flags: Flags): NonNullable<ComparisonPolicy['stability']> {
  const stability: Record<string, StabilityPolicy> = {};
  const add = (level: string, rules: StabilityPolicy): void => {
    stability[level] = { ...stability[level], ...rules };
  };
  for (const [level, time] of levelValues(flags, 'grace')) add(level, { grace: parseSpan(time) / DAY });
  for (const [level, word] of levelValues(flags, 'removal')) {
    const removal = REMOVALS.find((each) => each === word);
    if (removal === undefined) throw new StandinError('usage', `--removal ${level} must be ${REMOVALS.join(' or ')}.`);
    add(level, { removal });
  }
  return stability;
}

const DAY = 86_400_000;

function levelValues(flags: Flags, name: string): readonly (readonly [level: string, value: string])[] {
  return repeatedValues(flags, name)
    .flatMap((text) => text.split(','))
    .map((text) => {
      const [, level, value] = /^ *([\w-]+) *= *(\S+) *$/.exec(text) ?? [];
      if (level === undefined || value === undefined)
        throw new StandinError('usage', `--${name} needs a stability level and a value: --${name} ${EXAMPLES[name]}`);
      return [level.toLowerCase(), value] as const;
    });
}

const EXAMPLES: Readonly<Record<string, string>> = { grace: 'stable=180d', removal: 'stable=after-sunset' };

/** Reads `--check request.enum=off`, repeated or separated by commas. */
function ruleSeverities(text: string, before: Severities | undefined): Severities {
  const given = text.split(',').map((part) => {
    const [, id, severity = ''] = /^ *([^ =]+) *= *([^ =]+) *$/.exec(part) ?? [];
    if (id === undefined) throw new InvalidArgumentError('Write the id of a rule and its severity: request.enum=off.');
    return [id, oneOf(...CHANGE_SEVERITIES)(severity)] as const;
  });
  // `oneOf` refuses any other word.
  return { ...before, ...(Object.fromEntries(given) as Severities) };
}

const words =
  (known: readonly string[]) =>
  (text: string, before: readonly string[] | undefined): readonly string[] => [
    ...(before ?? []),
    ...text.split(',').map((word) => oneOf(...known)(word.trim())),
  ];

const levels = (text: string, before: readonly string[] | undefined): readonly string[] =>
  text
    .split(',')
    .reduce<readonly string[]>((all, level) => withRepeated(level.trim().toLowerCase(), all), before ?? []);
