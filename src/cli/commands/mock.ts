import { watch } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { Command, Option } from 'commander';
import {
  CONTROL_PREFIX,
  createMock,
  type Listening,
  mockChoicesOf,
  mocksOfCopy,
  StandinError,
  type StandinMock,
} from '../../library/index.ts';
import { collected, type Flags, mergedChoices, oneOf, wholeNumber } from '../choices.ts';
import { findConfig } from '../config.ts';
import { documentHere } from '../document-here.ts';
import { createVoice, type Voice } from '../mock-voice.ts';
import type { Terminal } from '../terminal.ts';

const DEFAULT_PORT = 4010;

export function mockCommand(terminal: Terminal): Command {
  return new Command('mock')
    .description('Serve a stateful mock of an OpenAPI document (without one: of the embedded petstore).')
    .argument(
      '[document]',
      'path or URL of an OpenAPI document (2.0, 3.0, 3.1, 3.2; JSON or YAML); default: openapi.* or swagger.* in this folder, else the embedded petstore',
    )
    .option('--petstore', 'serve the embedded petstore, whatever is in this folder (default: off)')
    .addOption(
      new Option(
        '-p, --port <number>',
        `port to listen on; 0 chooses a free port (default: ${DEFAULT_PORT})`,
      ).argParser(wholeNumber(0, 65535)),
    )
    .option('--host <address>', 'address to listen on (default: 127.0.0.1 and ::1)')
    .addOption(
      new Option(
        '--seed <number>',
        'seed of all generated data; the same seed gives the same data (default: 1)',
      ).argParser(wholeNumber(-2147483648, 2147483647)),
    )
    .option('--now <instant>', 'date or RFC 3339 instant to use as the time of the mock (default: the system clock)')
    .option(
      '--mocks <file>',
      'module with behaviours, factories and scenarios; TypeScript needs no build step (default: none)',
    )
    .option(
      '--data <file>',
      'JSON or YAML file with the initial records of each resource, checked against the document (default: none)',
    )
    .option(
      '--state <where>',
      'where records are stored: memory, file:./state.json, sqlite:./state.db, or redis://host:6379/0?prefix=team (default: memory)',
    )
    .option('--delay <ms>', 'delay of each answer in milliseconds, such as 250 or 100..400 (default: none)')
    .addOption(
      new Option(
        '--api-key <key>',
        'credential to accept; repeatable (default: any credential that is not empty)',
      ).argParser(collected),
    )
    .addOption(
      new Option(
        '--auth <mode>',
        'which requests need a credential: off (none), document (those that the document says), required (also where the document makes it optional) (default: document)',
      ).argParser(oneOf('off', 'document', 'required')),
    )
    .option('--require-auth', 'the same as --auth required (default: off)')
    .option('--rate-limit <quota>', 'maximum requests per s, m or h, such as 60/m; more get 429 (default: none)')
    .option('--enforce-sunset', 'answer 410 after the sunset date of an operation (default: off)')
    .option(
      '--lenient',
      'answer a request that breaks the document as if it had left out what is wrong, and report that in Standin-Violations, log and journal (default: off)',
    )
    .option('--strict', 'answer 500 if an answer of the mock does not fit the document (default: off)')
    .option(
      '--strict-document',
      'refuse a document that has an error, instead of serving the rest of it (default: off)',
    )
    .option('--strict-base-path', "answer only under the base path of the document's servers (default: off)")
    .option('--base <path>', 'path below which the API stands, such as /api (default: none)')
    .option('--stateless', 'answer from examples and schemas only, and store nothing (default: off)')
    .option('--dynamic', 'prefer generated values to examples (default: off)')
    .addOption(
      new Option(
        '--unknown <how>',
        'answer for an unknown id: strict (404), materialise (create the record) or auto (404 where records can be listed or created) (default: auto)',
      ).argParser(oneOf('auto', 'strict', 'materialise')),
    )
    .option('--no-fast', 'validate every message with Prism, without the faster first pass')
    .option('--quiet-headers', 'do not send the Standin-* header fields (default: off)')
    .option('--no-cors', 'do not send CORS header fields')
    .addOption(
      new Option(
        '--body-limit <bytes>',
        'largest request body in bytes; larger ones get 413 (default: 1048576)',
      ).argParser(wholeNumber(1, 1073741824)),
    )
    .option('--control-prefix <path>', `path of the control routes (default: ${CONTROL_PREFIX})`)
    .option(
      '--public-url <url>',
      'address by which clients reach the mock, for pictures in records (default: http://localhost and the port, for state in memory)',
    )
    .option('--control-token <token>', 'token that allows other machines to use the control routes (default: none)')
    .addOption(
      new Option('--journal-size <number>', 'number of requests that the journal keeps (default: 1000)').argParser(
        wholeNumber(1, 10000000),
      ),
    )
    .addOption(
      new Option(
        '--max-entities <number>',
        'records that one world may hold; more get 507 (default: 1000000)',
      ).argParser(wholeNumber(1, 100000000)),
    )
    .addOption(
      new Option('--max-worlds <number>', 'worlds that may exist at a time; more get 503 (default: 256)').argParser(
        wholeNumber(1, 1000000),
      ),
    )
    .addOption(
      new Option(
        '--headers-timeout <ms>',
        'time for a client to send the header fields, in milliseconds, then 408 (default: 15000)',
      ).argParser(wholeNumber(1, 3600000)),
    )
    .addOption(
      new Option(
        '--request-timeout <ms>',
        'time for a client to send a whole request, in milliseconds, then 408 (default: 30000)',
      ).argParser(wholeNumber(1, 3600000)),
    )
    .option('--no-fast-sockets', 'serve sockets by the HTTP server of Node alone, which is slower (default: on)')
    .option('--remote-refs', 'follow $refs to http(s) documents (default: off)')
    .option('--root <folder>', 'folder in which $refs may lead to JSON and YAML files (default: that of the project)')
    .addOption(
      new Option(
        '--document-bytes <bytes>',
        'size that all files of the document may have (default: 67108864)',
      ).argParser(wholeNumber(1, 4294967296)),
    )
    .option(
      '--watch',
      'reload the document, mocks and data when they change, and keep the stored records (default: off)',
    )
    .option('--log', 'print a line for each request, its answer, and what is wrong with it (default: off)')
    .option('--config <file>', 'config file (default: standin.config.{ts,js,json,yaml} in this folder)')
    .option('--json', 'print one JSON object per line instead of text (default: off)')
    .action(async (document: string | undefined, flags: Flags) => serve(document, defaultsOff(flags), terminal));
}

/** Removes negated flags that were not given: commander sets them to true, which would override a config file. */
function defaultsOff(flags: Flags): Flags {
  return Object.fromEntries(
    Object.entries(flags).filter(
      ([name, value]) => !(['cors', 'fast', 'fastSockets'].includes(name) && value === true),
    ),
  );
}

async function serve(document: string | undefined, flags: Flags, terminal: Terminal): Promise<void> {
  const found = await findConfig(flags['config'] as string | undefined);
  const choices = documentHere(mergedChoices(document, flags, found), flags, terminal);
  const json = flags['json'] === true;
  const say = createVoice(terminal, json, choices);
  const mock = await createMock({
    ...publicUrlOf(choices),
    ...mockChoicesOf(choices),
    ...mocksOfCopy(choices),
    onDefect: (error) => say.defect(error),
    ...(choices.log === true ? { onExchange: say.exchanged } : {}),
  });
  // Installed before the address is printed: a reader of it may send a signal at once.
  const stopped = untilStopped();
  const server = await listening(mock, choices.port ?? DEFAULT_PORT, choices.host).catch(async (error: unknown) => {
    // An open connection to the state would keep the process alive.
    await mock.close();
    throw error;
  });
  say.started(mock, server);
  // Counting the resources of a large document may wait; requests may not.
  void mock.survey().then(
    (resources) => resources !== undefined && say.surveyed(mock, server, resources),
    (error: unknown) => say.defect(error),
  );
  const watching =
    choices.watch === true
      ? watchFiles(
          filesOf(mock, choices.mocks, choices.data),
          choices.mocks !== undefined,
          () => void reloaded(mock, say),
        )
      : undefined;
  await stopped;
  watching?.();
  say.stopping();
  await mock.close();
}

/** Records that outlive the process, or that several share, do not depend on its port. */
function publicUrlOf({ port = DEFAULT_PORT, state = 'memory' }: ReturnType<typeof mergedChoices>): {
  readonly publicUrl?: string;
} {
  return port === 0 || state !== 'memory' ? {} : { publicUrl: `http://localhost:${port}` };
}

async function listening(mock: StandinMock, port: number, host: string | undefined): Promise<Listening> {
  try {
    return await mock.listen({ port, ...(host === undefined ? {} : { host }) });
  } catch (error) {
    if (!(error instanceof StandinError) || error.code !== 'port.taken') throw error;
    const free = await mock.listen({ port: 0 });
    await free.close();
    throw new StandinError('port.taken', error.message, {
      hint: `Port ${free.port} is free: --port ${free.port}. Or take any free one: --port 0.`,
      cause: error,
    });
  }
}

/** Resolves on the first SIGINT or SIGTERM; a second one ends the process at once. */
function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    let asked = false;
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.on(signal, () => {
        if (asked) process.exit(signal === 'SIGINT' ? 130 : 143);
        asked = true;
        resolve();
      });
    }
  });
}

async function reloaded(mock: StandinMock, say: Voice): Promise<void> {
  try {
    say.reloaded(await mock.reload(), mock);
  } catch (error) {
    say.reloadFailed(error);
  }
}

function filesOf(mock: StandinMock, mocks: unknown, data: unknown): readonly string[] {
  const folder = mock.api.source === '' ? '.' : dirname(mock.api.source);
  const documents = mock.api.files.map(({ name }) =>
    name === mock.api.source ? resolve(name) : resolve(folder, name),
  );
  return [
    ...documents,
    ...[mocks, data].filter((each): each is string => typeof each === 'string').map((each) => resolve(each)),
  ];
}

const SETTLE = 80;

/**
 * Calls back once a burst of changes has settled. Watches folders, because editors may replace a file. Of the other files in these folders
 * only `modules` count, which mocks may import; a log of ours in the same folder does not.
 */
function watchFiles(files: readonly string[], modules: boolean, changed: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  const watchers = [...new Set(files.map((file) => dirname(file)))].map((folder) =>
    watch(folder, (_, name) => {
      const ours = name === null || files.includes(join(folder, name));
      if (!ours && !(modules && /\.[cm]?[jt]s$/.test(name))) return;
      clearTimeout(timer);
      timer = setTimeout(changed, SETTLE);
    }),
  );
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}
