import { Command } from 'commander';
import {
  type Fact,
  GATE_OPTIONS,
  GATE_REPORTS,
  type GateChoices,
  gateDeployment,
  packageFacts,
  type RecordChoices,
  recordFact,
  StandinError,
  USAGE_KINDS,
  writeDecision,
} from '../../library/index.ts';
import { flagsOfConfig, withNegations } from '../check-config.ts';
import { type Flags, instantOf, repeatedValues } from '../choices.ts';
import { findConfig } from '../config.ts';
import { compileLess } from '../engine.ts';
import { helpEnd } from '../options/help-end.ts';
import { parserByRule, pickOptions, withOptions } from '../options/table-options.ts';
import { openReports, terminalWidth, writeReports } from '../reports.ts';
import type { Terminal } from '../terminal.ts';

export function gateCommand(terminal: Terminal): Command {
  const command = new Command('gate')
    .description(
      'Decide whether a version may be deployed: from the recorded uses of a document, or from the facts of a folder. What is not known counts as no.',
    )
    .argument('<subject>', 'a version such as orders@1.4.0; with --usage, path or URL of an OpenAPI document')
    .action(async (subject: string, typed: Flags) => {
      compileLess();
      process.exitCode = await gate(subject, await flagsOf(typed, command), terminal);
    });
  return withNegations(withOptions(command, GATE_OPTIONS, { now: parserByRule('now') }))
    .addCommand(recordCommand(terminal, command))
    .addHelpText('after', HELP_END);
}

/** The typed flags, and those of the config file. An environment is not asked about the clients of a document. */
async function flagsOf(typed: Flags, command: Command): Promise<Flags> {
  const found = await findConfig(text(typed, 'config'));
  const { usage, ...inFile } = flagsOfConfig(found, command, 'gate');
  return { ...inFile, ...(usage === undefined || typed['to'] !== undefined ? {} : { usage }), ...typed };
}

const HELP_END = helpEnd(
  [
    ['standin gate openapi.yaml --usage pact=pacts/', 'does the document serve these consumers?'],
    ['standin gate orders@1.4.0 --to production', 'may this version be deployed?'],
    ['standin gate record deployed orders@1.4.0 --to production', 'record that this version was deployed'],
  ],
  [0, 1, 2, 3, 70],
);

const text = (flags: Flags, name: string): string | undefined =>
  typeof flags[name] === 'string' ? flags[name] : undefined;

async function gate(subject: string, flags: Flags, terminal: Terminal): Promise<number> {
  const reports = await openReports(GATE_REPORTS, flags, { out: terminal.out, env: process.env });
  const named = { to: text(flags, 'to'), registry: text(flags, 'registry'), fresh: text(flags, 'fresh') };
  const choices: GateChoices = {
    subject,
    ...(Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined)) as Pick<
      GateChoices,
      'to'
    >),
    usage: repeatedValues(flags, 'usage'),
    ignoreClients: repeatedValues(flags, 'ignoreClient'),
    allowUnused: flags['allowUnused'] === true,
    ...(flags['minCoverage'] === undefined ? {} : { minCoverage: Number(flags['minCoverage']) }),
    now: nowOf(flags),
  };
  const decision = await gateDeployment(choices);
  const shown = { colors: terminal.colours.isColorSupported, ...terminalWidth(terminal) };
  terminal.out(writeDecision(flags['json'] === true ? 'json' : 'terminal', decision, shown));
  for (const { kind, file } of reports) file.write(writeDecision(kind, decision, { version: packageFacts().version }));
  const written = await writeReports(reports, terminal);
  const status = decision.verdict === 'yes' ? 0 : 1;
  return written || status !== 0 ? status : 3;
}

function nowOf(flags: Flags): () => number {
  const now = instantOf(flags);
  return () => now;
}

/** Options of `gate` that `gate record` takes too. */
const OF_RECORD = pickOptions(GATE_OPTIONS, ['registry', 'config', 'now'], {
  registry: 'folder that holds the recorded facts',
  now: 'date of the fact: a date or an RFC 3339 instant',
});

function recordCommand(terminal: Terminal, gateOptions: Command): Command {
  const record = new Command('record').description('Write one fact into the folder, as one file. Git is not written.');
  const write = async (fact: Fact, typed: Flags): Promise<void> => {
    const flags = await flagsOf(typed, gateOptions);
    const registry = text(flags, 'registry');
    const choices: RecordChoices = {
      ...(registry === undefined ? {} : { registry }),
      replace: flags['replace'] === true,
      now: nowOf(flags),
    };
    terminal.out(`${terminal.safe(await recordFact(fact, choices))}\n`);
  };
  const fact = (name: string, description: string): Command =>
    withOptions(record.command(name).description(description), OF_RECORD, { now: parserByRule('now') });
  fact('document', 'what a version of a provider promises')
    .argument('<version>', 'orders@1.4.0')
    .argument('<document>', 'path or URL of an OpenAPI document')
    .option('--replace', 'replace another document of this version (default: off)')
    .action((application: string, document: string, flags: Flags) =>
      write({ kind: 'document', application, document }, flags),
    );
  fact('check', 'what a check proved of the deployed build of a version')
    .argument('<version>', 'orders@1.4.0')
    .argument('<report>', 'report that standin check --report json=path wrote')
    .action((application: string, report: string, flags: Flags) =>
      write({ kind: 'check', application, report }, flags),
    );
  fact('uses', 'what a version of a consumer uses of a provider')
    .argument('<version>', 'web@1.2.0')
    .argument('<kind=path...>', `files or folders of a kind: ${USAGE_KINDS.join(', ')}`)
    .requiredOption('--provider <name>', 'the provider; of recordings with its version, such as orders@1.4.0')
    .option('--replace', 'replace other uses of this version (default: off)')
    .action((application: string, usage: readonly string[], flags: Flags) => {
      const provider = text(flags, 'provider');
      if (provider === undefined) throw new StandinError('usage', 'The provider is missing: --provider orders.');
      return write({ kind: 'uses', application, usage, provider }, flags);
    });
  fact('deployed', 'which version is in an environment')
    .argument('<version>', 'orders@1.4.0')
    .requiredOption('--to <environment>', 'the environment')
    .action((application: string, flags: Flags) =>
      write({ kind: 'deployed', application, to: text(flags, 'to') ?? '' }, flags),
    );
  fact('environment', 'that there is an environment, before anything is deployed there')
    .argument('<environment>', 'production')
    .action((environment: string, flags: Flags) => write({ kind: 'environment', environment }, flags));
  return record;
}
