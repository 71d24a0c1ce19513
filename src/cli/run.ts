import { Command, CommanderError } from 'commander';
import { ERRORS, packageFacts, StandinError } from '../library/index.ts';
import { checkCommand } from './commands/check.ts';
import { checksCommand } from './commands/checks.ts';
import { inspectCommand } from './commands/inspect.ts';
import { mergeCommand } from './commands/merge.ts';
import { mockCommand } from './commands/mock.ts';
import { createTerminal, type Terminal } from './terminal.ts';

/** Runs one command line and gives its exit status: 0 done, 2 wrong input, 3 unreachable or unwritable, 70 a defect of ours. */
export async function run(args: readonly string[], terminal: Terminal = createTerminal()): Promise<number> {
  const program = programFor(terminal);
  try {
    await program.parseAsync([...args], { from: 'user' });
    return Number(process.exitCode ?? 0);
  } catch (error) {
    return told(error, terminal, args.includes('--json'));
  }
}

function programFor(terminal: Terminal): Command {
  const program = new Command('standin')
    .description('A stateful stand-in for any HTTP API that has an OpenAPI document.')
    .version(packageFacts().version, '-V, --version', 'Print the version.')
    .helpOption('-h, --help', 'Print this help.')
    .helpCommand('help [command]', 'Print the help of a command.')
    .showSuggestionAfterError(true)
    .showHelpAfterError('(standin --help lists every command and option)')
    .exitOverride()
    .configureOutput({ writeOut: (text) => terminal.out(text), writeErr: (text) => terminal.err(text) })
    .addHelpText(
      'after',
      `
Examples:
  standin mock                              the embedded petstore on http://127.0.0.1:4010
  standin mock openapi.yaml --port 8080     your own document
  standin mock openapi.yaml --mocks ./mocks.ts --watch
  standin inspect openapi.yaml              what was inferred, and why
  standin check http://127.0.0.1:4010       does the service keep its contract?
  standin check --self openapi.yaml         the whole loop in one command`,
    );
  for (const command of [
    mockCommand(terminal),
    checkCommand(terminal),
    inspectCommand(terminal),
    checksCommand(terminal),
    mergeCommand(terminal),
  ])
    program.addCommand(command.copyInheritedSettings(program));
  return program;
}

/** What a person is told of an error: what, where, what to do; a stack only for defects of ours. */
function told(error: unknown, terminal: Terminal, json: boolean): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (error instanceof StandinError) {
    if (json)
      terminal.err(
        `${JSON.stringify({ error: { code: error.code, message: error.message, ...(error.hint === undefined ? {} : { hint: error.hint }) } })}\n`,
      );
    else
      terminal.err(
        `${terminal.colours.red('error')} ${terminal.safe(error.message)}\n${error.hint === undefined ? '' : `      ${terminal.safe(error.hint)}\n`}`,
      );
    return ERRORS[error.code].exit;
  }
  terminal.err(`A defect in standin, please report it:\n${error instanceof Error ? error.stack : String(error)}\n`);
  return ERRORS.internal.exit;
}
