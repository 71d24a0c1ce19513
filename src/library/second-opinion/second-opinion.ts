import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import {
  applyBaseline,
  type ContractOptions,
  type Credentials,
  exitStatus,
  type Finding,
  type LeftOut,
  type RunEvent,
  type Summary,
} from '../../contract/index.ts';
import { StandinError } from '../../core/index.ts';
import type { BaselineEntry } from '../../findings/index.ts';
import type { Api, Operation } from '../../spec/index.ts';
import { isSafe } from '../../spec/index.ts';
import { isLoopback } from '../../wire/index.ts';
import { ownModule, packageFacts } from '../package/package.ts';
import { copyForDredd } from './second-opinion-document.ts';
import { findingsOf, saysNothing, unjudgedTransactions } from './second-opinion-findings.ts';
import type { DreddTransaction, WorkerInput, WorkerMessage } from './second-opinion-worker.ts';

/** A second opinion about the same service: Dredd, which validates with Gavel instead of Prism. */
export interface SecondOpinion {
  readonly tool: 'dredd';
  /** Hook files for Dredd, loaded after standin's own. The run does not start if one does not load. */
  readonly hooks?: readonly string[];
  /** Total time limit for Dredd in milliseconds. Default 120 000. */
  readonly timeout?: number;
}

interface PreparedDredd {
  /** Sends the requests and resolves to the results. */
  go(timeout: number): Promise<{ readonly transactions: readonly DreddTransaction[]; readonly trouble?: string }>;
  /** Transactions with a path value that no example gives. */
  readonly madeUp: ReadonlySet<string>;
  /** What Dredd cannot test. */
  readonly unseen: readonly LeftOut[];
  close(): Promise<void>;
}

const NOTHING = 'The document has no operation that Dredd can test.';
/** Milliseconds. */
const TIME_LIMITS = { run: 120_000, ready: 60_000 } as const;

/**
 * The run with Dredd's results: its findings, what it could not test, and the exit status of both together.
 */
export async function withSecondOpinion(
  opinion: SecondOpinion,
  options: ContractOptions,
  cwd: string,
  run: (options: ContractOptions) => AsyncIterable<RunEvent>,
): Promise<AsyncIterable<RunEvent>> {
  const prepared = await prepare(opinion, options, cwd);
  const theirs = (options.baseline ?? []).filter(({ check }) => check.startsWith('dredd.'));
  const ours = options.baseline?.filter((entry) => !theirs.includes(entry));
  return (async function* (): AsyncGenerator<RunEvent> {
    try {
      for await (const event of run({ ...options, ...(ours === undefined ? {} : { baseline: ours }) })) {
        if (event.type !== 'run-finished') yield event;
        else yield* withDreddFindings(event, { prepared, options, baseline: theirs }, opinion);
      }
    } finally {
      await prepared.close();
    }
  })();
}

/** The run that Dredd's results are added to. */
interface OpinionRun {
  readonly prepared: PreparedDredd;
  readonly options: ContractOptions;
  readonly baseline: readonly BaselineEntry[];
}

async function* withDreddFindings(
  last: Extract<RunEvent, { readonly type: 'run-finished' }>,
  { prepared, options, baseline }: OpinionRun,
  opinion: SecondOpinion,
): AsyncGenerator<RunEvent> {
  const { summary } = last;
  if (summary.exitStatus > 1 || summary.interrupted !== undefined) return yield last;
  const { transactions, trouble } = await prepared.go(opinion.timeout ?? TIME_LIMITS.run);
  const raw = findingsOf(transactions, {
    api: options.api,
    ours: summary.findings,
    madeUp: prepared.madeUp,
    secrets: secretsOf(options),
  });
  const failOn = options.failOn ?? [];
  const { findings, outcome } = applyBaseline(raw, baseline, {
    now: options.now(),
    whole: options.only === undefined,
    failOn,
    update: options.updateBaseline === true,
  });
  for (const finding of findings) yield { type: 'finding', finding };
  const summarised = withBaseline(withFindings(summary, findings, prepared, transactions), options.baseline && outcome);
  const { deprecationBudget, minCoverage, only } = options;
  const limits = { deprecationBudget, ...(only === undefined ? { minCoverage } : {}) };
  const judged = { ...summarised, ...exitStatus(summarised, failOn, limits) };
  yield { ...last, summary: trouble === undefined ? judged : withTrouble(judged, trouble) };
}

function withFindings(
  summary: Summary,
  findings: readonly Finding[],
  prepared: PreparedDredd,
  transactions: readonly DreddTransaction[],
): Summary {
  const count = (verdict: DreddTransaction['verdict']): number =>
    transactions.filter((each) => each.verdict === verdict).length;
  const nothing = transactions.filter((each) => saysNothing(each, prepared.madeUp)).length;
  const words = [
    `${count('passed')} of ${transactions.length} transactions passed`,
    ...(nothing > 0
      ? [`${nothing} got 404 for a made-up path value (give an example in the document, or set it in a hook)`]
      : []),
    ...(count('errored') > 0 ? [`${count('errored')} could not be judged`] : []),
    ...(count('skipped') > 0 ? [`${count('skipped')} were skipped`] : []),
  ];
  const rank = { error: 0, warning: 1, info: 2 };
  return {
    ...summary,
    findings: [...summary.findings, ...findings].sort((one, other) => rank[one.severity] - rank[other.severity]),
    leftOut: [...summary.leftOut, ...prepared.unseen, ...unjudgedTransactions(transactions)],
    notes: [...summary.notes, `second opinion of Dredd: ${words.join(', ')}`],
  };
}

function withBaseline(summary: Summary, more: Summary['baseline'] | undefined): Summary {
  const { baseline } = summary;
  if (baseline === undefined || more === undefined) return summary;
  return {
    ...summary,
    baseline: {
      known: baseline.known + more.known,
      fresh: baseline.fresh + more.fresh,
      expired: [...baseline.expired, ...more.expired],
      stale: [...baseline.stale, ...more.stale],
      ...(baseline.updated === undefined ? {} : { updated: [...baseline.updated, ...(more.updated ?? [])] }),
    },
  };
}

function withTrouble(summary: Summary, trouble: string): Summary {
  return { ...summary, exitStatus: 1, reasons: [...summary.reasons, `the second opinion is missing: ${trouble}`] };
}

/** Loads Dredd, the document and the hook files. No request is sent yet. */
async function prepare(opinion: SecondOpinion, options: ContractOptions, cwd: string): Promise<PreparedDredd> {
  const { api, target } = options;
  if (!(target instanceof URL))
    throw new StandinError('usage', 'A second opinion needs a target with a URL.', {
      hint: 'Let the mock listen and give its URL.',
    });
  const mayWrite = options.allowWrites === true || isLoopback(target.hostname);
  const { text, operations, schemas, unseen, madeUp } = copyForDredd(api, chosenBy(options, mayWrite), (schema, at) => {
    const drawn = options.generator.value(
      schema,
      { seed: options.seed ?? 1, at: `dredd/${at}` },
      { direction: 'request' },
    );
    return drawn.ok ? drawn.value : null;
  });
  const input: WorkerInput = {
    dredd: findDredd(cwd),
    endpoint: target.href.replace(/\/$/, ''),
    document: text,
    schemas,
    headers: [
      ...(options.fields ?? []).map(([name, value]) => `${name}:${value}`),
      ...headersFor(api, options.credentials ?? {}),
    ],
    methods: [],
    hookFiles: [
      join(packageFacts().root, 'contracts/dredd/hooks.cjs'),
      ...(opinion.hooks ?? []).map((file) => resolve(cwd, file)),
    ],
  };
  if (operations === 0)
    return { madeUp, unseen, close: async () => undefined, go: async () => ({ transactions: [], trouble: NOTHING }) };
  return { ...(await start(input)), madeUp, unseen };
}

function findDredd(cwd: string): string {
  for (const from of [import.meta.url, join(resolve(cwd), 'package.json')]) {
    try {
      return createRequire(from).resolve('dredd/package.json');
    } catch {
      // The package may be installed next to this one.
    }
  }
  throw new StandinError('usage', '--second-opinion dredd needs Dredd, which is not installed.', {
    hint: 'Install it: npm install --save-dev dredd@14.',
  });
}

/** The operations of the plan; only safe ones where writing is not allowed. */
function chosenBy(options: ContractOptions, mayWrite: boolean): (operation: Operation) => boolean {
  const { operations, tags, exclude } = options;
  const named = (operation: Operation, names: readonly string[]): boolean =>
    names.includes(operation.id) || names.includes(`${operation.method} ${operation.path}`);
  const tagged = (operation: Operation, names: readonly string[]): boolean =>
    operation.tags.some((tag) => names.includes(tag));
  return (operation) =>
    (mayWrite || isSafe(operation.method)) &&
    (operations === undefined || named(operation, operations)) &&
    (tags === undefined || tagged(operation, tags)) &&
    !(exclude !== undefined && (named(operation, exclude) || tagged(operation, exclude)));
}

/** Dredd sends the same fields with every request. */
function headersFor(api: Api, credentials: Credentials): readonly string[] {
  const { headers = [], bearer, apiKeys = {}, key: own } = credentials;
  const basic = credentials.basic ?? (own === undefined ? undefined : { user: 'standin', password: own });
  const fields = new Map(headers.map(([name, value]) => [name, value]));
  const encoded = basic === undefined ? undefined : Buffer.from(`${basic.user}:${basic.password}`).toString('base64');
  for (const [name, scheme] of Object.entries(api.securitySchemes)) {
    const key = Object.hasOwn(apiKeys, name) ? apiKeys[name] : own;
    if (scheme.kind === 'apiKey' && scheme.in === 'header' && key !== undefined) fields.set(scheme.name, key);
    const isBasic = scheme.kind === 'http' && scheme.scheme === 'basic';
    const value = isBasic ? encoded : (key ?? bearer);
    if (scheme.kind !== 'apiKey' && value !== undefined && !fields.has('Authorization'))
      fields.set('Authorization', `${isBasic ? 'Basic' : 'Bearer'} ${value}`);
  }
  return [...fields].map(([name, value]) => `${name}:${value}`);
}

function secretsOf({ credentials, secrets = [] }: ContractOptions): readonly string[] {
  const { headers = [], bearer, basic, key, apiKeys = {} } = credentials ?? {};
  const all = [
    ...headers.map(([, value]) => value),
    bearer,
    key,
    basic?.password,
    ...Object.values(apiKeys),
    ...secrets,
  ];
  return all.filter((each) => each !== undefined);
}

/** The thread that Dredd runs in. Rejects if it cannot be made ready, with the reason. */
async function start(input: WorkerInput): Promise<Pick<PreparedDredd, 'go' | 'close'>> {
  const worker = new Worker(ownModule('second-opinion/second-opinion-worker'), {
    workerData: input,
    stdout: true,
    stderr: true,
    execArgv: ['--no-deprecation'],
  });
  // The output of Dredd is discarded, so that a full pipe cannot block the thread.
  worker.stdout.resume();
  worker.stderr.resume();
  const warnings: string[] = [];
  const transactions: DreddTransaction[] = [];
  const until = (good: WorkerMessage['type'], limit: number): Promise<string | undefined> =>
    new Promise((done) => {
      const timer = setTimeout(() => end(`Dredd took longer than ${limit} ms.`), limit);
      const onExit = (): void => end('Dredd exited before it finished.');
      const onError = (error: unknown): void => end(error instanceof Error ? error.message : String(error));
      const onMessage = (message: WorkerMessage): void => {
        if (message.type === 'warned') warnings.push(message.message);
        else if (message.type === 'transaction') transactions.push(message.transaction);
        else if (message.type === 'hook-broken') end(`The hook file ${message.message.trim()}`);
        else if (message.type === 'ended' && (message.error !== undefined || good !== 'ended'))
          end([message.error ?? 'Dredd exited before it finished.', ...warnings].join(' '));
        else if (message.type === good) end(undefined);
      };
      const end = (trouble: string | undefined): void => {
        clearTimeout(timer);
        worker.off('message', onMessage).off('error', onError).off('exit', onExit);
        done(trouble);
      };
      worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    });
  const close = async (): Promise<void> => void (await worker.terminate());
  const trouble = await until('ready', TIME_LIMITS.ready);
  if (trouble !== undefined) {
    await close();
    throw new StandinError('config.invalid', `Dredd cannot start: ${trouble}`);
  }
  return {
    close,
    go: async (timeout) => {
      const ended = until('ended', timeout);
      worker.postMessage('go');
      const failed = await ended;
      if (failed !== undefined) return { transactions, trouble: failed };
      return transactions.length > 0 ? { transactions } : { transactions, trouble: NOTHING };
    },
  };
}
