import type { Json } from '../../../../core/index.ts';
import { CASELESS, type Resource } from '../../../../resources/index.ts';
import { type Operation, operationTexts, sentencesIn } from '../../../../spec/index.ts';
import { escapeRegExp, isArray, isObject, withHeldProperties } from '../../../../wire/index.ts';
import { type CaseContext, type ExchangeResult, isSuccess } from '../../../model/case-context.ts';
import { type Act, inconclusive, PASSED } from '../../../model/flow.ts';
import type { Purpose, Stimulus } from '../../../model/purpose.ts';
import type { StepEnd } from '../../../model/step-end.ts';
import type { ReadCollection } from '../../../responses/collection.ts';
import { inOtherCase } from '../../../responses/letter-case.ts';
import { drawList, idsOf, itemsOf, type Listing, listOnce } from '../../../responses/list-walk.ts';

/** A string that occurs in no text. */
const NONSENSE = 'zqxjwvkpyzqx';
const MOST_WORDS = 9;
const LEAST_WORDS = 3;
const MOST_ITEMS = 3;

/**
 * A search for a string that occurs nowhere must find no more than one without results, and a string of an
 * item must find something.
 */
export function searchAct(listing: ReadCollection, parameter: string): Act {
  return async (caseContext) => {
    await listing.grow(caseContext);
    const bare = await listOnce(caseContext, listing, {});
    if (typeof bare === 'string') return inconclusive(bare);
    const items = isSuccess(bare.result) ? (itemsOf(bare.result.exchange, listing.list) ?? []) : [];
    if (items.length < 2) return inconclusive('there are no two items to tell apart');
    const ask = searcher(caseContext, listing, parameter, idsOf(listing.resource, items));
    const nonsense = await ask('nowhere', [textOf(caseContext, listing.operation, parameter)], true);
    if (typeof nonsense === 'string') return inconclusive(nonsense);
    if (nonsense.failed) return nonsense.end;
    const isCaseless = CASELESS.test(textsAbout(listing.operation, parameter));
    const isInside = CONTAINS.test(ownText(listing.operation, parameter));
    const names = namedIn(items, ownText(listing.operation, parameter));
    const words = wordsOf(items, listing.resource, names).slice(0, MOST_WORDS);
    const end = await searchForShownWords(ask, listing, words, { isCaseless, isInside });
    if (end.kind !== 'passed') return end;
    for (const word of wordsOfNamed(items, names)) {
      const answer = await ask('shown', [word], true);
      if (typeof answer !== 'string' && answer.failed) return answer.end;
    }
    return end;
  };
}

const OF_PROPERTIES =
  /\b(?:contain\w*|find\w*|search\w*|match\w*|look\w*|(?:this|that|the|a|given) (?:text|string|word|term|phrase)s? in)\b/i;

const NEGATION = /\b(?:not|never|except|without|excluding|ignor\w+)\b/i;
/** What is looked for may have the name of a property: “contain the text in their title”. */
const OF_SEARCHES = /^(?:text|term|word|value|string|phrase|query|keyword)s?$/i;

/** The properties in which a search looks, as its description says: `in subject or description`. */
function namedIn(items: readonly Json[], text: string): readonly string[] {
  // Other sentences may name properties to sort by, and a search may leave some out.
  const about = sentencesIn(text)
    .filter((sentence) => OF_PROPERTIES.test(sentence))
    .map((sentence) => sentence.split(NEGATION)[0] ?? '')
    .join('\n');
  return [...new Set(items.filter(isObject).flatMap(Object.keys))].filter((name) => {
    const before = OF_SEARCHES.test(name)
      ? '(?:in|and|or)\\b(?: (?:the|its|their)\\b)?'
      : '(?:in|and|or|of|by|the|its|their)\\b';
    const word = escapeRegExp(name);
    return new RegExp(`\\b${before} \\W?${word}\\b(?! that\\b)|\\b${word}\\W? (?:and|or)\\b`, 'i').test(about);
  });
}

/** A word of each property in which a search looks that the others do not have. */
function wordsOfNamed(items: readonly Json[], names: readonly string[]): readonly string[] {
  if (names.length < 2) return [];
  const objects = items.filter(isObject);
  const texts = (name: string): readonly string[] =>
    objects.flatMap((item) => (typeof item[name] === 'string' ? [item[name]] : []));
  return names.flatMap((name) => {
    const others = names
      .filter((each) => each !== name)
      .flatMap(texts)
      .join(' ')
      .toLowerCase();
    const own = texts(name).flatMap((each) => each.match(/\p{L}{4,}/gu) ?? []);
    return own.find((word) => !others.includes(word.toLowerCase())) ?? [];
  });
}

/** Texts of the document about a search parameter. */
function textsAbout(operation: Operation, name: string): string {
  return [...operationTexts(operation), ownText(operation, name)].join('\n');
}

function ownText({ parameters }: Operation, name: string): string {
  return parameters.find((each) => each.in === 'query' && each.name === name)?.description ?? '';
}

/** Descriptions of a search that finds its text anywhere in what it searches. */
const CONTAINS = /\b(contain(s|ing)?|sub-?strings?|anywhere in|part of (its|the|their) (name|title|text|subject))\b/i;

/**
 * Searches for the last of some words. Only the `last` search is judged, because earlier ones may find
 * nothing.
 */
type Ask = (
  where: 'nowhere' | 'shown' | 'other-case' | 'inside',
  words: readonly string[],
  last: boolean,
) => Promise<ExchangeResult | string>;

function searcher(caseContext: CaseContext, listing: Listing, parameter: string, unsearched: readonly Json[]): Ask {
  return async (where, words, last) => {
    const query = { [parameter]: words.at(-1) ?? '' };
    const looked = last ? undefined : await listOnce(caseContext, listing, query);
    if (typeof looked === 'object' && isSuccess(looked.result)) return looked.result;
    const got = looked ?? (await drawList(caseContext, listing, query));
    if (typeof got === 'string') return got;
    const { list, resource } = listing;
    const story: Stimulus = { kind: 'search', parameter, where, words, unsearched, list, resource };
    const purpose: Purpose = { expect: 'valid', proven: got.proven, relational: true, story };
    return caseContext.exchange(got.request, { operation: listing.operation, purpose });
  };
}

/** What the document says of a search: letter case does not matter; the text may be anywhere. */
interface SearchRules {
  readonly isCaseless: boolean;
  readonly isInside: boolean;
}

/**
 * Searches for words of items until one of them finds something. If the document ignores letter case, the
 * same word in the other case must find something, too; and so must the word without its beginning, if it says that the
 * text may be anywhere.
 */
async function searchForShownWords(
  ask: Ask,
  { list }: Listing,
  words: readonly string[],
  { isCaseless, isInside }: SearchRules,
): Promise<StepEnd> {
  if (words.length < LEAST_WORDS) return inconclusive('the items show too few words to look for');
  const tried: string[] = [];
  for (const word of words) {
    tried.push(word);
    const answer = await ask('shown', [...tried], tried.length === words.length);
    if (typeof answer === 'string') return inconclusive(answer);
    const found = isSuccess(answer) ? (itemsOf(answer.exchange, list) ?? []) : undefined;
    if (found === undefined || answer.failed) return answer.end;
    if (found.length === 0) continue;
    const part = [...word].slice(1).join('').trim();
    const inside = isInside && part !== '' ? await ask('inside', [word, part], true) : answer;
    if (typeof inside !== 'string' && inside.failed) return inside.end;
    if (!isCaseless || inOtherCase(word) === word) return answer.end;
    const again = await ask('other-case', [word, inOtherCase(word)], true);
    return typeof again === 'string' ? answer.end : again.end;
  }
  return PASSED;
}

/** A string that the parameter accepts and no item contains. */
function textOf(caseContext: CaseContext, operation: Operation, name: string): string {
  const schema = operation.parameters.find((each) => each.in === 'query' && each.name === name)?.schema;
  const rule = schema === undefined ? true : caseContext.api.deref(schema);
  const most = typeof rule === 'object' ? (rule.maxLength ?? NONSENSE.length) : NONSENSE.length;
  return NONSENSE.slice(0, Math.max(1, most));
}

/**
 * Strings of some items, whole and by their longest word: a search may compare whole values, prefixes or
 * words. Where the description names properties, only strings of those count.
 */
function wordsOf(items: readonly Json[], { holder }: Resource, names: readonly string[]): readonly string[] {
  const picked = [items[0], items[Math.floor(items.length / 2)], items.at(-1)].slice(0, MOST_ITEMS);
  const each = picked.map((item) =>
    isArray(item) || typeof item !== 'object' || item === null
      ? []
      : Object.entries(withHeldProperties(item, holder))
          .filter(([name]) => names.length === 0 || names.includes(name))
          .toSorted(([a], [b]) => Number(NAMES.test(b)) - Number(NAMES.test(a)))
          .flatMap(textsOf),
  );
  return [...new Set(each.flatMap((texts) => texts.slice(0, MOST_WORDS / MOST_ITEMS)))];
}

/** Properties that most searches cover. */
const NAMES = /(name|title|subject|label|summary|headline)$/i;
const LONGEST = 60;

/** Searches rarely cover ids, instants and links. */
function textsOf([name, value]: readonly [string, Json]): readonly string[] {
  if (typeof value !== 'string' || /(id|at|url|href|link)$/i.test(name) || /^\d/.test(value)) return [];
  const [longest] = (value.match(/\p{L}{4,}/gu) ?? []).toSorted((a, b) => b.length - a.length);
  if (longest === undefined) return [];
  return value.length <= LONGEST ? [value, longest] : [longest];
}
