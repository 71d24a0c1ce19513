import { isSafe, type Operation, wordsOf } from '../../spec/index.ts';
import { withoutSeparators } from '../../wire/index.ts';

const MAKING = new Set(['add', 'create', 'new', 'register', 'insert', 'issue', 'grant', 'put']);
const REMOVING = new Set(['delete', 'remove', 'destroy', 'drop', 'unregister', 'revoke']);
/** Verbs of commands that give a record another name, or make another one like it. */
const COPYING = new Set(['copy', 'clone', 'duplicate', 'move', 'rename']);
/** Verbs that begin a segment. The others may be nouns or adjectives there: `/issue_types`, `/new-password`. */
const IN_FRONT = new Set(['add', 'create', 'insert', ...REMOVING, ...COPYING]);

/** Names of ids, without the name of what they identify. */
export const OWN_NAMES: ReadonlySet<string> = new Set(['id', 'name', 'key', 'slug', 'uuid', 'code']);

type Command = Pick<Operation, 'path' | 'method'>;

/** Words after which a name says of, for or in what something is made: `session` is what `/createSessionForGroup` makes. */
const BEHIND = new Set(['of', 'for', 'in', 'by', 'with', 'without', 'on', 'at']);

/**
 * What a command does, and the words for what it is done to: `add` and `role` of `/auth/role/add`, `create` and `group`
 * of `/createGroup`. A GET is a command only in the second form.
 */
function phraseOf({ path, method }: Command): { readonly verb: string; readonly noun: readonly string[] } | undefined {
  if (path.includes('{')) return undefined;
  const segments = path.split('/').filter((segment) => segment !== '');
  const [front = '', ...rest] = wordsOf(segments.at(-1) ?? '');
  if (rest.length > 0 && IN_FRONT.has(front)) {
    const end = rest.findIndex((word, index) => index > 0 && BEHIND.has(word));
    return { verb: front, noun: end < 0 ? rest : rest.slice(0, end) };
  }
  if (isSafe(method)) return undefined;
  const [noun = '', verb] = segments.flatMap(wordsOf).slice(-2);
  return verb === undefined ? { verb: noun, noun: [] } : { verb, noun: [noun] };
}

/** Whether the name of a command says that it makes or removes a record. */
export function commandOf(operation: Command): 'make' | 'remove' | undefined {
  const { verb = '' } = phraseOf(operation) ?? {};
  if (MAKING.has(verb)) return 'make';
  return REMOVING.has(verb) ? 'remove' : undefined;
}

/** Whether a name is where a command puts a copy: `destinationID` of `/copyPad`. */
export function isNameOfCopy(operation: Command, name: string): boolean {
  const words = wordsOf(name);
  return (
    COPYING.has(phraseOf(operation)?.verb ?? '') &&
    words.length > 1 &&
    TARGETS.has(words[0] ?? '') &&
    OWN_NAMES.has(words.at(-1) ?? '')
  );
}

const TARGETS = new Set(['destination', 'dest', 'dst', 'target', 'to', 'new']);

/** What a command is about: `role` of `/auth/role/add`. */
export function nounOfCommand(operation: Command): string | undefined {
  return nounsOfCommand(operation)[0];
}

/**
 * What a command is about, from the longest name to the shortest: a `grouppad` of `/createGroupPad` is a `pad`. Where the
 * name says to what something is added (`/addUserToGroup`), its last word is not what is made.
 */
export function nounsOfCommand(operation: Command): readonly string[] {
  const { noun = [] } = phraseOf(operation) ?? {};
  const names = noun.map((_, index) => noun.slice(index).join(''));
  return noun.some((word) => word === 'to' || word === 'from' || word === 'if') ? names.slice(0, 1) : names;
}

/** Whether a name is the id of what a command is about: `id` or `groupID` of `/createGroup`. */
export function isOwnName(operation: Command, name: string): boolean {
  const own = withoutSeparators(name);
  if (OWN_NAMES.has(own)) return true;
  return nounsOfCommand(operation).some((noun) => own.startsWith(noun) && OWN_NAMES.has(own.slice(noun.length)));
}
