import { EVENT_ID, type Event, getScalarValue, SCALAR_STYLE } from 'js-yaml';
import { parsePointer } from '../wire/index.ts';

/** Offset of the value (of its key, for a member) at a JSON Pointer in YAML events; of the nearest existing ancestor otherwise. */
export function offsetInYaml(text: string, events: readonly Event[], pointer: string): number {
  const walker = { text, events, at: 1 };
  let found = startOf(events[1]);
  for (const token of parsePointer(pointer) ?? []) {
    const child = descend(walker, token);
    if (child === undefined) return found;
    found = child;
  }
  return found;
}

interface Walker {
  readonly text: string;
  readonly events: readonly Event[];
  at: number;
}

/** Moves from a collection to its child; returns where the child (its key) stands. An alias is the end of the way: its target stands elsewhere. */
function descend(walker: Walker, token: string): number | undefined {
  const { events } = walker;
  const open = events[walker.at];
  if (open?.type !== EVENT_ID.MAPPING && open?.type !== EVENT_ID.SEQUENCE) return undefined;
  walker.at++;
  for (let index = 0; ; index++) {
    const item = events[walker.at];
    if (item === undefined || item.type === EVENT_ID.POP) return undefined;
    if (open.type === EVENT_ID.SEQUENCE) {
      if (String(index) === token) return startOf(item);
    } else {
      const key = item.type === EVENT_ID.SCALAR ? getScalarValue(walker.text, item) : undefined;
      skipNode(walker);
      if (key === token) return startOf(item);
    }
    skipNode(walker);
  }
}

function skipNode(walker: Walker): void {
  let depth = 0;
  do {
    const event = walker.events[walker.at++];
    if (event === undefined) return;
    if (event.type === EVENT_ID.MAPPING || event.type === EVENT_ID.SEQUENCE) depth++;
    else if (event.type === EVENT_ID.POP) depth--;
  } while (depth > 0);
}

function startOf(event: Event | undefined): number {
  if (event === undefined) return 0;
  if (event.type === EVENT_ID.SCALAR) return Math.max(0, event.valueStart - (QUOTED.has(event.style) ? 1 : 0));
  if (event.type === EVENT_ID.MAPPING || event.type === EVENT_ID.SEQUENCE) return Math.max(0, event.start);
  return event.type === EVENT_ID.ALIAS ? Math.max(0, event.anchorStart) : 0;
}

const QUOTED: ReadonlySet<number> = new Set([SCALAR_STYLE.SINGLE_QUOTED, SCALAR_STYLE.DOUBLE_QUOTED]);
