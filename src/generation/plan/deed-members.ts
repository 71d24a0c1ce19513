import { DEEDS, plainWord } from '../text/deed-words.ts';

/** Properties that say whether or when an action was done to the object: `cancelled`, `cancelled_at`. */
export interface DeedMembers {
  /** The property with the state of the object. */
  readonly state?: string;
  readonly moments: readonly DeedMember[];
  readonly flags: readonly DeedMember[];
  /** Properties that say what went wrong. */
  readonly errors: readonly string[];
}

export interface DeedMember {
  readonly name: string;
  readonly deed: string;
}

const ERROR = /^(?:last)?(?:errors?|failure)(?:code|message|reason|details?|text|description)?$/;

/** The properties of an object that are about actions, or its state; `undefined` if there are none. */
export function deedMembers(names: readonly string[]): DeedMembers | undefined {
  const moments = names.flatMap((name) => deedMembersLike(name, /^(.+?)(?:at|on|date|time)$|^date(.+)$/));
  const flags = names.flatMap((name) => deedMembersLike(name, /^(?:is|was|hasbeen)?(.+)$/));
  const errors = names.filter((name) => ERROR.test(plainWord(name)));
  const state = names.find((name) => /^(?:status|state)$/.test(plainWord(name)));
  if (moments.length === 0 && flags.length === 0 && errors.length === 0 && state === undefined) return undefined;
  return { ...(state === undefined ? {} : { state }), moments, flags, errors };
}

function deedMembersLike(name: string, form: RegExp): readonly DeedMember[] {
  const found = form.exec(plainWord(name));
  const deed = found?.[1] ?? found?.[2];
  return deed !== undefined && DEEDS.has(deed) ? [{ name, deed }] : [];
}
