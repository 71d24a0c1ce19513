/** Whether any part of these schemas is nested more than `most` levels deep, without following references. */
export function isNestedDeeper(schemas: Iterable<unknown>, most: number): boolean {
  const open: (readonly [part: unknown, depth: number])[] = [...schemas].map((schema) => [schema, 0]);
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [part, depth] = next;
    if (typeof part !== 'object' || part === null) continue;
    if (depth > most) return true;
    for (const member of Object.values(part)) open.push([member, depth + 1]);
  }
  return false;
}
