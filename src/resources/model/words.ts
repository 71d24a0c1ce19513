import { singular, wordsOf } from '../../spec/index.ts';

export { singular };

/** A name in lower case without separators, for comparison. */
export function plain(name: string): string {
  return /^[a-z0-9]+$/.test(name) ? name : name.toLowerCase().replace(/[^a-z0-9]+/g, '');
}

/** The common key of `pets`, `pet` and `Pet`. */
export function clusterKey(word: string): string {
  return plain(singular(word));
}

/** The property that a word of a path names, or that holds the id of what it names: `assignee_id` of `/tickets/{id}/assignee`. */
export function propertyCalled(names: readonly string[], word: string): string | undefined {
  const wanted = plain(word);
  return names.find((name) => plain(name) === wanted) ?? names.find((name) => plain(name) === `${wanted}id`);
}

/**
 * Whether a name says of what it is the id. Many kinds of records have a `code` or a `name` of their own. `beside` are the other names of the record: a variant
 * with a `sku` and a `size` has its own `sku`, a line with a `sku` and a quantity has that of a product.
 */
export function namesOneKind(name: string, beside: readonly string[]): boolean {
  if (wordsOf(name).every((word) => COMMON.has(word))) return false;
  return beside.some((each) => QUANTITY.test(plain(each))) || !beside.some((each) => OF_THING.test(plain(each)));
}

const QUANTITY = /^(?:quantity|qty|units)$/;
/** What things show that have a key of their own. */
const OF_THING = /^(?:name|title|size|colou?r|price|barcode|weight|attributes|options)$/;

/** Words that name a property of many kinds of records. */
const COMMON = new Set(
  'id uuid guid name title label code key slug type kind number date day month year time version revision hash sha digest symbol path file url uri host domain address email mail phone login user username account token secret value status state language locale lang currency country region zone timezone index position tag ref reference order category group field property resource object entity scope source target provider service model format method action event channel topic role'.split(
    ' ',
  ),
);
