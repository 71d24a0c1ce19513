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
  ['current', 'max'],
  ['current', 'maximum'],
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
  ['created', 'changed'],
  ['create', 'update'],
  ['create', 'modify'],
  ['creation', 'update'],
  ['creation', 'modification'],
  ['added', 'updated'],
  ['inserted', 'updated'],
  ['registered', 'updated'],
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

/** Words beside an arrival that tell of a stay: guests arrive before they depart, vehicles depart before they arrive. */
const STAY = new Set(['guest', 'guests', 'room', 'rooms', 'night', 'nights', 'stay', 'hotel', 'cabin', 'campsite']);

/**
 * Pairs of names of which the first must be the lower one: `startsAt` and `endsAt`, `price_min` and
 * `price_max`. All other words are equal. What a description says of a departure and an arrival decides their order.
 */
export function orderedPairs(
  names: readonly string[],
  wordsOf: (name: string) => readonly string[],
  textOf: (name: string) => string = () => '',
): readonly (readonly [low: string, high: string])[] {
  const words = names.map((name) => [name, wordsOf(name)] as const);
  const byName = words.flatMap(([low, own]) =>
    own.some((word) => HIGHER.has(word) || MADE.has(word))
      ? words.flatMap(([high, other]) => {
          if (!isPair(own, other)) return [];
          const isStay =
            own.includes('departure') &&
            endsStay(
              textOf(low),
              textOf(high),
              words.flatMap(([, all]) => all),
            );
          return [isStay ? ([high, low] as const) : ([low, high] as const)];
        })
      : [],
  );
  const known = new Set(byName.flatMap(([low, high]) => [`${low} ${high}`, `${high} ${low}`]));
  return [...byName, ...statedPairs(names, textOf).filter(([low, high]) => !known.has(`${low} ${high}`))];
}

/** What a description says of its own property: "Later than `installed`", "must not be before the start_date". */
const STATED =
  /(?:^|[.;:,(]\s*|\b(?:be|is|are|lies?|comes?|always|strictly)\s+|\b(?=(?:not|never)\s))(?:(not|no|never)\s+(?:be\s+)?)?(after|later than|greater than|before|earlier than|less than)\s+(?:the\s+)?[`"']?(\w+)/i;

/** Pairs of which the description of one names the other: that of `retired` says "Later than `installed`". */
function statedPairs(
  names: readonly string[],
  textOf: (name: string) => string,
): readonly (readonly [low: string, high: string])[] {
  return names.flatMap((name) => {
    const [, negation, word = '', other = ''] = STATED.exec(textOf(name)) ?? [];
    if (other === name || !names.includes(other)) return [];
    const isHigher = /^(after|later|greater)/i.test(word) === (negation === undefined);
    return [isHigher ? ([other, name] as const) : ([name, other] as const)];
  });
}

/** Whether a departure ends what an arrival begins. */
function endsStay(departure: string, arrival: string, words: readonly string[]): boolean {
  const stated = standsAfter(departure, /\barriv/i) ?? not(standsAfter(arrival, /\bdepart/i));
  return stated ?? words.some((word) => STAY.has(word));
}

/** Whether a description puts its property after another one, if it names that one: "not before the arrival". */
function standsAfter(text: string, other: RegExp): boolean | undefined {
  if (!other.test(text)) return undefined;
  const [, negation, word] =
    /\b(?:(not|no|never)(?: be)? )?(after|later|past|follows|before|earlier|precedes)\b/i.exec(text) ?? [];
  if (word === undefined) return undefined;
  return /^(after|later|past|follows)$/i.test(word) === (negation === undefined);
}

function not(value: boolean | undefined): boolean | undefined {
  return value === undefined ? undefined : !value;
}

function isPair(low: readonly string[], high: readonly string[]): boolean {
  if (low.length !== high.length) return false;
  const different = low.flatMap((word, index) => (word === high[index] ? [] : [index]));
  const [at] = different;
  if (different.length !== 1 || at === undefined) return false;
  const [first = '', second = ''] = [low[at], high[at]];
  return HIGHER.get(first)?.has(second) === true || (MADE.has(first) && isDoneLater(second, high.at(-1)));
}

/** Words for the making of a record. */
const MADE = new Set(['created', 'inserted']);

/** Deeds of which a record can tell that happened before it was made. */
const MAY_BE_EARLIER =
  /^(?:started|issued|founded|established|joined|hired|scheduled|enrolled|invoiced|ordered|released|registered|acquired|purchased|installed|manufactured|signed|occurred|observed|recorded|received|uploaded|posted|placed|requested|submitted|reported|opened|launched|needed|expected|estimated|published|authored|imported|created|inserted|added)$/;

/** Whether a word with a time is something that is done to a record: `shippedOn`. */
function isDoneLater(word: string, end: string | undefined): boolean {
  const isTime = end !== undefined && /^(?:at|on|date|time)$/.test(end);
  return isTime && /^(?:\w{3,}ed|sent|paid|read|seen|sold)$/.test(word) && !MAY_BE_EARLIER.test(word);
}
