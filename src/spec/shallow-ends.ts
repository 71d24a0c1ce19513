import { EVENT_ID, type Event, YAMLException } from 'js-yaml';

/** Each of them is one more reading of the whole text. */
const MOST = 64;

interface Readable {
  readonly events: Event[];
  /** The text that the events are of; all its offsets are those of the text that was given. */
  readonly text: string;
}

/**
 * Reads a YAML text in which lines of `{ … }` and `[ … ]` stand no deeper than what holds them, as a `}` under its key does. YAML 1.2 §7.4 asks
 * for more, but other readers do not, and documents are written that way: such a line is read as if it were still the one before.
 */
export function withShallowEnds(text: string, read: (text: string) => Event[]): Readable {
  const joints: number[] = [];
  let readable = text;
  let first: unknown;
  for (;;) {
    try {
      const events = read(readable);
      // The line breaks of a text are its own.
      if (joints.length > 0 && events.some((event) => holdsAny(event, joints))) throw first;
      return { events, text: readable };
    } catch (cause) {
      const at = cause === first ? undefined : shallowAt(cause);
      const joined = at === undefined || joints.length === MOST ? undefined : joinedAt(readable, at);
      if (at === undefined || joined === undefined) throw cause;
      first ??= cause;
      joints.push(at - 1);
      readable = joined;
    }
  }
}

function shallowAt(cause: unknown): number | undefined {
  return cause instanceof YAMLException && cause.reason === 'deficient indentation' ? cause.mark?.position : undefined;
}

function holdsAny(event: Event, offsets: readonly number[]): boolean {
  if (event.type !== EVENT_ID.SCALAR) return false;
  return offsets.some((each) => event.valueStart <= each && each < event.valueEnd);
}

/** The text with the line of `at` joined to the one before, whose comment would swallow it; `undefined` where a comment cannot be told from a quoted text. */
function joinedAt(text: string, at: number): string | undefined {
  const start = text.slice(0, at).search(/(?:\r\n|[\r\n])[ \t]*$/);
  if (start < 0) return undefined;
  const before = text.slice(Math.max(text.lastIndexOf('\n', start - 1), text.lastIndexOf('\r', start - 1)) + 1, start);
  const comment = before.search(/(?:^|[ \t])#/);
  if (comment >= 0 && /['"]/.test(before)) return undefined;
  const from = comment < 0 ? start : start - before.length + comment;
  return text.slice(0, from) + ' '.repeat(at - from) + text.slice(at);
}
