import type { Body } from '../../core/index.ts';
import { isSafe, type Operation, operationTexts, wordsOf } from '../../spec/index.ts';

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

/** Verbs that stop a service. */
export const STOPPING_VERBS: ReadonlySet<string> = new Set(
  'shutdown restart reboot failover poweroff halt terminate'.split(' '),
);
/** Verbs that end the caller's own access or membership. */
const LEAVING_VERBS: ReadonlySet<string> = new Set('logout signout logoff signoff leave'.split(' '));
/** Verbs that end an access or a membership. */
export const ACCESS_VERBS: ReadonlySet<string> = new Set([
  ...LEAVING_VERBS,
  ...'revoke rotate invalidate deregister unregister'.split(' '),
]);
const HARMFUL_VERBS: ReadonlySet<string> = new Set([
  ...DELETING_VERBS,
  ...ERASING_VERBS,
  ...STOPPING_VERBS,
  ...ACCESS_VERBS,
]);

/** Verbs of commands that change nothing, whatever verb follows: `validate-restore`, `previewReset`. */
const TRYING_VERBS: ReadonlySet<string> = new Set(
  'validate validation preview verify estimate simulate dry'.split(' '),
);
/** Words of commands that change nothing, unless a harmful verb stands beside them: `searchLocks`, not `clearSearch`. */
const READING_WORDS: ReadonlySet<string> = new Set(
  'get list search check export verification test count history status'.split(' '),
);

/** Words of the last segment of a path that is not a parameter. */
export function lastWords(path: string): readonly string[] {
  return wordsOf(lastSegment(path));
}

function lastSegment(path: string): string {
  return path.split(/[/:#]/).findLast((segment) => segment !== '' && !segment.includes('{')) ?? '';
}

/**
 * Words of an operationId, without the method that generators write at its end (`deletePadUsingGET`). An operation
 * without an operationId has method and path as its id.
 */
export function idWords({ id, method }: Pick<Operation, 'id' | 'method'>): readonly string[] {
  if (id.includes(' ')) return [];
  const words = wordsOf(id);
  return words.at(-1) === method.toLowerCase() ? words.slice(0, -1) : words;
}

/** Whether the name of a command says that it changes nothing. */
export function isHarmlessCommand(operation: Operation): boolean {
  const [last, id] = [lastWords(operation.path), idWords(operation)];
  if (isHarmful(last)) return false;
  if (last.some((word) => TRYING_VERBS.has(word))) return true;
  if (isHarmful(id)) return false;
  return [...last, ...id].some((word) => TRYING_VERBS.has(word) || READING_WORDS.has(word));
}

/** Verbs that only look at what a body holds. To verify may also be to confirm: `POST /users/{id}/email/verify`. */
const JUDGING_VERBS: ReadonlySet<string> = new Set('validate validation preview estimate simulate'.split(' '));

/**
 * Whether a POST only judges what its body holds: `/projects/{id}/flags/validate`. Directly behind an item
 * (`/invoices/{id}/validate`), the verb may be a step in the life of the item.
 */
export function judgesBody({ method, path, body }: Operation): boolean {
  if (method !== 'POST' || body === undefined || !/\/[^/{}]+\/[^/{}]+\/?$/.test(path)) return false;
  const last = lastWords(path);
  return !isHarmful(last) && last.some((word) => JUDGING_VERBS.has(word));
}

/** Last segments of paths that read. Directly behind an item, to list, to filter or to get may be an action on it. */
const READING_ENDS: ReadonlySet<string> = new Set('query search lookup count exists'.split(' '));
const READING_ENDS_OF_WORDS: ReadonlySet<string> = new Set([
  ...READING_ENDS,
  ...'get mget batchget list find'.split(' '),
]);

/** Verbs of writes that may stand beside a word for reading: `getOrCreate`, `executeQuery`. */
const WRITING_VERBS: ReadonlySet<string> = new Set(
  'create make add insert put set save store update upsert replace patch change edit write execute run start move mark publish'.split(
    ' ',
  ),
);

/** The beginning of a statement that writes, as a whole text or as a string in it: the body of a query may hold any. */
const WRITING_STATEMENT =
  /(?:^|["';()]|\\n|\\r|\\t)\s*(?:insert|update|delete|drop|alter|create|truncate|replace|merge|grant|revoke|call|exec|execute|vacuum|attach|mutation)\b/i;

/**
 * Whether a POST only reads, by the last part of its path: `/tables/{id}/query`, `/spaces/{id}/keys/get`, `/accounts:lookup`.
 * Not if another part of its name writes, or its body holds a statement that does.
 */
export function readsByName(operation: Operation, body: Body): boolean {
  const { method, path } = operation;
  const [before = '', last = ''] = path
    .replace(/\/$/, '')
    .split(/\/|(?<=[^/]):(?=[A-Za-z]+$)/)
    .slice(-2);
  if (method !== 'POST' || !(before.includes('{') ? READING_ENDS : READING_ENDS_OF_WORDS).has(last.toLowerCase()))
    return false;
  const words = idWords(operation);
  const isWriting = words.some((word) => WRITING_VERBS.has(word)) || operationTexts(operation).some(beginsToWrite);
  return !isHarmful(words) && !isWriting && !holdsWritingStatement(body);
}

/** Whether a text says first that something is written: “Marks all messages as read”. “Run a query” does not. */
function beginsToWrite(text: string): boolean {
  const [verb = ''] = wordsOf(text.trim().split(/\s/)[0] ?? '');
  return [verb, verb.replace(/s$/, '')].some((word) => WRITING_VERBS.has(word) && !/^(?:run|execute)$/.test(word));
}

function holdsWritingStatement(body: Body): boolean {
  if (body.kind === 'bytes') return WRITING_STATEMENT.test(Buffer.from(body.bytes).toString('utf8'));
  return (body.kind === 'parsed' || body.kind === 'unreadable') && WRITING_STATEMENT.test(body.text);
}

/** Whether a name has a harmful verb, and no verb before it that only tries. */
function isHarmful(words: readonly string[]): boolean {
  const at = words.findIndex((word) => HARMFUL_VERBS.has(word));
  return at >= 0 && !words.slice(0, at).some((word) => TRYING_VERBS.has(word));
}

/**
 * Whether a GET deletes, although its method is safe: `GET /deletePad` with the operationId `deletePad`. Path and
 * operationId must have the same verb in front: `GET /items/{id}/restore_files` with `getRestoreFiles` reads.
 */
export function isDeletingGet(operation: Operation): boolean {
  const { id, method, path } = operation;
  if (method !== 'GET') return false;
  const ofId = id.includes(' ') ? undefined : frontWord(id.split(/[._]/).at(-1));
  return lastSegment(path)
    .split('.')
    .map(frontWord)
    .some((verb) => isFinal(verb) && (ofId === undefined || ofId === verb));
}

const frontWord = (text = ''): string => wordsOf(text)[0] ?? '';

/** Whether what a verb does cannot be undone. A logout by GET ends no more than the login of a browser. */
const isFinal = (verb: string): boolean =>
  (HARMFUL_VERBS.has(verb) && !LEAVING_VERBS.has(verb)) || verb === 'restore' || verb === 'rollback';

/** Whether an operation only reads, by its method and name. */
export function isPlainRead(operation: Operation): boolean {
  return isSafe(operation.method) && !isDeletingGet(operation);
}
