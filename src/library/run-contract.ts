import { join } from 'node:path';
import {
  anySignal,
  asTarget,
  type ContractOptions,
  type GivenValues,
  type PlanOptions,
  planContract,
  type RunEvent,
  runContract as runCore,
  type Scenario,
  type Service,
  type Summary,
  withGivenValues,
  withPropertyNames,
} from '../contract/index.ts';
import { StandinError } from '../core/index.ts';
import { createGenerator } from '../generation/index.ts';
import type { InitialData } from '../mock/index.ts';
import { inferResources, servedApi, withStandIns } from '../resources/index.ts';
import { systemNow } from '../server/index.ts';
import { type Api, suggestion } from '../spec/index.ts';
import { createValidator } from '../validation/index.ts';
import { type Assembly, clockOf, loadChosen } from './assemble.ts';
import type { DocumentChoices, MockChoices } from './config/options.ts';
import { isEmbedded } from './embedded-mocks.ts';
import { readFixtures } from './files/fixtures.ts';
import { readGivenValues } from './files/given-values.ts';
import { knownRecords } from './files/known-records.ts';
import { loadScenarios } from './files/scenarios.ts';
import { loadData } from './package/modules.ts';
import { packageFacts } from './package/package.ts';
import { type SecondOpinion, withSecondOpinion } from './second-opinion/second-opinion.ts';

/** The options of a contract run. All but the target have defaults. */
export interface ContractChoices
  extends Omit<DocumentChoices, 'document'>,
    Omit<
      ContractOptions,
      | 'api'
      | 'generator'
      | 'model'
      | 'validator'
      | 'target'
      | 'now'
      | 'scenarios'
      | 'fixtures'
      | 'records'
      | 'isGiven'
      | 'givenPath'
      | 'vary'
    > {
  /** A base URL, a `fetch` function, or an object with one: a Hono app, a mock. */
  readonly target: Service;
  /** Path or URL of an OpenAPI document, or a parsed one. Default: the embedded petstore. */
  readonly document?: MockChoices['document'];
  /** The text of the document if it was already fetched; `document` is then its URL. */
  readonly documentText?: string;
  /**
   * Whether the target is the mock of this document. Answers of which the document has no schema are then checked against
   * the schema that the mock gives them.
   */
  readonly isOwnMock?: boolean;
  /** The parsed document and the compiled schemas of that mock, if it runs in this process: the check uses them as well. */
  readonly ownDocument?: Pick<Assembly, 'api' | 'validator'>;
  readonly now?: MockChoices['now'];
  /** Scenarios, or a folder or file with them. Default: those of the embedded document, else none. */
  readonly scenarios?: string | readonly Scenario[];
  /**
   * Records that exist at the target, or a file that lists them. Default: those of the embedded document,
   * else none.
   */
  readonly fixtures?: string | NonNullable<ContractOptions['fixtures']>;
  /** Records that exist at the target, by resource, or the file that holds them: the data of a mock. */
  readonly data?: MockChoices['data'];
  /** Values that the target accepts, by place, or a file or module with them. */
  readonly values?: string | GivenValues;
  /** Environment variables that values may name as `${env:NAME}`. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Also runs Dredd, if it is installed, against the same service; its findings have `source: 'dredd'`. */
  readonly secondOpinion?: SecondOpinion;
}

/**
 * A run in progress. `events` can be read once; leaving its loop early stops the run, which then removes
 * what it has created. `summary` resolves when the run has ended.
 */
export interface ContractRun {
  readonly events: AsyncIterable<RunEvent>;
  readonly summary: Promise<Summary>;
}

async function assembleOptions(choices: Omit<ContractChoices, 'target'>): Promise<Omit<ContractOptions, 'target'>> {
  const {
    document,
    documentText,
    isOwnMock,
    ownDocument,
    now,
    scenarios,
    fixtures,
    data,
    values,
    env = {},
    cwd,
    ...others
  } = choices;
  const { strictDocument, remoteRefs, root, documentBytes, ...options } = others;
  const loaded =
    ownDocument?.api.showing('names') ??
    (await loadChosen(
      {
        ...(document === undefined ? {} : { document }),
        ...(documentText === undefined ? {} : { documentText }),
        ...(cwd === undefined ? {} : { cwd }),
        ...(strictDocument === undefined ? {} : { strictDocument }),
        ...(remoteRefs === undefined ? {} : { remoteRefs }),
        ...(root === undefined ? {} : { root }),
        ...(documentBytes === undefined ? {} : { documentBytes }),
      },
      { shown: 'names' },
    ));
  namesExist(loaded, options);
  const api = withStandIns(isOwnMock === true ? servedApi(loaded) : loaded);
  const embedded = isEmbedded(document, cwd ?? '.');
  const path = scenarios ?? (embedded ? packageFacts().contracts : []);
  const given = fixtures ?? (embedded ? join(packageFacts().contracts, 'fixtures.yaml') : {});
  const validator = createValidator({
    api,
    ...(ownDocument === undefined ? {} : { schemas: ownDocument.validator.schemas }),
  });
  const model = inferResources(api, undefined, 'paths alone');
  const known = data === undefined ? undefined : knownRecords(await dataOf(data, cwd ?? '.'), { model, validator });
  const {
    generator,
    covers,
    vary,
    path: givenPath,
    secrets,
  } = withGivenValues(typeof values === 'string' ? await readGivenValues(values, cwd ?? '.') : (values ?? {}), {
    api,
    model,
    validator,
    generator: withPropertyNames(createGenerator({ api, accepts: validator.accepts }), { api, model, validator }),
    salt: options.salt ?? '',
    env,
  });
  return {
    ...options,
    secrets: [...(options.secrets ?? []), ...secrets],
    api,
    validator,
    generator,
    isGiven: covers,
    givenPath,
    vary,
    model,
    now: clockOf(now),
    clock: options.clock ?? systemNow,
    scenarios: typeof path === 'string' ? await loadScenarios(path, cwd ?? '.') : path,
    fixtures: mergeFixtures(
      typeof given === 'string' ? await readFixtures(given, cwd ?? '.') : given,
      known?.fixtures ?? {},
    ),
    ...(known === undefined ? {} : { records: known.records }),
  };
}

async function dataOf(data: NonNullable<ContractChoices['data']>, cwd: string): Promise<InitialData> {
  return typeof data === 'string' ? loadData(data, cwd) : data;
}

type Fixtures = NonNullable<ContractOptions['fixtures']>;

/** The ids of both, by resource. */
function mergeFixtures(first: Fixtures, second: Fixtures): Fixtures {
  const names = new Set([...Object.keys(first), ...Object.keys(second)]);
  return Object.fromEntries([...names].map((name) => [name, [...(first[name] ?? []), ...(second[name] ?? [])]]));
}

/** A misspelt name would select or exclude nothing, or send no key. Throws `usage`. */
function namesExist(
  api: Api,
  {
    operations = [],
    tags = [],
    exclude = [],
    credentials,
  }: Pick<ContractOptions, 'operations' | 'tags' | 'exclude' | 'credentials'>,
): void {
  const ids = new Set(api.operations.flatMap(({ id, method, path }) => [id, `${method} ${path}`]));
  const used = new Set(api.operations.flatMap((operation) => operation.tags));
  const wrong = (thing: string, name: string, known: ReadonlySet<string>): StandinError =>
    new StandinError('usage', `The document has no ${thing} \`${name}\`.`, { hint: suggestion(name, [...known]) });
  const named = new Set(api.operations.map(({ id }) => id));
  for (const name of operations) if (!ids.has(name)) throw wrong('operation', name, named);
  for (const name of tags) if (!used.has(name)) throw wrong('tag', name, used);
  for (const name of exclude)
    if (!ids.has(name) && !used.has(name)) throw wrong('operation or tag', name, new Set([...used, ...named]));
  for (const name of Object.keys(credentials?.apiKeys ?? {}))
    if (!Object.hasOwn(api.securitySchemes, name))
      throw wrong('security scheme', name, new Set(Object.keys(api.securitySchemes)));
}

/**
 * Checks a target against a document. A function or app is called in process, a URL over the network.
 * Throws for wrong input (`document.*`, `config.invalid`, `usage`); faults of the target are findings.
 */
export async function runContract(choices: ContractChoices): Promise<ContractRun> {
  const { target, secondOpinion, ...rest } = choices;
  const reader = new AbortController();
  const { signal, interruptedBy } = choices;
  const options = {
    ...(await assembleOptions(rest)),
    target: asTarget(target),
    signal: signal === undefined ? reader.signal : anySignal(signal, reader.signal),
    interruptedBy: () => (reader.signal.aborted ? 'its reader stopped' : (interruptedBy?.() ?? 'SIGINT')),
  };
  const leave = (): void => reader.abort();
  if (secondOpinion === undefined) return createContractRun(runCore(options), leave);
  return createContractRun(await withSecondOpinion(secondOpinion, options, choices.cwd ?? '.', runCore), leave);
}

/** The cases of a run, without a target. */
export async function planContractFor(
  choices: Omit<ContractChoices, 'target'> & { readonly loopback: boolean },
): Promise<ReturnType<typeof planContract>> {
  const { loopback, ...rest } = choices;
  const options: PlanOptions = await assembleOptions(rest);
  return planContract({ ...options, safeOnly: options.safeOnly ?? !(loopback || choices.allowWrites === true) });
}

/**
 * Lets one caller read the events and another await the summary, even if no caller reads events. `leave` is
 * called when a reader stops early.
 */
function createContractRun(source: AsyncIterable<RunEvent>, leave: () => void): ContractRun {
  const seen: RunEvent[] = [];
  let ended = false;
  let wake: () => void = () => undefined;
  const summary = (async () => {
    try {
      for await (const event of source) {
        seen.push(event);
        wake();
        if (event.type === 'run-finished') return event.summary;
      }
      throw new Error('A run has to end with its last event.');
    } finally {
      ended = true;
      wake();
    }
  })();
  // A caller that reads only the events must not get an unhandled rejection.
  summary.catch(() => undefined);
  async function* events(): AsyncGenerator<RunEvent> {
    try {
      for (;;) {
        const event = seen.shift();
        if (event !== undefined) yield event;
        else if (ended) return void (await summary);
        else await new Promise<void>((resolve) => (wake = resolve));
      }
    } finally {
      if (!ended) leave();
    }
  }
  return { events: events(), summary };
}
