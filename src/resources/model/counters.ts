import { type Api, propertiesOf, type Schema, typesOf, wordsOf } from '../../spec/index.ts';
import type { Resource } from './model.ts';
import { readTotal } from './total-words.ts';

/** The property with which a record counts records of a resource: `itemCount`, `num_items`, `totalItems`. */
export function counterPropertyOf(api: Api, counting: Resource, counted: Resource): string | undefined {
  const names = [spelt(counted.name.split('.').at(-1) ?? ''), spelt(counted.singular)];
  const words = new Set(counting === counted ? [...BELOW_THEIR_KIND, ...names.map((name) => `sub${name}`)] : names);
  const found = Object.entries(propertiesOf(api, counting.schema)).find(([name, { schema }]) => {
    const bare = spelt(name);
    const isNamed = COUNTS.test(bare) && words.has(bare.replace(COUNTS, '').replace(COUNTS, ''));
    if (!isNamed && !isDescribedCount(api, bare, schema, words)) return false;
    if (leavesOut(api, schema)) return false;
    const types = typesOf(api, schema);
    // A total that may have a fraction is a sum.
    return types.includes('integer') || (types.includes('number') && !SUMS.test(bare));
  });
  return found?.[0];
}

/** What records are called that are below one of their own kind. */
const BELOW_THEIR_KIND = ['child', 'children', 'reply', 'replies'];

/** Whether a description says that only records in some states count: “Number of orders that are not cancelled”. */
function leavesOut(api: Api, schema: Schema): boolean {
  return readTotal(describedAs(api, schema)).some(({ states }) => states.length > 0);
}

function describedAs(api: Api, schema: Schema): string {
  const rule = api.deref(schema);
  const own = typeof schema === 'object' ? schema.description : undefined;
  return own ?? (typeof rule === 'object' ? rule.description : undefined) ?? '';
}

/** Whether a property with the name of the counted records is described as their number: `comments`, "Number of comments." */
function isDescribedCount(api: Api, bare: string, schema: Schema, words: ReadonlySet<string>): boolean {
  if (!words.has(bare)) return false;
  return /^\W*(the )?(total )?(number|count) of \w+\W*$/i.test(describedAs(api, schema));
}

/** Whether a property may count something by its name. */
export function isCounterName(name: string): boolean {
  return COUNTS.test(spelt(name));
}

/** What marks a counter, in names without case and separators. */
const COUNTS = /^(?:numberof|total|num|n|count)|(?:count|total)$/;
const SUMS = /total/;

const spelt = (name: string): string => wordsOf(name).join('');
