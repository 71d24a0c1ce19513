import { counterPropertyOf, isCounterName, type Resource, type ResourceModel } from '../../resources/index.ts';
import { type Api, propertiesOf, type Schema, typesOf, unnamedTemplate, wordsOf } from '../../spec/index.ts';
import type { Child, ShownChild, ShownChildrenOf, ShownIn } from '../model/shown-child.ts';

/** The parent's list with the name and schema of a resource, and its count. */
export function shownOf(api: Api, resource: Resource, parent: Resource): ShownIn | undefined {
  if (parent.singleton) return undefined;
  const own = spelt(resource.name.split('.').at(-1) ?? '');
  // A list needs ids to replace and remove its items. A count does not, nor what can only be created.
  const isNamed = resource.id?.property !== undefined || resource.itemPath === undefined;
  const list = isNamed ? listOf(api, resource, parent, own) : undefined;
  const ids = list === undefined && isNamed ? idsOf(api, resource, parent) : undefined;
  const property = list ?? ids;
  const count = counterPropertyOf(api, parent, resource);
  if (property === undefined && count === undefined) return undefined;
  return {
    parent,
    ...(property === undefined ? {} : { property }),
    ...(ids === undefined ? {} : { idsAlone: true }),
    ...(count === undefined ? {} : { count }),
  };
}

/** The parent's list of nothing but the ids of the items, called after that id: `faceIds` for faces with a `faceId`. */
function idsOf(api: Api, { id }: Resource, parent: Resource): string | undefined {
  const own = id?.property === undefined ? '' : spelt(id.property);
  if (!/.(?:id|uuid|guid)$/.test(own)) return undefined;
  const found = Object.entries(propertiesOf(api, parent.schema)).filter(([property, { schema }]) => {
    const list = api.deref(schema);
    if (spelt(property) !== `${own}s` || typeof list === 'boolean' || list.items === undefined) return false;
    return typesOf(api, schema).includes('array') && !typesOf(api, list.items).includes('object');
  });
  return found[0]?.[0];
}

function listOf(api: Api, resource: Resource, parent: Resource, own: string): string | undefined {
  for (const [property, { schema }] of Object.entries(propertiesOf(api, parent.schema))) {
    const list = api.deref(schema);
    if (spelt(property) !== own || typeof list === 'boolean' || list.items === undefined) continue;
    if (typesOf(api, schema).includes('array') && isSameThing(api, list.items, resource)) return property;
  }
  return undefined;
}

/** Whether a list holds the records of a resource, whole or what a summary shows of them, with the id. */
function isSameThing(api: Api, one: Schema, { schema, id }: Resource): boolean {
  if (api.deref(one) === api.deref(schema)) return true;
  const [names = [], others = []] = [one, schema].map((each) => Object.keys(propertiesOf(api, each)));
  const isWhole = names.length === others.length || names.includes(id?.property ?? '');
  return isWhole && names.length >= FEWEST_SHARED && names.every((name) => others.includes(name));
}

const FEWEST_SHARED = 2;

const spelt = (name: string): string => wordsOf(name).join('');

/**
 * Computed once for each resource, from the paths directly below its items, so that no others must be
 * inferred.
 */
export function createShownChildren(api: Api, model: ResourceModel): ShownChildrenOf {
  const known = new WeakMap<Resource, readonly ShownChild[]>();
  return (parent) => {
    const before = known.get(parent);
    if (before !== undefined) return before;
    const found = childrenBelow(api, model, parent).flatMap((child): ShownChild[] => {
      const shown = shownOf(api, child, parent);
      return shown === undefined ? [] : [{ ...shown, child }];
    });
    known.set(parent, found);
    return found;
  };
}

function childrenBelow(api: Api, model: ResourceModel, parent: Resource): readonly Child[] {
  const { itemPath } = parent;
  if (itemPath === undefined || parent.singleton) return [];
  const own = Object.keys(propertiesOf(api, parent.schema));
  const names = new Set(own.map(spelt));
  const counts = own.some(isCounterName);
  const above = unnamedTemplate(itemPath);
  const children = api.operations.flatMap((operation) => {
    const end = operation.path.lastIndexOf('/');
    const name = operation.path.slice(end + 1);
    const isShown = /^[^{]+$/.test(name) && (counts || names.has(spelt(name)));
    return isShown && unnamedTemplate(operation.path.slice(0, end)) === above ? [model.roleOf(operation).resource] : [];
  });
  return [...new Set(children)].filter((child): child is Child => child?.parent?.resource === parent.name);
}
