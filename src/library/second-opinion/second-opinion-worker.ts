import { EventEmitter } from 'node:events';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';

/**
 * Runs Dredd in its own thread, because it prints, loads hook files and cannot be stopped. The worker loads
 * everything, hook files too, reports that it is ready, and sends no request before the message to start.
 */

export interface WorkerInput {
  /** Path of Dredd's `package.json`. */
  readonly dredd: string;
  readonly endpoint: string;
  readonly document: string;
  /** JSON Schemas of responses, by operation id and status. */
  readonly schemas: Readonly<Record<string, string>>;
  readonly headers: readonly string[];
  readonly methods: readonly string[];
  readonly hookFiles: readonly string[];
}

export interface DreddTransaction {
  readonly verdict: 'passed' | 'failed' | 'errored' | 'skipped';
  /** Operation id; the copy of the document has it as its summary. */
  readonly operation: string;
  readonly method: string;
  readonly uri: string;
  /** Status of the answer, if there was one. */
  readonly status?: number;
  /** Errors that Dredd reports about it. */
  readonly faults: readonly { readonly part: 'status' | 'headers' | 'body' | 'error'; readonly message: string }[];
}

export type WorkerMessage =
  | { readonly type: 'ready'; readonly transactions: number }
  | { readonly type: 'hook-broken'; readonly message: string }
  | { readonly type: 'warned'; readonly message: string }
  | { readonly type: 'transaction'; readonly transaction: DreddTransaction }
  | { readonly type: 'ended'; readonly error?: string };

interface DreddTest {
  readonly message?: string;
  readonly origin?: { readonly actionName?: string };
  readonly request?: { readonly method?: string; readonly uri?: string };
  readonly actual?: { readonly statusCode?: number };
  readonly errors?: readonly { readonly message: string }[];
  readonly results?: {
    readonly fields?: Readonly<Record<string, { readonly errors?: readonly { readonly message: string }[] }>>;
  };
}

interface PlannedTransaction {
  readonly origin: { readonly actionName: string };
  readonly expected: {
    readonly statusCode?: string;
    readonly headers?: Readonly<Record<string, string>>;
    body?: string;
    bodySchema?: string;
  };
}

interface DreddRun {
  readonly transactionRunner: {
    executeAllTransactions: (
      transactions: readonly PlannedTransaction[],
      hooks: unknown,
      done: (error?: Error) => void,
    ) => void;
  };
  run(done: (error: Error | null | undefined) => void): void;
}

interface DreddLogger {
  log: (level: string, message: string) => void;
  warn: (message: string) => void;
  error: (message: string) => void;
}

const port = parentPort;
if (port !== null) main(workerData as WorkerInput, (message) => port.postMessage(message));

function main(input: WorkerInput, tell: (message: WorkerMessage) => void): void {
  const load = createRequire(input.dredd);
  // Dredd is an archived package, so its internals no longer change.
  const { default: logger } = load(join(dirname(input.dredd), 'build/logger.js')) as { readonly default: DreddLogger };
  listenTo(logger, tell);
  const Dredd = load(dirname(input.dredd)) as new (config: object) => DreddRun;
  const dredd = new Dredd({
    endpoint: input.endpoint,
    apiDescriptions: [{ location: 'openapi.json', content: input.document }],
    header: input.headers,
    method: input.methods,
    hookfiles: input.hookFiles,
    reporter: ['dot'],
    color: false,
    loglevel: 'warning',
    emitter: reportingEmitter(tell),
  });
  waitForGo(dredd, input.schemas, tell);
  dredd.run((error) => tell({ type: 'ended', ...(error ? { error: error.message } : {}) }));
}

/** Dredd only warns about a hook file that does not load, and goes on without it. */
function listenTo(logger: DreddLogger, tell: (message: WorkerMessage) => void): void {
  const warn = (message: string): void => {
    const [, broken] = /^Skipping hook loading\. Error reading hook file ([\s\S]*)$/.exec(message) ?? [];
    if (broken === undefined) tell({ type: 'warned', message: String(message) });
    else
      tell({
        type: 'hook-broken',
        message: broken.replace(/\nStack: [\s\S]*$/, '').replace(/ This probably[^\n]*\nMessage: /, ' '),
      });
  };
  logger.warn = warn;
  logger.error = warn;
  logger.log = (level, message) => {
    if (level === 'warn' || level === 'error') warn(message);
  };
}

function waitForGo(
  { transactionRunner }: DreddRun,
  schemas: WorkerInput['schemas'],
  tell: (message: WorkerMessage) => void,
): void {
  const execute = transactionRunner.executeAllTransactions.bind(transactionRunner);
  transactionRunner.executeAllTransactions = (transactions, hooks, done) => {
    for (const { origin, expected } of transactions) {
      const schema = schemas[`${origin.actionName} ${expected.statusCode}`];
      const type = Object.entries(expected.headers ?? {}).find(([name]) => name.toLowerCase() === 'content-type')?.[1];
      // For other media types Gavel could only compare with the example, and answers need not equal
      // it.
      if (!/json/i.test(type ?? 'json')) delete expected.body;
      else if (schema !== undefined) expected.bodySchema = schema;
    }
    port?.once('message', () => execute(transactions, hooks, done));
    tell({ type: 'ready', transactions: transactions.length });
  };
}

function reportingEmitter(tell: (message: WorkerMessage) => void): EventEmitter {
  const emitter = new EventEmitter();
  const report = (verdict: DreddTransaction['verdict'], test: DreddTest, faults: DreddTransaction['faults']): void =>
    tell({
      type: 'transaction',
      transaction: {
        verdict,
        operation: test.origin?.actionName ?? '',
        method: test.request?.method ?? '',
        uri: test.request?.uri ?? '',
        ...(test.actual?.statusCode === undefined ? {} : { status: Number(test.actual.statusCode) }),
        faults,
      },
    });
  emitter.on('test pass', (test: DreddTest) => report('passed', test, []));
  emitter.on('test skip', (test: DreddTest) => report('skipped', test, []));
  emitter.on('test fail', (test: DreddTest) => report('failed', test, faultsOf(test)));
  emitter.on('test error', (error: Error, test: DreddTest) =>
    report('errored', test, [{ part: 'error', message: error.message }]),
  );
  return emitter;
}

const PARTS = [
  ['statusCode', 'status'],
  ['headers', 'headers'],
  ['body', 'body'],
] as const;

function faultsOf({ results, errors, message }: DreddTest): DreddTransaction['faults'] {
  const found = PARTS.flatMap(([field, part]) =>
    (results?.fields?.[field]?.errors ?? []).map((error) => ({ part, message: error.message })),
  );
  const own = (errors ?? []).map((error) => ({ part: 'error' as const, message: error.message }));
  const all = [...found, ...own];
  return all.length > 0 ? all : [{ part: 'error', message: message ?? 'it failed' }];
}
