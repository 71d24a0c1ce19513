import { lastSegment, type Operation, sentencesIn, wordsOf } from '../../spec/index.ts';
import type { Resource, ResourceModel } from '../model/model.ts';
import { segmentsOf } from '../model/paths.ts';
import { clusterKey } from '../model/words.ts';

/** Verbs that may take everything out of an item. */
const EMPTIES = new Set(['purge', 'clear', 'empty', 'flush', 'truncate', 'wipe', 'delete', 'remove', 'reset']);
/** Verbs that mean what is inside the item, also where no text says so. */
const OF_CONTENT = new Set(['purge', 'empty']);
const NAMES_ONE = new Set(['delete', 'remove', 'reset']);
const EVERY = new Set(['all', 'every', 'everything', 'each', 'any']);

/** Where a sentence takes out everything of one kind: “Delete all messages of the queue”. Group 1 is the kind. */
const TAKES_ALL =
  /\b(?:delet|remov|clear|purg|empt|eras|discard|drop|flush|wip)\w* (?:(?:all|every|each|any)(?: of)?(?: (?:the|its|their|your|existing|remaining|queued))*) ([\w-]+(?: [\w-]+)?)/gi;
/** “Clear the items of the cart” */
const TAKES_PLURAL =
  /\b(?:delet|remov|clear|purg|empt|eras|discard|drop|wip)\w* (?:(?:the|its|their|your) )?([\w-]+s) (?:of|from|in|out of) (?:a|an|the|this|your|its)\b/gi;
/** Sentences about a part of what is inside. */
const CHOOSES =
  /\b(?:them|mark\w*|sets?|invalidat\w*|edge|cdn|if|when|unless|only|except|without|older|before|since|expired|matching|match|filter\w*|specified|given|selected|listed|trash\w*|deleted|complet\w+|finish\w+|fail\w+|inactive|unused|stale|where|whose|which|that|cache\w*|permanent\w*|not)\b/i;

/**
 * The words of what an action takes out of an item, of those that name what is below it or in its lists (`words`): by the last word of its path
 * (`clear-items`), by its text (“Delete all messages of the queue”), or as the only ones of an item that another operation deletes.
 */
export function emptiedWords(operation: Operation, words: readonly string[], deletesItem: boolean): readonly string[] {
  const [verb = '', ...rest] = wordsOf(lastSegment(operation.path));
  if (operation.method === 'GET' || !EMPTIES.has(verb) || mayChoose(operation)) return [];
  const texts = sentencesOf(operation);
  if (texts.some((text) => CHOOSES.test(text) || namesOther(text, itemBefore(operation)))) return [];
  const called = rest.filter((each) => !EVERY.has(each)).join('_');
  // `remove-target` takes out the one that the body names, and `reset-counters` nothing.
  const isWhole = !NAMES_ONE.has(verb) || rest.some((each) => EVERY.has(each));
  if (called !== '') return !isWhole ? [] : words.filter((word) => clusterKey(word) === clusterKey(called));
  const kinds = kindsIn(texts);
  const named = words.filter((word) => kinds.some((kind) => isCalled(kind, word)));
  if (named.length > 0) return named;
  const [only, ...others] = new Set(words.map(clusterKey));
  const isAlone = only !== undefined && others.length === 0 && rest.length === 0;
  const isCalledSo = texts.length === 0 || texts.some((text) => SAYS_PURGE.test(text));
  return isAlone && OF_CONTENT.has(verb) && deletesItem && isCalledSo ? words : [];
}

const SAYS_PURGE = /\b(?:purg|empt)/i;

/** Whether a request may say what is taken out. */
const mayChoose = ({ body, parameters }: Operation): boolean =>
  body !== undefined || parameters.some(({ in: where }) => where === 'query');

/** The word for the item that an action is about: `queues` of `/queues/{name}/purge`. */
function itemBefore({ path }: Operation): string {
  const [, word = ''] = /([^/{}]+)\/\{[^{}]+\}\/[^{}]+$/.exec(path) ?? [];
  return word;
}

/** Whether a sentence takes something out of another thing than the item: “all messages from the outbox”. */
function namesOther(text: string, item: string): boolean {
  return [...text.matchAll(/\b(?:from|in|out of) (?:the|this|a|an|your) ([\w-]+)/gi)].some(
    ([, thing = '']) => clusterKey(thing) !== clusterKey(wordsOf(item).at(-1) ?? ''),
  );
}

/** Whether an action behind the path of a collection takes everything out of it: `/messages/clear`, `/messages/delete-all`. */
export function emptiesWhole(operation: Operation, word: string): boolean {
  const [verb = '', ...rest] = wordsOf(lastSegment(operation.path));
  if (!OF_ALL.has(verb) || !rest.every((each) => EVERY.has(each)) || mayChoose(operation)) return false;
  const texts = sentencesOf(operation);
  if (texts.some((text) => CHOOSES.test(text))) return false;
  if (texts.length === 0) return rest.length > 0 || OF_CONTENT.has(verb) || verb === 'clear';
  return kindsIn(texts).some((kind) => isCalled(kind, word));
}

/** Verbs that take everything out of a collection. What `reset` or `wipe` mean there is open. */
const OF_ALL = new Set(['purge', 'clear', 'empty', 'delete', 'remove']);

const sentencesOf = ({ summary = '', description = '' }: Operation): readonly string[] =>
  [summary, description].flatMap(sentencesIn).filter((each) => each.trim() !== '');

/** The kinds of things that texts take out. */
function kindsIn(texts: readonly string[]): readonly string[] {
  return texts.flatMap((text) =>
    [TAKES_ALL, TAKES_PLURAL].flatMap((form) => [...text.matchAll(form)].map(([, kind = '']) => kind)),
  );
}

/** Whether the words after “all” are a name; a word behind it must not make it another one, as in “card assignments”. */
function isCalled(kind: string, word: string): boolean {
  const [first = '', second = ''] = kind.split(' ');
  const names = [kind.replaceAll(/[ -]/g, '_'), ...(second === '' || BEHIND.has(second) ? [first] : [])];
  return names.some((each) => clusterKey(each) === clusterKey(word));
}

/** Words that may stand behind a name. */
const BEHIND = new Set(['of', 'from', 'in', 'out', 'on', 'at', 'and', 'for', 'to', 'below']);

/** The words of the collections directly below an item. */
export function wordsBelow(itemPath: string, operations: readonly Operation[]): readonly string[] {
  const depth = segmentsOf(itemPath).length;
  const words = operations.flatMap(({ method, path }) => {
    if (!path.startsWith(`${itemPath}/`) || method === 'PUT') return [];
    const [, after] = [...segmentsOf(path).slice(depth)];
    const [word] = segmentsOf(path).slice(depth);
    const isList = method === 'GET' && after === undefined;
    return word?.kind === 'literal' && (isList || after?.kind === 'parameter') ? [word.text] : [];
  });
  return [...new Set(words)];
}

/** What an action takes out of its item: the words for it, and the resources below the item. */
export interface ItemContents {
  readonly words: readonly string[];
  readonly resources: readonly Resource[];
}

/** What an action takes out of its item; undefined if it takes nothing out, or the item itself. `lists` are the lists of the item. */
export function emptiedBelow(operation: Operation, { model, operations, lists }: EmptiedIn): ItemContents | undefined {
  const { kind, resource, id } = model.roleOf(operation);
  const [verb = ''] = wordsOf(lastSegment(operation.path));
  const isMeant = kind === 'action' && id !== undefined && EMPTIES.has(verb);
  if (!isMeant || resource?.itemPath === undefined || resource.singleton) return undefined;
  const { itemPath } = resource;
  const below = wordsBelow(itemPath, operations);
  const words = emptiedWords(operation, [...new Set([...below, ...lists(resource)])], isDeleted(itemPath, operations));
  if (words.length === 0) return undefined;
  const resources = model.resources.filter(
    ({ parent, collectionPath = '', singleton }) =>
      parent?.resource === resource.name && !singleton && words.includes(lastSegment(collectionPath)),
  );
  return { words, resources };
}

interface EmptiedIn {
  readonly model: ResourceModel;
  readonly operations: readonly Operation[];
  readonly lists: (resource: Resource) => readonly string[];
}

/** Whether an operation deletes the item of a path. */
export function isDeleted(itemPath: string, operations: readonly Operation[]): boolean {
  return operations.some(({ method, path }) => method === 'DELETE' && path === itemPath);
}
