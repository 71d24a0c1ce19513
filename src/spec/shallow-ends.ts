import { EVENT_ID, type Event, YAMLException } from 'js-yaml';

/** Readings of a text at most, and characters of all of them. */
const MOST_READINGS = 64;
const MOST_READ = 64_000_000;

interface Readable {
  readonly events: Event[];
  /** The text that the events are of; all its offsets are those of the text that was given. */
  readonly text: string;
}

/** What is read as spaces: the end of a line with its comment, and the indentation of the next. */
interface Joint {
  readonly from: number;
  readonly to: number;
  /** Not where a reader stumbled, but where it would. */
  readonly isGuess: boolean;
}

/**
 * Reads a YAML text in which lines of `{ … }` and `[ … ]` stand no deeper than what holds them, as a `}` under its key does. YAML 1.2 §7.4 asks
 * for more, but other readers do not, and documents are written that way: such a line is read as if it were still the one before. Where one line
 * stands so, others that hold nothing but ends will too.
 */
export function withShallowEnds(text: string, read: (text: string) => Event[]): Readable {
  let joints: readonly Joint[] = [];
  let first: unknown;
  for (let readings = 1; ; readings += 1) {
    const readable = spaced(text, joints);
    try {
      const events = read(readable);
      // The line breaks of a text are its own.
      const held = heldBy(events, joints);
      if (held.size === 0) return { events, text: readable };
      if ([...held].some(({ isGuess }) => !isGuess)) throw first;
      joints = joints.filter((joint) => !held.has(joint));
    } catch (cause) {
      const at = cause === first ? undefined : shallowAt(cause);
      const joint = at === undefined ? undefined : jointAt(readable, at, false);
      if (joint === undefined || readings >= MOST_READINGS || readings * text.length > MOST_READ) throw cause;
      const guesses = first === undefined ? guessed(text).filter(({ to }) => to !== joint.to) : [];
      first ??= cause;
      joints = [...joints, ...guesses, joint].toSorted((one, other) => one.to - other.to);
    }
  }
}

function shallowAt(cause: unknown): number | undefined {
  return cause instanceof YAMLException && cause.reason === 'deficient indentation' ? cause.mark?.position : undefined;
}

function spaced(text: string, joints: readonly Joint[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const { from, to } of joints) {
    const start = Math.max(at, from);
    parts.push(text.slice(at, start), ' '.repeat(to - start));
    at = to;
  }
  return joints.length === 0 ? text : parts.join('') + text.slice(at);
}

/** The joints within texts. Events and joints stand in the order of the text. */
function heldBy(events: readonly Event[], joints: readonly Joint[]): ReadonlySet<Joint> {
  const held = new Set<Joint>();
  let next = 0;
  for (const event of events) {
    if (event.type !== EVENT_ID.SCALAR) continue;
    for (let joint = joints[next]; joint !== undefined && joint.to <= event.valueEnd; joint = joints[next]) {
      if (joint.to > event.valueStart) held.add(joint);
      next += 1;
    }
  }
  return held;
}

/** The joint in front of a place that begins a line, whose comment would swallow it; `undefined` where a comment cannot be told from a quoted text. */
function jointAt(text: string, to: number, isGuess: boolean): Joint | undefined {
  let start = to;
  while (text[start - 1] === ' ' || text[start - 1] === '\t') start -= 1;
  if (text[start - 1] !== '\n' && text[start - 1] !== '\r') return undefined;
  start -= text.startsWith('\r\n', start - 2) ? 2 : 1;
  const before = text.slice(Math.max(text.lastIndexOf('\n', start - 1), text.lastIndexOf('\r', start - 1)) + 1, start);
  const comment = before.search(/(?:^|[ \t])#/);
  if (comment >= 0 && /['"]/.test(before)) return undefined;
  return { from: comment < 0 ? start : start - before.length + comment, to, isGuess };
}

/** Lines that hold nothing but ends. */
function guessed(text: string): readonly Joint[] {
  return [...text.matchAll(/(?<=[\r\n][ \t]*)[}\]][}\], \t]*(?=#|[\r\n]|$)/g)].flatMap(
    ({ index }) => jointAt(text, index, true) ?? [],
  );
}
