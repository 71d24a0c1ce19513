import { type Api, jsonBodyOf, type Operation, propertiesOf, wordsOf } from '../../spec/index.ts';
import { orderedPairs } from './ordered-pairs.ts';

const ORDER = /\b(after|before|later|earlier|precede[sd]?|follows?|greater|less|reversed|order|past)\b/i;

/** Two properties of a JSON body that hold times. The first must not be later than the second. */
export interface RequiredOrder {
  readonly low: string;
  readonly high: string;
}

/** The start and the end in a JSON body, if a description of the operation or its properties states their order. */
export function requiredOrder(api: Api, operation: Operation): RequiredOrder | undefined {
  const schema = jsonBodyOf(operation)?.schema;
  if (schema === undefined) return undefined;
  const properties = propertiesOf(api, schema);
  const textOf = (part: Parameters<typeof api.deref>[0]): string => {
    const rule = api.deref(part);
    const own = typeof part === 'object' ? (part.description ?? '') : '';
    return `${own}. ${typeof rule === 'object' ? (rule.description ?? '') : ''}`;
  };
  const general = [
    operation.summary ?? '',
    operation.description ?? '',
    ...operation.responses.filter(({ status }) => /^4/.test(status)).map(({ description }) => description),
    textOf(schema),
  ];
  const moments = Object.keys(properties).filter((name) => {
    const rule = api.deref(properties[name]?.schema ?? true);
    return typeof rule === 'object' && (rule.format === 'date-time' || rule.format === 'date');
  });
  const found = orderedPairs(moments, wordsOf).find(([low, high]) => {
    const [first, last] = [low, high].map((name) => namesOf(name, low, high));
    const says = (text: string, ...named: readonly (RegExp | undefined)[]): boolean =>
      text.split(/(?<=[.;!])\s+/).some((each) => ORDER.test(each) && named.every((name) => name?.test(each) === true));
    return (
      general.some((text) => says(text, first, last)) ||
      says(textOf(properties[high]?.schema ?? true), first) ||
      says(textOf(properties[low]?.schema ?? true), last)
    );
  });
  return found && { low: found[0], high: found[1] };
}

/** A pattern for the mention of one of two properties: its whole name, or the word that distinguishes it. */
function namesOf(name: string, low: string, high: string): RegExp {
  const other = new Set(wordsOf(name === low ? high : low));
  const own = wordsOf(name).filter((word) => !other.has(word));
  const words = own.map((word) => word.replace(/(s|ed|ing)$/, '')).map((word) => `${word}(s|ed|ing|t)?`);
  return new RegExp(`\\b(${[name, ...words].join('|')})\\b`, 'i');
}
