/** Pairs of words of which the first means the lower value: the earlier date, the smaller number. */
const PAIRS: readonly (readonly [low: string, high: string])[] = [
  ['start', 'end'],
  ['starts', 'ends'],
  ['started', 'ended'],
  ['started', 'finished'],
  ['started', 'completed'],
  ['begin', 'end'],
  ['begins', 'ends'],
  ['from', 'to'],
  ['from', 'until'],
  ['from', 'thru'],
  ['since', 'until'],
  ['after', 'before'],
  ['min', 'max'],
  ['minimum', 'maximum'],
  ['lower', 'upper'],
  ['count', 'limit'],
  ['used', 'limit'],
  ['usage', 'limit'],
  ['remaining', 'limit'],
  ['used', 'total'],
  ['remaining', 'total'],
  ['used', 'quota'],
  ['gte', 'lte'],
  ['gt', 'lt'],
  ['oldest', 'newest'],
  ['earliest', 'latest'],
  ['created', 'updated'],
  ['created', 'modified'],
  ['created', 'expires'],
  ['issued', 'expires'],
  ['paid', 'shipped'],
  ['paid', 'refunded'],
  ['shipped', 'delivered'],
  ['sent', 'delivered'],
  ['sent', 'read'],
  ['checkin', 'checkout'],
  ['in', 'out'],
  ['open', 'close'],
  ['opens', 'closes'],
  ['departure', 'arrival'],
];

const HIGHER: ReadonlyMap<string, ReadonlySet<string>> = PAIRS.reduce(
  (known, [low, high]) => known.set(low, new Set([...(known.get(low) ?? []), high])),
  new Map<string, Set<string>>(),
);

/**
 * Pairs of names of which the first must be the lower one: `startsAt` and `endsAt`, `price_min` and
 * `price_max`. All other words are equal.
 */
export function orderedPairs(
  names: readonly string[],
  wordsOf: (name: string) => readonly string[],
): readonly (readonly [low: string, high: string])[] {
  const words = names.map((name) => [name, wordsOf(name)] as const);
  return words.flatMap(([low, own]) =>
    own.some((word) => HIGHER.has(word))
      ? words.flatMap(([high, other]) => (isPair(own, other) ? [[low, high] as const] : []))
      : [],
  );
}

function isPair(low: readonly string[], high: readonly string[]): boolean {
  if (low.length !== high.length) return false;
  const different = low.flatMap((word, index) => (word === high[index] ? [] : [index]));
  const [at] = different;
  return different.length === 1 && at !== undefined && HIGHER.get(low[at] ?? '')?.has(high[at] ?? '') === true;
}
