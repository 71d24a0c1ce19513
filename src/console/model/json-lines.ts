import type { FoundViolation } from './control-types.ts';

/** One line of a displayed JSON value, with the JSON Pointer of its content. */
export interface JsonLine {
  readonly depth: number;
  readonly pointer: string;
  readonly name?: string;
  readonly text: string;
  readonly kind: 'string' | 'number' | 'word' | 'bracket';
}

interface WaitingLine {
  readonly value: unknown;
  readonly depth: number;
  readonly pointer: string;
  readonly name?: string;
  readonly comma: string;
  readonly isEnd?: boolean;
}

/** The lines of a value, at most `most`. Iterative, so that deep values do not overflow the stack. */
export function jsonLines(root: unknown, start: string, most: number): readonly JsonLine[] {
  const lines: JsonLine[] = [];
  const waiting: WaitingLine[] = [{ value: root, depth: 0, pointer: start, comma: '' }];
  while (waiting.length > 0 && lines.length < most) {
    const { value, depth, pointer, name, comma, isEnd } = waiting.pop() as WaitingLine;
    const named = name === undefined ? {} : { name };
    if (isEnd === true || typeof value !== 'object' || value === null || isEmpty(value)) {
      const text = isEnd === true ? String(value) : JSON.stringify(value);
      lines.push({
        depth,
        pointer,
        ...named,
        text: `${text}${comma}`,
        kind: isEnd === true ? 'bracket' : kindOf(value),
      });
      continue;
    }
    const isList = Array.isArray(value);
    lines.push({ depth, pointer, ...named, text: isList ? '[' : '{', kind: 'bracket' });
    waiting.push({ value: isList ? ']' : '}', depth, pointer: `${pointer}/`, comma, isEnd: true });
    const members = Object.entries(value);
    for (let at = members.length - 1; at >= 0; at -= 1) {
      const [key, member] = members[at] as [string, unknown];
      const deeper = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      const shown = { value: member, depth: depth + 1, pointer: deeper, comma: at === members.length - 1 ? '' : ',' };
      waiting.push(isList ? shown : { ...shown, name: key });
    }
  }
  return lines;
}

function isEmpty(value: object): boolean {
  for (const _ in value) return false;
  return true;
}

function kindOf(value: unknown): JsonLine['kind'] {
  return typeof value === 'string' ? 'string' : typeof value === 'number' ? 'number' : 'word';
}

/**
 * The messages of violations by the pointer of the line where they are shown. What is not there, such as a missing member, is shown
 * at the value that should contain it. `start` is the pointer of the whole value; violations of other places are left out.
 */
export function messagesByLine(
  lines: readonly JsonLine[],
  start: string,
  violations: readonly FoundViolation[],
): ReadonlyMap<string, readonly string[]> {
  const shown = new Set(lines.map(({ pointer }) => pointer));
  const messages = new Map<string, string[]>();
  for (const { pointer, message } of violations) {
    if (pointer !== start && !pointer.startsWith(`${start}/`)) continue;
    let at = pointer;
    while (at !== start && !shown.has(at)) at = at.slice(0, at.lastIndexOf('/'));
    messages.set(at, [...(messages.get(at) ?? []), message]);
  }
  return messages;
}
