import { singular } from '../../spec/index.ts';

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
