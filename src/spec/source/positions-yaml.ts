import { EVENT_ID, type Event, getScalarValue, SCALAR_STYLE } from 'js-yaml';
import { createLocator, type NodePosition } from './locator.ts';

/** Offsets of values by JSON Pointer, in YAML events. */
export function yamlLocator(text: string, events: readonly Event[]): (pointer: string) => number {
  return createLocator({ start: startOf(events[1]), at: 1 }, (at) => childrenAt({ text, events, at }));
}

interface Walker {
  readonly text: string;
  readonly events: readonly Event[];
  at: number;
}

/** An alias ends the search, because its target is elsewhere. Of two keys with one name the first counts. */
function childrenAt(walker: Walker): ReadonlyMap<string, NodePosition> {
  const children = new Map<string, NodePosition>();
  const { events } = walker;
  const open = events[walker.at];
  if (open?.type !== EVENT_ID.MAPPING && open?.type !== EVENT_ID.SEQUENCE) return children;
  walker.at++;
  for (let index = 0; ; index++) {
    const item = events[walker.at];
    if (item === undefined || item.type === EVENT_ID.POP) return children;
    let name: string | undefined = String(index);
    if (open.type === EVENT_ID.MAPPING) {
      name = item.type === EVENT_ID.SCALAR ? getScalarValue(walker.text, item) : undefined;
      skipNode(walker);
    }
    if (name !== undefined && !children.has(name)) children.set(name, { start: startOf(item), at: walker.at });
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
