import { ACCESS_VERBS, ERASING_VERBS, STOPPING_VERBS } from '../ownership/command-words.ts';

/** What a disruptive operation does. A `switch` may be put back; the others cannot. */
export type DisruptionKind = 'switch' | 'access' | 'stop' | 'data';

/** Verbs (and nouns that are used as verbs) in an operation's name or in the last segment of its path. */
export const DISRUPTIVE_VERBS: ReadonlyMap<string, DisruptionKind> = new Map<string, DisruptionKind>([
  ...kindOf(
    'switch',
    'maintenance lockdown lock unlock enable disable activate deactivate suspend unsuspend resume'.split(' '),
  ),
  ...kindOf('switch', 'pause unpause freeze unfreeze thaw seal unseal ban unban promote demote'.split(' ')),
  ...kindOf('access', ACCESS_VERBS),
  ...kindOf('stop', STOPPING_VERBS),
  ...kindOf('data', ['compact', 'defragment', 'migrate', 'restore', 'rollback', ...ERASING_VERBS]),
]);

/** Words for replacing what gives access by a new one, and for what gives it. Clients that use the old one are locked out. */
const REPLACING = ['regenerate', 'rotate', 'renew', 'roll', 'reset'];
const KEYS = ['token', 'key', 'secret', 'credential', 'certificate'];

/** Pairs of words that are one verb: `log-out`, `shut-down`, `transferLeadership`. */
export const DISRUPTIVE_PAIRS: ReadonlyMap<string, DisruptionKind> = new Map<string, DisruptionKind>([
  ...['log out', 'sign out', 'log off', 'sign off'].map((pair) => [pair, 'access'] as const),
  ...['shut down', 'power off', 'fail over'].map((pair) => [pair, 'stop'] as const),
  ...REPLACING.flatMap((verb) => KEYS.flatMap((noun) => [`${verb} ${noun}`, `${verb} ${noun}s`])).map(
    (pair) => [pair, 'access'] as const,
  ),
  ...['read only', 'kill switch', 'transfer leadership'].map((pair) => [pair, 'switch'] as const),
]);

/** Path segments that name the caller. */
export const CALLER_WORDS: ReadonlySet<string> = new Set(['me', 'self', 'myself', 'current', 'whoami', 'my']);
/** Last path segments that may be the caller's own record where the document says so in words. */
export const ACCOUNT_WORDS: ReadonlySet<string> = new Set(['user', 'account', 'profile', 'currentuser']);
/** Properties that the caller logs in with. */
export const SECRET_WORDS: ReadonlySet<string> = new Set([
  'password',
  'passphrase',
  'credentials',
  'mfa',
  'tfa',
  '2fa',
  'totp',
]);
export const CHANGE_WORDS: ReadonlySet<string> = new Set(['change', 'set', 'reset', 'update']);

/** Properties of a request body that switch the service as a whole. */
export const SWITCH_PROPERTY: RegExp =
  /^(is)?(maintenance(mode|enabled)?|readonly(mode)?|lockdown|auth(entication)?(enabled|required))$/;

/** Phrases of a summary or description that show it if no name does. */
export const DISRUPTIVE_PHRASES: readonly (readonly [RegExp, DisruptionKind])[] = [
  [/\b(maintenance|read-only) mode\b/i, 'switch'],
  [/\b(enable|disable|turn(s|ing)? o(n|ff)|activate)s? authentication\b/i, 'access'],
  [/\b(log|sign)s? out (of |the |a |current |calling )*(user|caller|session|account)?\b/i, 'access'],
  [/\b(revoke|invalidate|expire)s? (all|every|the current|your) /i, 'access'],
  [new RegExp(`^(${REPLACING.join('|')})s? ([\\w-]+ ){0,4}(${KEYS.join('|')})s?\\b`, 'im'), 'access'],
  [
    /\b(shuts? down|restarts?|reboots?|stops?) (the|this) (whole |entire )?(server|service|process|node|api)\b/i,
    'stop',
  ],
];

/** The beginning of a text that says that many records are deleted: `Delete unused volumes`. */
export const DELETES_MANY: RegExp =
  /^(delet|remov|eras|purg|prun|destroy|wip|clear)(e|es|s|ing)? (all|any|every|each|old|older|unused|unreferenced|dangling|expired|stale|orphaned|inactive)\b/i;

/** What decides who may use the service. The credential of a run may be worth nothing after it was switched on or off. */
export const ACCESS_NOUNS: ReadonlySet<string> = new Set(['auth', 'authentication', 'authorization', 'authorisation']);

/** Verbs that take something away from users of the service, and the verbs that give it back. */
export const OPPOSITES: ReadonlyMap<string, readonly string[]> = new Map([
  ['lock', ['unlock']],
  ['disable', ['enable']],
  ['deactivate', ['activate', 'reactivate']],
  ['suspend', ['unsuspend', 'resume', 'activate']],
  ['pause', ['unpause', 'resume']],
  ['freeze', ['unfreeze', 'thaw']],
  ['seal', ['unseal']],
  ['ban', ['unban']],
]);
/** `enable` with one of these words restricts access. */
export const CLOSING_NOUNS: ReadonlySet<string> = new Set([
  'maintenance',
  'lockdown',
  'readonly',
  'auth',
  'authentication',
]);

function kindOf(kind: DisruptionKind, words: Iterable<string>): readonly (readonly [string, DisruptionKind])[] {
  return [...words].map((word) => [word, kind]);
}
