/** At most three documented paths that look most like an unknown one. */
export function nearestPaths(paths: readonly string[], wanted: string): readonly string[] {
  const segments = segmentsOf(wanted);
  return paths
    .map((path) => ({ path, likeness: likeness(segmentsOf(path), segments) }))
    .filter((each) => each.likeness > 0)
    .sort((a, b) => b.likeness - a.likeness)
    .slice(0, 3)
    .map((each) => each.path);
}

const segmentsOf = (path: string): readonly string[] => path.slice(0, 2048).split('/').filter(Boolean).slice(0, 32);

/** Shared segments count most, then segments that begin alike; a different length costs. */
function likeness(template: readonly string[], segments: readonly string[]): number {
  let score = -Math.abs(template.length - segments.length);
  for (const [index, segment] of template.entries()) {
    const given = segments[index];
    if (given === undefined) break;
    if (segment === given) score += 4;
    else if (segment.includes('{')) score += 2;
    else
      score += (3 * commonPrefix(segment.toLowerCase(), given.toLowerCase())) / Math.max(segment.length, given.length);
  }
  return score;
}

function commonPrefix(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length++;
  return length;
}
