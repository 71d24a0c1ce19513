import { StandinError } from '../../core/index.ts';
import type { StateLimits } from '../model/limits.ts';
import { tooManyWorlds } from '../model/limits.ts';
import { storedName } from '../model/stored-text.ts';
import type { RedisLink, RedisReply, Script } from './redis-link.ts';
import { createMemo, type Memo } from './redis-memo.ts';
import * as scripts from './redis-scripts.ts';

/** The facts about the world in every answer. */
export interface WorldAnswer {
  /** The caller handles `gone` and `conflict`. */
  readonly status: string;
  readonly gen: string;
  readonly since: number;
  readonly rest: readonly RedisReply[];
}

/** The answer to one question. */
export interface QuestionAnswer extends WorldAnswer {
  readonly answer: RedisReply;
}

/** Arguments of the script `ASK`: which record, entity or part of a collection it reads. */
export type Question = readonly [
  kind: 'entity' | 'record' | 'meta' | 'sync' | 'part',
  a?: string,
  b?: string,
  c?: string,
];

/** What the calls of one store share. */
export interface RedisCalls {
  readonly link: RedisLink;
  /** `{namespace}:` */
  readonly prefix: string;
  readonly limits: StateLimits;
  readonly now: () => number;
  /** Identifies what the base was made from. */
  readonly origin: string;
  /** Creates and publishes the base. */
  readonly layBase: () => Promise<void>;
  /** The highest known version: a server that has lost its data must continue above it. */
  seen: number;
  /** The highest known number of entities in a world. */
  largest: number;
}

export interface WorldCalls {
  readonly name: string;
  /** The last known value. */
  readonly epoch: () => number;
  readonly memo: Memo;
  /**
   * Lookups of one turn share a round trip and see one state. A lost world is created again if `again` is
   * set.
   */
  look(question: Question, again?: boolean): Promise<QuestionAnswer>;
  /** One round trip. A lost world is created again if `again` is set. */
  ask(script: Script, values: readonly string[], again?: boolean, patience?: number): Promise<WorldAnswer>;
  /** Sends values in advance that are too many for one command. Returns the name of their list. */
  setAside(values: readonly string[]): Promise<string>;
  /** Creates the world if it does not exist. Throws `state.full`. */
  make(): Promise<void>;
}

/** A base may be lost right after it was found, but not repeatedly. */
const TRIES = 3;
const CHUNK = 5_000;
/** Entities that the server certainly copies within one deadline. */
const COPIED = 20_000;

/** The number of deadlines for an operation on this many entities. */
export const patienceFor = (entities: number): number => 1 + entities / COPIED;

/** Generations are named `<birth of the namespace>-<number>`. */
function isOlder(gen: string, than: string): boolean {
  const [birth, number] = gen.split('-');
  const [otherBirth, otherNumber] = than.split('-');
  return birth === otherBirth && Number(number) < Number(otherNumber);
}

export function worldCalls(calls: RedisCalls, name: string): WorldCalls {
  const { link, prefix, limits, now } = calls;
  const stored = storedName(name);
  const key = `${prefix}w:${stored}`;
  const idle = String(limits.permanent.includes(name) ? 0 : limits.idleMs);
  const memo = createMemo();
  let epoch = 0;
  let heard: string | undefined;

  const hear = (gen: string, at: number): void => {
    // An answer that arrives after a newer one is ignored.
    if (heard !== undefined && isOlder(gen, heard)) return;
    // A lost world may return with an earlier epoch, which must not be taken for the old one.
    epoch = heard === undefined || heard === gen ? Math.max(epoch, at) : Math.max(epoch + 1, at);
    heard = gen;
    memo.hear(gen);
  };

  const note = (reply: RedisReply): WorldAnswer => {
    const [status, gen, at, since, ...rest] = reply as readonly RedisReply[];
    const answer = { status: String(status), gen: String(gen), since: Number(since), rest };
    if (status === 'gone') memo.hear(undefined);
    else if (gen !== undefined) {
      hear(answer.gen, Number(at));
      calls.seen = Math.max(calls.seen, answer.since);
    }
    return answer;
  };

  const make = async (): Promise<void> => {
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const values = [stored, String(calls.seen), String(limits.worlds), String(limits.idleMs), String(epoch + 1)];
      const all = [prefix, String(now()), ...values, calls.origin, ...limits.permanent.map(storedName)];
      const { status, rest } = note(await link.run(scripts.MAKE, key, all, patienceFor(calls.largest)));
      if (status === 'full') throw tooManyWorlds(limits.worlds);
      if (status === 'ok') {
        calls.largest = Math.max(calls.largest, Number(rest[0]));
        return;
      }
      await calls.layBase();
    }
    throw new StandinError('state.unavailable', 'Redis lost data right after it was written.');
  };

  const ask: WorldCalls['ask'] = async (script, values, again = true, patience = 1) => {
    for (let attempt = 0; ; attempt++) {
      const reply = note(await link.run(script, key, [prefix, String(now()), idle, ...values], patience));
      if (reply.status !== 'gone' || !again) return reply;
      if (attempt >= TRIES)
        throw new StandinError('state.unavailable', `The world ${name} was deleted again during every attempt.`);
      await make();
    }
  };

  return {
    name,
    epoch: () => epoch,
    memo,
    make,
    ask,
    look: together(ask),
    async setAside(values) {
      const list = `${prefix}aside:${await link.run(scripts.STAGE, key, [prefix, String(now())])}`;
      for (let start = 0; start < values.length; start += CHUNK) {
        const chunk = values.slice(start, start + CHUNK);
        await link.run(scripts.SET_ASIDE, key, [prefix, String(now()), list, ...chunk]);
      }
      return list;
    },
  };
}

/** Collects the lookups of one turn. */
function together(ask: WorldCalls['ask']): WorldCalls['look'] {
  const gathered = new Map<boolean, { readonly words: string[]; readonly reply: Promise<WorldAnswer> }>();
  return async ([kind, a = '', b = '', c = ''], again = true) => {
    let batch = gathered.get(again);
    if (batch === undefined) {
      const words: string[] = [];
      const reply = Promise.resolve().then(() => {
        gathered.delete(again);
        return ask(scripts.ASK, words, again);
      });
      batch = { words, reply };
      gathered.set(again, batch);
    }
    const at = batch.words.push(kind, a, b, c) / 4 - 1;
    const reply = await batch.reply;
    const answers = reply.rest[0] as readonly RedisReply[] | undefined;
    return { ...reply, answer: answers?.[at] ?? null };
  };
}
