import { editsBetween } from '../model/edit-distance.ts';

/** At most three documented paths that are similar to an unknown one, the most similar first. */
export function nearestPaths(paths: readonly string[], wanted: string): readonly string[] {
  const segments = segmentsOf(wanted);
  if (segments.length > MOST_SEGMENTS) return [];
  const distance = memoizedDistance(segmentDistance);
  return paths
    .map((path) => ({ path, far: farness(segmentsOf(path), segments, distance) }))
    .filter((each) => each.far <= FARTHEST)
    .sort((a, b) => a.far - b.far)
    .slice(0, 3)
    .map((each) => each.path);
}

const MOST_SEGMENTS = 16;
const LONGEST = 64;
/** Maximum difference of similar paths. */
const FARTHEST = 0.42;
/** Costs of a missing segment, and of a parameter in place of a literal. */
const MISSING = 0.6;
const PARAMETER = 0.3;

const segmentsOf = (path: string): readonly string[] => path.toLowerCase().split('/').filter(Boolean);

type Distance = (segment: string, given: string) => number;

/** The smallest difference between two paths, relative to the longer one; infinite if they share no word. */
function farness(template: readonly string[], segments: readonly string[], distance: Distance): number {
  const akin = template.some(
    (segment) => !isParameter(segment) && segments.some((each) => distance(segment, each) < 1),
  );
  if (!akin) return Number.POSITIVE_INFINITY;
  let row = [0, ...segments.map((_, index) => (index + 1) * MISSING)];
  for (const [index, segment] of template.entries()) {
    const next = [(index + 1) * MISSING];
    for (const [at, given] of segments.entries())
      next.push(
        Math.min(
          (next[at] ?? 0) + MISSING,
          (row[at + 1] ?? 0) + MISSING,
          (row[at] ?? 0) + (isParameter(segment) ? PARAMETER : distance(segment, given)),
        ),
      );
    row = next;
  }
  return (row.at(-1) ?? 0) / Math.max(template.length, segments.length, 1);
}

const isParameter = (segment: string): boolean => segment.includes('{');

/** 0 for equal words, 1 for different ones; between them for similar spellings. */
function segmentDistance(a: string, b: string): number {
  if (a === b) return 0;
  const longest = Math.max(a.length, b.length);
  if (longest > LONGEST || Math.abs(a.length - b.length) > longest * 0.4) return 1;
  const edits = editsBetween(a, b) / longest;
  return edits <= 0.4 ? edits : 1;
}

/** Documents repeat their words, so each pair is measured once. */
function memoizedDistance(distance: Distance): Distance {
  const known = new Map<string, number>();
  return (a, b) => {
    const pair = `${a}/${b}`;
    const before = known.get(pair);
    if (before !== undefined) return before;
    const measured = distance(a, b);
    known.set(pair, measured);
    return measured;
  };
}
