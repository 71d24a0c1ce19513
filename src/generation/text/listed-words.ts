const WORD = /^[a-z][\w.-]{0,23}$/i;
/** A lower-case word, a constant (`IN_REVIEW`), a capitalised word or several joined ones (`InReview`), or a media type. */
const VALUE = /^(?:[a-z][a-z0-9_.-]{0,19}|[A-Z][A-Z0-9_]{1,23}|(?:[A-Z][a-z]+){1,3}|[a-z]+\/[a-z0-9.+-]{1,50})$/;
/** Names of properties with a few fixed values. */
const ENUMERATIONS: ReadonlySet<string> = new Set(
  'status state type kind role phase stage mode level priority severity visibility direction action event scope object category interval plan tier result outcome reason method provider brand channel format protocol environment frequency platform gateway carrier scheme algorithm'.split(
    ' ',
  ),
);
const MOST = 8;
const MOST_TOLD = 12;
/** A list behind words that announce it: `One of: offer, wanted, taken.` */
const TOLD =
  /\b(?:one of(?: the following)?(?: values| options)?|(?:possible|available|allowed|valid|accepted|supported|permitted) (?:\w+ ){0,2}(?:are|include)|(?:possible|allowed|valid|accepted|supported|permitted) (?:values|options|types|states|statuses))\s*:?\s+((?:[\w-]{1,24}(?:\s*[,|]\s*(?:and |or )?|\s+(?:or|and)\s+)){1,11}[\w-]{1,24})(?=\s*(?:[.;)<]|\n|$))/gi;
const QUOTED = /(["'`“])([\w.-]{1,24})["'`”](?![\w-])/g;

/**
 * The values of a string that reads like an enumeration: those that the description lists or quotes if the
 * example is among them, else the example. Empty if it may be any string.
 */
export function wordsListed(
  name: readonly string[],
  examples: readonly string[],
  descriptions: readonly string[],
): readonly string[] {
  const words = [...new Set(descriptions.flatMap(wordsIn))];
  const isList = words.length > 1 && words.length <= MOST_TOLD && !OWN.has(name.at(-1)?.toLowerCase() ?? '');
  if (isList && examples.every((each) => words.includes(each))) return words;
  const quoted = [...new Set(descriptions.flatMap(quotedIn))];
  const shown = examples.filter((each) => WORD.test(each));
  const isListed = quoted.length > 1 && quoted.length <= MOST;
  if (shown.length > 0 && isListed && shown.every((each) => quoted.includes(each))) return quoted;
  const isEnumeration = ENUMERATIONS.has(name.at(-1)?.toLowerCase() ?? '');
  if (!isEnumeration) return [];
  if (examples.length > 0) return examples.every((each) => VALUE.test(each)) ? examples : [];
  if (isListed) return quoted;
  const bracketed = [...new Set(descriptions.flatMap(bracketedIn))];
  return bracketed.length <= MOST ? bracketed : [];
}

/** The words of a choice in brackets: `The type of template (user, base, or gallery).` */
function bracketedIn(description: string): readonly string[] {
  const [, list = ''] = /\(((?:[a-z][\w-]{1,23}, )*[a-z][\w-]{1,23},? or [a-z][\w-]{1,23})\)/.exec(description) ?? [];
  const words = list === '' ? [] : list.split(/,? or |, /);
  return words.some((word) => NO_VALUES.has(word)) ? [] : words;
}

/** Words in brackets that say how a value is given, and are none themselves: `The category (id or name).` */
const NO_VALUES: ReadonlySet<string> = new Set(
  'id ids name names slug uuid code key number title label string integer object array optional required empty null nullable missing'.split(
    ' ',
  ),
);

/** Names of values that differ from record to record, whatever their notation. */
const OWN: ReadonlySet<string> = new Set(
  'id uuid name slug login key title label handle username tag ref path file filename'.split(' '),
);
const CONSTANT = /^(?:[a-z]+(?:_[a-z]+)+|[A-Z]{2,}(?:_[A-Z]+)*)$/;

/** Examples that are constants by their notation (`action_failed`, `POST`), unless the name is that of an id. */
export function constantsShown(name: readonly string[], examples: readonly string[]): readonly string[] {
  const isOwn = OWN.has(name.at(-1)?.toLowerCase() ?? '');
  return !isOwn && examples.every((each) => CONSTANT.test(each)) ? examples : [];
}

/** Whether no two records have the same value, by the name of the property or its description. */
export function isOfOneRecord(name: readonly string[], descriptions: readonly string[]): boolean {
  return OWN.has(name.at(-1)?.toLowerCase() ?? '') && descriptions.some((each) => /\bunique\b/i.test(each));
}

function quotedIn(description: string): readonly string[] {
  return [...description.matchAll(QUOTED)].map(([, , word = '']) => word).filter((word) => WORD.test(word));
}

/** The values that a description announces and lists; empty if one of them has several words. */
function wordsIn(description: string): readonly string[] {
  const lists = [...description.matchAll(TOLD)].map(([, list = '']) =>
    list.split(/\s*[,|]\s*(?:and |or )?|\s+(?:or|and)\s+/),
  );
  return lists.flat().every((word) => VALUE.test(word)) ? lists.flat() : [];
}
