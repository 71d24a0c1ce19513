import type { HttpRequest } from '../../core/index.ts';
import type { Store, World } from '../../state/index.ts';
import { fieldValue } from '../../wire/index.ts';
import type { MockContext, RequestContext } from '../model/context.ts';
import { OVERRIDES } from '../model/override.ts';
import type { Answer } from '../model/reply.ts';
import { isOwnToken } from '../model/tokens.ts';
import { expansionsIn, placeIn } from '../roles/index.ts';

/** Keeps answers to reads, and facts about requests (`Passed`). */
export interface Ready<Passed> {
  /** The answer to an equal request, if nothing was written since. */
  recall(request: HttpRequest): Answer | undefined;
  /** Facts about an equal request, which writes do not change. */
  passed(request: HttpRequest): Passed | undefined;
  /** Keeps an answer if it depends only on the request and the version of the collection. */
  keep(raw: HttpRequest, context: RequestContext, answer: Answer, passed: Passed): void;
}

interface KeptReply<Passed> {
  readonly passed: Passed;
  readonly headers: HttpRequest['headers'];
  readonly worldName: string;
  readonly world: World;
  readonly epoch: number;
  readonly collection: string;
  readonly version: number;
  readonly answer: Answer;
}

const MOST_KEPT = 1_000;

/** A mock whose answers depend on clocks or counters keeps none. */
export function createReady<Passed>(mock: MockContext, store: Store): Ready<Passed> {
  const { options } = mock;
  const keeps =
    store.isExclusive && options.delay === undefined && options.rateLimit === undefined && !options.enforceSunset;
  const byPath = new Map<string, Map<string, KeptReply<Passed>>>();
  let size = 0;
  const keptFor = (request: HttpRequest): KeptReply<Passed> | undefined => {
    if (request.method !== 'GET' || request.body.kind !== 'none') return undefined;
    const kept = byPath.get(request.path)?.get(request.query);
    if (mock.signOuts.count > 0 && fieldValue(request.headers, 'authorization') !== undefined) return undefined;
    return kept?.headers === request.headers ? kept : undefined;
  };

  return {
    recall(request) {
      const kept = keptFor(request);
      return kept !== undefined && stands(kept, store) ? kept.answer : undefined;
    },
    passed: (request) => keptFor(request)?.passed,
    keep(raw, context, answer, passed) {
      if (!keeps || raw.method !== 'GET' || raw.body.kind !== 'none' || raw !== context.request) return;
      const { role, world } = context;
      // An issued token expires.
      if (isOwnToken(fieldValue(raw.headers, 'authorization')?.replace(/^bearer +/i, '') ?? '')) return;
      // A behaviour may read anything before it lets the document answer, and the item above a path
      // is in another collection.
      if (context.plan.behaviour !== undefined || context.plan.owner !== undefined) return;
      if (context.plan.listedBy !== undefined || context.plan.linkedBy !== undefined) return;
      if (context.plan.nameFilters.length > 0 && raw.query !== '') return;
      // A read of a job may end it.
      if (context.plan.job !== undefined) return;
      // The answer depends on the caller.
      if (context.plan.sign !== undefined) return;
      // The answer shows records of other collections.
      if (context.plan.shaping !== undefined && expansionsIn(context).length > 0) return;
      if (answer.origin !== 'resource' || (role.kind !== 'read' && role.kind !== 'list')) return;
      if (role.resource === undefined || role.resource.parent !== undefined) return;
      const collection = placeIn(mock, context)?.collection;
      const version = collection === undefined ? undefined : world.read((tx) => tx.collection(collection).version);
      if (collection === undefined || typeof version !== 'number') return;
      let known = byPath.get(raw.path);
      if (known?.has(raw.query) !== true) {
        if (size >= MOST_KEPT) {
          byPath.clear();
          size = 0;
        }
        size += 1;
        known = byPath.get(raw.path) ?? new Map<string, KeptReply<Passed>>();
        byPath.set(raw.path, known);
      }
      const worldName = answer.context.world;
      const { epoch } = world;
      known.set(raw.query, { passed, headers: raw.headers, worldName, world, epoch, collection, version, answer });
    },
  };
}

function stands({ worldName, world, epoch, collection, version }: KeptReply<unknown>, store: Store): boolean {
  return (
    store.world(worldName) === world &&
    world.epoch === epoch &&
    world.read((tx) => tx.collection(collection).version === version && tx.record(OVERRIDES) === undefined) === true
  );
}
