import {
  clusterKey,
  existingNouns,
  namesOneKind,
  nounsRequiredBy,
  type Resource,
  type ResourceModel,
} from '../../resources/index.ts';
import {
  type Api,
  conjunctsOf,
  jsonBodyOf,
  type Operation,
  type Schema,
  templateNames,
  wordsOf,
} from '../../spec/index.ts';
import { bodyProperties, itemSchemaOf, type PlacedProperty } from './value-places.ts';

/** A place of a body that names a record, as its name in a list of objects or its description says. */
export interface DescribedReference {
  /** Such as `/from`. A segment `*` stands for each item of a list. */
  readonly pointer: string;
  readonly schema: Schema;
  readonly resource: Resource;
  /** The document says that the record exists. */
  readonly existing: boolean;
  /** The property that names the record: `name` for "Names of existing labels". Absent for its id. */
  readonly by?: string;
  readonly required: boolean;
}

const WORD = '\\b(names?|ids?|identifiers?|numbers?|keys?|slugs?|codes?|references?) (?:of|to)';
const NAMING = new RegExp(`^(?:the )?${WORD} (?:an? |the )([\\w -]+)`, 'i');
const ID = /(?:_ids?|Ids?)$/;
/** A property that names a record, in the words for it: `apiId of an existing type`, `names of labels`. */
const NAMED_BY =
  /\b(\w*(?:name|title|slug|key|code|email|login|handle|sha)|[a-z]+Id)s? (?:of|to) (?:an?|the|one|some|existing) /i;

/**
 * Places of a body that name records: `account_id` of the objects in a list or of an action, and what is described as the name or id
 * of something existing.
 */
export function describedReferences(
  api: Api,
  model: ResourceModel,
  operation: Operation,
): readonly DescribedReference[] {
  const schema = jsonBodyOf(operation)?.schema;
  if (schema === undefined) return [];
  const properties = bodyProperties(api, schema);
  return properties.flatMap(({ name, pointer, schema: own, required }) => {
    const items = itemSchemaOf(api, own);
    if (!canNameRecord(api, items ?? own)) return [];
    const linked = name === 'id' ? linkedBy(api, model, operation, besideOf(properties, pointer)) : undefined;
    if (linked !== undefined) return [{ pointer, schema: own, resource: linked, existing: false, required }];
    const text = typeof own === 'object' ? (own.description ?? '') : '';
    const nouns = [...existingNouns(text, name), ...nounsRequiredBy(operation, name)];
    const described = nouns.map((noun) => resourceCalled(model, operation, noun)).find((each) => each !== undefined);
    const named = NAMING.exec(text);
    const called = named === null ? undefined : calledByWord(model, operation, named);
    // An entity's own references are its relations. The objects of a list and the body of an action have none.
    const isApart = pointer.includes('/*/') || isOfAction(model, operation);
    const noun = nouns.length === 0 && isApart && ID.test(name) ? name.replace(ID, '') : undefined;
    const below =
      items === undefined
        ? undefined
        : (changedInBulk(model, operation, pointer) ??
          listedBelow(model, operation, pointer) ??
          listedAtCollection(model, operation, name));
    const meant = noun === undefined ? (nouns.length > 0 ? undefined : called) : resourceCalled(model, operation, noun);
    const keyed =
      isApart && nouns.length === 0 ? resourceAddressedBy(model, name, namesBeside(properties, pointer)) : undefined;
    const resource = described ?? meant ?? keyed ?? below;
    if (resource === undefined || resource.singleton || resource.itemPath === undefined) return [];
    const place = `${pointer}${items === undefined ? '' : '/*'}`;
    const by = NAMED_BY.exec(text)?.[1];
    const manner = by === undefined ? {} : { by };
    return [{ pointer: place, schema: items ?? own, resource, existing: nouns.length > 0, required, ...manner }];
  });
}

/** The only resource whose items have an id of the very same name: products at `/products/{sku}` for the `sku` of a line. */
function resourceAddressedBy(
  { resources }: ResourceModel,
  name: string,
  beside: readonly string[],
): Resource | undefined {
  if (!namesOneKind(name, beside)) return undefined;
  const found = resources.filter(({ id }) => id?.parameter === name && id.property === name);
  return found.length === 1 ? found[0] : undefined;
}

/** Whether the body is that of an action, and not an entity: `{"agentId": 7}` of `POST /tickets/{ticketId}/assign`. */
function isOfAction({ roleOf }: ResourceModel, operation: Operation): boolean {
  const { kind, requestEntity } = roleOf(operation);
  return kind === 'action' && requestEntity === undefined;
}

/** The schema of `type` beside an id. */
function besideOf(properties: readonly PlacedProperty[], pointer: string): Schema | undefined {
  const beside = `${pointer.slice(0, pointer.lastIndexOf('/'))}/type`;
  return properties.find((each) => each.pointer === beside)?.schema;
}

/** The names of the other properties of the same object. */
function namesBeside(properties: readonly PlacedProperty[], pointer: string): readonly string[] {
  const object = pointer.slice(0, pointer.lastIndexOf('/') + 1);
  const isBeside = (other: string): boolean => other.startsWith(object) && !other.slice(object.length).includes('/');
  return properties.filter((each) => each.pointer !== pointer && isBeside(each.pointer)).map(({ name }) => name);
}

/** The resource of another kind that an object of `type` and `id` names: its `type` allows the name of that resource only. */
function linkedBy(
  api: Api,
  model: ResourceModel,
  operation: Operation,
  type: Schema | undefined,
): Resource | undefined {
  const values = conjunctsOf(api, type ?? true).flatMap((rule) =>
    rule.const === undefined ? (rule.enum ?? []) : [rule.const],
  );
  const [only] = values;
  const resource = values.length === 1 && typeof only === 'string' ? resourceCalled(model, operation, only) : undefined;
  return resource === model.roleOf(operation).resource && model.roleOf(operation).requestEntity !== undefined
    ? undefined
    : resource;
}

/** The resource whose items an operation changes, where the place has their ids. */
function changedInBulk({ roleOf }: ResourceModel, operation: Operation, pointer: string): Resource | undefined {
  const { changes, resource } = roleOf(operation);
  return changes?.ids === pointer ? resource : undefined;
}

/**
 * The resource whose items a list in the body of an action names: it is called as the collection below an item of the
 * path (`features` of `/projects/{projectId}/archive` beside `/projects/{projectId}/features`).
 */
export function listedBelow(
  { resources, roleOf }: ResourceModel,
  operation: Operation,
  pointer: string,
): Resource | undefined {
  const { kind } = roleOf(operation);
  if (kind !== 'action' && kind !== 'none') return undefined;
  const ends = [...operation.path.matchAll(/\}(?=\/)/g)].map(({ index }) => operation.path.slice(0, index + 1));
  return resources.find(
    ({ collectionPath, singleton }) => !singleton && ends.some((end) => collectionPath === `${end}${pointer}`),
  );
}

/** The resource whose items a write to its collection names in a list: the `keys` of `PATCH /folders`. */
function listedAtCollection(
  { resources, roleOf }: ResourceModel,
  operation: Operation,
  name: string,
): Resource | undefined {
  if (operation.method === 'POST' || roleOf(operation).kind === 'create') return undefined;
  const own = resources.find(({ collectionPath, singleton }) => !singleton && collectionPath === operation.path);
  const words = wordsOf(name);
  const isOwn = own !== undefined && clusterKey(words.slice(0, -1).join('')) === clusterKey(own.singular);
  return ID_LISTS.has(words.at(-1) ?? '') && (words.length === 1 || isOwn) ? own : undefined;
}

const ID_LISTS = new Set(['ids', 'keys', 'uuids']);

/** Whether values of a schema may be names of records: strings and integers that are not listed. */
export function canNameRecord(api: Api, schema: Schema): boolean {
  const rules = conjunctsOf(api, schema);
  const types = rules.flatMap(({ type }) => type ?? []);
  return (
    rules.every((rule) => rule.enum === undefined && rule.const === undefined) &&
    (types.includes('string') || types.includes('integer'))
  );
}

/**
 * The only resource with a name, in singular or plural. Of several ones, that whose items stand below the path of the
 * operation, and that is not the operation's own.
 */
function resourceCalled(
  { resources, roleOf }: ResourceModel,
  operation: Operation,
  noun: string,
): Resource | undefined {
  const word = clusterKey(noun);
  const found = resources.filter(({ singular }) => clusterKey(singular) === word);
  if (found.length < 2) return found[0];
  const own = roleOf(operation).resource;
  const near = found.filter(
    (each) =>
      each !== own &&
      each.collectionPath !== operation.path &&
      isBelow(operation.path, each.collectionPath ?? each.itemPath ?? ''),
  );
  return near.length === 1 ? near[0] : undefined;
}

/** Whether a path has all the parameters of a template, so that a request names what stands around the items. */
function isBelow(path: string, template: string): boolean {
  const names = new Set(templateNames(path));
  return templateNames(template).every((name) => names.has(name));
}

/**
 * The resource of another kind that a description speaks of by the word of its id: `The name of the branch where the
 * changes are`, where branches are addressed by their name. "The name of the user" is a reference only there.
 */
function calledByWord(model: ResourceModel, operation: Operation, named: RegExpExecArray): Resource | undefined {
  const [, word = '', words = ''] = named;
  const resource = resourceCalled(model, operation, words.split(' ')[0] ?? '');
  const about = model.roleOf(operation).resource;
  // "The name of the variable" is that of the new one, also where other variables stand elsewhere.
  if (resource?.id === undefined || resource.singular === about?.singular) return undefined;
  const { property, parameter } = resource.id;
  const own = wordsOf(property ?? parameter).at(-1) ?? '';
  return clusterKey(own) === clusterKey(word) ? resource : undefined;
}
