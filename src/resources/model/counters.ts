import { type Api, propertiesOf, typesOf, wordsOf } from '../../spec/index.ts';
import type { Resource } from './model.ts';

/** The property with which a record counts records of a resource: `itemCount`, `num_items`, `totalItems`. */
export function counterPropertyOf(api: Api, counting: Resource, counted: Resource): string | undefined {
  const words = new Set([spelt(counted.name.split('.').at(-1) ?? ''), spelt(counted.singular)]);
  const found = Object.entries(propertiesOf(api, counting.schema)).find(([name, { schema }]) => {
    const bare = spelt(name);
    if (!COUNTS.test(bare) || !words.has(bare.replace(COUNTS, '').replace(COUNTS, ''))) return false;
    const types = typesOf(api, schema);
    // A total that may have a fraction is a sum.
    return types.includes('integer') || (types.includes('number') && !SUMS.test(bare));
  });
  return found?.[0];
}

/** Whether a property may count something by its name. */
export function isCounterName(name: string): boolean {
  return COUNTS.test(spelt(name));
}

/** What marks a counter, in names without case and separators. */
const COUNTS = /^(?:numberof|total|num|n|count)|(?:count|total)$/;
const SUMS = /total/;

const spelt = (name: string): string => wordsOf(name).join('');
