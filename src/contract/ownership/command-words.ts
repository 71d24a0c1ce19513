import { type Operation, wordsOf } from '../../spec/index.ts';

/** Verbs that delete. A POST that is called so and names no record deletes what is there. */
export const DELETING_VERBS: ReadonlySet<string> = new Set(
  'delete remove destroy drop discard empty cleanup clean vacuum uninstall'.split(' '),
);
/** Verbs that delete what a whole service holds, or set it back, whatever their request names. */
export const ERASING_VERBS: ReadonlySet<string> = new Set(
  'purge prune flush clear reset wipe erase truncate'.split(' '),
);

/** Path segments for logins. A command below them makes or ends a login; DELETE without an item ends the caller's own. */
export const LOGIN_WORDS: ReadonlySet<string> = new Set(
  'session sessions token tokens login auth oauth oauth2'.split(' '),
);

/** Words of commands that change nothing, whatever verb stands beside them: `validate-restore`, `previewReset`. */
const HARMLESS_WORDS: ReadonlySet<string> = new Set(
  'validate validation check preview search export verify verification estimate simulate dry test get'.split(' '),
);
/** Words of commands that only read, unless a verb that deletes stands beside them: `list-locks`, not `clearHistory`. */
const READING_WORDS: ReadonlySet<string> = new Set('list count history status'.split(' '));

/** Words of the last segment of a path that is not a parameter. */
export function lastWords(path: string): readonly string[] {
  const last = path.split(/[/:#]/).findLast((segment) => segment !== '' && !segment.includes('{'));
  return wordsOf(last ?? '');
}

/** Words of an operationId. An operation without one has method and path as its id. */
export function idWords({ id }: Operation): readonly string[] {
  return id.includes(' ') ? [] : wordsOf(id);
}

/** Whether the name of a command says that it changes nothing. */
export function isHarmlessCommand(operation: Operation): boolean {
  const words = [...lastWords(operation.path), ...idWords(operation)];
  if (words.some((word) => HARMLESS_WORDS.has(word))) return true;
  return (
    words.some((word) => READING_WORDS.has(word)) &&
    !words.some((word) => DELETING_VERBS.has(word) || ERASING_VERBS.has(word))
  );
}
