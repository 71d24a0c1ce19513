import {
  counterPropertyOf,
  isCounterName,
  putInto,
  type Resource,
  type ResourceId,
  type ResourceModel,
} from '../../resources/index.ts';
import { type Api, propertiesOf, type Schema, typesOf, unnamedTemplate, wordsOf } from '../../spec/index.ts';
import type { Child, ShownChild, ShownChildrenOf, ShownIn } from '../model/shown-child.ts';

/** A document, and the resources that are inferred from it. */
interface DocumentFacts {
  readonly api: Api;
  readonly model: ResourceModel;
}

/** The parent's list of what a resource holds: with its name and schema, with the ids alone, or with objects that name them. And its count. */
export function shownOf({ api, model }: DocumentFacts, resource: Resource, parent: Resource): ShownIn | undefined {
  if (parent.singleton) return undefined;
  const own = spelt(wordOf(resource));
  // A list needs ids to replace and remove its items. A count does not, nor what can only be created.
  const isNamed = resource.id?.property !== undefined || resource.itemPath === undefined;
  const list = isNamed ? listOf(api, resource, parent, own) : undefined;
  const ids = list === undefined && isNamed ? idsOf({ api, model }, resource, parent) : undefined;
  const naming = (list ?? ids) === undefined && isNamed ? namingListOf(api, resource, parent) : undefined;
  const property = list ?? ids ?? naming?.property;
  const count = counterPropertyOf(api, parent, resource);
  if (property === undefined && count === undefined) return undefined;
  return {
    parent,
    ...(property === undefined ? {} : { property }),
    ...(ids === undefined ? {} : { idsAlone: true }),
    ...(naming === undefined ? {} : { namedBy: naming.namedBy }),
    ...(count === undefined ? {} : { count }),
  };
}

/**
 * The parent's list of nothing but the ids of the items. It is called after that id (`faceIds` for faces with a `faceId`), or after the items
 * (`member_ids`). Where the path names records of another collection (`/channels/{id}/members/{userId}`), it may also have the name of the path.
 */
function idsOf({ api, model }: DocumentFacts, resource: Resource, parent: Resource): string | undefined {
  const { id } = resource;
  if (id?.property === undefined) return undefined;
  const own = [spelt(id.property), spelt(id.parameter)].filter((name) => /.(?:id|uuid|guid)$/.test(name));
  const words = [spelt(resource.singular), singularOf(spelt(wordOf(resource)))];
  const names = new Set([...own, ...words.flatMap((word) => ['id', 'uuid', 'guid'].map((end) => word + end))]);
  const isLinked = own.length > 0 && putInto(resource, model) !== undefined;
  const found = listsIn(api, parent).filter(
    ({ name, items }) =>
      (names.has(name.replace(/s$/, '')) || (isLinked && name === spelt(wordOf(resource)))) &&
      !typesOf(api, items).includes('object') &&
      isSameType(api, items, id),
  );
  return found[0]?.property;
}

/** The parent's list with the name of a resource, whose objects name its records: `tracks: [{ trackId, addedAt }]` for `/playlists/{id}/tracks/{trackId}`. */
function namingListOf(
  api: Api,
  resource: Resource,
  parent: Resource,
): Required<Pick<ShownIn, 'property' | 'namedBy'>> | undefined {
  const { id } = resource;
  const own = id === undefined ? '' : spelt(id.parameter);
  if (id === undefined || !/.(?:id|uuid|guid)$/.test(own)) return undefined;
  const [found] = listsIn(api, parent).flatMap(({ property, name, items }) => {
    if (name !== spelt(wordOf(resource))) return [];
    const named = Object.entries(propertiesOf(api, items)).filter(
      ([each, { schema }]) => spelt(each) === own && isSameType(api, schema, id),
    );
    return named.map(([namedBy]) => ({ property, namedBy }));
  });
  return found;
}

/** The last word of the path of a collection. */
const wordOf = ({ name }: Resource): string => name.split('.').at(-1) ?? '';

const singularOf = (name: string): string => name.replace(/s$/, '');

/** The lists among the properties of a resource. */
function listsIn(
  api: Api,
  { schema }: Resource,
): readonly { readonly property: string; readonly name: string; readonly items: Schema }[] {
  return Object.entries(propertiesOf(api, schema)).flatMap(([property, { schema: own }]) => {
    const list = api.deref(own);
    if (typeof list === 'boolean' || list.items === undefined || !typesOf(api, own).includes('array')) return [];
    return [{ property, name: spelt(property), items: list.items }];
  });
}

function isSameType(api: Api, schema: Schema, id: ResourceId): boolean {
  const own = typesOf(api, id.schema);
  return typesOf(api, schema).some((type) => type !== 'null' && own.includes(type));
}

function listOf(api: Api, resource: Resource, parent: Resource, own: string): string | undefined {
  return listsIn(api, parent).find(({ name, items }) => name === own && isSameThing(api, items, resource))?.property;
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
      const shown = shownOf({ api, model }, child, parent);
      return shown === undefined ? [] : [{ ...shown, child }];
    });
    known.set(parent, found);
    return found;
  };
}

/** A path below an item, with the word in it: of a collection, or of one of its items. */
const BELOW = /^(.*)\/([^{}/]+)(?:\/\{[^{}/]+\})?$/;

function childrenBelow(api: Api, model: ResourceModel, parent: Resource): readonly Child[] {
  const { itemPath } = parent;
  if (itemPath === undefined || parent.singleton) return [];
  const own = Object.keys(propertiesOf(api, parent.schema));
  const lists = listsIn(api, parent).map(({ name }) => name);
  const ids = lists.some((name) => /(?:id|uuid|guid)s$/.test(name));
  const names = new Set(lists);
  const counts = own.some(isCounterName);
  const above = unnamedTemplate(itemPath);
  const children = api.operations.flatMap((operation) => {
    const [, front = '', name = ''] = BELOW.exec(operation.path) ?? [];
    const isShown = name !== '' && (counts || ids || names.has(spelt(name)));
    return isShown && unnamedTemplate(front) === above ? [model.roleOf(operation).resource] : [];
  });
  return [...new Set(children)].filter((child): child is Child => child?.parent?.resource === parent.name);
}
