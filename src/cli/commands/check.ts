import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Command, InvalidArgumentError, Option } from 'commander';
import {
  type ContractChoices,
  type ContractRun,
  cleanUpAfter,
  createMock,
  isLoopback,
  type MockChoices,
  mocksOfCopy,
  openLedger,
  PHASES,
  planContractFor,
  REPORTER_KINDS,
  readBaselineFile,
  readTraffic,
  runContract,
  StandinError,
  type StandinMock,
  type Summary,
  unreadable,
  writeBaselineFile,
} from '../../library/index.ts';
import { withAuthentication } from '../auth-command.ts';
import { type Choices, choicesFrom } from '../check-choices.ts';
import { checkSettingsOf, flagsOfConfig, withNegations } from '../check-config.ts';
import { collected, type Flags, mergedChoices, oneOf, wholeNumber } from '../choices.ts';
import { findConfig } from '../config.ts';
import { failOn } from '../fail-on.ts';
import { minCoverage } from '../min-coverage.ts';
import { assertWritable, type FileReport, fileReport, screenReporter, writeReports } from '../reports.ts';
import type { Terminal } from '../terminal.ts';

export function checkCommand(terminal: Terminal): Command {
  const command = new Command('check')
    .description(
      'Replay the documented operations against a target, and report where the service and its document part.',
    )
    .argument('[target]', 'base URL of the service; the whole base, servers of the document are not added')
    .argument('[document]', 'path of an OpenAPI document (default: the embedded petstore)')
    .option('--self [document]', 'start the mock of the document and check that: the whole loop in one command')
    .option('--strict', 'ask the questions of tier 2 too, and those of tier 3 as information (default: off)')
    .addOption(
      new Option(
        '--phase <name>',
        `run only this phase; repeatable: ${PHASES.join(', ')} (default: all but fuzz)`,
      ).argParser((text, before: readonly string[] | undefined) => collected(oneOf(...PHASES)(text), before)),
    )
    .addOption(
      new Option('--operation <id>', 'only this operation, or METHOD /path; repeatable (default: all)').argParser(
        collected,
      ),
    )
    .addOption(
      new Option('--tag <name>', 'only operations with this tag; repeatable (default: all)').argParser(collected),
    )
    .addOption(
      new Option('--exclude <id>', 'leave this operation or tag out; repeatable (default: none)').argParser(collected),
    )
    .addOption(
      new Option(
        '--only <what>',
        'only this case, or what has to do with this operation, with all that it needs; or until the finding with this fingerprint is seen; repeatable (default: all)',
      ).argParser(collected),
    )
    .addOption(
      new Option('--seed <number>', 'the same seed gives the same cases (default: 1)').argParser(
        wholeNumber(-2147483648, 2147483647),
      ),
    )
    .option('--now <instant>', 'instant that lifecycle is judged by (default: now)')
    .addOption(
      new Option(
        '--fuzz <number>',
        'generated requests per operation, shrunk to the smallest failing one (default: 0)',
      ).argParser(wholeNumber(0, 1000000)),
    )
    .option('--scenarios <path>', 'folder or file of scenarios (default: those of the embedded document, else none)')
    .option(
      '--fixtures <file>',
      'ids of records that exist, by resource, for a target that is only read (default: those of the embedded document, else none)',
    )
    .addOption(
      new Option(
        '--header <field>',
        'header field for every request, such as "X-Team: qa"; its value is a secret; repeatable (default: none)',
      ).argParser(collected),
    )
    .option('--bearer <token>', 'bearer token (default: $STANDIN_BEARER)')
    .option('--basic <user:password>', 'basic credentials (default: $STANDIN_BASIC)')
    .addOption(
      new Option('--api-key <scheme=key>', 'key for a named security scheme; repeatable (default: none)').argParser(
        collected,
      ),
    )
    .option(
      '--auth-cmd <command>',
      'shell command that prints a bearer token, or header fields, one a line; run before, and once more when it is refused (default: none)',
    )
    .option('--allow-writes', 'send writes to a target that is not on this machine (default: off)')
    .addOption(new Option('--concurrency <number>', 'requests in flight (default: 8)').argParser(wholeNumber(1, 1000)))
    .option('--rate <quota>', 'requests per s, m or h, such as 50/s (default: as fast as it goes)')
    .addOption(
      new Option('--timeout <ms>', 'milliseconds for one exchange, all in all (default: 10000)').argParser(
        wholeNumber(1, 3600000),
      ),
    )
    .addOption(
      new Option('--max-bytes <bytes>', 'largest answer (default: 16777216)').argParser(wholeNumber(1, 2147483647)),
    )
    .option('--follow', 'follow redirects, at most 5, never with credentials to another origin (default: off)')
    .option('--insecure', 'accept any TLS certificate (default: off)')
    .option('--wait <time>', 'wait for the target to answer, such as 30s (default: 0s)')
    .addOption(
      new Option(
        '--report <kind=path>',
        `write a report; repeatable: ${REPORTER_KINDS.join(', ')} (default: none)`,
      ).argParser(collected),
    )
    .option('--baseline <file>', 'findings that are known and excused (default: none)')
    .option('--update-baseline', 'write the findings of this run into the baseline (default: off)')
    .addOption(failOn())
    .addOption(
      new Option('--sunset-warn <days>', 'report a sunset so many days before (default: 90)').argParser(
        wholeNumber(0, 36500),
      ),
    )
    .addOption(
      new Option('--sunset-fail <days>', 'fail so many days before a sunset (default: never)').argParser(
        wholeNumber(0, 36500),
      ),
    )
    .addOption(
      new Option(
        '--deprecation-budget <number>',
        'uses of deprecated parts, by one scenario or client, beyond which the run fails (default: any)',
      ).argParser(wholeNumber(0, 2147483647)),
    )
    .addOption(minCoverage())
    .addOption(
      new Option(
        '--time-budget <ms>',
        'milliseconds that the median answer of an operation may take (default: 2000)',
      ).argParser(wholeNumber(1, 3600000)),
    )
    .addOption(new Option('--shard <i/n>', 'only part i of n (default: all)').argParser(shardOf))
    .addOption(
      new Option(
        '--second-opinion <tool>',
        'have another tool look at the same target too, after the run: dredd (default: none)',
      ).argParser(oneOf('dredd')),
    )
    .addOption(
      new Option('--second-opinion-hooks <file>', 'hook file for Dredd; repeatable (default: none)').argParser(
        collected,
      ),
    )
    .option(
      '--har <file>',
      "judge the exchanges recorded in a HAR file, or in a mock's journal, and send nothing (default: none)",
    )
    .option('--ledger <file>', 'write down what is created as it is created, for --clean after a crash (default: none)')
    .option(
      '--clean <file>',
      'only remove what a run left behind, as its ledger or its json report lists it (default: none)',
    )
    .option('--dry-run', 'print the plan and send nothing (default: off)')
    .option('--config <file>', 'config file (default: standin.config.{ts,js,json,yaml} in this folder)')
    .option('--json', 'print the events, one JSON object a line (default: off)')
    .action(async (target: string | undefined, document: string | undefined, flags: Flags, command: Command) => {
      process.exitCode = await check(target, document, flags, command, terminal);
    });
  return withNegations(command);
}

function shardOf(text: string): { readonly index: number; readonly of: number } {
  const [, index, of] = /^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? [];
  if (index === undefined || of === undefined || Number(index) < 1 || Number(index) > Number(of))
    throw new InvalidArgumentError('It has to be part/parts, such as 2/4.');
  return { index: Number(index), of: Number(of) };
}

async function check(
  given: string | undefined,
  documentText: string | undefined,
  typed: Flags,
  command: Command,
  terminal: Terminal,
): Promise<number> {
  const found = await findConfig(typed['config'] as string | undefined);
  const flags: Flags = { ...flagsOfConfig(found, command), ...typed };
  const self = flags['self'];
  if (self !== undefined && documentText !== undefined)
    throw new StandinError('usage', 'Too many arguments: --self takes the document, and no target.');
  const targetText = given ?? (self === undefined ? found?.config.check?.target : undefined);
  const named = typeof self === 'string' ? self : self === true ? given : documentText;
  const configured = mergedChoices(named, {}, found);
  const document = configured.document as string | undefined;
  const key = randomUUID();
  const served = servedAs(configured, named);
  const mock =
    self === undefined
      ? undefined
      : await createMock({
          ...served,
          ...mocksOfCopy(served),
          apiKeys: [key],
          ...(typeof flags['now'] === 'string' ? { now: flags['now'] } : {}),
        });
  try {
    const own = mock === undefined ? undefined : key;
    const choices: Choices = {
      ...choicesFrom(document, await withAuthentication(flags), own, mock),
      ...checkSettingsOf(found),
      ...(typeof flags['authCmd'] === 'string' ? { renew: renewing(flags, document, own, mock) } : {}),
    };
    if (flags['dryRun'] === true)
      return dryRun(choices, targetText, self !== undefined, flags['json'] === true, terminal);
    if (typeof flags['clean'] === 'string')
      return await cleaned(flags['clean'], targetUrl(targetText), choices, terminal);
    if (typeof flags['har'] === 'string')
      return await run(await recorded(choices, flags['har'], targetText), flags, terminal);
    const url = mock === undefined ? targetUrl(targetText) : new URL((await mock.listen({ port: 0 })).url);
    const ledger =
      typeof flags['ledger'] === 'string' ? openLedger(flags['ledger'], baseOf(url), Date.now()) : undefined;
    try {
      const noted = ledger === undefined ? {} : { onLedger: ledger.note };
      return await run({ ...choices, ...noted, target: url }, flags, terminal);
    } finally {
      ledger?.close();
    }
  } finally {
    await mock?.close();
  }
}

/** Runs `--auth-cmd` again, for a credential that has run out. */
function renewing(
  flags: Flags,
  ...rest: [document: string | undefined, key: string | undefined, mock: StandinMock | undefined]
) {
  const [document, key, mock] = rest;
  return async (): Promise<NonNullable<Choices['credentials']>> =>
    choicesFrom(document, await withAuthentication(flags), key, mock).credentials ?? {};
}

/** What a config file says of the mock that is checked, as far as it belongs to the document that is served. */
function servedAs(configured: ReturnType<typeof mergedChoices>, named: string | undefined): MockChoices {
  const { document, mocks, data, strictDocument, remoteRefs } = configured;
  const own = named === undefined ? { mocks, data } : {};
  const all = { document, strictDocument, remoteRefs, ...own };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

async function cleaned(report: string, target: URL, choices: Choices, terminal: Terminal): Promise<number> {
  const left = await cleanUpAfter(report, target, {
    now: Date.now,
    ...(choices.credentials === undefined ? {} : { credentials: choices.credentials }),
  });
  for (const { resource, path, reason } of left)
    terminal.out(
      `still there: ${terminal.safe(resource)} ${terminal.safe(path ?? '')} ${terminal.safe(reason ?? '')}\n`,
    );
  if (left.length === 0) terminal.out('Nothing of that run is left.\n');
  return left.length === 0 ? 0 : 1;
}

/** A run that only judges what was recorded: nobody is asked anything. */
async function recorded(choices: Choices, path: string, base: string | undefined): Promise<ContractChoices> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new StandinError('data.invalid', `The recorded traffic ${path} cannot be read: ${unreadable(cause)}.`, {
      cause,
    });
  });
  const silent = (): Promise<Response> =>
    Promise.reject(new StandinError('internal', 'Recorded traffic needs no target.'));
  return { ...choices, phases: ['traffic'], traffic: readTraffic(text, path, base), target: silent };
}

/** As the runner writes it: without user info, query and trailing slash. */
function baseOf({ origin, pathname }: URL): string {
  return `${origin}${pathname.replace(/\/$/, '')}`;
}

function targetUrl(text: string | undefined): URL {
  if (text === undefined)
    throw new StandinError('usage', 'A target is missing.', {
      hint: 'standin check http://127.0.0.1:4010, or standin check --self to see the whole loop.',
    });
  if (!/^https?:\/\//.test(text) || !URL.canParse(text))
    throw new StandinError('usage', `\`${text}\` is no http or https URL.`, {
      hint: 'standin check http://127.0.0.1:4010 openapi.yaml',
    });
  return new URL(text);
}

const LINES_AT_ONCE = 500;

async function dryRun(
  choices: Choices,
  target: string | undefined,
  self: boolean,
  json: boolean,
  terminal: Terminal,
): Promise<number> {
  const loopback = self || target === undefined || isLoopback(targetUrl(target).hostname);
  const { cases, counts } = await planContractFor({ ...choices, loopback });
  const lines = cases.map((each) => {
    if (json) return `${JSON.stringify(each)}\n`;
    const { method, path, query } = each.request;
    return `${each.id}\n  ${terminal.colours.dim(`${method} ${terminal.safe(path)}${query === '' ? '' : `?${terminal.safe(query)}`} → ${terminal.safe(each.expectation.text)}`)}\n`;
  });
  // A call of the system for each of tens of thousands of lines takes longer than making them.
  for (let at = 0; at < lines.length; at += LINES_AT_ONCE) terminal.out(lines.slice(at, at + LINES_AT_ONCE).join(''));
  if (!json) {
    for (const { operation, reason, count } of counts.leftOut)
      terminal.out(`left out: ${count} × ${operation === undefined ? '' : `${operation}, `}${terminal.safe(reason)}\n`);
    terminal.out(`${cases.length} cases of ${counts.operations} operations\n`);
  }
  return 0;
}

async function run(choices: ContractChoices, flags: Flags, terminal: Terminal): Promise<number> {
  const baselinePath = flags['baseline'] as string | undefined;
  const baseline =
    baselinePath === undefined ? undefined : await readBaselineFile(baselinePath, flags['updateBaseline'] === true);
  const files = ((flags['report'] as readonly string[] | undefined) ?? []).map(fileReport);
  for (const { path } of files) await assertWritable(path);
  const stop = new AbortController();
  let signalled = '';
  const onSignal = (signal: NodeJS.Signals): void => {
    if (signalled !== '') process.exit(signal === 'SIGINT' ? 130 : 143);
    signalled = signal;
    stop.abort();
  };
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
  try {
    const started = await runContract({
      ...choices,
      signal: stop.signal,
      interruptedBy: () => signalled,
      salt: randomUUID(),
      ...(baseline === undefined ? {} : { baseline }),
    });
    const summary = await reported(started, files, flags['json'] === true, terminal);
    const written = await writeReports(files, terminal);
    if (baselinePath !== undefined && flags['updateBaseline'] === true)
      await writeBaselineFile(baselinePath, baseline ?? [], summary);
    return written || summary.exitStatus !== 0 ? summary.exitStatus : 3;
  } finally {
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
  }
}

async function reported(
  started: ContractRun,
  files: readonly FileReport[],
  json: boolean,
  terminal: Terminal,
): Promise<Summary> {
  const screen = screenReporter(json, terminal);
  const all = [screen, ...files.map(({ reporter }) => reporter)];
  for await (const event of started.events) for (const reporter of all) reporter.on(event);
  for (const reporter of all) reporter.close();
  return started.summary;
}
