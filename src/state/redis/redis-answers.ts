import { type Json, StandinError } from '../../core/index.ts';
import type { PlacedEntity } from '../model/indexes.ts';
import { storedName, valueStored } from '../model/stored-text.ts';
import type { RedisReply } from './redis-link.ts';
import type { RememberedValue } from './redis-memo.ts';
import { placedFrom, type Replica, type Replicas, stampOf } from './redis-replicas.ts';
import type { QuestionAnswer, WorldCalls } from './redis-world.ts';

/** "<version> <json>" */
export function recordFrom(stored: RedisReply | undefined): RememberedValue<Json> {
  if (typeof stored !== 'string') return { stamp: '', value: undefined };
  const space = stored.indexOf(' ');
  return { stamp: stored.slice(0, space), value: valueStored(stored.slice(space + 1)) };
}

/** Returns a record from an answer, and remembers it. */
export function recordIn(world: WorldCalls, name: string, { gen, answer }: QuestionAnswer): RememberedValue<Json> {
  const known = world.memo.record(name);
  if (known !== undefined && world.memo.gen === gen && isStill(known, answer)) return known;
  const found = recordFrom(answer);
  world.memo.keepRecord(gen, name, found);
  return found;
}

/**
 * Returns an entity from an answer, and remembers it. An unchanged entity is the same object, so that
 * caches by object stay valid.
 */
export function entityIn(
  world: WorldCalls,
  collection: string,
  key: string,
  { gen, answer }: QuestionAnswer,
): RememberedValue<PlacedEntity> {
  const known = world.memo.entity(collection, key);
  if (known !== undefined && world.memo.gen === gen && isStill(known, answer)) return known;
  const value = typeof answer === 'string' ? placedFrom(storedName(key), answer) : undefined;
  const found = { stamp: value === undefined ? '' : stampOf(value), value };
  world.memo.keepEntity(gen, collection, key, found);
  return found;
}

const isStill = ({ stamp }: RememberedValue<unknown>, answer: RedisReply): boolean =>
  typeof answer === 'string' ? stamp !== '' && answer.startsWith(`${stamp} `) : stamp === '';

/** Updates the replica of a collection; `reply` has its generation and version. */
export async function syncReplica(
  world: WorldCalls,
  replicas: Replicas,
  name: string,
  again: boolean,
): Promise<{ readonly reply: QuestionAnswer; readonly replica: Replica | undefined }> {
  const collection = { world: world.name, collection: name };
  for (let copies = 0; ; copies++) {
    const known = replicas.find(collection);
    const reply = await world.look(
      ['sync', storedName(name), known?.gen ?? '', String(known?.version ?? -1)],
      again && copies === 0,
    );
    if (reply.status !== 'ok') return { reply, replica: undefined };
    const [version, extent, news] = reply.answer as readonly RedisReply[];
    const state = { gen: reply.gen, version: Number(version) };
    if (extent !== 'large') {
      const pairs = news as readonly RedisReply[];
      return { reply, replica: replicas.learn(collection, { ...state, pairs, all: extent === 'all' }) };
    }
    if (copies >= MOST_COPIES)
      throw new StandinError('state.unavailable', `The collection ${name} changes faster than it can be read.`);
    await replicas.copy(collection, state, (cursor) => part(world, name, reply.gen, cursor));
  }
}

const MOST_COPIES = 3;

/**
 * A part of a collection that is too large for one answer; `undefined` if the collection was replaced in
 * the meantime.
 */
async function part(
  world: WorldCalls,
  name: string,
  gen: string,
  cursor: string,
): Promise<readonly [next: string, pairs: readonly RedisReply[]] | undefined> {
  const reply = await world.look(['part', storedName(name), cursor], false);
  if (reply.status !== 'ok' || reply.gen !== gen) return undefined;
  const [next, pairs] = reply.answer as readonly RedisReply[];
  return [String(next), pairs as readonly RedisReply[]];
}
