/** One repeated character class from the first character to the last. */
const REPEATED = /^\^(\[(?:\\.|[^\]\\])+\]|\\[dws])(?:\*|\+|\?|\{(\d+)(?:(,)(\d*))?\})?\$$/i;

interface ClassPattern {
  readonly test: (character: string) => boolean;
  readonly least: number;
  readonly most: number;
}

/** Whether every string of one pattern certainly matches another; `undefined`: not decided. */
export function patternFits(left: readonly string[], right: string): boolean | undefined {
  if (left.includes(right) || right === '' || right === '.*' || right === '^' || right === '$') return true;
  const wanted = classOf(right);
  const given = left.map(classOf).find((each) => each !== undefined);
  if (wanted === undefined || given === undefined) return undefined;
  if (given.least < wanted.least || given.most > wanted.most) return undefined;
  for (let code = 0; code < 0xd800; code++) {
    const character = String.fromCharCode(code);
    if (given.test(character) && !wanted.test(character)) return undefined;
  }
  return true;
}

function classOf(pattern: string): ClassPattern | undefined {
  const match = REPEATED.exec(pattern);
  const [whole, members, first, comma, last] = match ?? [];
  if (whole === undefined || members === undefined || /^\[\^|\\[^dwsDWS.\-_/\\]/.test(members)) return undefined;
  const test = readClass(members);
  if (test === undefined) return undefined;
  const sign = whole.at(-2) ?? '';
  if (first !== undefined) {
    const most =
      comma === undefined ? Number(first) : last === '' || last === undefined ? Number.POSITIVE_INFINITY : Number(last);
    return { test, least: Number(first), most };
  }
  if (sign === '*') return { test, least: 0, most: Number.POSITIVE_INFINITY };
  if (sign === '+') return { test, least: 1, most: Number.POSITIVE_INFINITY };
  return sign === '?' ? { test, least: 0, most: 1 } : { test, least: 1, most: 1 };
}

function readClass(members: string): ((character: string) => boolean) | undefined {
  try {
    const pattern = new RegExp(`^${members}$`, 'u');
    return (character) => pattern.test(character);
  } catch {
    return undefined;
  }
}
