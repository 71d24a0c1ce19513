import { EVENT_ID, type Event, SCALAR_STYLE, YAMLException } from 'js-yaml';

/** Maximum readings of a text, and characters of all of them. */
const MOST_READINGS = 64;
const MOST_READ = 64_000_000;

interface Readable {
  readonly events: Event[];
  /** The text of the events: the given one with some lines indented. */
  readonly text: string;
  /** The place in the given text for one in `text`. */
  readonly placeOf: PlaceOf;
}

type PlaceOf = (offset: number) => number;

/** Spaces that are added before a line. */
interface Shift {
  /** Start of the line in the given text. */
  readonly at: number;
  readonly by: number;
  /** Added in advance, not because of an error. */
  readonly isGuess: boolean;
}

/**
 * Reads YAML in which lines of `{ … }`, `[ … ]` and quoted strings are not indented more than their parent,
 * such as a `}` under its key, or the second line of a long description. YAML 1.2 §7.3 and §7.4 require
 * more, but other readers do not, and many documents are written so. Such a line is read with more
 * indentation, which changes no value. After one such line, others with closing brackets only are indented
 * in advance.
 */
export function withShallowEnds(text: string, read: (text: string) => Event[]): Readable {
  let shifts: readonly Shift[] = [];
  let mayGuess = true;
  for (let readings = 1; ; readings += 1) {
    const readable = applyShifts(text, shifts);
    const placeOf = placesIn(shifts);
    try {
      const events = read(readable);
      const held = heldBy(events, shifts, placeOf);
      if (held.size === 0) return { events, text: readable, placeOf };
      shifts = shifts.filter((shift) => !held.has(shift));
    } catch (cause) {
      const at = shallowAt(cause);
      const isOver = readings >= MOST_READINGS || readings * text.length > MOST_READ;
      const hasGuessed = shifts.some(({ isGuess }) => isGuess);
      if (isOver || (at === undefined && !hasGuessed)) throw withOriginalPlace(cause, placeOf);
      // A line indented in advance was not one of closing brackets.
      if (at === undefined) shifts = shifts.filter(({ isGuess }) => !isGuess);
      else shifts = deeper(text, mayGuess ? guessShifts(text) : shifts, startOfLine(text, placeOf(at)));
      mayGuess = false;
    }
  }
}

/** An event with its places in the given text. */
export function placedEvent(event: Event, placeOf: PlaceOf): Event {
  const places = Object.entries(event).filter(([name, value]) => PLACES.has(name) && value >= 0);
  return Object.assign({ ...event }, Object.fromEntries(places.map(([name, value]) => [name, placeOf(value)])));
}

const PLACES: ReadonlySet<string> = new Set([
  ...['start', 'valueStart', 'valueEnd', 'anchorStart', 'anchorEnd', 'tagStart', 'tagEnd'],
]);

function shallowAt(cause: unknown): number | undefined {
  return cause instanceof YAMLException && cause.reason === 'deficient indentation' ? cause.mark?.position : undefined;
}

/** A reader's error with its place in the given text. */
function withOriginalPlace(cause: unknown, placeOf: PlaceOf): unknown {
  if (!(cause instanceof YAMLException) || cause.mark === undefined) return cause;
  return new YAMLException(cause.reason, { ...cause.mark, position: placeOf(cause.mark.position) });
}

function applyShifts(text: string, shifts: readonly Shift[]): string {
  const pieces: string[] = [];
  let from = 0;
  for (const { at, by } of shifts) {
    pieces.push(text.slice(from, at), ' '.repeat(by));
    from = at;
  }
  return shifts.length === 0 ? text : pieces.join('') + text.slice(from);
}

/** Translates an offset of the shifted text into the offset of the original text. */
function placesIn(shifts: readonly Shift[]): PlaceOf {
  let sum = 0;
  const made = shifts.map(({ at, by }) => {
    const start = at + sum;
    sum += by;
    return { at, start, sum };
  });
  return (offset) => {
    let [low, high] = [0, made.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((made[middle]?.start ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    const last = made[low - 1];
    return last === undefined ? offset : Math.max(last.at, offset - last.sum);
  };
}

/** Indents the line by one more than before; doubles it if that was not enough, as in nested lists. */
function deeper(text: string, shifts: readonly Shift[], at: number): readonly Shift[] {
  const by = shifts.find((shift) => shift.at === at && !shift.isGuess)?.by;
  const shift = { at, by: by === undefined ? missingBefore(text, at) : 2 * by + depthAt(text, at), isGuess: false };
  return [...shifts.filter((each) => each.at !== at), shift].toSorted((one, other) => one.at - other.at);
}

/** Lines with closing brackets only. */
function guessShifts(text: string): readonly Shift[] {
  return [...text.matchAll(/(?<=[\r\n])[ \t]*[}\]][}\], \t]*(?=#|[\r\n]|$)/g)].map(({ index }) => ({
    at: index,
    by: missingBefore(text, index),
    isGuess: true,
  }));
}

function missingBefore(text: string, at: number): number {
  let end = at;
  while (end > 0 && /\s/.test(text[end - 1] ?? '')) end -= 1;
  return Math.max(1, depthAt(text, startOfLine(text, end)) + 1 - depthAt(text, at));
}

function depthAt(text: string, at: number): number {
  let end = at;
  while (text[end] === ' ') end += 1;
  return end - at;
}

function startOfLine(text: string, at: number): number {
  let start = at;
  while (start > 0 && text[start - 1] !== '\n' && text[start - 1] !== '\r') start -= 1;
  return start;
}

const BLOCKS: ReadonlySet<number> = new Set([SCALAR_STYLE.LITERAL_BLOCK, SCALAR_STYLE.FOLDED_BLOCK]);

/**
 * The shifts inside block scalars, whose indentation matters. Events and shifts are in the order of the
 * text.
 */
function heldBy(events: readonly Event[], shifts: readonly Shift[], placeOf: PlaceOf): ReadonlySet<Shift> {
  const held = new Set<Shift>();
  let next = 0;
  for (const event of shifts.length === 0 ? [] : events) {
    if (event.type !== EVENT_ID.SCALAR) continue;
    const [start, end] = [placeOf(event.valueStart), placeOf(event.valueEnd)];
    for (let shift = shifts[next]; shift !== undefined && shift.at < end; shift = shifts[next]) {
      if (shift.at >= start && BLOCKS.has(event.style)) held.add(shift);
      next += 1;
    }
  }
  return held;
}
