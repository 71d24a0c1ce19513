import type { Json, JsonObject } from '../../core/index.ts';
import { type Resource, resourceNamesIn } from '../../resources/index.ts';
import { filledTemplate, type Schema, typesOf } from '../../spec/index.ts';
import { encodePathSegment, isObject, snakeCase, withoutSeparators } from '../../wire/index.ts';
import type { MockContext } from '../model/context.ts';
import { asObject } from '../model/object.ts';
import { type EntityPlace, idText } from '../model/place.ts';
import { documentedRecords } from './documented-records.ts';
import { parentIds } from './parent-ids.ts';

const ADDRESS = /^(?:ur[il]|href|self(?:_?(?:link|url))?|path)$/i;
const SAYS_OWN = /\b(?:ur[il]|link|path|address)\b[^.]*\b(?:of|for|to) (?:this|the) ([\w\s`-]+)/i;
const OTHERS = /web ?hook|callback|image|picture|avatar|logo|website|homepage|download|file|page/i;

/**
 * The paths of a record in the properties whose description calls them the address of the record: "The URI of this resource, relative to …". A property that
 * must be a whole URL has the first address of the document's servers, because that of the mock is not known here.
 */
export function ownAddresses(mock: MockContext, place: EntityPlace, key: string): JsonObject {
  const { own: names, links: maps, below: words } = factsOf(mock, place);
  if (names.length === 0 && maps.length === 0) return {};
  const forms = addressForms(mock, place, key);
  const [address] = forms;
  if (address === undefined) return {};
  const own = names.flatMap(([name, property]): readonly [string, Json][] => {
    const form = forms.find((each) => mock.validator.accepts(property, each, 'response'));
    return form === undefined ? [] : [[name, form]];
  });
  const shown = maps.flatMap(([name, property]): readonly [string, Json][] => {
    const start = (isRelative(mock, property) ? address : (forms.at(-1) ?? address)).replace(EXTENSION, '');
    const below = words.map((each) => [snakeCase(each.replace(EXTENSION, '')), `${start}/${each}`]);
    const links: Json = Object.fromEntries(below);
    return below.length > 0 && mock.validator.accepts(property, links, 'response') ? [[name, links]] : [];
  });
  return Object.fromEntries([...own, ...shown]);
}

/**
 * The address of a record in a form that shows it beside the id and little else, where the record itself has none: `{ id, uri }` in a list. The value is made
 * for one record.
 */
export function addressBesideId(
  mock: MockContext,
  place: EntityPlace,
  properties: ReadonlyMap<string, Schema>,
): readonly [name: string, value: (key: string) => string | undefined] | undefined {
  const id = place.resource.id?.property;
  if (id === undefined || !properties.has(id) || properties.size > MOST_BESIDE_ID) return undefined;
  const own = mock.fieldsOf(place.resource.schema).properties;
  const found = [...properties].find(([name, property]) => {
    const target = mock.api.deref(property);
    const isFree = typeof target === 'object' && target.examples === undefined && !own.has(name);
    return isFree && /^(?:ur[il]|href|self)$/i.test(name) && typesOf(mock.api, property).includes('string');
  });
  if (found === undefined) return undefined;
  const [name, property] = found;
  const fits = (form: string): boolean => mock.validator.accepts(property, form, 'response');
  return [name, (key) => addressForms(mock, place, key).find(fits)];
}

const MOST_BESIDE_ID = 3;

/** The resource name of a record, in the properties that have it: `projects/shop/secrets/db`. */
export function resourceNamesOf(
  mock: MockContext,
  place: EntityPlace,
  key: string,
): readonly (readonly [name: string, value: string])[] {
  const { called } = factsOf(mock, place);
  const path = called.length === 0 ? undefined : filledItemPath(mock, place, key, (value) => value);
  return called.flatMap(([name, property, start]): readonly [string, string][] => {
    const text = path?.slice(start);
    return text !== undefined && mock.validator.accepts(property, text, 'response') ? [[name, text]] : [];
  });
}

/** Whether records show where they are, as a resource name or a link, by which clients can read them. */
export function showsWhere(mock: MockContext, place: EntityPlace): boolean {
  const { called, named, linked } = factsOf(mock, place);
  return called.length + named.length + linked.length > 0;
}

/** The forms of a record's own address: its path, and whole URLs on the servers of the document. */
function addressForms(mock: MockContext, place: EntityPlace, key: string): readonly string[] {
  const path = filledItemPath(mock, place, key, encodePathSegment);
  if (path === undefined) return [];
  const address = (mock.api.basePaths[0] ?? '') + path;
  return [address, ...mock.api.origins.map((origin) => origin + address)];
}

/** The path of a record; undefined where the values of its parents are not known. */
function filledItemPath(
  mock: MockContext,
  place: EntityPlace,
  key: string,
  encode: (id: string) => string,
): string | undefined {
  const { itemPath, id } = place.resource;
  if (itemPath === undefined || id === undefined) return undefined;
  const values = parentIds(mock, place);
  let known = itemPath.includes(`{${id.parameter}}`);
  const path = filledTemplate(itemPath, (name) => {
    if (name === id.parameter) return encode(idText(place, key));
    const value = values.get(name);
    known &&= value !== undefined;
    return value ?? '';
  });
  return known ? path : undefined;
}

/** What a record calls its resource name. Other properties name other records in the same form. */
const RESOURCE_NAME = /^(?:(?:full)?(?:resource)?name|self(?:link)?|uri|path)$/;

/**
 * The properties with the resource name of the record, of which a description shows the form: `projects/*\/secrets/*`, or an example the whole
 * path: `/groups/g1/servers/s1`. The number is where the name begins in the path of the record.
 */
function resourceNames(mock: MockContext, { resource }: EntityPlace): AddressFacts['called'] {
  const { itemPath = '', id } = resource;
  const shown = documentedRecords(mock, resource, 1);
  return [...mock.fieldsOf(resource.schema).properties].flatMap(([name, property]) => {
    const target = mock.api.deref(property);
    if (typeof target === 'boolean' || name === id?.property || !typesOf(mock.api, property).includes('string'))
      return [];
    const forms = [
      ...shown.map((record) => record[name]),
      ...(target.examples ?? []),
      ...pathsIn(target.description ?? ''),
    ];
    if (WHOLE_PATH.test(withoutSeparators(name)) && forms.some((form) => isPathOf(form, itemPath)))
      return [[name, property, 0] as const];
    if (!RESOURCE_NAME.test(withoutSeparators(name))) return [];
    const front = isNamedBy(mock, resource, name) ? /^(.*?)[^/{}]+\/\{/.exec(itemPath)?.[1] : undefined;
    if (front !== undefined) return [[name, property, front.length] as const];
    const [start] = resourceNamesIn(target.description ?? '').flatMap((words) => {
      const end = new RegExp(`/${words.map((word) => `${word}/\\{[^{}]+\\}`).join('/')}$`).exec(itemPath);
      return end === null || itemPath.slice(0, end.index).includes('{') ? [] : [end.index + 1];
    });
    return start === undefined ? [] : [[name, property, start] as const];
  });
}

/** Whether the document has one parameter for the whole resource name of an item, which is called as the property is: `{name}`, `{book.name}`. */
function isNamedBy({ api }: MockContext, { itemPath }: Resource, property: string): boolean {
  const read = api.operations.find(({ path }) => path === itemPath);
  return read?.parameters.some(({ partOf }) => partOf?.split('.').at(-1) === property) === true;
}

/** What has the whole path of its record. */
const WHOLE_PATH = /^(?:(?:resource)?(?:id|name|uri|path)|self(?:link)?|href)$/;

/** The paths with parameters in a description: "Ex - /groups/{group}/servers/{name}". */
function pathsIn(description: string): readonly string[] {
  return [...description.matchAll(/(?:^|[\s`'"(])(\/[\w.-]+\/\{[^\s`'")]+\})/g)].map(([, path = '']) => path);
}

/** Whether a text is the path of an item, in examples with any values, or in words that stand for the last literals. */
function isPathOf(text: Json | undefined, itemPath: string): boolean {
  if (typeof text !== 'string' || !text.startsWith('/')) return false;
  const [words, own] = [text.split('/').slice(1), itemPath.split('/').slice(1)];
  const isAny = (segment: string): boolean => segment.startsWith('{');
  const literals = own.filter((segment) => !isAny(segment));
  const isGeneral = words.some(isAny) && words.length < own.length && (own.length - words.length) % 2 === 0;
  const isAlike = words.every((word, at) => {
    const segment = own[at] ?? '';
    return isAny(word) || (isAny(segment) ? word !== '' : word.toLowerCase() === segment.toLowerCase());
  });
  return own.length > 2 && literals.length > 1 && isAlike && (words.length === own.length || isGeneral);
}

/**
 * A record whose `links` say its own address under `self`, and the addresses of what is right below it under the names of these paths:
 * `{ self, members }`. A link is a string, or an object with `href`. Where links may have any names, these are all of them.
 */
export function withOwnLinks(mock: MockContext, place: EntityPlace, key: string, record: JsonObject): JsonObject {
  const { linked, named, below } = factsOf(mock, place);
  if (linked.length + named.length === 0) return record;
  const forms = addressForms(mock, place, key);
  const [address] = forms;
  if (address === undefined) return record;
  const whole = forms.length > 1 ? forms : [...forms, `http://localhost${address}`];
  const changed: Record<string, Json> = {};
  for (const [name, properties] of linked) {
    const links = asObject(record[name]);
    const shown = Object.entries(links).flatMap(([word, link]): readonly [string, Json][] => {
      const path = below.find((each) => withoutSeparators(each) === withoutSeparators(word));
      const property = properties.get(word);
      if (property === undefined || (path === undefined && word !== 'self')) return [];
      const end = path === undefined ? '' : `/${path}`;
      const addressed = whole.map((form) => linkTo(link, form + end));
      const form = addressed.find((each) => each !== undefined && mock.validator.accepts(property, each, 'response'));
      return form === undefined ? [] : [[word, form]];
    });
    if (shown.length > 0) changed[name] = { ...links, ...Object.fromEntries(shown) };
  }
  for (const [name, property] of named) {
    const form = whole.find((each) => mock.validator.accepts(property, { self: { href: each } }, 'response'));
    if (form === undefined || !(name in record)) continue;
    const others = below.map((path) => [path, { href: `${form}/${path}` }] as const);
    changed[name] = { self: { href: form }, ...Object.fromEntries(others) };
  }
  return Object.keys(changed).length === 0 ? record : { ...record, ...changed };
}

function linkTo(link: Json, address: string): Json | undefined {
  if (typeof link === 'string') return address;
  const inside = isObject(link) ? ['href', 'url', 'uri'].find((each) => typeof link[each] === 'string') : undefined;
  return isObject(link) && inside !== undefined ? { ...link, [inside]: address } : undefined;
}

/** The properties that hold links of declared names. */
function linkObjectsIn(mock: MockContext, { resource }: EntityPlace): AddressFacts['linked'] {
  return [...mock.fieldsOf(resource.schema).properties].flatMap(([name, property]) => {
    const { properties } = mock.fieldsOf(property);
    return LINKS.test(name) && properties.has('self') ? [[name, properties] as const] : [];
  });
}

/** The properties that hold links of any names, each an object with its `href`, as in HAL. */
function linkMapsIn(mock: MockContext, { resource }: EntityPlace): NamedSchemas {
  return [...mock.fieldsOf(resource.schema).properties].filter(([name, property]) => {
    const target = mock.api.deref(property);
    if (!LINKS.test(name) || typeof target === 'boolean' || target.properties !== undefined) return false;
    const { additionalProperties: link } = target;
    return typeof link === 'object' && mock.fieldsOf(link).properties.has('href');
  });
}

/** The ending of a path that says its format: `.json`. */
const EXTENSION = /\.(?:json|xml)$/;

function isRelative({ api }: MockContext, property: Schema): boolean {
  const target = api.deref(property);
  return typeof target === 'object' && /\brelative\b/i.test(target.description ?? '');
}

/** The last words of the paths right below an item: `Messages` of `/Conversations/{Sid}/Messages`. */
function linksBelow({ model }: MockContext, itemPath: string): readonly string[] {
  const segment = /^\/([^/{}]+)$/;
  return model.resources.flatMap(({ collectionPath = '' }) => {
    const behind = withoutLastName(collectionPath, itemPath);
    const word = behind === undefined ? undefined : segment.exec(behind)?.[1];
    return word === undefined ? [] : [word];
  });
}

/** What follows a path in a longer one, whatever their parameters are called. */
function withoutLastName(path: string, start: string): string | undefined {
  const [long, short] = [path.split('/'), start.split('/')];
  const isBelow = long.length > short.length && short.every((each, at) => isSameSegment(each, long[at] ?? ''));
  return isBelow ? `/${long.slice(short.length).join('/')}` : undefined;
}

function isSameSegment(one: string, other: string): boolean {
  return one === other || (one.startsWith('{') && other.startsWith('{'));
}

const LINKS = /^(?:_?links|(?:sub)?_?resource_?ur[il]s)$/i;

/** The properties that map the names of what is below a record to addresses. */
function linksIn(mock: MockContext, { resource }: EntityPlace): NamedSchemas {
  return [...mock.fieldsOf(resource.schema).properties].filter(([name, property]) => {
    const target = mock.api.deref(property);
    if (!LINKS.test(name) || typeof target === 'boolean' || target.properties !== undefined) return false;
    return target.format === 'uri-map' || /\bur[il]s? to access\b/i.test(target.description ?? '');
  });
}

type NamedSchemas = readonly (readonly [name: string, schema: Schema])[];

/** The properties of a resource that hold addresses, and the words of the paths right below it. */
interface AddressFacts {
  readonly own: NamedSchemas;
  readonly links: NamedSchemas;
  /** The properties of each object of links. */
  readonly linked: readonly (readonly [name: string, links: ReadonlyMap<string, Schema>])[];
  /** The properties that hold links of any names. */
  readonly named: NamedSchemas;
  readonly below: readonly string[];
  /** The properties that hold the resource name of the record, and where it begins in its path. */
  readonly called: readonly (readonly [name: string, schema: Schema, start: number])[];
}

const factsByResource = new WeakMap<object, AddressFacts>();

function factsOf(mock: MockContext, place: EntityPlace): AddressFacts {
  const { resource } = place;
  const found = factsByResource.get(resource);
  if (found !== undefined) return found;
  const links = linksIn(mock, place);
  const linked = linkObjectsIn(mock, place);
  const named = linkMapsIn(mock, place);
  const hasLinks = links.length + linked.length + named.length > 0;
  const below = hasLinks ? linksBelow(mock, resource.itemPath ?? '') : [];
  const facts = { own: addressesIn(mock, place), links, linked, named, below, called: resourceNames(mock, place) };
  factsByResource.set(resource, facts);
  return facts;
}

/** The properties with the record's own address. */
function addressesIn(mock: MockContext, { resource }: EntityPlace): NamedSchemas {
  return [...mock.fieldsOf(resource.schema).properties].filter(([name, property]) => {
    const target = mock.api.deref(property);
    // The address of the object in JSON-LD (§3.3), where the id of the record is another property.
    if (name === '@id' && resource.id?.property !== name) return typesOf(mock.api, property).includes('string');
    if (!ADDRESS.test(name) || typeof target === 'boolean' || target.examples !== undefined) return false;
    const [phrase, whose = ''] = SAYS_OWN.exec(target.description ?? '') ?? [];
    const isOwn =
      /\bresource\b|\bobject\b|\brecord\b/i.test(whose) || whose.toLowerCase().startsWith(resource.singular);
    return phrase !== undefined && isOwn && !OTHERS.test(phrase) && typesOf(mock.api, property).includes('string');
  });
}
