import { type Resource, type ResourceModel, standInsOf } from '../../resources/index.ts';
import { type Api, jsonBodyOf, type Operation, operationTexts, propertiesOf, wordsOf } from '../../spec/index.ts';
import { removesMade } from '../ownership/command-records.ts';
import {
  DELETING_VERBS,
  idWords,
  isHarmlessCommand,
  isPlainRead,
  LOGIN_WORDS,
  lastWords,
} from '../ownership/command-words.ts';
import type { ModelIndex } from '../resource-index/model-index.ts';
import {
  ACCESS_NOUNS,
  ACCOUNT_WORDS,
  CALLER_WORDS,
  CHANGE_WORDS,
  DELETES_MANY,
  DISRUPTIVE_PAIRS,
  DISRUPTIVE_PHRASES,
  DISRUPTIVE_VERBS,
  type DisruptionKind,
  SECRET_WORDS,
  SWITCH_PROPERTY,
} from './disruptive-words.ts';

/** What an operation does to the whole service, or to the caller's login. */
export interface Disruption {
  readonly kind: DisruptionKind;
  /** The word that shows it, such as `logout`. */
  readonly word: string;
}

interface Surroundings {
  readonly api: Api;
  readonly model: ResourceModel;
  readonly index: ModelIndex;
}

/**
 * Whether an operation acts on the whole service or on the caller's login, judged by method, path,
 * operationId, tags, description and body. Actions on items that a run can create are not disruptive.
 */
export function disruptionOf(around: Surroundings, operation: Operation): Disruption | undefined {
  if (isPlainRead(operation) || isOnOwnItem(around, operation)) return undefined;
  return (
    byCaller(around.api, operation) ??
    byName(operation) ??
    byDeletion(operation) ??
    byBody(around.api, operation) ??
    byDescription(operation)
  );
}

/** Every disruptive operation of a document. */
export function disruptiveOperations(around: Surroundings): ReadonlyMap<Operation, Disruption> {
  const found = new Map<Operation, Disruption>();
  for (const operation of around.api.operations) {
    const disruption = disruptionOf(around, operation);
    if (disruption !== undefined) found.set(operation, disruption);
  }
  return found;
}

/** Whether an operation acts on, or creates, items that a run can create itself. */
function isOnOwnItem(around: Surroundings, operation: Operation): boolean {
  const { api, model, index } = around;
  if (removesMade(api, operation)) return true;
  const [standIn] = standInsOf(api.operations, operation);
  if (standIn !== undefined) return isOnOwnItem(around, standIn);
  const { path } = operation;
  const owner = index.ownerOf(path) ?? index.namedInBody(operation);
  if (owner !== undefined) return isMadeOrBelow(around, owner);
  const { kind, resource } = model.roleOf(operation);
  return kind === 'create' && resource?.singleton === false && resource.itemPath !== undefined;
}

/** Whether a run can create items of a resource, or an item that they stand below: a version of an entry. */
function isMadeOrBelow({ model, index }: Surroundings, owner: Resource): boolean {
  const seen = new Set<Resource>();
  for (let each: Resource | undefined = owner; each !== undefined && !seen.has(each); ) {
    if (!each.singleton && index.operation(each, 'create') !== undefined) return true;
    seen.add(each);
    each = each.parent === undefined ? undefined : model.resource(each.parent.resource);
  }
  return false;
}

function literalsOf(path: string): readonly string[] {
  return path
    .split(/[/:#?]/)
    .filter((segment) => segment !== '' && !segment.includes('{'))
    .map((segment) => segment.toLowerCase());
}

function byName(operation: Operation): Disruption | undefined {
  const { path, tags } = operation;
  if (isHarmlessCommand(operation)) return undefined;
  const topics = tags.map(wordsOf).filter(({ length }) => length === 1);
  const reads = READS.test(operationTexts(operation).join('\n'));
  // `Maintenance_HashKV` begins with what it belongs to.
  const isTopic = (word: string, at: number): boolean => at === 0 && topics.some(([topic]) => topic === word);
  const ofId = idWords(operation).filter((word, at) => !(reads && isTopic(word, at)));
  const named = [lastWords(path), ofId, ...(path.includes('{') || reads ? [] : topics)];
  for (const words of named) {
    const found = inWords(words);
    if (found?.kind === 'switch' && switchesAccess(path, ofId)) return { ...found, kind: 'access' };
    if (found !== undefined) return found;
  }
  return literalsOf(path)
    .map((segment) => inWords(wordsOf(segment)))
    .find((found) => found?.kind === 'access' || found?.kind === 'stop');
}

/** The beginning of a text that says that an operation reads, with its name in front or without: `HashKV computes the hash`. */
const READS =
  /^(?:[A-Z]\w+ )?(?:get|return|retrieve|read|show|send|compute|calculate|fetche|list)s (?:the|a|an|all|some|one|information)\b/i;

/** Whether a command deletes records that its request does not name: by its name, or by the beginning of its text. */
function byDeletion(operation: Operation): Disruption | undefined {
  const { method, path, body, parameters } = operation;
  if (!(method === 'POST' || method === 'GET') || path.includes('{') || body?.required === true) return undefined;
  if (parameters.some(({ in: place, required }) => place === 'query' && required)) return undefined;
  if (isHarmlessCommand(operation)) return undefined;
  const word =
    [...lastWords(path), ...idWords(operation)].find((each) => DELETING_VERBS.has(each)) ?? deletionIn(operation);
  return word === undefined ? undefined : { kind: 'data', word };
}

function deletionIn({ summary = '', description = '' }: Operation): string | undefined {
  return DELETES_MANY.exec(summary === '' ? description : summary)?.[0];
}

/** Whether a switch is named after authentication: `/auth/disable`, `enableAuthentication`. */
function switchesAccess(path: string, ofId: readonly string[]): boolean {
  const [last = '', before = ''] = literalsOf(path).toReversed();
  const isAlone = (words: readonly string[]): boolean =>
    words.some((word) => ACCESS_NOUNS.has(word)) &&
    words.every((word) => ACCESS_NOUNS.has(word) || DISRUPTIVE_VERBS.has(word));
  return isAlone(wordsOf(before)) || isAlone(wordsOf(last)) || isAlone(ofId);
}

function inWords(words: readonly string[]): Disruption | undefined {
  for (const [at, word] of words.entries()) {
    const pair = `${word} ${words[at + 1] ?? ''}`;
    const kind = DISRUPTIVE_PAIRS.get(pair);
    if (kind !== undefined) return { kind, word: pair };
  }
  if (words.some((word) => CHANGE_WORDS.has(word))) {
    const secret = words.find((word) => SECRET_WORDS.has(word));
    if (secret !== undefined) return { kind: 'access', word: secret };
  }
  const verb = words.find((word) => DISRUPTIVE_VERBS.has(word));
  const kind = verb === undefined ? undefined : DISRUPTIVE_VERBS.get(verb);
  return verb === undefined || kind === undefined ? undefined : { kind, word: verb };
}

/** Whether an operation acts on the caller's own record, login or password. */
function byCaller(api: Api, operation: Operation): Disruption | undefined {
  const { method, path } = operation;
  if (path.includes('{')) return undefined;
  const last = literalsOf(path).at(-1) ?? '';
  const isOwn = literalsOf(path).some((segment) => CALLER_WORDS.has(segment));
  const isCaller =
    CALLER_WORDS.has(last) ||
    (ACCOUNT_WORDS.has(last) && operationTexts(operation).some((text) => OF_THE_CALLER.test(text)));
  if (method === 'DELETE' && (isCaller || LOGIN_WORDS.has(lastWords(path).at(-1) ?? '')))
    return { kind: 'access', word: last };
  const secret = lastWords(path).find((word) => SECRET_WORDS.has(word));
  if (secret !== undefined && (isOwn || (lastWords(path).length === 1 && method !== 'POST')))
    return { kind: 'access', word: secret };
  const names = bodyNames(api, operation);
  const changes = names.some((name) => /^new(pass(word|phrase)|pin)$/.test(name));
  return changes || (isCaller && names.includes('password')) ? { kind: 'access', word: 'password' } : undefined;
}

const OF_THE_CALLER = /\b(current|authenticated|logged[- ]?in|calling|own|your)\b/i;

/** Names of the properties of a JSON body, in small letters without punctuation. */
function bodyNames(api: Api, operation: Operation): readonly string[] {
  const schema = jsonBodyOf(operation)?.schema;
  if (schema === undefined) return [];
  return Object.keys(propertiesOf(api, schema)).map((name) => wordsOf(name).join(''));
}

function byBody(api: Api, operation: Operation): Disruption | undefined {
  if (operation.path.includes('{')) return undefined;
  const name = bodyNames(api, operation).find((each) => SWITCH_PROPERTY.test(each));
  return name === undefined ? undefined : { kind: 'switch', word: name };
}

function byDescription(operation: Operation): Disruption | undefined {
  if (operation.path.includes('{')) return undefined;
  const text = operationTexts(operation).join('\n');
  for (const [phrase, kind] of DISRUPTIVE_PHRASES) {
    const match = phrase.exec(text)?.[0];
    if (match !== undefined) return { kind, word: match.trim() };
  }
  return undefined;
}
