import { type Api, jsonBodyOf, lastSegment, type Operation, propertiesOf, wordsOf } from '../../spec/index.ts';
import { isNumber, itemProperties } from '../model/item-properties.ts';
import type { Resource, ResourceModel } from '../model/model.ts';
import { child } from '../model/pointers.ts';
import { clusterKey, plain } from '../model/words.ts';
import { heldNumberOf, type Movement, movementsOf, movesOtherwise } from './movements.ts';

/** Actions that add their amount to the number of an item, and those that take it from there. */
const RAISES =
  /^(?:deposit|credit|top_?up|add|earn|award|grant|increment|increase|refill|reload|recharge|restock|replenish)(?:_|$)/;
const LOWERS = /^(?:withdraw|debit|spend|redeem|deduct|burn|consume|decrement|decrease)(?:_|$)/;
/** The same for goods: what `receive` or `adjust` means elsewhere is open. */
const OF_STOCK = /^(?:receive|adjust)(?:_|$)/;
const STOCK = /stock|inventory|onhand/;
/** Words behind a verb that are about the number itself: `add-funds`. */
const ABOUT = /^(?:funds|money|credits?|points|balance|stock|quantity|amount|units)$/;
/** Properties of a body with an amount. */
const AMOUNT = /^(?:amount|quantity|qty|points|credits|units|coins|tokens|delta)$/;

/** The ends of a transfer by the names of the properties that name them. */
const GIVES = /^(?:from|source|src|sender|debit|debited|payer|origin)/;
const GETS = /^(?:to|target|destination|dest|recipient|receiver|credit|credited|payee|beneficiary)/;
const IS_REFERENCE = /(?:id|number|key|iban|account)$/;

/**
 * The numbers of records that an operation changes, by its description or, without one, by its name: `deposit` with an `amount` and the only `balance`
 * of the item, or a transfer between two records of one kind. A guess, by which no service is judged.
 */
export function supposedMovementsOf(api: Api, model: ResourceModel, operation: Operation): readonly Movement[] {
  const byText = movementsOf(api, model, operation);
  const { method, summary = '', description = '' } = operation;
  if (byText.length > 0 || method !== 'POST' || movesOtherwise([summary, description])) return byText;
  const schema = jsonBodyOf(operation)?.schema;
  if (schema === undefined) return [];
  const properties = propertiesOf(api, schema);
  const numbers = Object.entries(properties).filter(([, each]) => isNumber(api, each.schema));
  const amounts = numbers.filter(([name]) => AMOUNT.test(plain(name)));
  const [amount] = amounts[0] ?? [];
  // A `type` beside the amount may say that it is taken, or the new number.
  const isChosen = Object.keys(properties).some((name) =>
    /^(?:type|mode|operation|action|direction)$/.test(plain(name)),
  );
  if (amount === undefined || amounts.length > 1 || isChosen) return [];
  const { kind } = model.roleOf(operation);
  if (kind === 'action') return ofItem(api, model, operation, amount);
  return kind === 'create' ? betweenTwo(api, model, operation, { amount, names: Object.keys(properties) }) : [];
}

function ofItem(api: Api, model: ResourceModel, operation: Operation, amount: string): readonly Movement[] {
  const { resource, id, makes } = model.roleOf(operation);
  const [, word = ''] = new RegExp(`^${patternOf(resource?.itemPath ?? '')}[/:]([^/{}]+)$`).exec(operation.path) ?? [];
  const verb = wordsOf(word).join('_');
  const isGoods = OF_STOCK.test(verb);
  const sign = RAISES.test(verb) || isGoods ? 1 : LOWERS.test(verb) ? -1 : undefined;
  if (resource === undefined || id === undefined || makes !== undefined || sign === undefined) return [];
  const about = verb.replace(isGoods ? OF_STOCK : sign === 1 ? RAISES : LOWERS, '');
  if (about !== '' && !ABOUT.test(about)) return [];
  const property = heldIn(api, resource, amount);
  if (property === undefined || (isGoods && !STOCK.test(plain(property)))) return [];
  return [{ holder: resource, property, amount: child('', amount), sign, text: verb }];
}

interface TransferBody {
  readonly amount: string;
  readonly names: readonly string[];
}

function betweenTwo(
  api: Api,
  model: ResourceModel,
  operation: Operation,
  { amount, names }: TransferBody,
): readonly Movement[] {
  const words = [lastSegment(operation.path), operation.id, operation.summary ?? ''].flatMap(wordsOf);
  if (!words.some((word) => TRANSFER.test(word))) return [];
  const references = names.filter((name) => IS_REFERENCE.test(plain(name)));
  const [gives, ...givesToo] = references.filter((name) => GIVES.test(plain(name)));
  const [gets, ...getsToo] = references.filter((name) => GETS.test(plain(name)));
  if (gives === undefined || gets === undefined || givesToo.length + getsToo.length > 0) return [];
  const [from, to] = [gives, gets].map((name) => holderOf(model, operation, name));
  const holder = from ?? to ?? holderInText(api, model, operation, amount);
  if (holder === undefined || holder.singleton || (from ?? holder) !== (to ?? holder)) return [];
  const property = heldIn(api, holder, amount);
  if (property === undefined) return [];
  const move = (name: string, sign: 1 | -1): Movement => {
    return { holder, property, reference: child('', name), amount: child('', amount), sign, text: 'transfer' };
  };
  return [move(gives, -1), move(gets, 1)];
}

const TRANSFER = /^transfers?$/;

/** The resource whose record a property of the body names. */
function holderOf(model: ResourceModel, operation: Operation, name: string): Resource | undefined {
  const { resource } = model.roleOf(operation);
  const relation = resource?.relations.find(({ pointer }) => pointer === child('', name));
  if (relation !== undefined) return model.resource(relation.resource);
  const word =
    wordsOf(name)
      .filter((each) => !/^(?:id|number|key)$/.test(each))
      .at(-1) ?? '';
  return GIVES.test(word) || GETS.test(word) ? undefined : model.meant(word);
}

/** The only resource with such a number that the summary names: “Transfer points from one member to another”. */
function holderInText(api: Api, model: ResourceModel, operation: Operation, amount: string): Resource | undefined {
  const words = new Set(wordsOf(operation.summary ?? operation.description ?? '').map(clusterKey));
  const found = model.resources.filter(
    (each) => !each.singleton && words.has(clusterKey(each.singular)) && heldIn(api, each, amount) !== undefined,
  );
  return found.length === 1 ? found[0] : undefined;
}

/** The number that holds what is moved: the one that is called as the amount, or the only one that holds amounts by its name. */
function heldIn(api: Api, holder: Resource, amount: string): string | undefined {
  const isCalledSo = Object.keys(itemProperties(api, holder)).some((name) => plain(name) === plain(amount));
  const isOwn = isCalledSo && /^(?:points|credits|coins|tokens)$/.test(plain(amount));
  return heldNumberOf(api, holder, isOwn ? amount : undefined);
}

const patternOf = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
