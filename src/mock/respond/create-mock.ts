import type { HttpRequest } from '../../core/index.ts';
import type { Generator } from '../../generation/index.ts';
import { indexOperations, type ResourceModel, recordTotals, withoutMixedVersions } from '../../resources/index.ts';
import { type Api, lastLiteral, once, onceForEach } from '../../spec/index.ts';
import { andThen, type Eventually, type Store, type Transaction } from '../../state/index.ts';
import type { Validator } from '../../validation/index.ts';
import { callbacksOf } from '../answer/callbacks.ts';
import { filteredWords } from '../entity/filtered-words.ts';
import { namedBelow, neededByActions } from '../entity/grown-lists.ts';
import { describedDefaultsIn } from '../facts/defaults.ts';
import { tellsDeleted } from '../facts/deleted-entities.ts';
import { createVersionsOf } from '../facts/versions.ts';
import { recordSamples } from '../fields/documented-records.ts';
import { idSchema } from '../fields/drawn-id.ts';
import { successMarksOf } from '../fields/success-marks.ts';
import type { MockContext } from '../model/context.ts';
import { createCountedIds } from '../model/counted-ids.ts';
import { createDrawableOf } from '../model/drawable.ts';
import { createFieldsOf } from '../model/fields.ts';
import type { Mocks } from '../model/mocks.ts';
import { createDelays, type MockOptions } from '../model/options.ts';
import {
  clockOffsetIn,
  OVERRIDES,
  type Override,
  type OverrideChange,
  overridesIn,
  storeOverrides,
} from '../model/override.ts';
import { createRateLimiter } from '../model/rate-limit.ts';
import type { Mock, Reply } from '../model/reply.ts';
import { createTokens } from '../model/tokens.ts';
import { createRequestDrawer } from '../records/drawn-request.ts';
import { createRecordEditor } from '../records/record-editor.ts';
import { createWorldRecords } from '../records/world-records.ts';
import { createBodyReader } from '../refuse/body-reader.ts';
import { createErrorBodies } from '../refuse/error-body.ts';
import { createPathScopes } from '../relations/canonical-paths.ts';
import { createShownChildren } from '../relations/shown-children.ts';
import { createRoles } from '../roles/index.ts';
import { findCaller } from '../seed/caller.ts';
import { checkedData, type InitialData, layData } from '../seed/initial-data.ts';
import { foreignRecordsOf } from '../seed/named-records.ts';
import { createSeeder } from '../seed/seeder.ts';
import { createSeeds } from '../seed/seeds.ts';
import { createReady } from './answer-cache.ts';
import { keepsChangesOf } from './decide.ts';
import { createPlans } from './operation-plans.ts';
import { type Responder, respond, type ValidRequest } from './respond.ts';
import { createVariants, createWorldClocks } from './world-clocks.ts';

export interface MockDependencies {
  readonly api: Api;
  readonly model: ResourceModel;
  readonly validator: Validator;
  readonly generator: Generator;
  readonly mocks: Mocks;
  readonly options: MockOptions;
  /** Makes the store. `seed` fills a new world. */
  readonly createStore: (seed: (tx: Transaction) => Eventually<void>) => Store;
  readonly data?: InitialData;
  readonly onDefect: (error: unknown) => void;
}

/**
 * Connects the parts of a mock for one document. Throws `data.invalid` for initial data that does not fit.
 */
export function createMockCore(given: MockDependencies): Mock {
  const { api, model, validator, generator, mocks, options } = given;
  const fieldsOf = createFieldsOf(api);
  const errors = createErrorBodies({ api, validator, generator, fieldsOf, now: options.now, seed: options.seed });
  const operationsAt = indexOperations(api.operations, withoutMixedVersions(api.operations));
  const pathScopesOf = createPathScopes(
    model,
    operationsAt,
    indexOperations(api.operations, (path) => lastLiteral(path).toLowerCase()),
  );
  const mock: MockContext = {
    api,
    model,
    validator,
    generator,
    mocks,
    options,
    fieldsOf,
    drawableOf: createDrawableOf(api, generator, options.seed),
    countedIdOf: createCountedIds(api, model),
    idSchemaOf: onceForEach((resource) => idSchema({ api, operationsAt }, resource)),
    samplesOf: onceForEach((resource) => recordSamples({ api, model, operationsAt }, resource)),
    versionsOf: createVersionsOf({ api, model, fieldsOf }),
    filteredWordsOf: onceForEach((resource) => filteredWords({ api, model, operationsAt, fieldsOf }, resource)),
    namedBelowOf: onceForEach((resource) => namedBelow(api, resource)),
    neededByActionsOf: onceForEach((resource) => neededByActions({ api, model, fieldsOf }, resource)),
    tellsDeletedOf: onceForEach((resource) => tellsDeleted({ api, model }, resource)),
    describedDefaultsOf: onceForEach((fields) => describedDefaultsIn(api, fields)),
    foreignRecordsOf: onceForEach((resource) => foreignRecordsOf(mock, resource)),
    successMarks: onceForEach((envelope) => successMarksOf({ api, validator }, envelope)),
    errors,
    operationsAt,
    pathScopesOf,
    seedsOf: (place) => seedsOf(place),
    shownChildrenOf: createShownChildren(api, model),
    totalsOf: onceForEach((resource) => recordTotals(api, model, resource)),
    callerOf: once(() => findCaller(mock)),
    planOf: createPlans({ api, mocks, model, pathScopesOf, operationsAt, fieldsOf }),
    materials: new Map(),
    signOuts: { count: 0 },
    texts: new WeakMap(),
  };
  const seedsOf = createSeeds(mock);
  const laid = checkedData(mock, given.data ?? {});
  const seeder = createSeeder(mock, (tx) => layData(laid, tx));
  const store = given.createStore((tx) => seeder.base(tx));
  const limiter = options.rateLimit === undefined ? undefined : createRateLimiter(options.rateLimit);
  const ready = createReady<ValidRequest>(mock, store);
  const tokens = createTokens(options.seed, options.now);
  const clocks = createWorldClocks();
  const responder: Responder = {
    clockOffset: 0,
    clocks,
    ahead: (offset) => variantOf(offset),
    mock,
    store,
    ready,
    seeder,
    roles: createRoles(!store.isRemote),
    isRemote: store.isRemote,
    readBody: createBodyReader(api),
    authority: {
      apiKeys: options.apiKeys,
      auth: options.auth,
      grantOf: tokens.grantOf,
      now: options.now,
    },
    tokens,
    limiter,
    onDefect: given.onDefect,
    nextDelay: createDelays(options),
    finished: new WeakMap(),
    keeps: keepsChangesOf(mock),
  };
  const records = createRecordEditor({ mock, store, seeder });
  const variantOf = createVariants(responder, (offset) => aheadOf(responder, offset));
  const within = <T>(name: string, fn: (tx: Transaction) => T): Eventually<T> =>
    andThen(store.world(name), (world) => world.transaction(fn));
  return {
    api,
    model,
    store,
    tokens,
    records,
    requests: createRequestDrawer(mock, records),
    startingStates: seeder.startingStates,
    arranged: createWorldRecords(mock, seeder, (name) => store.world(name)),
    respond: (request: HttpRequest): Eventually<Reply> => ready.recall(request) ?? respond(responder, request),
    callbacks: (answer) => callbacksOf(mock, answer),
    startFrom(name, startingState) {
      const lay = seeder.startingState(startingState);
      return andThen(store.world(name), (world) => andThen(world.restore(NOTHING), () => world.transaction(lay)));
    },
    reset(name) {
      limiter?.forget(name);
      return andThen(store.world(name), (world) => world.reset());
    },
    overrides: (world) => within(world, listedOverrides),
    addOverride: (world, override) => within(world, (tx) => addOverrideTo(tx, override)),
    changeOverride: (world, id, change) => within(world, (tx) => changedOverride(tx, id, change)),
    dropOverride: (world, id) => within(world, (tx) => droppedOverride(tx, id)),
    clearOverrides: (world) =>
      within(world, (tx) => storeOverrides(tx, { ...overridesIn(tx.record(OVERRIDES)), list: [] })),
    clock: (world) => within(world, (tx) => clockOffsetIn(tx.record(OVERRIDES))),
    moveClock: (world, clock) =>
      andThen(
        within(world, (tx) => storeOverrides(tx, { ...overridesIn(tx.record(OVERRIDES)), clock })),
        () => clocks.hear(world, clock),
      ),
    snapshot: (name) => andThen(store.world(name), (world) => world.snapshot()),
    restore: (name, snapshot) => andThen(store.world(name), (world) => world.restore(snapshot)),
  };
}

/** The same mock with a clock that is ahead by this many milliseconds. */
function aheadOf(responder: Responder, offset: number): Responder {
  const { mock } = responder;
  const now = (): number => mock.options.now() + offset;
  const errors = createErrorBodies({ ...mock, now, seed: mock.options.seed });
  return {
    ...responder,
    clockOffset: offset,
    mock: { ...mock, errors, options: { ...mock.options, now } },
    authority: { ...responder.authority, now },
  };
}

const NOTHING = { collections: {} } as const;

function listedOverrides(tx: Transaction): readonly Override[] {
  return overridesIn(tx.record(OVERRIDES)).list;
}

function addOverrideTo(tx: Transaction, override: Omit<Override, 'id'>): Override {
  const stored = overridesIn(tx.record(OVERRIDES));
  const { next, list } = stored;
  const made: Override = { ...override, id: String(next) };
  storeOverrides(tx, { ...stored, next: next + 1, list: [...list, made] });
  return made;
}

function changedOverride(tx: Transaction, id: string, { position, ...change }: OverrideChange): Override | undefined {
  const stored = overridesIn(tx.record(OVERRIDES));
  const before = stored.list.find((each) => each.id === id);
  if (before === undefined) return undefined;
  const after: Override = { ...before, ...change, id };
  const others = stored.list.filter((each) => each !== before);
  const list = others.toSpliced(position ?? stored.list.indexOf(before), 0, after);
  storeOverrides(tx, { ...stored, list });
  return after;
}

function droppedOverride(tx: Transaction, id: string): boolean {
  const stored = overridesIn(tx.record(OVERRIDES));
  const list = stored.list.filter((each) => each.id !== id);
  if (list.length === stored.list.length) return false;
  storeOverrides(tx, { ...stored, list });
  return true;
}
