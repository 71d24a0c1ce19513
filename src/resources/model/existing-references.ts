import type { Operation } from '../../spec/index.ts';

const EXISTING =
  /\b(?:names?|ids?|identifiers?|numbers?|keys?|slugs?|codes?|references?) (?:of|to) (?:an? |the |one |some )?existing ([\w -]+)/i;
const MUST_EXIST = /\bmust (?:already )?exist\b|\bhas to exist\b|\bof an existing\b|\bexisting (?:id|name|record)s?\b/i;

/** The noun in a description of a place that names something existing: `label` in “Names of existing labels”. */
export function existingNoun(description: string): string | undefined {
  return EXISTING.exec(description)?.[1]?.split(' ')[0];
}

/** Whether a description says that what the value names exists. */
export function namesExisting(description: string): boolean {
  return existingNoun(description) !== undefined || MUST_EXIST.test(description);
}

/** The documented status for a value that the operation refuses. */
export function refusalOfValues({ responses }: Operation): string | undefined {
  return ['422', '400', '409', '404'].find((status) => responses.some((each) => each.status === status));
}

/** Words of a 409 that is not about referring records. */
const OTHER = /\b(lock|version|stat(e|us)|open|active|already|running|progress|concurren|etag|modified|protected)/i;

/** Whether a delete has a 409 that can mean that other records refer to the item. */
export function refusesWhileReferred({ responses }: Operation): boolean {
  return responses.some(({ status, description }) => status === '409' && !OTHER.test(description));
}
