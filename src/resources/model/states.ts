import { type Api, conjunctsOf, wordsOf } from '../../spec/index.ts';
import { itemProperties } from './item-properties.ts';
import type { Resource, ResourceModel, Role } from './model.ts';
import { isPathBelow } from './paths.ts';
import { isStateName, type NamedState, type StateValue } from './state-words.ts';

/** The property that holds the state of an item, and its documented values. */
export interface ItemStates {
  readonly property: string;
  readonly values: readonly NamedState[];
  /** The property is a date, which is there or not: `archived_at`. Its values are `true` and `false`. */
  readonly dated?: true;
}

/**
 * The states of a resource: the property that its actions set, else the one that is named like a state. A flag has
 * two, and so has a date that actions set or clear, where nothing else is a state. Undefined if there is no such property,
 * or several; without values if the document does not list them.
 */
export function documentedStates(api: Api, model: ResourceModel, resource: Resource): ItemStates | undefined {
  // Only actions on an item change its state: roles of other paths are not needed.
  const below = api.operations.filter(({ path }) => isPathBelow(path, resource.itemPath ?? '/'));
  const roles = below.map((operation) => model.roleOf(operation));
  const actions = roles.filter((role) => role.kind === 'action' && role.resource === resource);
  const effects = actions.flatMap((role) => role.effects ?? []);
  const properties = itemProperties(api, resource);
  const set = effects.find(({ value }) => typeof value === 'string') ?? effects[0];
  const named = Object.keys(properties).filter(isStateName);
  const property = set?.property ?? (named.length === 1 ? named[0] : undefined);
  if (property === undefined) return named.length === 0 ? datedState(api, resource, actions) : undefined;
  const found = Object.hasOwn(properties, property) ? properties[property] : undefined;
  const rules = found === undefined ? [] : conjunctsOf(api, found.schema);
  if (rules.some(({ type }) => type === 'boolean')) return { property, values: eitherWay(property) };
  const listed = rules.find((rule) => rule.enum !== undefined)?.enum ?? [];
  const values = listed.filter((value): value is string => typeof value === 'string');
  return { property, values: values.map((value) => ({ word: value, value })) };
}

const eitherWay = (word: string): readonly NamedState[] => [
  { word, value: true },
  { word: `not ${word}`, value: false },
];

/** What was done, by the name of its date: `archived` of `archived_at`, not `expire` of `expire_at`, which is to come. */
const DONE = /^((?:\w+ )*\w+(?:ed|en|wn|nt|ld|id|ut)) (?:at|on|date|time)$/;

/** The only date that the actions on an item set or clear, if it need not be there. */
function datedState(api: Api, resource: Resource, actions: readonly Role[]): ItemStates | undefined {
  const dates = [...new Set(actions.flatMap(({ stamps = [], clears = [] }) => [...stamps, ...clears]))];
  const [property] = dates;
  const properties = itemProperties(api, resource);
  if (property === undefined || dates.length > 1 || !Object.hasOwn(properties, property)) return undefined;
  const { schema, required } = properties[property] ?? { schema: true };
  const rules = conjunctsOf(api, schema);
  const mayBeMissing = required !== true || rules.some(({ type }) => [type].flat().includes('null'));
  const word = DONE.exec(wordsOf(property).join(' '))?.[1];
  return word === undefined || !mayBeMissing ? undefined : { property, values: eitherWay(word), dated: true };
}

/** What an action makes of the state of its item; undefined if its name and text do not tell. */
export function effectOn(
  { effects = [], stamps = [], clears = [] }: Role,
  { property, dated }: ItemStates,
): StateValue | undefined {
  if (dated === true) return stamps.includes(property) ? true : clears.includes(property) ? false : undefined;
  return effects.find((each) => each.property === property)?.value;
}

/** The state of an item by the value of its property: of a date, whether it is there. Null where the item shows none. */
export function stateFrom<Value>({ dated }: ItemStates, shown: Value | undefined): Value | boolean | null {
  const state = shown ?? null;
  return dated === true ? state !== null : state;
}
