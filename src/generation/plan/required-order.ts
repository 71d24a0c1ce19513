import {
  type Api,
  jsonBodyOf,
  type Operation,
  type PlacedText,
  placedTexts,
  propertiesOf,
  type Schema,
  sentencesIn,
  wordsOf,
} from '../../spec/index.ts';
import { orderedPairs } from './ordered-pairs.ts';

const ORDER = /\b(after|before|later|earlier|precede[sd]?|follows?|greater|less|reversed|order|past)\b/i;

/** Two properties of a JSON body that hold times. The first must not be later than the second. */
export interface RequiredOrder {
  readonly low: string;
  readonly high: string;
  /** The sentence that states their order. */
  readonly sentence: PlacedText;
}

/**
 * The start and the end in a JSON body, or in the object of it with this schema, if a description of the operation or its
 * properties states their order.
 */
export function requiredOrder(
  api: Api,
  operation: Operation,
  schema: Schema | undefined = jsonBodyOf(operation)?.schema,
): RequiredOrder | undefined {
  if (schema === undefined) return undefined;
  const properties = propertiesOf(api, schema);
  const textsOf = (part: Schema): readonly PlacedText[] =>
    [part, api.deref(part)].flatMap((rule) => {
      const text = typeof rule === 'object' ? rule.description : undefined;
      return text === undefined ? [] : [{ text, pointer: api.pointerOf(rule) ?? operation.pointer }];
    });
  const general = [...placedTexts(operation, '4'), ...textsOf(schema)];
  const textOf = (name: string): string =>
    textsOf(properties[name]?.schema ?? true)
      .map(({ text }) => text)
      .join(' ');
  const moments = new Set(
    Object.keys(properties).filter((name) => {
      const rule = api.deref(properties[name]?.schema ?? true);
      return typeof rule === 'object' && (rule.format === 'date-time' || rule.format === 'date');
    }),
  );
  for (const [low, high] of orderedPairs(Object.keys(properties), wordsOf, textOf)) {
    if (!moments.has(low) || !moments.has(high)) continue;
    const [first, last] = [low, high].map((name) => namesOf(name, low, high));
    const sentence =
      sentenceWith(textsOf(properties[high]?.schema ?? true), [first]) ??
      sentenceWith(textsOf(properties[low]?.schema ?? true), [last]) ??
      sentenceWith(general, [first, last]);
    if (sentence !== undefined) return { low, high, sentence };
  }
  return undefined;
}

/** The first sentence that states an order and mentions all names. */
function sentenceWith(texts: readonly PlacedText[], names: readonly (RegExp | undefined)[]): PlacedText | undefined {
  return texts
    .flatMap(({ text, pointer }) => sentencesIn(text).map((each) => ({ text: each.trim(), pointer })))
    .find(({ text }) => ORDER.test(text) && names.every((name) => name?.test(text) === true));
}

/** A pattern for the mention of one of two properties: its whole name, or the word that distinguishes it. */
function namesOf(name: string, low: string, high: string): RegExp {
  const other = new Set(wordsOf(name === low ? high : low));
  const own = wordsOf(name).filter((word) => !other.has(word));
  const words = own.map((word) => word.replace(/(s|ed|ing)$/, '')).map((word) => `${word}(s|ed|ing|t)?`);
  return new RegExp(`\\b(${[name, ...words].join('|')})\\b`, 'i');
}
