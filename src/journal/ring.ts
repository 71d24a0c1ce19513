import type { Entry } from './journal.ts';

export type RecordedEntry = Omit<Entry, 'sequence'>;

/** The newest entries, bounded in number and in the text and bytes that they keep alive. */
export interface Ring {
  push(entry: RecordedEntry): void;
  /** Oldest first. */
  all(): Iterable<Entry>;
  clear(): void;
}

/** What one entry may keep alive is not bounded by their number: a thousand uploads of a megabyte would be a gigabyte. */
const MAX_WEIGHT = 64 * 1024 * 1024;
/** The string of a larger body is dropped and its value kept. A page is assembled from entities that are in memory anyway. */
const LONG_TEXT = 1024;

/** `letGo` is called with each entry that makes room for a newer one. */
export function createRing(capacity: number, letGo: (entry: RecordedEntry) => void): Ring {
  const slim = createSlimming();
  const slots: (RecordedEntry | undefined)[] = [];
  /** Of what was recorded, in bytes or characters: a value weighs about what its text did. */
  const weights: number[] = [];
  /** Sequence numbers of the oldest kept and of the newest. */
  let oldest = 1;
  let newest = 0;
  let weight = 0;

  const shift = (): void => {
    const at = oldest++ % capacity;
    const entry = slots[at];
    slots[at] = undefined;
    weight -= weights[at] ?? 0;
    if (entry !== undefined) letGo(entry);
  };

  return {
    push(entry) {
      if (capacity < 1) {
        oldest = ++newest + 1;
        letGo(entry);
        return;
      }
      if (newest - oldest + 1 === capacity) shift();
      const at = ++newest % capacity;
      const added = weightOf(entry);
      slots[at] = slim(entry);
      weights[at] = added;
      weight += added;
      while (weight > MAX_WEIGHT && oldest < newest) shift();
    },
    *all() {
      for (let sequence = oldest; sequence <= newest; sequence++) {
        const entry = slots[sequence % capacity];
        if (entry !== undefined) yield { ...entry, sequence };
      }
    },
    clear() {
      slots.length = 0;
      oldest = newest + 1;
      weight = 0;
    },
  };
}

/** An answer that is given again and again is slimmed once. */
function createSlimming(): (entry: RecordedEntry) => RecordedEntry {
  const known = new WeakMap<RecordedEntry['response'], RecordedEntry['response']>();
  return (entry) => {
    const { response } = entry;
    const { body } = response;
    if (body.kind !== 'parsed' || body.text.length <= LONG_TEXT) return entry;
    let slim = known.get(response);
    if (slim === undefined) {
      slim = { ...response, body: { ...body, text: '' } };
      known.set(response, slim);
    }
    return { ...entry, response: slim };
  };
}

function weightOf({ request, response }: RecordedEntry): number {
  return sizeOf(request.body) + sizeOf(response.body);
}

function sizeOf(body: RecordedEntry['request']['body']): number {
  switch (body.kind) {
    case 'parsed':
    case 'unreadable':
      return body.text.length;
    case 'bytes':
      return body.bytes.byteLength;
    case 'stream':
      return body.items.length * 1024;
    default:
      return 0;
  }
}
