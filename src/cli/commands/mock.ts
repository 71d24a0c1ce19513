import { Command } from 'commander';
import {
  CONTROL_PREFIX,
  createMock,
  type ExchangeNote,
  type Listening,
  MOCK_OPTIONS,
  mockChoicesOf,
  mocksOfCopy,
  StandinError,
  type StandinMock,
} from '../../library/index.ts';
import { type Flags, mergedChoices } from '../choices.ts';
import { findConfig } from '../config.ts';
import { documentHere } from '../document-here.ts';
import { createMockOutput, type MockOutput } from '../mock-output.ts';
import { flagsOfEnvironment, unknownVariables } from '../options/environment.ts';
import { helpEnd } from '../options/help-end.ts';
import { byTableName, parserByRule, withOptions } from '../options/table-options.ts';
import { listenToKeys } from '../serve/keys.ts';
import { openPage } from '../serve/open-page.ts';
import { listenForSeveral, placedDocuments } from '../serve/several.ts';
import { filesOf, watchFiles } from '../serve/watch-files.ts';
import type { Terminal } from '../terminal.ts';

const DEFAULT_PORT = 4010;

export function mockCommand(terminal: Terminal): Command {
  const command = new Command('mock')
    .description('Serve a stateful mock of an OpenAPI document (without one: of the embedded petstore).')
    .argument(
      '[documents...]',
      'path or URL of an OpenAPI document (2.0, 3.0, 3.1, 3.2; JSON or YAML), or several, each with a path: users.yaml@/users; default: openapi.* or swagger.* in this folder, else the embedded petstore',
    )
    .action(async (documents: readonly string[], flags: Flags) => {
      for (const each of unknownVariables(process.env)) terminal.err(`${terminal.colours.yellow('warning')} ${each}\n`);
      const typed = byTableName(flags, command, MOCK_OPTIONS);
      await serve(documents, { ...flagsOfEnvironment(process.env, command.options), ...typed }, terminal);
    });
  return withOptions(command, MOCK_OPTIONS, PARSERS).addHelpText('after', HELP_END);
}

/** Options whose values have a form of their own. */
const PARSERS = Object.fromEntries(
  (['now', 'delay', 'rateLimit', 'state', 'base', 'controlPrefix', 'publicUrl'] as const).map((name) => [
    name,
    parserByRule(name),
  ]),
);

const HELP_END = helpEnd(
  [
    ['standin mock', 'the document of this folder, else the embedded petstore'],
    ['standin mock openapi.yaml --port 8080 --watch --log', 'reload on changes, print requests'],
    ['standin mock users.yaml@/users orders.yaml@/orders', 'two documents on one port'],
  ],
  [0, 2, 3, 70],
);

type Choices = ReturnType<typeof mergedChoices>;

/** A mock that is served, with what was chosen for it. */
interface ServedMock {
  readonly mock: StandinMock;
  readonly choices: Choices;
  readonly say: MockOutput;
  /** Path below which its page and control routes are, if it shares the port. */
  readonly below: string;
}

async function serve(documents: readonly string[], flags: Flags, terminal: Terminal): Promise<void> {
  const found = await findConfig(flags['config'] as string | undefined);
  const { document: fromEnvironment, ...others } = flags;
  const named = documents.length > 0 ? documents : typeof fromEnvironment === 'string' ? [fromEnvironment] : [];
  const isSeveral = named.length > 1;
  const all = isSeveral
    ? placedDocuments(named).map((each) => ({
        ...refuseSingleOptions(mergedChoices(each.document, others, found)),
        base: each.base,
      }))
    : [documentHere(mergedChoices(named[0], others, found), flags, terminal)];
  const [first = all[0]] = all;
  const log = { isOn: first?.log === true };
  const isInteractive = terminal.interactive && process.stdin.isTTY === true && flags['json'] !== true;
  const made = await Promise.all(
    all.map((choices) =>
      startMock(
        choices,
        { json: flags['json'] === true, log, isLogged: log.isOn || isInteractive, isSeveral },
        terminal,
      ),
    ),
  );
  const closed = async (): Promise<void> => void (await Promise.all(made.map(({ mock }) => mock.close())));
  // Installed before the address is printed: a reader of it may send a signal at once.
  const stopped = untilStopped();
  const server = await listenFor(made, first ?? {}).catch(async (error: unknown) => {
    // An open connection to the state would keep the process alive.
    await closed();
    throw error;
  });
  for (const each of made) announce(each, server);
  if (flags['open'] === true) openPage(pageOf(made, server), (reason) => terminal.err(`  ${terminal.safe(reason)}\n`));
  const release = isInteractive ? listenToKeys(process.stdin, keysOf(made, server, { log, terminal })) : undefined;
  const watching = made.filter(({ choices }) => choices.watch === true).map(watch);
  await stopped;
  release?.();
  for (const stop of watching) stop();
  made[0]?.say.stopping();
  if (isSeveral) await server.close();
  await closed();
}

interface ServeOptions {
  readonly json: boolean;
  readonly log: { readonly isOn: boolean };
  readonly isLogged: boolean;
  readonly isSeveral: boolean;
}

async function startMock(
  choices: Choices,
  { json, log, isLogged, isSeveral }: ServeOptions,
  terminal: Terminal,
): Promise<ServedMock> {
  const say = createMockOutput(terminal, json, choices);
  const onExchange = (note: ExchangeNote): void => {
    if (log.isOn) say.exchanged(note);
  };
  const mock = await createMock({
    ...publicUrlOf(choices),
    ...mockChoicesOf(choices),
    ...mocksOfCopy(choices),
    onDefect: (error) => say.defect(error),
    ...(isLogged ? { onExchange } : {}),
  });
  return { mock, choices, say, below: isSeveral ? (choices.base ?? '') : '' };
}

/** Options that belong to one document cannot be given for several. */
function refuseSingleOptions(choices: Choices): Choices {
  const { mocks, data, state = 'memory', base, controlPrefix = CONTROL_PREFIX } = choices;
  const given = { mocks, data, base, state: state === 'memory' ? undefined : state };
  const wrong = Object.entries(given).find(([, value]) => value !== undefined);
  if (wrong !== undefined || controlPrefix !== CONTROL_PREFIX)
    throw new StandinError(
      'usage',
      `\`${wrong?.[0] ?? 'controlPrefix'}\` works with one document, and several were given.`,
      {
        hint: 'Start a mock of its own for that document.',
      },
    );
  return choices;
}

function announce({ mock, say, below }: ServedMock, server: Listening): void {
  const placed = { ...server, url: `${server.url}${below}` };
  say.started(mock, placed);
  // Counting the resources of a large document may wait; requests may not.
  void mock.survey().then(
    (resources) => resources !== undefined && say.surveyed(mock, placed, resources),
    (error: unknown) => say.defect(error),
  );
}

function pageOf([first]: readonly ServedMock[], { url, port }: Listening): string {
  const reached = url.replace(/\/\/(0\.0\.0\.0|\[::\]):/, `//localhost:`).replace(/:\d+$/, `:${port}`);
  return `${reached}${first?.below ?? ''}/`;
}

interface KeyDependencies {
  readonly log: { isOn: boolean };
  readonly terminal: Terminal;
}

function keysOf(
  made: readonly ServedMock[],
  server: Listening,
  { log, terminal }: KeyDependencies,
): Parameters<typeof listenToKeys>[1] {
  const say = (text: string): void => terminal.out(`  ${text}\n`);
  const reset = async (): Promise<void> => {
    await Promise.all(made.map(({ mock }) => mock.world('default').reset()));
    say('reset: the default world has its first records again');
  };
  const keys = {
    h: {
      text: 'this help',
      press: () => {
        for (const [key, { text }] of Object.entries(keys)) say(`${terminal.colours.bold(key)}  ${text}`);
      },
    },
    o: { text: 'open the page in a browser', press: () => openPage(pageOf(made, server), say) },
    r: {
      text: 'reset the records of the default world',
      press: () => void reset().catch((error: unknown) => made[0]?.say.defect(error)),
    },
    l: {
      text: 'print requests, or stop printing them',
      press: () => {
        log.isOn = !log.isOn;
        say(`log ${log.isOn ? 'on' : 'off'}`);
      },
    },
    q: { text: 'quit', press: () => process.kill(process.pid, 'SIGINT') },
  };
  return keys;
}

function watch({ mock, choices, say }: ServedMock): () => void {
  const reloaded = async (): Promise<void> => {
    try {
      say.reloaded(await mock.reload(), mock);
    } catch (error) {
      say.reloadFailed(error);
    }
  };
  const files = filesOf(mock, choices.mocks, choices.data);
  return watchFiles(files, choices.mocks !== undefined, () => void reloaded());
}

/** Records that outlive the process, or that several share, do not depend on its port. */
function publicUrlOf({ port = DEFAULT_PORT, state = 'memory' }: Choices): {
  readonly publicUrl?: string;
} {
  return port === 0 || state !== 'memory' ? {} : { publicUrl: `http://localhost:${port}` };
}

async function listenFor(made: readonly ServedMock[], { port = DEFAULT_PORT, host }: Choices): Promise<Listening> {
  const [first] = made;
  const at = (port: number): Promise<Listening> => {
    if (first === undefined) throw new StandinError('internal', 'No mock was made.');
    const where = { port, ...(host === undefined ? {} : { host }) };
    if (made.length === 1) return first.mock.listen(where);
    const placed = made.map(({ mock, choices, below }) => ({ mock, base: below, document: String(choices.document) }));
    return listenForSeveral(placed, where);
  };
  try {
    return await at(port);
  } catch (error) {
    if (!(error instanceof StandinError) || error.code !== 'port.taken') throw error;
    const free = await at(0);
    await free.close();
    throw new StandinError('port.taken', error.message, {
      hint: `Port ${free.port} is free: --port ${free.port}. Or take any free one: --port 0.`,
      cause: error,
    });
  }
}

/** Resolves on the first SIGINT or SIGTERM; a second one ends the process at once. */
function untilStopped(): Promise<void> {
  return new Promise((done) => {
    let isStopping = false;
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.on(signal, () => {
        if (isStopping) process.exit(signal === 'SIGINT' ? 130 : 143);
        isStopping = true;
        done();
      });
    }
  });
}
