/**
 * Pairs of templated paths that can match the same request, neither of which is more concrete (OpenAPI 3.1
 * §4.8.8.2).
 */
export function ambiguousPaths(paths: readonly string[]): readonly (readonly [string, string])[] {
  const byLength = new Map<number, { readonly path: string; readonly segments: readonly string[] }[]>();
  const found: (readonly [string, string])[] = [];
  for (const path of paths) {
    const segments = path.split('/');
    const group = byLength.get(segments.length) ?? [];
    for (const other of group) if (isAmbiguous(other.segments, segments)) found.push([other.path, path]);
    if (path.includes('{')) group.push({ path, segments });
    byLength.set(segments.length, group);
  }
  return found;
}

function isAmbiguous(a: readonly string[], b: readonly string[]): boolean {
  let first = false;
  let second = false;
  for (const [index, one] of a.entries()) {
    const other = b[index] ?? '';
    const oneOpen = one.includes('{');
    const otherOpen = other.includes('{');
    if (!oneOpen && !otherOpen && one !== other) return false;
    first ||= !oneOpen && otherOpen;
    second ||= oneOpen && !otherOpen;
  }
  return first && second;
}
