import { DEEDS, plainWord } from '../text/deed-words.ts';

/** Members that say whether, or when, something was done to the whole: `cancelled`, `cancelled_at`. Names as they stand. */
export interface DeedMembers {
  /** The member that says in which state the whole is. */
  readonly state?: string;
  readonly moments: readonly DeedMember[];
  readonly flags: readonly DeedMember[];
}

export interface DeedMember {
  readonly name: string;
  readonly deed: string;
}

/** `undefined` where no member says when or whether something was done. */
export function deedMembers(names: readonly string[]): DeedMembers | undefined {
  const moments = names.flatMap((name) => named(name, /^(.+?)(?:at|on|date|time)$|^date(.+)$/));
  const flags = names.flatMap((name) => named(name, /^(?:is|was|hasbeen)?(.+)$/));
  if (moments.length === 0 && flags.length === 0) return undefined;
  const state = names.find((name) => /^(?:status|state)$/.test(plainWord(name)));
  return { ...(state === undefined ? {} : { state }), moments, flags };
}

function named(name: string, form: RegExp): readonly DeedMember[] {
  const found = form.exec(plainWord(name));
  const deed = found?.[1] ?? found?.[2];
  return deed !== undefined && DEEDS.has(deed) ? [{ name, deed }] : [];
}
