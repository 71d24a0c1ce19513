import type { HttpRequest } from '../../core/index.ts';
import type { Generator } from '../../generation/index.ts';
import type { ResourceModel } from '../../resources/index.ts';
import type { Api, Operation } from '../../spec/index.ts';
import type { Eventually, Store, Transaction } from '../../state/index.ts';
import type { Validator } from '../../validation/index.ts';
import { createHomes } from '../facts/canonical-paths.ts';
import { createShownChildren } from '../facts/shown-children.ts';
import { createVersionsOf } from '../facts/versions.ts';
import type { MockContext } from '../model/context.ts';
import { createCountedIds } from '../model/counted-ids.ts';
import { createDrawableOf } from '../model/drawable.ts';
import { createFieldsOf } from '../model/fields.ts';
import type { Mocks } from '../model/mocks.ts';
import { createDelays, type MockOptions } from '../model/options.ts';
import { OVERRIDES, type Override, overrideRecordOf, standingIn } from '../model/override.ts';
import { createRateLimiter } from '../model/rate-limit.ts';
import type { Mock, Reply } from '../model/reply.ts';
import { runSteps, type Steps, wait } from '../model/steps.ts';
import { createTokens } from '../model/tokens.ts';
import { createBodyReader } from '../refuse/body-reader.ts';
import { createErrorBodies } from '../refuse/error-body.ts';
import { createRoles } from '../roles/index.ts';
import { checkedData, type InitialData, layData } from '../seed/initial-data.ts';
import { createSeeder } from '../seed/seeder.ts';
import { createSeeds } from '../seed/seeds.ts';
import { createReady } from './answer-cache.ts';
import { keeping } from './decide.ts';
import { createPlans } from './operation-plans.ts';
import { type Passed, type Responder, respond } from './respond.ts';

export interface MockParts {
  readonly api: Api;
  readonly model: ResourceModel;
  readonly validator: Validator;
  readonly generator: Generator;
  readonly mocks: Mocks;
  readonly options: MockOptions;
  /** Makes the store, given what fills a new world. */
  readonly createStore: (seed: (tx: Transaction) => Eventually<void>) => Store;
  readonly data?: InitialData;
  readonly onDefect: (error: unknown) => void;
}

/** A mock of one document, wired from its collaborators. Throws `data.invalid` for data that does not fit. */
export function createMockCore(given: MockParts): Mock {
  const { api, model, validator, generator, mocks, options } = given;
  const fieldsOf = createFieldsOf(api);
  const errors = createErrorBodies({ api, validator, generator, fieldsOf, now: options.now, seed: options.seed });
  const operationsAt = byPath(api);
  const homesOf = createHomes(model, operationsAt);
  const parts: MockContext = {
    api,
    model,
    validator,
    generator,
    mocks,
    options,
    fieldsOf,
    drawableOf: createDrawableOf(api, generator, options.seed),
    countedIdOf: createCountedIds(api),
    versionsOf: createVersionsOf(fieldsOf),
    errors,
    operationsAt,
    homesOf,
    shownChildrenOf: createShownChildren(api, model),
    planOf: createPlans({ api, mocks, model, homesOf, operationsAt }),
    materials: new Map(),
    texts: new WeakMap(),
  };
  const laid = checkedData(parts, given.data ?? {});
  const seedsOf = createSeeds(parts);
  const seeder = createSeeder(parts, seedsOf, (tx) => layData(laid, tx));
  const store = given.createStore((tx) => runSteps(seeder.base(tx)));
  const limiter = options.rateLimit === undefined ? undefined : createRateLimiter(options.rateLimit);
  const ready = createReady<Passed>(parts, store);
  const tokens = createTokens(options.seed, options.now);
  const responder: Responder = {
    parts,
    store,
    ready,
    seeder,
    seedsOf,
    roles: createRoles(seedsOf, !store.isRemote),
    isRemote: store.isRemote,
    readBody: createBodyReader(api),
    authority: {
      apiKeys: options.apiKeys,
      auth: options.auth,
      grantOf: tokens.grantOf,
      now: options.now,
    },
    limiter,
    onDefect: given.onDefect,
    nextDelay: createDelays(options),
    finished: new WeakMap(),
    keeps: keeping(parts),
  };
  const within = <T>(world: string, steps: (tx: Transaction) => Steps<T>): Eventually<T> =>
    runSteps(inWorld(store, world, steps));
  return {
    api,
    model,
    store,
    tokens,
    scenarios: seeder.scenarios,
    respond: (request: HttpRequest): Eventually<Reply> =>
      ready.recall(request) ?? runSteps(respond(responder, request)),
    startScenario: (world, name) => runSteps(restarted(store, world, seeder.scenario(name))),
    reset: (world) => {
      limiter?.forget(world);
      return runSteps(resetSteps(store, world));
    },
    overrides: (world) => within(world, listedOverrides),
    addOverride: (world, override) => within(world, (tx) => addedOverride(tx, override)),
    dropOverride: (world, id) => within(world, (tx) => droppedOverride(tx, id)),
    clearOverrides: (world) => within(world, (tx) => cleared(tx)),
    snapshot: (world) => runSteps(snapshotSteps(store, world)),
    restore: (world, snapshot) => runSteps(restoreSteps(store, world, snapshot)),
  };
}

/** An index over the paths of a document, made when it is first needed. */
function byPath({ operations }: Api): MockContext['operationsAt'] {
  let index: Map<string, Operation[]> | undefined;
  return (path) => {
    if (path === undefined) return [];
    if (index === undefined) {
      index = new Map();
      for (const operation of operations) {
        const there = index.get(operation.path);
        if (there === undefined) index.set(operation.path, [operation]);
        else there.push(operation);
      }
    }
    return index.get(path) ?? [];
  };
}

function* inWorld<T>(store: Store, name: string, steps: (tx: Transaction) => Steps<T>): Steps<T> {
  const world = yield* wait(store.world(name));
  return yield* wait(world.transaction((tx) => runSteps(steps(tx))));
}

function* resetSteps(store: Store, name: string): Steps<void> {
  yield* wait((yield* wait(store.world(name))).reset());
}

function* snapshotSteps(store: Store, name: string): Steps<Awaited<ReturnType<Mock['snapshot']>>> {
  return yield* wait((yield* wait(store.world(name))).snapshot());
}

function* restoreSteps(store: Store, name: string, snapshot: Parameters<Mock['restore']>[1]): Steps<void> {
  yield* wait((yield* wait(store.world(name))).restore(snapshot));
}

const NOTHING = { collections: {} } as const;

function* restarted(store: Store, name: string, scenario: (tx: Transaction) => Steps<void>): Steps<void> {
  const world = yield* wait(store.world(name));
  yield* wait(world.restore(NOTHING));
  yield* wait(world.transaction((tx) => runSteps(scenario(tx))));
}

function* cleared(tx: Transaction): Steps<void> {
  yield* wait(tx.setRecord(OVERRIDES, undefined));
}

function* listedOverrides(tx: Transaction): Steps<readonly Override[]> {
  return standingIn(yield* wait(tx.record(OVERRIDES))).list;
}

function* addedOverride(tx: Transaction, override: Omit<Override, 'id'>): Steps<Override> {
  const { next, list } = standingIn(yield* wait(tx.record(OVERRIDES)));
  const made: Override = { ...override, id: String(next) };
  yield* wait(tx.setRecord(OVERRIDES, overrideRecordOf({ next: next + 1, list: [...list, made] })));
  return made;
}

function* droppedOverride(tx: Transaction, id: string): Steps<boolean> {
  const standing = standingIn(yield* wait(tx.record(OVERRIDES)));
  const list = standing.list.filter((each) => each.id !== id);
  if (list.length === standing.list.length) return false;
  yield* wait(tx.setRecord(OVERRIDES, list.length === 0 ? undefined : overrideRecordOf({ ...standing, list })));
  return true;
}
