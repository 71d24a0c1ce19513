import {
  type Operation,
  operationTexts,
  type Schema,
  type SchemaObject,
  sentencesIn,
  wordsOf,
} from '../../spec/index.ts';
import type { Effect, PartEffects } from '../model/model.ts';
import { segmentsOf } from '../model/paths.ts';
import { isStateName } from '../model/state-words.ts';
import { plain } from '../model/words.ts';
import type { Shape, Shapes } from '../schema/shape.ts';

/**
 * The effects that the description or the name of an action implies: `cancel` sets a `status` with the value `cancelled`,
 * or a flag `cancelled`. Empty if the document has no such value, or several.
 */
export function effectsOf(shapes: Shapes, operation: Operation, item: Shape, itemPath: string): readonly Effect[] {
  const verb = verbOf(operation.path, itemPath);
  if (verb === undefined) return [];
  const flags = flagsOf(shapes, item, verb, operation.method === 'DELETE');
  if (operation.method === 'DELETE') return flags;
  const stated = statusInText(shapes, item, operation);
  const flagged = flagsInText(shapes, item, operation);
  const others = flags.filter(({ property }) => !flagged.some((each) => each.property === property));
  return [
    ...(stated.length > 0 ? stated : statusOf(shapes, item, verb, { answers: answersOf(shapes, operation) })),
    ...flagged,
    ...others,
  ];
}

/** Flags that the description of an action says it sets: “Sets `withdrawn` to false”. */
function flagsInText(shapes: Shapes, item: Shape, { description = '' }: Operation): readonly Effect[] {
  const flagged = unconditional(description)
    .flatMap((sentence) => [...sentence.matchAll(SETS)])
    .map(([, property = '', value]) => ({ property, value: value?.toLowerCase() === 'true' }));
  return flagged.filter(({ property }) => {
    const schema = item.properties.get(property);
    const root = schema === undefined ? undefined : shapes.of(schema).root;
    const isFlag = typeof root === 'object' && [root.type].flat().includes('boolean');
    return isFlag && flagged.filter((each) => each.property === property).length === 1;
  });
}

/** The sentences of a description that state no condition. */
function unconditional(description: string): readonly string[] {
  return sentencesIn(description).filter((sentence) => !CONDITION.test(sentence));
}

const SETS = /\bset(?:s|ting)? (?:the )?[`"']?(\w+)[`"']? (?:flag )?(?:back )?to [`"']?(true|false)\b/gi;

/**
 * The same for the object that holds the state of an item, or stands in front of the verb: `pause` sets `State.Status` and
 * `State.Paused`, and `backups/enable` sets `backups.enabled`. Undefined if there is none, or several.
 */
export function partEffectsOf(
  shapes: Shapes,
  operation: Operation,
  item: Shape,
  itemPath: string,
): PartEffects | undefined {
  const between = segmentsOf(operation.path).at(-2);
  const found = [...item.properties].flatMap(([part, schema]) => {
    const isOnPath = between?.kind === 'literal' && plain(between.text) === plain(part);
    const shape = isOnPath || isStateName(part) ? shapes.of(schema) : undefined;
    const path = isOnPath ? `${itemPath}/${part}` : itemPath;
    const effects = shape?.kind === 'object' ? effectsOf(shapes, operation, shape, path) : [];
    if (effects.length > 0) return [{ part, effects }];
    const verb = verbOf(operation.path, itemPath);
    const stated = shape?.kind === 'object' && isStateName(part) && verb !== undefined;
    const named = stated ? statusOf(shapes, shape, verb, { called: INSIDE_STATE }) : [];
    return named.length === 0 ? [] : [{ part, effects: named }];
  });
  return found.length === 1 ? found[0] : undefined;
}

/** What the state is called inside an object that is the state: `status: { value: "canceled" }`. */
const INSIDE_STATE = /^(?:value|name|code)$/i;

/** The state of an item after a deletion whose name says that it cancels, closes or archives. */
export function deletionEffects(shapes: Shapes, operation: Operation, item: Shape): readonly Effect[] {
  const text = (operation.summary ?? operation.description ?? operation.id).replaceAll(/<[^>]*>/g, '');
  const [first = ''] = wordsOf(text);
  const verb = /^(cancel|close|archive|deactivate|disable|revoke|void|expire|terminate|suspend)s?$/i.exec(first)?.[1];
  return verb === undefined ? [] : statusOf(shapes, item, verb.toLowerCase());
}

/** Date properties that an action sets: `cancel` and `cancelledAt`. */
export function stampsOf(shapes: Shapes, operation: Operation, item: Shape, itemPath: string): readonly string[] {
  const verb = verbOf(operation.path, itemPath);
  if (verb === undefined || operation.method === 'DELETE') return [];
  return stampedBy(shapes, item, verb);
}

function stampedBy(shapes: Shapes, item: Shape, verb: string): readonly string[] {
  const named = [...item.properties].flatMap(([name, schema]) => {
    const deed = /^(.{3,}?)(?:at|on|date|time|timestamp)$/.exec(plain(name))?.[1];
    return deed !== undefined && formsOf(verb).includes(deed) && isInstant(shapes, schema) ? [name] : [];
  });
  return named.length === 1 ? named : [];
}

/** Date properties that an action clears: `unarchive` and `archivedAt`. */
export function clearsOf(shapes: Shapes, operation: Operation, item: Shape, itemPath: string): readonly string[] {
  const verb = verbOf(operation.path, itemPath);
  if (verb === undefined) return [];
  const undone = operation.method === 'DELETE' ? [verb] : [...oppositesOf(verb), ...(CLOSING.get(verb) ?? [])];
  return [...new Set([...undone.flatMap((each) => stampedBy(shapes, item, each)), ...clearedInText(item, operation)])];
}

/** Actions that close an item, by those that open it again. */
const CLOSING: ReadonlyMap<string, readonly string[]> = new Map([
  ['reopen', ['resolve', 'complete', 'finish', 'archive']],
]);

/** Properties that the description of an action says it clears: “Sets `status` to `open` and clears `closedAt`”. */
function clearedInText(item: Shape, operation: Operation): readonly string[] {
  const sentences = operationTexts(operation).flatMap(sentencesIn);
  const listed = sentences.flatMap((sentence) =>
    CONDITION.test(sentence) ? [] : [...sentence.matchAll(CLEARS)].map(([, names = '']) => names),
  );
  const named = new Set(listed.flatMap((names) => names.split(/[^\w-]+/)));
  return [...item.properties.keys()].filter((name) => named.has(name));
}

/** Where a sentence names the properties that become empty. Group 1 lists them. */
const CLEARS =
  /(?<!(?:\b(?:not|never|cannot|without)|n['’]t) (?:\w+ )?)\b(?:[Cc]lears?|[Cc]leared|[Rr]emoves?|[Uu]nsets?|[Ee]mpties|[Nn]ulls|[Ee]rases?|[Ll]oses?)(?: the| its| their)? ((?:[`"'][\w-]+[`"']|\w+(?:At|_at|On|_on))(?:(?:, (?:and )?| and )(?:the )?[`"']?[\w-]+[`"']?)*)/g;

function isInstant(shapes: Shapes, schema: Schema): boolean {
  const { root } = shapes.of(schema);
  if (typeof root !== 'object') return false;
  const isText = root.type === 'string' && root.format === undefined && root.enum === undefined;
  return (
    isText ||
    /^date/.test(root.format ?? '') ||
    [root.type].flat().some((type) => type === 'integer' || type === 'number')
  );
}

/**
 * Words that may stand between an item and its action. After any other word (`/users/{id}/mfa/disable`) the
 * action is about something else.
 */
const BETWEEN = new Set(['lifecycle', 'action', 'actions', 'command', 'commands', 'state', 'status']);

/** The word after an item's path; of `mark-as-paid` the last word. */
function verbOf(path: string, itemPath: string): string | undefined {
  const behind = segmentsOf(path).slice(segmentsOf(itemPath).length);
  const words = behind.flatMap((segment) => (segment.kind === 'literal' ? [segment.text] : []));
  const last = words.at(-1);
  if (last === undefined || words.length < behind.length) return undefined;
  if (!words.slice(0, -1).every((word) => BETWEEN.has(plain(word)))) return undefined;
  return wordsOf(last)
    .join('')
    .replace(/^(?:mark|set)(?:as)?(?=.{3})/, '');
}

/** The objects in the examples of an answer, which may show the item or contain it. */
function answersOf(shapes: Shapes, { responses }: Operation): readonly object[] {
  const shown = responses
    .filter(({ status }) => status.startsWith('2'))
    .flatMap(({ content }) =>
      content.flatMap(({ examples, schema }) => [
        ...examples.map(({ value }): unknown => value),
        ...examplesIn(shapes, schema),
      ]),
    );
  const isRecord = (value: unknown): value is object => typeof value === 'object' && value !== null;
  return shown.filter(isRecord).flatMap((each) => [each, ...Object.values(each).filter(isRecord)]);
}

function examplesIn(shapes: Shapes, schema: Schema | undefined): readonly unknown[] {
  const root = shapes.maybe(schema)?.root;
  return typeof root === 'object' ? (root.examples ?? []) : [];
}

/** Where the state of an item is looked for. */
interface StatePlaces {
  /** Objects that the answer of the action shows. */
  readonly answers?: readonly object[];
  /** What the property with the state is called. */
  readonly called?: RegExp;
}

function statusOf(
  shapes: Shapes,
  item: Shape,
  verb: string,
  { answers = [], called = STATE_WORDS }: StatePlaces = {},
): readonly Effect[] {
  const found = statesOf(shapes, item, called).flatMap(({ property, values }): readonly RankedEffect[] => {
    // What the documented answer of the action shows, where nothing lists the states.
    const shown = answers.flatMap((answer) => {
      const value: unknown = Object.entries(answer).find(([name]) => name === property)?.[1];
      return typeof value === 'string' && formsOf(verb).includes(plain(value)) ? [value] : [];
    });
    if (values.length === 0 && shown[0] !== undefined) return [{ property, value: shown[0], tier: 0 }];
    const undoing = oppositesOf(verb).flatMap(formsOf);
    const isUndone = values.some((each) => undoing.includes(plain(each)));
    const ranked = (RANKED.get(verb) ?? []).map((word) => [word]);
    const undone = isUndone ? [RESTING, NOT_YET, WORKING] : [];
    const effect = onlyValue([formsOf(verb), MEANINGS.get(verb) ?? [], ...ranked, ...undone], values);
    return effect === undefined || values.length < 2 ? [] : [{ property, ...effect }];
  });
  // `verify` makes a `verificationStatus` verified, rather than a `status` active.
  const best = Math.min(...found.map(({ tier }) => tier));
  return onlyState(found.filter(({ tier }) => tier === best));
}

/** An effect, and how closely its value is the participle of the verb: 0 is the participle itself. */
interface RankedEffect extends Effect {
  readonly tier: number;
}

/** The only effect on a state; of several, the one on the state that is called nothing else: `status` beside `nextStatus`. */
function onlyState(found: readonly Effect[]): readonly Effect[] {
  const those = found.length > 1 ? found.filter(({ property }) => STATE.test(property)) : found;
  return those.length === 1 ? those.map(({ property, value }) => ({ property, value })) : [];
}

const STATE = /^(?:status|state|phase|stage)$/i;

/** A property that says in which state an item is, and the values that it may have. */
interface StateProperty {
  readonly property: string;
  readonly values: readonly string[];
}

const STATE_WORDS = /(^|[^a-z])(status|state|phase|stage)$/i;

function statesOf(shapes: Shapes, item: Shape, called = STATE_WORDS): readonly StateProperty[] {
  return [...item.properties].flatMap(([property, schema]) => {
    if (!called.test(wordsOf(property).join(' '))) return [];
    const { root } = shapes.of(schema);
    const listed = typeof root === 'object' ? (root.enum ?? statesIn(root.description ?? '')) : [];
    return [{ property, values: listed.filter((value) => typeof value === 'string') }];
  });
}

/**
 * The state that the description of an action says it leads to: `The user's status is `DEPROVISIONED` when the process is
 * complete`, `returns them to the `ACTIVE` state`. Sentences about conditions say nothing of it.
 */
function statusInText(shapes: Shapes, item: Shape, { description = '', responses = [] }: Operation): readonly Effect[] {
  const answers = responses.filter(({ status }) => /^2/.test(status)).map((each) => each.description);
  const named = [
    ...unconditional(description).flatMap((sentence) =>
      LEADS_TO.flatMap((form) => [...sentence.matchAll(form)].map(([, value = '']) => value)),
    ),
    ...answers.flatMap(unconditional).flatMap((answer) => NOW.exec(answer)?.[1] ?? []),
  ];
  const found = statesOf(shapes, item).flatMap(({ property, values }): readonly Effect[] => {
    const those = values.filter((value) => named.includes(value));
    return those.length === 1 && those[0] !== undefined ? [{ property, value: those[0] }] : [];
  });
  return onlyState(found);
}

const CONDITION =
  /\b(?:only|must|cannot|can't|unless|if|while|once|already|currently|not|until|before|may|might|could|default)\b/i;

/** Where a sentence names the state that an item gets. Group 1 is the state. */
const LEADS_TO: readonly RegExp[] = [
  /\b(?:status|state|phase|stage)["'`]? (?:is|becomes|will be|of|to|as|is set to|changes to|will change to) ["'`]?([\w-]+)/gi,
  /\b(?:to|into) (?:the |an? )?["'`]?([\w-]+)["'`]? (?:status|state|phase|stage)\b/gi,
  /\bbecomes? `([\w-]+)`/gi,
  /\bfrom `[\w-]+` to `([\w-]+)`/gi,
];

/** The state that an answer shows: “The cabin, now `listed`”. */
const NOW = /^\W*(?:the |this |its )?\w+(?: \w+)?,? (?:(?:which |that |it )?is )?now [`"']([\w-]+)[`"']\W*$/i;

/** The states that a description lists, as constants or as code: `APPROVED, PENDING or CANCELED`. */
function statesIn(description: string): readonly string[] {
  const constants = [...description.matchAll(/(?<![A-Za-z_])[A-Z]{3,}(?:_[A-Z]+)*(?![A-Za-z_])/g)].map(
    ([word]) => word,
  );
  const code = [...description.matchAll(/`([A-Za-z_]{3,})`/g)].map(([, word = '']) => word);
  return [...new Set(code.length > 1 ? code : constants)];
}

function flagsOf(shapes: Shapes, item: Shape, verb: string, undone: boolean): readonly Effect[] {
  const flags = [...item.properties].flatMap(([name, schema]) => {
    const { root } = shapes.of(schema);
    return typeof root === 'object' && (root.type === 'boolean' || isBit(root)) ? [name] : [];
  });
  const set = (property: string, isSet: boolean): Effect => {
    const { root } = shapes.of(item.properties.get(property) ?? true);
    return { property, value: typeof root === 'object' && isBit(root) ? Number(isSet) : isSet };
  };
  const named = (forms: readonly string[]): string | undefined => {
    const those = flags.filter((name) => forms.includes(plain(name).replace(OF_FLAG, '')));
    return those.length === 1 ? those[0] : undefined;
  };
  const [, turned, part = ''] = /^(enable|disable|activate|deactivate)(.{2,})$/.exec(verb) ?? [];
  const switched = turned === undefined ? undefined : named([`${part}enabled`, `${part}active`, `enable${part}`, part]);
  if (switched !== undefined) return [set(switched, turned === 'enable' || turned === 'activate')];
  const ofParts = flags.filter((name) => isOfPart(verb, plain(name)));
  const raised =
    named([...formsOf(verb), ...(MEANINGS.get(verb) ?? [])]) ?? (ofParts.length === 1 ? ofParts[0] : undefined);
  const opposites = [oppositesOf(verb), LOWERED.get(verb) ?? []].flat();
  const undoing = opposites.length === 0 ? [`un${verb}`] : opposites;
  const lowered = undone
    ? []
    : undoing.flatMap((each) => named([...formsOf(each), ...(MEANINGS.get(each) ?? [])]) ?? []);
  return [
    ...(raised === undefined ? [] : [set(raised, !undone)]),
    ...[...new Set(lowered)].filter((name) => name !== raised).map((name) => set(name, false)),
  ];
}

/** What stands around the deed in the name of a flag: `isLiked`, `viewerHasLiked`, `liked_by_me`. */
const OF_FLAG = /^is(?=.{3})|^(?:viewer|user|currentuser|i)?ha(?:s|ve)(?=.{2,}ed$)|(?<=ed)by(?:me|viewer|currentuser)$/;

/** Whether a number is a flag: it can be 0 or 1 and nothing else. */
function isBit({ enum: values = [], minimum, maximum, type }: SchemaObject): boolean {
  const both = values.length === 2 && [0, 1].every((bit) => values.includes(bit));
  return both || (type === 'integer' && minimum === 0 && maximum === 1);
}

/** Whether a flag says that a verb was done to a part: `domainVerified` after `verifydomain`. */
function isOfPart(verb: string, flag: string): boolean {
  return Array.from(flag, (_, at) => flag.slice(0, at)).some((part) => {
    const base = part.length > 1 && verb.endsWith(part) ? verb.slice(0, -part.length) : '';
    return base.length > 2 && formsOf(base).slice(1).includes(flag.slice(part.length));
  });
}

function oppositesOf(verb: string): readonly string[] {
  const undone = /^un(.{3,})$/.exec(verb)?.[1];
  return OPPOSITES.get(verb) ?? (undone === undefined ? [] : [undone]);
}

/** The only value that the first matching list contains, and which list that is. */
function onlyValue(
  tiers: readonly (readonly string[])[],
  values: readonly string[],
): { readonly value: string; readonly tier: number } | undefined {
  for (const [tier, forms] of tiers.entries()) {
    const those = values.filter((value) => forms.includes(plain(value)));
    if (those.length > 0) return those.length === 1 && those[0] !== undefined ? { value: those[0], tier } : undefined;
  }
  return undefined;
}

/** The participles of a verb in all English spellings: `cancel`, `canceled`, `cancelled`. */
function formsOf(verb: string): readonly string[] {
  const irregular = IRREGULAR.get(verb);
  if (irregular !== undefined) return [verb, ...irregular];
  if (verb.endsWith('e')) return [verb, `${verb}d`];
  if (/[^aeiou]y$/.test(verb)) return [verb, `${verb.slice(0, -1)}ied`];
  return [verb, `${verb}ed`, ...(/[^aeiou][aeiou][^aeiouwxy]$/.test(verb) ? [`${verb}${verb.at(-1)}ed`] : [])];
}

const IRREGULAR: ReadonlyMap<string, readonly string[]> = new Map([
  ['begin', ['begun']],
  ['build', ['built']],
  ['checkin', ['checkedin']],
  ['checkout', ['checkedout']],
  ['freeze', ['frozen']],
  ['hangup', ['hungup']],
  ['hide', ['hidden']],
  ['hold', ['held', 'onhold']],
  ['lend', ['lent']],
  ['lose', ['lost']],
  ['pay', ['paid']],
  ['read', ['read', 'seen']],
  ['sell', ['sold']],
  ['send', ['sent']],
  ['win', ['won']],
  ['withdraw', ['withdrawn']],
]);

/** States of an item on which no action was performed. */
const RESTING = ['active', 'open', 'enabled', 'available', 'normal'];
/** The same of a thing that works or is connected. */
const WORKING = ['online', 'running', 'live', 'up', 'connected'];

/** States of an item that waits for the next action: `unpublish` makes it a draft again. */
const NOT_YET = ['draft', 'save', 'saved', 'unpublished', 'unscheduled', 'pending', 'new', 'ready'];

/** Actions whose state has a different name. */
const MEANINGS: ReadonlyMap<string, readonly string[]> = new Map([
  ['activate', ['active']],
  ['complete', ['done']],
  ['deactivate', ['inactive']],
  ['disable', ['inactive']],
  ['enable', ['active']],
  ['finish', ['done', 'completed', 'complete']],
  ['reactivate', ['active']],
  ['reopen', ['open']],
  ['restart', ['running']],
  ['resume', ['active', 'running', 'inprogress']],
  ['show', ['visible', 'shown']],
  ['start', ['running', 'inprogress']],
  ['unpause', ['active', 'running', 'inprogress']],
]);

/** Actions whose state has one of several names: the first that the document lists. */
const RANKED: ReadonlyMap<string, readonly string[]> = new Map([
  ['approve', ['accepted', 'active']],
  ['boot', ['running', 'booting']],
  ['capture', ['succeeded', 'paid']],
  ['confirm', ['succeeded', 'processing', 'active']],
  ['finalize', ['final', 'open', 'issued']],
  ['halt', ['stopped', 'off', 'offline']],
  ['hangup', ['ended', 'completed', 'disconnected', 'terminated']],
  ['kill', ['stopped', 'exited', 'terminated']],
  ['poweroff', ['off', 'poweredoff', 'stopped', 'halted', 'shutoff', 'offline']],
  ['poweron', ['on', 'poweredon', 'running', 'started', 'active', 'online']],
  ['start', ['active', 'live', 'on', 'online']],
  ['stop', ['exited', 'off', 'idle', 'inactive', 'offline']],
  ['shutdown', ['offline', 'off', 'shuttingdown']],
  ['retry', ['queued', 'pending', 'waiting', 'scheduled', 'retrying', 'running', 'processing', 'inprogress']],
  ['rerun', ['queued', 'pending', 'waiting', 'scheduled', 'running', 'processing', 'inprogress']],
  ['submit', ['pending', 'inreview', 'processing']],
  ['verify', ['active']],
]);

/** Actions that lower the flag that another action raises, without leading back to the state before it. */
const LOWERED: ReadonlyMap<string, string> = new Map([
  ['cancel', 'enable'],
  ['hangup', 'alive'],
  ['kill', 'start'],
  ['stop', 'start'],
]);

/** Actions that clear the flag which another action sets, besides those with `un` (`unlock`). */
const OPPOSITES: ReadonlyMap<string, readonly string[]> = new Map([
  ['activate', ['deactivate']],
  ['deactivate', ['active']],
  ['reactivate', ['deactivate']],
  ['disable', ['enable']],
  ['enable', ['disable']],
  ['hide', ['show']],
  ['reinstate', ['suspend', 'deactivate']],
  ['reopen', ['close']],
  ['restore', ['trash', 'archive']],
  ['resume', ['pause', 'suspend']],
  ['show', ['hide']],
]);
