import { StandinError } from '../core/index.ts';
import type { StateLimits } from './limits.ts';
import { tooManyWorlds } from './limits.ts';
import type { RedisLink, Reply, Script } from './redis-link.ts';
import * as scripts from './redis-scripts.ts';
import { storedName } from './stored-text.ts';

/** What every answer says of the world that it is about. */
export interface Told {
  /** `gone` and `conflict` are left to the caller. */
  readonly status: string;
  readonly gen: string;
  readonly epoch: number;
  readonly since: number;
  readonly rest: readonly Reply[];
}

/** What the calls of one store share. */
export interface RedisCalls {
  readonly link: RedisLink;
  /** `{namespace}:` */
  readonly prefix: string;
  readonly limits: StateLimits;
  readonly now: () => number;
  /** Names what the base was made from. */
  readonly origin: string;
  /** Makes and publishes the base. */
  readonly layBase: () => Promise<void>;
  /** The highest version that this process has heard of: one that forgets all must not count from below it. */
  seen: number;
}

export interface WorldCalls {
  readonly name: string;
  /** As last heard. */
  readonly epoch: () => number;
  /** One round trip. A world that is gone is made anew, where `again` allows it. */
  ask(script: Script, values: readonly string[], again?: boolean, patience?: number): Promise<Told>;
  /** Sends values ahead that are too many for one command; gives the name of the list that holds them. */
  setAside(values: readonly string[]): Promise<string>;
  /** Makes the world if it is not there. Throws `state.full`. */
  make(): Promise<void>;
}

/** A base that was there a moment ago can be gone, but not time after time. */
const TRIES = 3;
const CHUNK = 5_000;

export function worldCalls(calls: RedisCalls, name: string): WorldCalls {
  const { link, prefix, limits, now } = calls;
  const stored = storedName(name);
  const key = `${prefix}w:${stored}`;
  const idle = String(limits.permanent.includes(name) ? 0 : limits.idleMs);
  let epoch = 0;

  const note = (reply: Reply): Told => {
    const [status, gen, at, since, ...rest] = reply as readonly Reply[];
    if (status === 'ok' || status === 'conflict' || status === 'full') {
      epoch = Math.max(epoch, Number(at));
      calls.seen = Math.max(calls.seen, Number(since));
    }
    return { status: String(status), gen: String(gen), epoch: Number(at), since: Number(since), rest };
  };

  const make = async (): Promise<void> => {
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const values = [stored, String(calls.seen), String(limits.worlds), String(limits.idleMs), String(epoch + 1)];
      const permanent = limits.permanent.map(storedName);
      const reply = await link.run(scripts.MAKE, key, [prefix, String(now()), ...values, calls.origin, ...permanent]);
      const { status } = note(reply);
      if (status === 'full') throw tooManyWorlds(limits.worlds);
      if (status === 'ok') return;
      await calls.layBase();
    }
    throw new StandinError('state.unavailable', 'The Redis does not keep what it is given.');
  };

  return {
    name,
    epoch: () => epoch,
    make,
    async setAside(values) {
      const list = `${prefix}aside:${await link.run(scripts.STAGE, key, [prefix, String(now())])}`;
      for (let start = 0; start < values.length; start += CHUNK) {
        const chunk = values.slice(start, start + CHUNK);
        await link.run(scripts.SET_ASIDE, key, [prefix, String(now()), list, ...chunk]);
      }
      return list;
    },
    async ask(script, values, again = true, patience = 1) {
      for (let attempt = 0; ; attempt++) {
        const told = note(await link.run(script, key, [prefix, String(now()), idle, ...values], patience));
        if (told.status !== 'gone' || !again) return told;
        if (attempt >= TRIES)
          throw new StandinError('state.unavailable', `The world ${name} is taken away again and again.`);
        await make();
      }
    },
  };
}
