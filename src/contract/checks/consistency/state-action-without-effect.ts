import type { Json, JsonObject } from '../../../core/index.ts';
import { isLastChangeName, itemProperties } from '../../../resources/index.ts';
import { operationTexts, sentencesIn } from '../../../spec/index.ts';
import { escapeRegExp, isObject, jsonEquals, stringifyJson } from '../../../wire/index.ts';
import { type Check, defineCheck, type FindingDraft } from '../../model/check.ts';
import type { Exchange } from '../../model/exchange.ts';
import { memberPath } from '../../model/member-path.ts';
import type { PropertyValue, Stimulus } from '../../model/purpose.ts';
import { isVersionName } from '../../requests/item-version.ts';
import { shortJson } from '../../requests/request-rule.ts';
import { courseOf, isRunningOut, isSameValue } from '../../responses/comparison.ts';
import { idIn } from '../../responses/created-id.ts';
import { changedProperties, entity, propertiesShown } from '../../responses/entity-diff.ts';
import { saysThere } from '../../responses/is-answer.ts';
import { isPending } from '../../responses/job-words.ts';

export const stateActionWithoutEffect: Check = defineCheck({
  id: 'state.action-without-effect',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'value',
  ofWrite: true,
  stories: ['after-action', 'after-switch', 'members-written', 'amount-moved'],
  question: 'Does an action have the effect that its answer or its name shows?',
  guard:
    'Only actions on items of the run that answer 200 or 201 with the item, and properties that the answer shows changed and an immediate read shows unchanged. A third value may appear later. If the name of the action is a possible value of a property, something of the item must change; that property itself must, if the text of the action names it with that value and has no conditions, or if a sentence without conditions says that the item becomes that value, which it quotes. If it does, or if a PATCH sets the state, a date that is named like the action or the state (`publishedAt`) must be set, and one that the answer sets or takes away must be so in the read. What the document says that the action clears must not be as before. A value of the request that the schemas of request and item list under one name must be shown, if the action changes it. A property that describes the outcome (`status_code`) does not belong to the item, and a value in place of an object is another kind of answer. An action that answers without the item counts if its name is that of a flag or of a listed value, its text says nothing of later, and the item is still as before after more than a second. A DELETE of what a PUT of the same path sets takes away the property of that name. A PUT or DELETE at a path whose GET answers 204 or 404 counts if it answers 200 or 204. So do writes that name existing records in a list of texts, if a complete list of them shows the ids by which they are named; a POST leaves the others in unless its text says otherwise, a PUT does not. An operation whose text says without a condition that it adds a number of its body to a number of a record, or takes it from there (“Adds `amount` to the balance of the account”), counts on records of the run that still differ after more than a second.',
  judge(exchange) {
    const { story } = exchange.purpose;
    if (story.kind === 'after-switch') return notSwitched(story, exchange);
    if (story.kind === 'amount-moved') return notMoved(story, exchange);
    if (story.kind === 'members-written') return notInList(story, exchange);
    if (story.kind !== 'after-action') return [];
    const [before, read] = [story.before, entity(exchange)].map((item) => propertiesShown(exchange, item));
    if (before === undefined || read === undefined) return [];
    const described = textOf(exchange, story.action);
    if (story.answered === undefined) return withoutChange(story, before, read, { described, isWhole: true });
    const answered = propertiesShown(exchange, story.answered);
    if (answered === undefined) return [];
    return [
      ...withoutChange(story, before, read, { described, isWhole: isAsItWas(before, answered) }),
      ...unread(story, before, answered, read),
      ...withoutDate(exchange, story, before, read),
      ...unreadDates(story, before, answered, read),
      ...notCleared(exchange, story, before, read),
      ...otherThanSent(story, before, read),
    ];
  },
});

type Action = Extract<Stimulus, { readonly kind: 'after-action' }>;

/** A number is not what it was with the amount that the write moves. */
function notMoved(
  { property, before, number, expected, write, text }: Extract<Stimulus, { readonly kind: 'amount-moved' }>,
  { operation, model }: Exchange,
): readonly FindingDraft[] {
  const place = operation === undefined ? '' : (model.roleOf(operation).responseEntity ?? '');
  return [
    {
      messagePointer: `/body${place}${property}`,
      subject: `${write} ${property}`,
      keyword: 'amount',
      expected: String(expected),
      actual: String(number),
      message: `\`${memberPath(property)}\` of ${operation?.id} ${courseOf(before, number)} after ${write}; it should be ${expected} (the document: “${text}”).`,
    },
  ];
}

/** A list lacks what the write has put in, or shows what it has taken out. */
function notInList(
  { write, resource, id, isIn, items }: Extract<Stimulus, { readonly kind: 'members-written' }>,
  { operation }: Exchange,
): readonly FindingDraft[] {
  const ids = items.flatMap((item) => idIn(resource, item) ?? []).map(String);
  if ((ids.length === 0 && items.length > 0) || ids.includes(String(id)) === isIn) return [];
  return [
    {
      subject: write,
      keyword: isIn ? 'not-in-list' : 'still-in-list',
      expected: `the list ${isIn ? 'with' : 'without'} ${String(id)}`,
      actual: `${ids.length} items, ${String(id)} ${isIn ? 'not ' : ''}among them`,
      message: `${operation?.id ?? 'The list'} ${isIn ? 'does not list' : 'still lists'} ${String(id)}, although ${write} leaves it ${isIn ? 'in' : 'out'}.`,
    },
  ];
}

/** What a read says by its status is the opposite of what the write has done. */
function notSwitched(
  { write, status: written, isSet }: Extract<Stimulus, { readonly kind: 'after-switch' }>,
  { operation, response: { status } }: Exchange,
): readonly FindingDraft[] {
  if ((saysThere(status) ?? isSet) === isSet) return [];
  return [
    {
      messagePointer: '/status',
      subject: write,
      keyword: isSet ? 'not-set' : 'not-cleared',
      expected: isSet ? '2xx' : '404 or 410',
      actual: String(status),
      message: `${write} answered ${written} and changed nothing: ${operation?.id ?? 'the read'} still answers ${status}.`,
    },
  ];
}

/** Properties of an envelope that describe the answer, not the item. */
const OF_ANSWERS = /^(status|response|result|error|http)[_-]?(code|reason|message|text|status)$/i;

/** Properties that the action's answer shows as changed, and a later read does not. */
function unread(
  { action }: Action,
  before: JsonObject,
  answered: JsonObject,
  read: JsonObject,
): readonly FindingDraft[] {
  return (
    changedProperties(before, answered)
      .filter((name) => !OF_ANSWERS.test(name))
      .filter((name) => Object.hasOwn(answered, name) && Object.hasOwn(read, name) && Object.hasOwn(before, name))
      .filter((name) => jsonEquals(before[name] ?? null, read[name] ?? null))
      .filter((name) => isObject(before[name] ?? null) === isObject(answered[name] ?? null))
      .filter((name) => !isRunningOut(name, answered[name], read[name]))
      // An answer may say more of what it holds than a read does.
      .filter((name) => !isSameValue(answered[name] ?? null, read[name] ?? null, false))
      .filter((name) => !isSpelledAlike(answered[name], read[name]))
      .map((name) => ({
        messagePointer: `/body/${name}`,
        subject: `${action} ${name}`,
        expected: stringifyJson(answered[name] ?? null),
        actual: stringifyJson(read[name] ?? null),
        message: `${action} answered with \`${name}\` ${shortJson(answered[name] ?? null)}, and a read still shows ${shortJson(read[name] ?? null)}.`,
      }))
  );
}

/** Whether one value is a number and the other one its digits: `7` and `"7"`. */
function isSpelledAlike(answered: Json | undefined, read: Json | undefined): boolean {
  const types = [typeof answered, typeof read];
  return types.includes('string') && types.includes('number') && String(answered) === String(read);
}

/** What the document says about an action. */
function textOf({ api }: Exchange, action: string): string {
  const operation = api.operations.find(({ id }) => id === action);
  return operation === undefined ? '' : operationTexts(operation).join('\n');
}

/** Whether a text says which value a property gets: “Sets `status` to `closed`”. */
function isStated(text: string, { property, value }: PropertyValue): boolean {
  const words = text.split(/[\s"'`*.,;:()=]+/);
  const at = words.indexOf(property);
  return at >= 0 && words.slice(at + 1, at + 4).includes(String(value)) && !CONDITIONS.test(text);
}

/** Whether a sentence without conditions says which listed value an action makes of its item: “Makes an archived entry a `draft`”. */
function isMade(text: string, { value }: PropertyValue): boolean {
  if (typeof value !== 'string') return false;
  const made = new RegExp(
    `\\b(?:makes?|becomes?|turns?|marks?|brings?|moves?|sets?)\\b[^.;]*\\W[\`'"]${escapeRegExp(value)}[\`'"]`,
    'i',
  );
  return sentencesIn(text).some((sentence) => made.test(sentence) && !CONDITIONS.test(sentence));
}

const CONDITIONS = /\b(?:if|when|once|unless|only|must|may|can|might|will|while|until)\b/i;

/**
 * Effects that did not happen: those that the document states in words, or all of them where the item is as before the action.
 */
function withoutChange(
  { action, effects = [], isSure = false }: Action,
  before: JsonObject,
  read: JsonObject,
  { described, isWhole }: { readonly described: string; readonly isWhole: boolean },
): readonly FindingDraft[] {
  const isAsBefore = isWhole && isAsItWas(before, read);
  return effects
    .filter((effect) => isAsBefore || isSure || isStated(described, effect) || isMade(described, effect))
    .filter(({ property, value }) => Object.hasOwn(before, property) && !jsonEquals(before[property] ?? null, value))
    .filter((effect) => {
      const { property } = effect;
      const now = read[property] ?? null;
      const isOther =
        typeof now === 'string' && !described.includes(now) && isMade(described, effect) && !isPending(read);
      return isOther || jsonEquals(before[property] ?? null, now);
    })
    .map(({ property, value }) => ({
      messagePointer: `/body/${property}`,
      subject: `${action} ${property}`,
      keyword: 'nothing',
      expected: stringifyJson(value),
      actual: stringifyJson(read[property] ?? null),
      message: `${action} answered with a success and ${isAsBefore ? 'changed nothing' : 'not with its effect'}: \`${property}\` is ${jsonEquals(before[property] ?? null, read[property] ?? null) ? 'still ' : ''}${shortJson(read[property] ?? null)}.`,
    }));
}

/** Whether an item has not changed, but for the time of its last change and its version. */
function isAsItWas(before: JsonObject, now: JsonObject): boolean {
  const names = new Set([...Object.keys(before), ...Object.keys(now)]);
  return [...names].every(
    (name) => isLastChangeName(name) || isVersionName(name) || jsonEquals(before[name] ?? null, now[name] ?? null),
  );
}

/** Dates of the action that its answer sets or takes away, and a later read does not. */
function unreadDates(
  { action, stamps = [], clears = [] }: Action,
  before: JsonObject,
  answered: JsonObject,
  read: JsonObject,
): readonly FindingDraft[] {
  const isSet = (item: JsonObject, name: string): boolean => (item[name] ?? null) !== null;
  const known = [...stamps, ...clears].filter((name) =>
    [before, answered, read].every((item) => Object.hasOwn(item, name)),
  );
  return known
    .filter((name) => isSet(answered, name) !== isSet(before, name) && isSet(read, name) === isSet(before, name))
    .map((name) => ({
      messagePointer: `/body/${name}`,
      subject: `${action} ${name}`,
      keyword: 'date',
      expected: stringifyJson(answered[name] ?? null),
      actual: stringifyJson(read[name] ?? null),
      message: `${action} answered with \`${name}\` ${shortJson(answered[name] ?? null)}, and a read still shows ${shortJson(read[name] ?? null)}.`,
    }));
}

/** Properties that the document says are cleared, and that are as before. */
function notCleared(
  { api, model, operation }: Exchange,
  { action, clears = [] }: Action,
  before: JsonObject,
  read: JsonObject,
): readonly FindingDraft[] {
  const write = api.operations.find(({ id }) => id === action);
  const resource = operation === undefined ? undefined : model.roleOf(operation).resource;
  const properties = resource === undefined ? {} : itemProperties(api, resource);
  const texts = write === undefined ? [] : operationTexts(write).flatMap(sentencesIn);
  const isPromised = (name: string): boolean => {
    const rule = Object.hasOwn(properties, name) ? api.deref(properties[name]?.schema ?? true) : true;
    const own = typeof rule === 'object' ? (rule.description ?? '') : '';
    return texts.some((text) => CLEARED.test(text) && !KEPT.test(text) && wordIn(text, name)) || isEmptyElse(own);
  };
  return clears
    .filter((name) => (before[name] ?? null) !== null && jsonEquals(before[name] ?? null, read[name] ?? null))
    .filter(isPromised)
    .map((name) => ({
      messagePointer: `/body/${name}`,
      subject: `${action} ${name}`,
      keyword: 'kept',
      expected: 'null, or no such property',
      actual: shortJson(read[name] ?? null),
      message: `${action} answered with a success, and \`${name}\`, which it clears, is still ${shortJson(read[name] ?? null)}.`,
    }));
}

const CLEARED = /\b(clear|remov|unset|empt|null|eras|reset|loses?\b)/i;
/** A sentence about what stays: “does not clear `dueAt`”. */
const KEPT = /(?:\b(?:not|never|cannot|without)|n['’]t) (?:\w+ )?(?:clear|remov|unset|empt|eras|reset|los[ei])/i;
/** A property that is empty in other states: “null while it is open”, “only set once it is closed”. */
const EMPTY_ELSE =
  /\b(null|empty|absent|not set|unset|missing)\b[^.]*\b(while|unless|until|if|when|before|for|as long as|otherwise)\b|\bonly (set|present|there|filled|available)\b|\b(otherwise|else) (null|empty|absent)\b/i;

/** A property that keeps what was once: “time of the last deletion, null if there was none”. */
const OF_PAST = /\b(?:last|latest|most recent(?:ly)?|ever|never|first|previous(?:ly)?|earlier|history)\b/i;

const isEmptyElse = (text: string): boolean => EMPTY_ELSE.test(text) && !OF_PAST.test(text);

function wordIn(text: string, name: string): boolean {
  return text.split(/[^\w-]+/).includes(name);
}

/** Values of the request that the item has a property for, and that a read shows otherwise: neither as sent nor in another form of it. */
function otherThanSent({ action, sent = {} }: Action, before: JsonObject, read: JsonObject): readonly FindingDraft[] {
  const changed = changedProperties(before, read);
  return Object.entries(sent)
    .filter(([name, value]) => changed.includes(name) && !isAlike(value, read[name] ?? null))
    .map(([name, value]) => ({
      messagePointer: `/body/${name}`,
      subject: `${action} ${name}`,
      keyword: 'sent',
      expected: shortJson(value),
      actual: shortJson(read[name] ?? null),
      message: `${action} was sent \`${name}\` ${shortJson(value)}, and a read shows ${shortJson(read[name] ?? null)}.`,
    }));
}

/** Whether a value may be another form of what was sent. */
function isAlike(sent: Json, read: Json): boolean {
  if (read === null || typeof read === 'object' || jsonEquals(sent, read)) return true;
  const [one, other] = [sent, read].map((value) => String(value).trim().toLowerCase());
  return (
    one === other || (typeof sent === 'string' && (one?.includes(other ?? '') || other?.includes(one ?? '')) === true)
  );
}

/** Dates of the action that are missing, although the item is in the state that the action leads to. */
function withoutDate(
  { api, model }: Exchange,
  { action, effects = [], stamps = [] }: Action,
  before: JsonObject,
  read: JsonObject,
): readonly FindingDraft[] {
  const isDone = effects.some(({ property, value }) => {
    const [was, is] = [before[property], read[property]];
    return is !== undefined && jsonEquals(is, value) && !jsonEquals(was ?? null, value);
  });
  if (!isDone) return [];
  const write = api.operations.find(({ id }) => id === action);
  const [effect] = effects;
  const isNamed = write === undefined || effect === undefined || model.roleOf(write).kind === 'action';
  const did = isNamed ? 'did what its name says' : `set \`${effect.property}\` to ${shortJson(effect.value)}`;
  return stamps
    .filter((name) => (before[name] ?? null) === null && (read[name] ?? null) === null)
    .map((name) => ({
      messagePointer: `/body/${name}`,
      subject: `${action} ${name}`,
      keyword: 'date',
      expected: `the time of ${action}`,
      actual: Object.hasOwn(read, name) ? 'null' : 'no such property',
      message: `${action} ${did}, and \`${name}\` is not set.`,
    }));
}
