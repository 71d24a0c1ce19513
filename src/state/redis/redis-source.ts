import type { Json } from '../../core/index.ts';
import { StandinError } from '../../core/index.ts';
import type { PlacedEntity } from '../model/indexes.ts';
import { integerStored, storedName } from '../model/stored-text.ts';
import { entityIn, recordIn, syncReplica } from './redis-answers.ts';
import type { RedisReply, Script } from './redis-link.ts';
import type { RememberedValue } from './redis-memo.ts';
import type { Replica, Replicas } from './redis-replicas.ts';
import * as scripts from './redis-scripts.ts';
import type { Question, QuestionAnswer, WorldAnswer, WorldCalls } from './redis-world.ts';

/** Thrown when the world has changed after a step read it: the step runs again. */
export const CONFLICT: unique symbol = Symbol('conflict');

/** Something that a step reads. */
export type ReadTarget =
  | { readonly kind: 'entity'; readonly collection: string; readonly key: string }
  | { readonly kind: 'record'; readonly collection: ''; readonly key: string }
  | { readonly kind: 'collection' | 'meta' | 'nextId'; readonly collection: string; readonly key: '' }
  | { readonly kind: 'reserve'; readonly collection: string; readonly key: string };

/**
 * The data that a step reads. Missing data is loaded between two runs of the step. A source belongs to one
 * generation of a world.
 */
export interface Source {
  readonly world: WorldCalls;
  readonly replicas: Replicas;
  /** Remembered data counts as loaded. The commit verifies it. */
  readonly trusting: boolean;
  gen: string | undefined;
  readonly entities: Map<string, RememberedValue<PlacedEntity>>;
  readonly records: Map<string, RememberedValue<Json>>;
  readonly metas: Map<string, { readonly stamp: string; readonly version: number; readonly size: number }>;
  /** Collections whose copy is as current as this source. */
  readonly collections: Set<string>;
  /** Ids from the server, by collection. Each run of the step gets the same ones. */
  readonly ids: Map<string, bigint[]>;
}

/** A source of the last known generation of the world. */
export const sourceIn = (world: WorldCalls, replicas: Replicas, trusting: boolean): Source => ({
  world,
  replicas,
  trusting,
  gen: world.memo.gen,
  entities: new Map(),
  records: new Map(),
  metas: new Map(),
  collections: new Set(),
  ids: new Map(),
});

export const targetName = ({ kind, collection, key }: ReadTarget): string => JSON.stringify([kind, collection, key]);

/** Whether remembered data may be used and is of the same generation. */
export const remembers = ({ trusting, world, gen }: Source): boolean =>
  trusting && gen !== undefined && world.memo.gen === gen;

export function loadedEntity(
  source: Source,
  collection: string,
  key: string,
): RememberedValue<PlacedEntity> | undefined {
  return source.entities.get(JSON.stringify([collection, key]));
}

/** The copy of a collection, if it is of this generation. */
export function replicaIn({ replicas, world, gen }: Source, collection: string): Replica | undefined {
  const replica = replicas.find({ world: world.name, collection });
  return replica !== undefined && replica.gen === gen ? replica : undefined;
}

/** Loads what a step has missed, in one round trip. */
export async function load(source: Source, needs: readonly ReadTarget[]): Promise<void> {
  const results = await Promise.allSettled(needs.map((need) => loadOne(source, need)));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}

async function loadOne(source: Source, { kind, collection, key }: ReadTarget): Promise<void> {
  const { world } = source;
  const name = storedName(collection);
  switch (kind) {
    case 'entity': {
      const reply = await look(source, ['entity', name, storedName(key)]);
      source.entities.set(JSON.stringify([collection, key]), entityIn(world, collection, key, reply));
      return;
    }
    case 'record':
      source.records.set(key, recordIn(world, key, await look(source, ['record', storedName(key)])));
      return;
    case 'meta': {
      const { since, answer } = await look(source, ['meta', name]);
      const [version, size] = answer as readonly RedisReply[];
      source.metas.set(collection, {
        stamp: String(version),
        version: Math.max(since, Number(version)),
        size: Number(size),
      });
      return;
    }
    case 'collection': {
      const { reply, replica } = await syncReplica(world, source.replicas, collection, source.gen === undefined);
      ofSameGeneration(source, reply);
      if (replica === undefined) throw CONFLICT;
      source.collections.add(collection);
      return;
    }
    case 'nextId': {
      const { status, gen, rest } = await ask(source, scripts.NEXT_ID, [name]);
      if (status === 'spent') throw noMoreIds(collection);
      const id = integerStored(rest[0]);
      world.memo.keepLastId(gen, collection, id);
      source.ids.set(collection, [...(source.ids.get(collection) ?? []), id]);
      return;
    }
    case 'reserve': {
      const { gen, rest } = await ask(source, scripts.RESERVE, [name, key]);
      world.memo.keepLastId(gen, collection, integerStored(rest[0]));
    }
  }
}

/** All answers to one source must be of one generation. */
function ofSameGeneration<T extends WorldAnswer>(source: Source, reply: T): T {
  if (reply.status === 'gone') throw CONFLICT;
  source.gen ??= reply.gen;
  if (source.gen !== reply.gen) throw CONFLICT;
  return reply;
}

async function ask(source: Source, script: Script, values: readonly string[]): Promise<WorldAnswer> {
  // The world may be created here only if nothing of it was read before.
  return ofSameGeneration(source, await source.world.ask(script, values, source.gen === undefined));
}

async function look(source: Source, question: Question): Promise<QuestionAnswer> {
  return ofSameGeneration(source, await source.world.look(question, source.gen === undefined));
}

export const noMoreIds = (name: string): StandinError =>
  new StandinError('state.full', `No more ids are available for ${name}.`);
