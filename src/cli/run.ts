import { Command, CommanderError, type Option } from 'commander';
import { createRedaction, ERRORS, packageFacts, StandinError } from '../library/index.ts';
import { createTerminal, type Terminal } from './terminal.ts';

type MakeCommand = (terminal: Terminal) => Command;

/** Each command is loaded when it is called, so that a mock starts without the contract runner. */
const COMMANDS: Readonly<Record<string, () => Promise<MakeCommand>>> = {
  mock: async () => (await import('./commands/mock.ts')).mockCommand,
  check: async () => (await import('./commands/check.ts')).checkCommand,
  diff: async () => (await import('./commands/diff.ts')).diffCommand,
  inspect: async () => (await import('./commands/inspect.ts')).inspectCommand,
  types: async () => (await import('./commands/types.ts')).typesCommand,
  checks: async () => (await import('./commands/checks.ts')).checksCommand,
  merge: async () => (await import('./commands/merge.ts')).mergeCommand,
  gate: async () => (await import('./commands/gate.ts')).gateCommand,
  uses: async () => (await import('./commands/uses.ts')).usesCommand,
  init: async () => (await import('./commands/init.ts')).initCommand,
  completion: async () => (await import('./commands/completion.ts')).completionCommand,
};

/** Runs one command line and returns its exit status: 0 done, 2 wrong input, 3 unreachable or unwritable, 70 a defect. */
export async function runCommandLine(args: readonly string[], terminal: Terminal = createTerminal()): Promise<number> {
  const json = args.includes('--json');
  const program = programFor(terminal, await commandsFor(args[0]), json);
  try {
    const plain = withPlainSwitches(args, program.commands.find((each) => each.name() === args[0])?.options ?? []);
    await program.parseAsync(isHelpOfNothing(args) ? args.slice(1) : plain, { from: 'user' });
    return Number(process.exitCode ?? 0);
  } catch (error) {
    return printError(error, terminal, json);
  }
}

/** The arguments with `--cors=false` as `--no-cors`, as other command lines write switches. What is so already is left out. */
function withPlainSwitches(args: readonly string[], options: readonly Option[]): string[] {
  const end = args.indexOf('--');
  return args.flatMap((arg, at) => {
    const [, name, value] = (end < 0 || at < end ? /^--([a-z][a-z-]*)=(true|false)$/.exec(arg) : null) ?? [];
    const option = options.find(({ long, required, optional }) => !required && !optional && isSwitch(long, name));
    if (option === undefined) return [arg];
    return option.negate === (value === 'false') ? [option.long ?? arg] : [];
  });
}

const isSwitch = (long: string | undefined, name: string | undefined): boolean =>
  name !== undefined && (long === `--${name}` || long === `--no-${name}`);

/** `help` with an unknown command: answered like the unknown command itself, with the nearest known one. */
function isHelpOfNothing([first, name]: readonly string[]): boolean {
  return first === 'help' && name !== undefined && !name.startsWith('-') && !Object.hasOwn(COMMANDS, name);
}

/** The called command, or all commands if it is unknown: for the list, and for the nearest name. */
async function commandsFor(name: string | undefined): Promise<readonly MakeCommand[]> {
  const called = name !== undefined && Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  return Promise.all((called === undefined ? Object.values(COMMANDS) : [called]).map((load) => load()));
}

function programFor(terminal: Terminal, commands: readonly MakeCommand[], json: boolean): Command {
  const program = new Command('standin')
    .description('A stateful stand-in for any HTTP API that has an OpenAPI document.')
    .version(packageFacts().version, '-V, --version', 'Print the version.')
    .helpOption('-h, --help', 'Print this help.')
    .helpCommand('help [command]', 'Print the help of a command.')
    .showSuggestionAfterError(true)
    .showHelpAfterError('(standin --help lists every command)')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.out(text),
      // A refused argument may hold a password.
      writeErr: (text) => (json ? undefined : terminal.err(createRedaction().text(text))),
      outputError: (text, write) => write(asWritten(text).replace(/^error: /, `${terminal.colours.red('error')} `)),
    })
    .addHelpText(
      'after',
      `
Examples:
  standin init                          set up config, scripts and pipeline
  standin mock                          the embedded petstore on port 4010
  standin mock openapi.yaml --watch     your own document
  standin inspect openapi.yaml          what standin infers from a document
  standin check http://127.0.0.1:3000   does the service keep to its document?
  standin check --self openapi.yaml     the whole loop in one command

Colours: NO_COLOR=1 switches them off, FORCE_COLOR=1 on.
Exit status: 0 done, 1 findings, 2 wrong input, 3 unreachable (check --help).`,
    );
  for (const make of commands) {
    const command = make(terminal).copyInheritedSettings(program);
    // An option after a sub-command belongs to the sub-command, also where the command has one of the same name.
    if (command.commands.length > 0) for (const each of [program, command]) each.enablePositionalOptions();
    program.addCommand(command.showHelpAfterError(`(standin ${command.name()} --help lists its options)`));
  }
  return program;
}

/** Names a refused argument as the usage line of its command does. */
function asWritten(message: string): string {
  return message.replace(
    /command-argument value ('.*') is invalid for argument '([^']*)'/,
    'argument <$2> $1 is invalid',
  );
}

/** Prints an error: what happened, where, what to do. Only a defect gets a stack. */
function printError(error: unknown, terminal: Terminal, json: boolean): number {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return 0;
    // The parser has already printed the text.
    if (json) terminal.err(asJson('usage', asWritten(error.message).replace(/^error: /, '')));
    return 2;
  }
  // An argument may hold a password: `http://user:password@host`.
  const { text: redact } = createRedaction();
  if (error instanceof StandinError) {
    const message = redact(error.message);
    const hint = error.hint === undefined ? undefined : redact(error.hint);
    if (json) terminal.err(asJson(error.code, message, hint));
    else
      terminal.err(
        `${terminal.colours.red('error')} ${terminal.safe(message)}\n${hint === undefined ? '' : `      ${terminal.safe(hint)}\n`}`,
      );
    return ERRORS[error.code].exit;
  }
  const stack = redact(error instanceof Error ? (error.stack ?? error.message) : String(error));
  terminal.err(`This is a defect in standin. Please report it:\n${stack}\n`);
  return ERRORS.internal.exit;
}

function asJson(code: string, message: string, hint?: string): string {
  return `${JSON.stringify({ error: { code, message, ...(hint === undefined ? {} : { hint }) } })}\n`;
}
