import { Command } from 'commander';
import {
  type Fact,
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
import { collected, type Flags, instantOf, repeatedValues, wholeNumber } from '../choices.ts';
import { compileLess } from '../engine.ts';
import { helpEnd } from '../options/help-end.ts';
import { openReports, terminalWidth, writeReports } from '../reports.ts';
import type { Terminal } from '../terminal.ts';

const REGISTRY = ['--registry <folder>', 'folder of the facts (default: contracts/registry)'] as const;
const NOW = ['--now <instant>', 'instant by which ages are judged and facts are dated (default: now)'] as const;

export function gateCommand(terminal: Terminal): Command {
  return new Command('gate')
    .description(
      'Decide whether a version may be deployed: from the recorded uses of a document, or from the facts of a folder. What is not known counts as no.',
    )
    .argument('<subject>', 'a version such as orders@1.4.0; with --usage, path or URL of an OpenAPI document')
    .option('--to <environment>', 'environment that the version goes to')
    .option(REGISTRY[0], 'folder of the facts, or REF:path of git (default: contracts/registry)')
    .option('--usage <kind=path>', `clients of the document; kinds: ${USAGE_KINDS.join(', ')} (repeatable)`, collected)
    .option('--ignore-client <name>', 'client to ignore; * stands for any characters (repeatable)', collected)
    .option('--fresh <age>', 'age up to which a check counts (default: 7d)')
    .option('--min-coverage <percent>', 'operations that a check must have reached (default: 0)', wholeNumber(0, 100))
    .option('--allow-unused', 'allow breaking changes that no recorded consumer uses (default: off)')
    .option('--report <kind=path>', `write a report; kinds: ${GATE_REPORTS.join(', ')} (repeatable)`, collected)
    .option(...NOW)
    .option('--json', 'print one JSON object (default: off)')
    .action(async (subject: string, flags: Flags) => {
      compileLess();
      process.exitCode = await gate(subject, flags, terminal);
    })
    .addCommand(recordCommand(terminal))
    .addHelpText('after', HELP_END);
}

const HELP_END = helpEnd(
  [
    ['standin gate openapi.yaml --usage pact=pacts/', 'does the document serve these consumers?'],
    ['standin gate orders@1.4.0 --to production', 'may this version be deployed?'],
    ['standin gate record deployed orders@1.4.0 --to production', 'write the fact that it was deployed'],
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

function recordCommand(terminal: Terminal): Command {
  const record = new Command('record').description('Write one fact into the folder, as one file. Git is not written.');
  const write = async (fact: Fact, flags: Flags): Promise<void> => {
    const registry = text(flags, 'registry');
    const choices: RecordChoices = {
      ...(registry === undefined ? {} : { registry }),
      replace: flags['replace'] === true,
      now: nowOf(flags),
    };
    terminal.out(`${terminal.safe(await recordFact(fact, choices))}\n`);
  };
  const fact = (name: string, description: string): Command =>
    record
      .command(name)
      .description(description)
      .option(...REGISTRY)
      .option(...NOW);
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
