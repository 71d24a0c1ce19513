import { type Json, StandinError } from '../core/index.ts';
import { createGenerator, prepareFake } from '../generation/index.ts';
import { createMockCore as createCore, DEFAULT_SEED, type Mock, type MockOptions, type Mocks } from '../mock/index.ts';
import { inferResources, type ResourceModel, servedApi } from '../resources/index.ts';
import { systemNow } from '../server/index.ts';
import { type Api, type LoadOptions, loadApi, suggestion } from '../spec/index.ts';
import type { FileLock, StateLimits } from '../state/index.ts';
import { createValidator, metaSchema, type OwnedValidator } from '../validation/index.ts';
import { assertCodeGeneration } from './code-generation.ts';
import { CONTROL_PREFIX, type DocumentChoices, type MockChoices } from './config/options.ts';
import { refuseSchemaFaults } from './document-faults.ts';
import { checkedMocks } from './package/checked-mocks.ts';
import { loadData, loadMocks } from './package/modules.ts';
import { packageFacts } from './package/package.ts';
import { parsedBefore } from './package/parsed-before.ts';
import { parseDelay, parseInstant, parseRateLimit } from './parse.ts';
import { parseState, pendingStore } from './stores.ts';

/** Everything that serves one document, made from a user's choices. */
export interface Assembly {
  readonly api: Api;
  readonly model: ResourceModel;
  readonly validator: OwnedValidator;
  readonly mock: Mock;
  readonly options: MockOptions;
  /** Of a state that only one process may use at a time. */
  readonly lock: FileLock | undefined;
}

export function clockOf(now: MockChoices['now']): () => number {
  if (typeof now === 'function') return now;
  if (now === undefined) return systemNow;
  const instant = parseInstant(now);
  return () => instant;
}

/** Loads the document that was chosen, the embedded petstore where none was. Throws `document.unreadable`, `document.unreachable` and `document.refused`. */
export async function loadChosen(
  choices: DocumentChoices & { readonly documentText?: string },
  { shown }: Pick<LoadOptions, 'shown'> = {},
): Promise<Api> {
  const facts = packageFacts();
  return loadApi(choices.document ?? facts.document, {
    ...(choices.document === undefined ? { parsed: (text: string) => parsedBefore(facts.parsed, text) } : {}),
    ...(choices.cwd === undefined ? {} : { cwd: choices.cwd }),
    ...(choices.documentText === undefined ? {} : { text: choices.documentText }),
    ...(choices.base === undefined ? {} : { base: choices.base }),
    ...(choices.root === undefined ? {} : { root: choices.root }),
    ...(choices.documentBytes === undefined
      ? {}
      : { limits: { fileBytes: choices.documentBytes, totalBytes: choices.documentBytes } }),
    ...(shown === undefined ? {} : { shown }),
    metaSchema,
    strict: choices.strictDocument === true,
    ...(choices.remoteRefs === true ? { fetch: globalThis.fetch } : {}),
  });
}

async function chosenMocks(choices: MockChoices, cwd: string): Promise<Mocks> {
  if (typeof choices.mocks === 'string') return loadMocks(choices.mocks, cwd);
  if (choices.mocks !== undefined) return checkedMocks(choices.mocks, 'given');
  return choices.document === undefined ? loadMocks(packageFacts().mocks, cwd) : {};
}

/** Wires the rooms into one mock. A reload hands on the lock of the assembly before. */
export async function assemble(
  choices: MockChoices,
  onDefect: (error: unknown) => void,
  held?: FileLock,
): Promise<Assembly> {
  assertCodeGeneration();
  await prepareFake();
  const cwd = choices.cwd ?? '.';
  const [loaded, mocks, data] = await Promise.all([
    loadChosen(choices, { shown: 'names and values' }),
    chosenMocks(choices, cwd),
    typeof choices.data === 'string' ? loadData(choices.data, cwd) : choices.data,
  ]);
  const api = servedApi(loaded);
  const options = completeOptions(choices);
  const validator = createValidator({ api, fast: choices.fast !== false });
  if (choices.strictDocument === true) refuseSchemaFaults(api, validator);
  const generator = createGenerator({ api, accepts: validator.accepts, ...imageRootOf(choices) });
  const model = inferResources(api);
  if (choices.mocks !== undefined) namedAsDocumented(mocks, api, model);
  const store = pendingStore(parseState(choices.state ?? 'memory', cwd), { api, cwd }, options, limitsOf(choices));
  const mock = createCore({
    api,
    model,
    validator,
    generator,
    mocks,
    options,
    createStore: store.create,
    ...(data === undefined ? {} : { data: data as Readonly<Record<string, Json>> }),
    onDefect,
  });
  return { api, model, validator, mock, options, lock: await store.open(held) };
}

/** Pictures in generated records can be loaded from the mock itself, where its address is known. */
function imageRootOf({ publicUrl, controlPrefix = CONTROL_PREFIX }: MockChoices): { readonly imageRoot?: string } {
  return publicUrl === undefined ? {} : { imageRoot: `${publicUrl.replace(/\/+$/, '')}${controlPrefix}/image` };
}

function limitsOf({ maxEntities, maxWorlds }: MockChoices): Partial<StateLimits> {
  return {
    ...(maxEntities === undefined ? {} : { entities: maxEntities }),
    ...(maxWorlds === undefined ? {} : { worlds: maxWorlds }),
  };
}

/** A behaviour under a misspelt name would never run, without a reason. Throws `mocks.invalid`. */
function namedAsDocumented({ behaviours = {}, factories = {} }: Mocks, api: Api, model: ResourceModel): void {
  const wrong = (kind: string, name: string, thing: string, known: readonly string[]): StandinError =>
    new StandinError(
      'mocks.invalid',
      `The mocks define a ${kind} \`${name}\`, but the document has no such ${thing}.`,
      {
        hint: suggestion(name, known),
      },
    );
  for (const name of Object.keys(behaviours))
    if (api.operation(name) === undefined)
      throw wrong(
        'behaviour',
        name,
        'operation',
        api.operations.map(({ id }) => id),
      );
  for (const name of Object.keys(factories))
    if (model.resource(name) === undefined)
      throw wrong(
        'factory',
        name,
        'resource',
        model.resources.map((each) => each.name),
      );
}

/** Without a choice, requests without a credential are admitted, unless the user said which credentials are valid. */
export function authOf(choices: Pick<MockChoices, 'auth' | 'requireAuth' | 'apiKeys'>): MockOptions['auth'] {
  const { auth, requireAuth, apiKeys = [] } = choices;
  return auth ?? (requireAuth === true ? 'required' : apiKeys.length > 0 ? 'document' : 'off');
}

function completeOptions(choices: MockChoices): MockOptions {
  return {
    seed: choices.seed ?? DEFAULT_SEED,
    now: clockOf(choices.now),
    apiKeys: choices.apiKeys ?? [],
    auth: authOf(choices),
    lenient: choices.lenient === true,
    rateLimit: choices.rateLimit === undefined ? undefined : parseRateLimit(choices.rateLimit),
    enforceSunset: choices.enforceSunset === true,
    strict: choices.strict === true,
    stateless: choices.stateless === true,
    dynamic: choices.dynamic === true,
    unknown: choices.unknown ?? 'auto',
    delay: choices.delay === undefined ? undefined : parseDelay(choices.delay),
    strictBasePath: choices.strictBasePath === true,
  };
}
