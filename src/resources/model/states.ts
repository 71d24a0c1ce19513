import { type Api, conjunctsOf, propertiesOf } from '../../spec/index.ts';
import type { Resource, ResourceModel } from './model.ts';
import { isStateName, type NamedState } from './state-words.ts';

/** The property that holds the state of an item, and its documented values. */
export interface ItemStates {
  readonly property: string;
  readonly values: readonly NamedState[];
}

/**
 * The states of a resource: the property that its actions set, else the one that is named like a state. A flag has
 * two. Undefined if there is no such property, or several; without values if the document does not list them.
 */
export function documentedStates(api: Api, model: ResourceModel, resource: Resource): ItemStates | undefined {
  // Only actions on an item change its state: roles of other paths are not needed.
  const below = api.operations.filter(({ path }) => path.startsWith(`${resource.itemPath}/`));
  const effects = below.flatMap((operation) => {
    const role = model.roleOf(operation);
    return role.kind === 'action' && role.resource === resource ? (role.effects ?? []) : [];
  });
  const properties = propertiesOf(api, resource.schema);
  const set = effects.find(({ value }) => typeof value === 'string') ?? effects[0];
  const named = Object.keys(properties).filter(isStateName);
  const property = set?.property ?? (named.length === 1 ? named[0] : undefined);
  if (property === undefined) return undefined;
  const found = Object.hasOwn(properties, property) ? properties[property] : undefined;
  const rules = found === undefined ? [] : conjunctsOf(api, found.schema);
  if (rules.some(({ type }) => type === 'boolean'))
    return {
      property,
      values: [
        { word: property, value: true },
        { word: `not ${property}`, value: false },
      ],
    };
  const listed = rules.find((rule) => rule.enum !== undefined)?.enum ?? [];
  const values = listed.filter((value): value is string => typeof value === 'string');
  return { property, values: values.map((value) => ({ word: value, value })) };
}
