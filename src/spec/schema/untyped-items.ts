import { onceForEach } from '../model/memoize.ts';
import type { NodeLocation } from '../model/node-location.ts';
import { entriesOf, isRaw, member, type Raw } from '../model/raw.ts';
import type { SourceFile } from '../model/source-file.ts';

/** Keywords that say nothing of the value. */
const REMARKS = new Set(['title', 'description', 'example', 'examples', 'items']);

/**
 * Whether `items` of a schema without a type are meant for the value: they are alternatives, nothing else is said, and the
 * file has such a schema for one item of a list. No author means lists of lists by that.
 */
export function isMeantForValue({ file, node }: NodeLocation): boolean {
  return hasLooseItems(node) && hasHabit(file);
}

function hasLooseItems(node: unknown): boolean {
  if (!isRaw(node) || !isRaw(node['items']) || !Object.keys(node).every((key) => REMARKS.has(key))) return false;
  const { anyOf, oneOf } = node['items'];
  return Array.isArray(anyOf) || Array.isArray(oneOf);
}

/** Whether a named schema with such items describes the items of an explicit list. */
const hasHabit = onceForEach((file: SourceFile): boolean => {
  const { components, definitions } = isRaw(file.root) ? file.root : {};
  const named = definitions ?? member(components, 'schemas');
  const front = definitions === undefined ? '#/components/schemas/' : '#/definitions/';
  const loose = entriesOf(named).flatMap(([name, schema]) => (hasLooseItems(schema) ? [front + name] : []));
  const listed = loose.length === 0 ? new Set<string>() : itemReferencesOf(file);
  return loose.some((reference) => listed.has(reference));
});

/** What the `items` of explicit lists in a file refer to. */
function itemReferencesOf(file: SourceFile): ReadonlySet<string> {
  const found = new Set<string>();
  const waiting: unknown[] = [file.root];
  const seen = new Set<unknown>();
  while (waiting.length > 0) {
    const at = waiting.pop();
    if (typeof at !== 'object' || at === null || seen.has(at)) continue;
    seen.add(at);
    if (isRaw(at) && at['type'] === 'array' && isRaw(at['items'])) addReference(found, at['items']);
    waiting.push(...Object.values(at));
  }
  return found;
}

function addReference(found: Set<string>, { $ref }: Raw): void {
  if (typeof $ref === 'string') found.add($ref);
}
