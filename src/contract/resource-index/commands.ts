import { isSafe, type Operation, wordsOf } from '../../spec/index.ts';
import { withoutSeparators } from '../../wire/index.ts';

const MAKING = new Set(['add', 'create', 'new', 'register', 'insert', 'issue', 'grant', 'put']);
const REMOVING = new Set(['delete', 'remove', 'destroy', 'drop', 'unregister', 'revoke']);
/** Verbs that begin a segment. The others may be nouns or adjectives there: `/issue_types`, `/new-password`. */
const IN_FRONT = new Set(['add', 'create', 'insert', ...REMOVING]);

/** Names of ids, without the name of what they identify. */
export const OWN_NAMES: ReadonlySet<string> = new Set(['id', 'name', 'key', 'slug', 'uuid', 'code']);

type Command = Pick<Operation, 'path' | 'method'>;

/**
 * What a command does, and to what: `add` and `role` of `/auth/role/add`, `create` and `group` of `/createGroup`. A GET is
 * a command only in the second form.
 */
function phraseOf({ path, method }: Command): { readonly verb: string; readonly noun: string } | undefined {
  if (path.includes('{')) return undefined;
  const segments = path.split('/').filter((segment) => segment !== '');
  const [front = '', ...rest] = wordsOf(segments.at(-1) ?? '');
  if (rest.length > 0 && IN_FRONT.has(front)) return { verb: front, noun: rest.join('') };
  if (isSafe(method)) return undefined;
  const [noun = '', verb] = segments.flatMap(wordsOf).slice(-2);
  return verb === undefined ? { verb: noun, noun: '' } : { verb, noun };
}

/** Whether the name of a command says that it makes or removes a record. */
export function commandOf(operation: Command): 'make' | 'remove' | undefined {
  const { verb = '' } = phraseOf(operation) ?? {};
  if (MAKING.has(verb)) return 'make';
  return REMOVING.has(verb) ? 'remove' : undefined;
}

/** What a command is about: `role` of `/auth/role/add`. */
export function nounOfCommand(operation: Command): string | undefined {
  const noun = phraseOf(operation)?.noun;
  return noun === '' ? undefined : noun;
}

/** Whether a name is the id of what a command is about: `id` or `groupID` of `/createGroup`. */
export function isOwnName(operation: Command, name: string): boolean {
  const own = withoutSeparators(name);
  const noun = nounOfCommand(operation);
  return OWN_NAMES.has(own) || (noun !== undefined && own.startsWith(noun) && OWN_NAMES.has(own.slice(noun.length)));
}
