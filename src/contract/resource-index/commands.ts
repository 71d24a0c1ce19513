import { isSafe, type Operation, wordsOf } from '../../spec/index.ts';

const MAKING = new Set(['add', 'create', 'new', 'register', 'insert', 'issue', 'grant', 'put']);
const REMOVING = new Set(['delete', 'remove', 'destroy', 'drop', 'unregister', 'revoke']);

/** The last two words of a path without parameters: `/auth/role/add` is about a `role`, and `add` is what it does. */
function wordsOfCommand({ path, method }: Pick<Operation, 'path' | 'method'>): readonly string[] {
  return isSafe(method) || path.includes('{') ? [] : path.split('/').flatMap(wordsOf).slice(-2);
}

/** Whether the last word of a path says that a command makes or removes a record. */
export function commandOf(operation: Pick<Operation, 'path' | 'method'>): 'make' | 'remove' | undefined {
  const verb = wordsOfCommand(operation).at(-1) ?? '';
  if (MAKING.has(verb)) return 'make';
  return REMOVING.has(verb) ? 'remove' : undefined;
}

/** What a command is about: `role` of `/auth/role/add`. */
export function nounOfCommand(operation: Pick<Operation, 'path' | 'method'>): string | undefined {
  const [noun, verb] = wordsOfCommand(operation);
  return verb === undefined ? undefined : noun;
}
