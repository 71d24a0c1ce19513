import type { Redaction } from '../wire/index.ts';
import { differencesOf } from './differences.ts';
import type { EvictedCounts } from './evicted-counts.ts';
import type { Entry, Expectation, Verification } from './journal.ts';

const NEAR_MISSES = 5;

/** Counts the exchanges that meet an expectation; where there are too few, tells which came nearest. */
export function verify(
  entries: Iterable<Entry>,
  forgotten: EvictedCounts,
  expectation: Expectation,
  redaction: Redaction,
): Verification {
  const { met, unknown } = forgotten.count(expectation);
  let count = met;
  const misses: Miss[] = [];
  for (const entry of entries) {
    if (entry.origin === 'control') continue;
    const differences = differencesOf(entry, expectation, redaction);
    if (differences.length === 0) count++;
    else keepNearest(misses, { entry, differences, cost: differences.reduce((sum, { cost }) => sum + cost, 0) });
  }
  const { least, most, text } = boundsOf(expectation);
  return {
    satisfied: count >= least && count + unknown <= most,
    count,
    expected: text,
    forgotten: unknown,
    nearMisses: count >= least ? [] : misses.map((miss) => presentMiss(miss, redaction)),
  };
}

interface Miss {
  readonly entry: Entry;
  readonly differences: ReturnType<typeof differencesOf>;
  readonly cost: number;
}

/** Nearest first; of two that are equally near, the newer. Entries come oldest first. */
function keepNearest(misses: Miss[], miss: Miss): void {
  const place = misses.findIndex(({ cost }) => miss.cost <= cost);
  misses.splice(place < 0 ? misses.length : place, 0, miss);
  if (misses.length > NEAR_MISSES) misses.pop();
}

function presentMiss(
  { entry: { sequence, request }, differences }: Miss,
  redaction: Redaction,
): Verification['nearMisses'][number] {
  const query = request.query === '' ? '' : `?${redaction.query(request.query)}`;
  return {
    sequence,
    request: `${request.method} ${redaction.text(request.path)}${query}`,
    differs: differences.map(({ text }) => text),
  };
}

function boundsOf({ exactly, atLeast, atMost }: Expectation): { least: number; most: number; text: string } {
  if (exactly !== undefined) return { least: exactly, most: exactly, text: `exactly ${exactly}` };
  const least = atLeast ?? (atMost === undefined ? 1 : 0);
  const most = atMost ?? Number.POSITIVE_INFINITY;
  const words = [least > 0 ? `at least ${least}` : '', atMost === undefined ? '' : `at most ${atMost}`];
  return { least, most, text: words.filter((word) => word !== '').join(' and ') || 'any number' };
}
