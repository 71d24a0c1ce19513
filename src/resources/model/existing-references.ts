import type { Operation } from '../../spec/index.ts';

/** What records are called by: `apiId`, `sha`, `slug`. */
const CALLED =
  '(?:\\w*(?:names?|ids?|identifiers?|numbers?|keys?|slugs?|codes?|references?)|logins?|usernames?|handles?|shas?)';
const EXISTING = new RegExp(`\\b${CALLED} (?:of|to) (?:an? |the |one |some )?existing ([\\w -]+)`, 'i');
const MUST_NAME =
  /\b(?:must|has to|have to|needs? to) (?:be|name|match|refer to|point to) (?:an|one|the) existing ([\w -]+)/i;
const MUST_EXIST = /\bmust (?:already )?exist\b|\bhas to exist\b|\bof an existing\b|\bexisting (?:id|name|record)s?\b/i;
const MOST_WORDS = 3;

/**
 * What the value of a property names by its description, longest first: `content type` and `content` in “apiId of an existing
 * content type”. Where only its existence is required, what the property is called after.
 */
export function existingNouns(description: string, name?: string): readonly string[] {
  const words = (EXISTING.exec(description) ?? MUST_NAME.exec(description))?.[1];
  if (words !== undefined) return beginningsOf(words);
  return name !== undefined && MUST_EXIST.test(description) ? [name.replace(ID_ENDING, '')] : [];
}

/** The same by a sentence of the operation: “`base` must be a branch of the repository (422)”. */
export function nounsRequiredBy({ description = '' }: Operation, name: string): readonly string[] {
  const required = new RegExp(
    `\`${name.replace(/[^\w-]/g, '.')}\` (?:must|has to|needs to) (?:be|name|refer to) (?:the ${CALLED} of )?(?:an?|one|the) (?:existing )?([\\w -]+?) (?:of|in|from) (?:the|this|that|its) `,
    'i',
  );
  const words = required.exec(description.replace(/\s+/g, ' '))?.[1];
  return words === undefined ? [] : beginningsOf(words);
}

const ID_ENDING = /(?:_ids?|Ids?)$/;

function beginningsOf(phrase: string): readonly string[] {
  const words = phrase.trim().split(/\s+/).slice(0, MOST_WORDS);
  return words.map((_, at) => words.slice(0, words.length - at).join(' '));
}

/** Whether a description says that what the value names exists. */
export function namesExisting(description: string): boolean {
  return EXISTING.test(description) || MUST_NAME.test(description) || MUST_EXIST.test(description);
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
