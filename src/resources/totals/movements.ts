import { type Api, jsonBodyOf, type Operation, operationTexts, propertiesOf, sentencesIn } from '../../spec/index.ts';
import { isNumber, itemProperties } from '../model/item-properties.ts';
import type { Resource, ResourceModel } from '../model/model.ts';
import { isPathBelow } from '../model/paths.ts';
import { child } from '../model/pointers.ts';
import { plainWords, pluralOf } from '../model/state-words.ts';
import { clusterKey, plain } from '../model/words.ts';

/** A number of a record that an operation changes by an amount of its body, as its description says: a deposit and a balance. */
export interface Movement {
  readonly holder: Resource;
  /** Pointer of the number inside the record. */
  readonly property: string;
  /** Pointer in the body of the id of the record. Absent: the path of the operation names it. */
  readonly reference?: string;
  /** Pointer of the amount in the body. */
  readonly amount: string;
  readonly sign: 1 | -1;
  /** The sentence of the document. */
  readonly text: string;
}

const AMOUNT = '(?:the |its |this )?(?<amount>\\w+)';
const TARGET =
  "(?:the |its |this |an? )?(?:(?<property>\\w+) of (?:the |its |this |an? )?)?(?<target>\\w+)(?:'s (?<own>\\w+))?";

/** Where a sentence moves an amount, and whether the number becomes larger. */
const FORMS: readonly (readonly [form: RegExp, sign: 1 | -1])[] = [
  [new RegExp(`\\b(?:adds?|credits?|puts?|deposits?|books?) ${AMOUNT} (?:to|on|onto|into) ${TARGET}`, 'gi'), 1],
  [
    new RegExp(`\\b(?:takes?|deducts?|subtracts?|withdraws?|removes?|debits?) ${AMOUNT} (?:from|off) ${TARGET}`, 'gi'),
    -1,
  ],
  [new RegExp(`\\b(?:increases?|raises?|increments?) ${TARGET} by ${AMOUNT}`, 'gi'), 1],
  [new RegExp(`\\b(?:decreases?|lowers?|reduces?|decrements?) ${TARGET} by ${AMOUNT}`, 'gi'), -1],
];

/** Sentences that do not say what always happens at once. */
const CONDITION =
  /\b(?:if|when|once|unless|may|might|can|could|cannot|must|should|would|only|until|while|later|pending|not|never|optionally|per|percent|after|before|or|at the end)\b/i;
/** Words of an operation that moves another amount than it is sent, or moves it at another time. */
const OTHERWISE =
  /\b(?:fees?|commissions?|tax(?:es)?|interest|bonus\w*|discounts?|less|convert\w*|exchange rates?|round(?:s|ed)|capped|at most|asynchron\w+|queue[ds]?|schedul\w+|eventual\w*|background|batch\w*|night(?:ly)?|overnight|later|pending|approv\w+|settle\w*|cents|pence|minor units?|hundred\w*|thousand\w*|up to|above|excess|exceed\w*|surplus|confirm\w*|intents?|owed|owing|debts?|reduces|sets|replaces|counted|overpa\w+|limit\w*|counts? as)\b/i;

/** The numbers of records that an operation changes, by the words of its description. Empty if some of these are not understood. */
export function movementsOf(api: Api, model: ResourceModel, operation: Operation): readonly Movement[] {
  const { kind } = model.roleOf(operation);
  if (operation.method !== 'POST' || (kind !== 'create' && kind !== 'action')) return [];
  const schema = jsonBodyOf(operation)?.schema;
  if (schema === undefined) return [];
  const properties = propertiesOf(api, schema);
  const numbers = new Map(
    Object.entries(properties).flatMap(([name, each]) =>
      isNumber(api, each.schema) ? [[plain(name), name] as const] : [],
    ),
  );
  const texts = operationTexts(operation, '');
  const general = sentencesIn(api.description ?? '').filter((text) => isAboutRecord(model, operation, text));
  if (movesOtherwise([...texts, ...general])) return [];
  const movements = texts
    .flatMap(sentencesIn)
    .filter((sentence) => !CONDITION.test(sentence))
    .flatMap((sentence): readonly Movement[] => {
      const text = sentence.replaceAll(/[`"*]/g, '').replaceAll(/\s+/g, ' ').trim();
      const found = FORMS.flatMap(([form, sign]) =>
        [...text.matchAll(form)].map(({ groups = {}, index }) => ({ groups, index, sign })),
      ).sort((one, other) => one.index - other.index);
      let last: string | undefined;
      const moves = found.map(({ groups, sign }): Movement | undefined => {
        const { amount = '', property, target = '', own } = groups;
        last = numbers.get(plain(amount)) ?? (SAME.test(amount) ? last : undefined);
        const place = last === undefined ? undefined : recordMeant(model, operation, target, Object.keys(properties));
        const number = place && heldNumberOf(api, place.holder, property ?? own);
        if (last === undefined || place === undefined || number === undefined) return undefined;
        return { ...place, property: number, amount: child('', last), sign, text: sentence.trim() };
      });
      const understood = moves.flatMap((each) => each ?? []);
      return understood.length === moves.length ? understood : [];
    });
  return movements.some((each) => movements.some((other) => isOtherOfSame(each, other))) ? [] : movements;
}

/** Whether texts say that an operation moves another amount than it is sent, or at another time. */
export function movesOtherwise(texts: readonly string[]): boolean {
  return texts.some((text) => OTHERWISE.test(text));
}

/** Whether a sentence names the records that an operation works on. */
function isAboutRecord(model: ResourceModel, operation: Operation, text: string): boolean {
  const noun = plainWords(model.roleOf(operation).resource?.singular ?? '').trim();
  const words = plainWords(text);
  return noun !== '' && [noun, pluralOf(noun)].some((each) => words.includes(` ${each} `));
}

/** Whether two movements change one number by different amounts. Neither says then what becomes of it. */
const isOtherOfSame = (one: Movement, other: Movement): boolean =>
  one.reference === other.reference &&
  one.property === other.property &&
  (one.amount !== other.amount || one.sign !== other.sign);

const SAME = /^(?:it|them|that|same)$/i;

/** The record that a word of a description means: a property of the body with its id, its name, or the item of the path. */
function recordMeant(
  model: ResourceModel,
  operation: Operation,
  target: string,
  names: readonly string[],
): Pick<Movement, 'holder' | 'reference'> | undefined {
  const { kind, resource } = model.roleOf(operation);
  const references = names.flatMap((name) => {
    const relation = resource?.relations.find(({ pointer }) => pointer === child('', name));
    const word =
      name
        .replace(/_?ids?$/i, '')
        .split('_')
        .at(-1) ?? '';
    const holder =
      relation === undefined
        ? /ids?$/i.test(name)
          ? model.meant(word)
          : undefined
        : model.resource(relation.resource);
    return holder === undefined || holder.singleton ? [] : [{ holder, reference: child('', name), name }];
  });
  const named = references.find(({ name }) => plain(name) === plain(target));
  const called = references.filter(({ holder }) => clusterKey(holder.singular) === clusterKey(target));
  const [only] = named === undefined ? called : [named];
  if (only !== undefined)
    return called.length > 1 && named === undefined ? undefined : { holder: only.holder, reference: only.reference };
  const isOfPath =
    kind === 'action' && resource?.itemPath !== undefined && operation.path.startsWith(`${resource.itemPath}/`);
  const isItem = resource !== undefined && clusterKey(resource.singular) === clusterKey(target);
  if (isOfPath && isItem) return { holder: resource };
  // A payment below a booking adds to the booking.
  const parent =
    kind === 'create' && resource?.parent !== undefined ? model.resource(resource.parent.resource) : undefined;
  const isBelow = parent?.itemPath !== undefined && isPathBelow(operation.path, parent.itemPath) && !parent.singleton;
  return isBelow && clusterKey(parent.singular) === clusterKey(target) ? { holder: parent } : undefined;
}

/** Numbers that hold an amount, by their names, and those that bound it or are not changed with it. */
const HELD = /(?:balance|stock|quantity|onhand|available|remaining|credits?|points)$/;
const BOUND = /^(?:min|max|limit|reorder|low|initial|opening|target|overdraft|reserved|ordered)/;

/** The number of a record that a word means; without one, the only number that holds an amount by its name. */
export function heldNumberOf(api: Api, holder: Resource, word: string | undefined): string | undefined {
  const found = Object.entries(itemProperties(api, holder)).filter(([name, { schema }]) => {
    if (!isNumber(api, schema)) return false;
    return word === undefined ? HELD.test(plain(name)) && !BOUND.test(plain(name)) : plain(name) === plain(word);
  });
  return found.length === 1 ? found[0]?.[1].pointer : undefined;
}
