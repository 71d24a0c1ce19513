import type { BreakableRule } from '../../generation/index.ts';
import type { Operation } from '../../spec/index.ts';
import { getOr } from '../model/get-or.ts';

/** Up to this many names below the body, an object has cases in every operation. */
const NEAR = 2;

/** How many operations have cases for a rule whose places are all deeper. */
const MOST_OPERATIONS = 2;

/** The least depth of a member, and the operations whose bodies have it there. */
interface NearestPlace {
  readonly depth: number;
  readonly operations: readonly Operation[];
}

/**
 * Decides whether a rule inside a body has a case. All rules of a schema have one where it is nearest to the root of a
 * body. An object with the same schema that is a member of another body has one case for each keyword, and deeper ones
 * have none. `rules`: the rules of each operation.
 */
export function nestedRules(
  rules: ReadonlyMap<Operation, readonly BreakableRule[]>,
): (operation: Operation, rule: BreakableRule, kind: 'broken' | 'bound') => boolean {
  const nearest = new Map<object, Map<string, NearestPlace>>();
  for (const [operation, list] of rules)
    for (const { pointer, member } of list) {
      if (member?.schema === undefined) continue;
      const places = getOr(nearest, member.schema, () => new Map<string, NearestPlace>());
      const place = { depth: depthOf(pointer), operations: [operation] };
      places.set(member.pointer, nearer(places.get(member.pointer), place));
    }
  const taken = new Set<string>();
  return (operation, { pointer, member, keyword }, kind) => {
    const depth = depthOf(pointer);
    const place = member?.schema === undefined ? undefined : nearest.get(member.schema)?.get(member.pointer);
    if (depth < NEAR || member === undefined || place === undefined) return true;
    if (depth <= place.depth) return depth === NEAR || place.operations.slice(0, MOST_OPERATIONS).includes(operation);
    const key = `${operation.id} ${kind} ${keyword} ${pointer.slice(0, -member.pointer.length)}`;
    if (depth > NEAR || taken.has(key)) return false;
    taken.add(key);
    return true;
  };
}

function nearer(one: NearestPlace | undefined, other: NearestPlace): NearestPlace {
  if (one === undefined || other.depth < one.depth) return other;
  if (other.depth > one.depth || other.operations.every((operation) => one.operations.includes(operation))) return one;
  return { depth: one.depth, operations: [...one.operations, ...other.operations] };
}

/** How many names lead from the body to a place. The first item of a list does not count. */
function depthOf(pointer: string): number {
  return pointer.split('/').filter((name) => name !== '0').length - 2;
}
