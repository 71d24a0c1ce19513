import type { Parameter, Schema } from '../../spec/index.ts';
import { wordsOf } from '../../spec/index.ts';
import { child } from '../model/pointers.ts';
import { clusterKey, plain } from '../model/words.ts';
import { holderIn } from './item-shape.ts';
import { type Shape, type Shapes, withAlternatives } from './shape.ts';

const ID_WORDS = [
  'id',
  'uuid',
  'guid',
  'slug',
  'name',
  'number',
  'key',
  'sha',
  'code',
  'login',
  'ref',
  'digest',
  'tag',
];
/** Names of ids: `/staff/{member}` names the item with that `id`. */
export const IDS: readonly string[] = ['id', 'uuid', 'guid', '_id'];
const OTHER_IDS = ['slug', 'key', 'code', 'name', 'login', 'number'];
const SYNONYMS: ReadonlyMap<string, readonly string[]> = new Map([
  ['username', ['login', 'name']],
  ['user', ['login']],
  ['owner', ['login']],
  ['index', ['number', 'iid']],
]);

/** The parameter that holds the id. `word` names the entity. */
interface WantedId {
  readonly parameter: string;
  readonly type: Schema | undefined;
  readonly word: string;
}

/**
 * Pointer of the property that a path parameter identifies, if the entity shows it. `word` is the literal
 * before the parameter: `/customers/{customer}`.
 */
export function matchId(shapes: Shapes, shape: Shape, wanted: WantedId): string | undefined {
  const { parameter, type, word } = oneId(shapes, wanted);
  const { named, fallback } = candidates(parameter, word);
  const found =
    firstOf(named, (name) => scalar(shapes, shape, { name, type, fits: isNameable })) ??
    // Properties of the parameter's own type come first: `{repo}` is a name, not a number.
    firstOf(fallback, (name) => scalar(shapes, shape, { name, type, fits: isAlike })) ??
    firstOf(fallback, (name) => scalar(shapes, shape, { name, type }));
  const id = found ?? (isIdOf(parameter, word) ? calledAlike(shapes, shape, parameter, type) : undefined);
  const property =
    id ??
    ofTheSameSchema(shapes, shape, type) ??
    describedAsId(shapes, shape, { parameter, type, word }) ??
    onlyProperty(shapes, shape, parameter, type) ??
    endOfName(shapes, shape, parameter, type);
  if (property !== undefined) return child('', property);
  const metadata = shape.properties.get('metadata');
  if (metadata !== undefined) {
    const inner = shapes.of(metadata);
    const within = inner.kind === 'object' ? scalar(shapes, inner, { name: plain(parameter), type }) : undefined;
    if (within !== undefined) return child(child('', 'metadata'), within);
  }
  const holder = holderIn(shapes, shape);
  const held = holder === undefined ? undefined : shapes.maybe(shape.properties.get(holder));
  const inside = held && firstOf(named, (name) => scalar(shapes, held, { name, type, fits: isNameable }));
  if (inside !== undefined) return child(child('', holder ?? ''), inside);
  const key = IDS.includes(plain(parameter))
    ? keyCalledAsItem(shapes, shape, word)
    : itemByKey(shapes, shape, { parameter, type, word });
  return key === undefined ? idOfNamed(shapes, shape, parameter, type) : child('', key);
}

/** The id of the object that a parameter names: `/user/id` for `{user_id}` of a member with its `user`. */
function idOfNamed(shapes: Shapes, shape: Shape, parameter: string, type?: Schema): string | undefined {
  const words = wordsOf(parameter);
  const last = words.at(-1) ?? '';
  if (words.length < 2 || !IDS.includes(last)) return undefined;
  const [[name, schema] = [], ...others] = shape.spelled(words.slice(0, -1).join(''));
  const named = shapes.maybe(schema);
  if (name === undefined || others.length > 0 || named?.kind !== 'object') return undefined;
  const id = firstOf([last, ...IDS], (each) => scalar(shapes, named, { name: plain(each), type }));
  return id === undefined ? undefined : child(child('', name), id);
}

/** The name that ends as the parameter does: `username` for `{subuser_name}`. */
function endOfName(shapes: Shapes, { properties }: Shape, parameter: string, type?: Schema): string | undefined {
  const wanted = plain(parameter);
  const found = [...properties].filter(
    ([name, schema]) =>
      plain(name).length > 'name'.length &&
      plain(name).endsWith('name') &&
      wanted.endsWith(plain(name)) &&
      isScalar(shapes, schema) &&
      compatible(shapes, schema, type),
  );
  return found.length === 1 ? found[0]?.[0] : undefined;
}

/** The only property of an entity, where its last word is the parameter: `{ recipient_email }` for `{email}`. */
function onlyProperty(shapes: Shapes, { properties }: Shape, parameter: string, type?: Schema): string | undefined {
  const [only, ...others] = properties;
  if (only === undefined || others.length > 0 || wordsOf(only[0]).at(-1) !== plain(parameter)) return undefined;
  return isScalar(shapes, only[1]) && compatible(shapes, only[1], type) ? only[0] : undefined;
}

/** The text called as the item is, where its description says that it identifies the item: the `collection` of a collection, “its unique name”. */
function keyCalledAsItem(shapes: Shapes, shape: Shape, word: string): string | undefined {
  const name = scalar(shapes, shape, { name: clusterKey(word), type: { type: 'string' } });
  const root = name === undefined ? undefined : shapes.of(shape.properties.get(name) ?? true).root;
  const says = typeof root === 'object' && root.enum === undefined ? (root.description ?? '') : '';
  return KEY_WORDS.test(says) ? name : undefined;
}

/** The text called as the item is, where the path names the item by a key: the `environment` of `/environments/{envKey}`, the `branch` of `{branchName}`. */
function itemByKey(shapes: Shapes, shape: Shape, { parameter, type, word }: WantedId): string | undefined {
  const words = wordsOf(parameter);
  const front = plain(words.slice(0, -1).join(''));
  const subject = clusterKey(word);
  if (words.length < 2 || front.length < 3 || !subject.startsWith(front)) return undefined;
  if (!['key', 'name', 'slug', 'code'].includes(words.at(-1) ?? '')) return undefined;
  const name = scalar(shapes, shape, { name: subject, type: type ?? { type: 'string' }, fits: isAlike });
  const types = name === undefined ? [] : scalarTypesOf(shapes, shape.properties.get(name) ?? true);
  return types.includes('string') ? name : undefined;
}

const KEY_WORDS = /\b(unique|key|identifier|identifies)\b/i;

const SEVERAL: ReadonlyMap<string, string> = new Map(IDS.map((id) => [`${plain(id)}s`, plain(id)]));

/** The name of one id, where a parameter is named after several: `user_id` for `{user_ids}`; `undefined` for others. */
export function nameOfOne(parameter: string, word: string): string | undefined {
  const words = wordsOf(parameter);
  const one = SEVERAL.get(words.at(-1) ?? '');
  if (one !== undefined) return [...words.slice(0, -1), one].join('_');
  const glued = [...SEVERAL].find(([several]) => plain(parameter) === clusterKey(word) + several);
  return glued === undefined ? undefined : `${clusterKey(word)}_${glued[1]}`;
}

/** One id of a parameter that holds several (`{ids}`, or an array). */
export function oneId(shapes: Shapes, { parameter, type, word }: WantedId): WantedId {
  const root = shapes.maybe(type)?.root;
  const items = typeof root === 'object' && [root.type].flat().includes('array') ? root.items : undefined;
  return { parameter: nameOfOne(parameter, word) ?? parameter, type: items ?? type, word };
}

/** The only property with the schema of a parameter, where that is an enumeration that both refer to: `{rule}` and `type` of a `RuleType`. */
function ofTheSameSchema(shapes: Shapes, { properties }: Shape, type: Schema | undefined): string | undefined {
  const root = shapes.maybe(type)?.root;
  if (typeof root !== 'object' || root.enum === undefined) return undefined;
  const found = [...properties].filter(([, schema]) => shapes.of(schema).root === root);
  return found.length === 1 ? found[0]?.[0] : undefined;
}

/**
 * The only property that is described as what tells entities of this name apart, and ends in the same word as the parameter: `api_key`,
 * "Unique subaccount ID", for `{subaccount_key}`.
 */
function describedAsId(shapes: Shapes, { properties }: Shape, { parameter, type, word }: WantedId): string | undefined {
  const last = wordsOf(parameter).at(-1) ?? '';
  const subject = clusterKey(word);
  if (!ID_WORDS.includes(last) || subject === '') return undefined;
  const found = [...properties].filter(([name, schema]) => {
    const { root } = shapes.of(schema);
    const text = typeof root === 'object' ? (root.description ?? '') : '';
    const [sentence = ''] = /^(?:an? |the )?uni(?:que|quely)\b[^.]*/i.exec(text.trim()) ?? [];
    const named = clusterKey(sentence.replaceAll(/[^A-Za-z]+/g, '')).includes(subject);
    return named && wordsOf(name).at(-1) === last && isScalar(shapes, schema) && compatible(shapes, schema, type);
  });
  return found.length === 1 ? found[0]?.[0] : undefined;
}

/** Whether a parameter is an id named after the preceding word: `/rules/{ruleId}`. */
function isIdOf(parameter: string, word: string): boolean {
  const words = wordsOf(parameter);
  const owner = clusterKey(words.slice(0, -1).join(''));
  return words.length > 1 && IDS.includes(words.at(-1) ?? '') && owner === clusterKey(word);
}

/**
 * The property with a similar name: `authorization_uuid` for `{authorizationId}`, or a single
 * `userDefinedRuleId` for `{ruleId}`.
 */
function calledAlike(shapes: Shapes, shape: Shape, parameter: string, type?: Schema): string | undefined {
  const owner = clusterKey(wordsOf(parameter).slice(0, -1).join(''));
  const other = firstOf(
    IDS,
    (id) => scalar(shapes, shape, { name: `${owner}${plain(id)}`, type }) ?? scalar(shapes, shape, { name: id, type }),
  );
  if (other !== undefined) return other;
  const longer = [...shape.properties].filter(
    ([name, schema]) =>
      plain(name).endsWith(plain(parameter)) && isScalar(shapes, schema) && compatible(shapes, schema, type),
  );
  return longer.length === 1 ? longer[0]?.[0] : undefined;
}

function firstOf(names: readonly string[], find: (name: string) => string | undefined): string | undefined {
  for (const name of names) {
    const found = find(name);
    if (found !== undefined) return found;
  }
  return undefined;
}

interface Candidates {
  readonly named: readonly string[];
  /** Common names of ids, for any parameter. */
  readonly fallback: readonly string[];
}

/** Property names for a parameter, in order of preference, in the spelling of `plain`. */
function candidates(parameter: string, word: string): Candidates {
  const subject = clusterKey(word);
  const words = wordsOfId(parameter, subject);
  const last = words.at(-1) ?? '';
  const named = [plain(parameter)];
  if (words.length > 1 && ID_WORDS.includes(last)) named.push(last);
  // The words after the name of the item: `id` for `{orderId}`, `objectid` for `{applicationObjectId}` of applications.
  // So are the words after a longer name: `userid` for `{story_collaborator_userid}` of collaborators.
  const isItem = (name: string): boolean => subject.endsWith(name) || (subject !== '' && name.endsWith(subject));
  const ends = words.map((_, at) => at).filter((at) => at > 0 && isItem(clusterKey(words.slice(0, at).join(''))));
  for (const at of ends.toReversed()) named.push(words.slice(at).join(''));
  // `/orders/{id}` of what shows an `orderId`.
  if (words.length === 1 && ID_WORDS.includes(last) && subject !== '')
    named.push(`${subject}${last}`, `${clusterKey(wordsOf(word).at(-1) ?? '')}${last}`);
  // `/orders/{idValue}` of what shows an `orderId`.
  if (words.length > 1 && words[0] === 'id' && subject !== '') named.push(`${subject}id`);
  named.push(...(SYNONYMS.get(plain(parameter)) ?? []));
  // `/customers/{customer}` and `/payment_intents/{intent}`: the parameter is named after the
  // resource, so it may be any of its ids.
  const isBare = !ID_WORDS.includes(last) || words.length === 1;
  // `token` of `/upload-tokens/{uploadToken}`.
  const kind = words.length > 1 && clusterKey(parameter) === subject ? [last] : [];
  // `username` for `/members/{user}`, `identityName` for `/identities/{mailIdentity}`.
  const thing = words.length > 1 && subject !== '' && clusterKey(parameter).endsWith(subject) ? subject : '';
  const called = words.length === 1 ? plain(parameter) : thing;
  const longer = called !== '' && !ID_WORDS.includes(last) ? [`${called}id`, `${called}name`] : [];
  // A token that has no id is named by its secret, not by what a person calls it.
  const secret = plain(parameter) === 'token' ? ['secret'] : [];
  const ids = isThing(parameter, word) ? [...IDS, ...secret, ...OTHER_IDS] : IDS;
  return { named, fallback: isBare ? [...ids, ...kind, ...longer] : [] };
}

/** The words of a parameter, also where the name of the item stands before `id` without a separator: `/orders/{orderid}`. */
function wordsOfId(parameter: string, subject: string): readonly string[] {
  const words = wordsOf(parameter);
  const glued =
    words.length > 1 || subject === '' ? undefined : IDS.find((id) => plain(parameter) === subject + plain(id));
  return glued === undefined ? words : [subject, glued];
}

function isThing(parameter: string, word: string): boolean {
  const [a, b] = [clusterKey(parameter), clusterKey(word)];
  return a === 'id' || b.endsWith(a) || a.endsWith(b) || a.startsWith(b);
}

/** A property by its name and type. */
interface WantedProperty {
  readonly name: string;
  readonly type: Schema | undefined;
  readonly fits?: typeof compatible | undefined;
}

function scalar(shapes: Shapes, shape: Shape, { name, type, fits = compatible }: WantedProperty): string | undefined {
  for (const [property, schema] of shape.spelled(name))
    if (isScalar(shapes, schema) && fits(shapes, schema, type)) return property;
  return undefined;
}

/** Whether two schemas can have an equal value, without a conversion between numbers and strings. */
function isAlike(shapes: Shapes, a: Schema, b: Schema | undefined): boolean {
  const isText = b !== undefined && scalarTypesOf(shapes, b).every((type) => type === 'string' || type === 'null');
  const isCount = scalarTypesOf(shapes, a).some((type) => type === 'integer' || type === 'number');
  return compatible(shapes, a, b) && !(isText && isCount && !scalarTypesOf(shapes, a).includes('string'));
}

/** Whether both types can write the same key: a number in a path may be a string in the entity. */
function isNameable(shapes: Shapes, a: Schema, b: Schema | undefined): boolean {
  if (compatible(shapes, a, b)) return true;
  const isNumber = b !== undefined && scalarTypesOf(shapes, b).some((type) => type === 'integer' || type === 'number');
  return isNumber && scalarTypesOf(shapes, a).includes('string') && !hasFormat(shapes, a);
}

function hasFormat(shapes: Shapes, schema: Schema): boolean {
  const { root } = shapes.of(schema);
  return (
    typeof root === 'object' && (root.format !== undefined || root.pattern !== undefined || root.enum !== undefined)
  );
}

export function isScalar(shapes: Shapes, schema: Schema): boolean {
  const types = scalarTypesOf(shapes, schema);
  return types.length === 0 ? shapes.of(schema).kind === 'other' : types.some((t) => SCALARS.has(t));
}

const SCALARS = new Set<string>(['string', 'integer', 'number', 'boolean']);

/**
 * Whether two schemas can have an equal value by their types. A string may contain a number: `{id}` is
 * often a string.
 */
export function compatible(shapes: Shapes, a: Schema, b: Schema | undefined): boolean {
  if (b === undefined) return true;
  const [left, right] = [scalarTypesOf(shapes, a), scalarTypesOf(shapes, b)].map((types) =>
    types.filter((t) => t !== 'null'),
  );
  if (left === undefined || right === undefined || left.length === 0 || right.length === 0) return true;
  if (left.some((type) => right.includes(type))) return true;
  const numeric = (types: readonly string[]): boolean => types.includes('integer') || types.includes('number');
  return (numeric(left) && numeric(right)) || (numeric(left) && right.includes('string'));
}

export function scalarTypesOf(shapes: Shapes, schema: Schema): readonly string[] {
  const { root } = shapes.of(schema);
  if (typeof root === 'boolean') return [];
  const own = [root.type ?? []].flat();
  if (own.length > 0) return own;
  return [...(root.anyOf ?? []), ...(root.oneOf ?? []), ...(root.allOf ?? [])].flatMap((part) => {
    const inner = shapes.of(part).root;
    return typeof inner === 'object' ? [inner.type ?? []].flat() : [];
  });
}

/**
 * Pointer of the property that repeats a path parameter above the collection: `site_id` under
 * `/sites/{site_id}/deploys`, `customer`, `identity/id`, `metadata/namespace`, `owner/login`.
 */
export function matchOwner(shapes: Shapes, shape: Shape, parameter: string, word: string): string | undefined {
  const subject = clusterKey(word);
  const last = wordsOf(parameter).at(-1) ?? '';
  const isBare = ID_WORDS.includes(plain(parameter));
  // `category_id` of what is below `/interest-categories`.
  const [, ...endOfWord] = wordsOf(word);
  const names = [
    ...(isBare ? [] : [plain(parameter)]),
    ...(subject === '' ? [] : [`${subject}${last}`, `${subject}id`, subject]),
    ...(endOfWord.length === 0 ? [] : [`${clusterKey(endOfWord.at(-1) ?? '')}id`]),
  ];
  for (const name of names) {
    for (const [property, schema] of shape.spelled(name)) {
      if (isScalar(shapes, schema)) return child('', property);
      const inner = shapes.of(schema);
      if (inner.kind !== 'object') continue;
      const id =
        matchId(shapes, inner, { parameter, type: undefined, word }) ??
        matchId(shapes, inner, { parameter: 'id', type: undefined, word });
      if (id !== undefined) return child('', property) + id;
    }
  }
  const named = namedByType(shapes, shape) ?? kindBeside(shapes, shape, subject);
  if (named !== undefined && isBareOrOwn(parameter, subject)) return named;
  const metadata = shape.properties.get('metadata');
  const found =
    metadata === undefined
      ? undefined
      : scalar(shapes, shapes.of(metadata), { name: plain(parameter), type: undefined });
  return found === undefined || isBare ? undefined : child(child('', 'metadata'), found);
}

/** Words for what a thing is about, whatever that is. */
const ANYTHING = ['resource', 'parent', 'owner', 'subject', 'target', 'entity', 'object', 'source'];

/** The id of what a thing is about, where its kind stands beside it: `resource_id` beside `resource_type`. */
function namedByType(shapes: Shapes, shape: Shape): string | undefined {
  for (const word of ANYTHING) {
    const [id] = shape.spelled(`${word}id`);
    const [type] = shape.spelled(`${word}type`);
    if (id !== undefined && type !== undefined && isScalar(shapes, id[1]) && isScalar(shapes, type[1]))
      return child('', id[0]);
  }
  return undefined;
}

/**
 * The id in an object that says of which kind a thing is: `item: { id, type: "file" }` of what is below files. Of several such
 * objects, the one that is named as what a thing is about counts.
 */
function kindBeside(shapes: Shapes, shape: Shape, subject: string): string | undefined {
  const found = [...shape.properties].flatMap(([name, schema]) => {
    const forms = withAlternatives(shapes, shapes.of(schema)).filter(({ kind }) => kind === 'object');
    const ids = forms.flatMap((form) => (saysKind(shapes, form, subject) ? [idIn(shapes, form)] : []));
    return ids[0] === undefined ? [] : [{ name, pointer: child(child('', name), ids[0]) }];
  });
  const about = found.length > 1 ? found.filter(({ name }) => ['item', ...ANYTHING].includes(plain(name))) : found;
  return about.length === 1 ? about[0]?.pointer : undefined;
}

function idIn(shapes: Shapes, { properties }: Shape): string | undefined {
  return IDS.find((name) => isScalar(shapes, properties.get(name) ?? false) && properties.has(name));
}

/** Whether the `type` of an object is a kind, by its enumeration or its examples. */
function saysKind(shapes: Shapes, { properties }: Shape, kind: string): boolean {
  const type = properties.get('type');
  const root = type === undefined ? undefined : shapes.of(type).root;
  if (typeof root !== 'object' || kind === '') return false;
  const values = root.enum ?? [root.const, ...(root.examples ?? [])];
  return values.some((value) => typeof value === 'string' && clusterKey(value) === kind);
}

/** Whether a path parameter names what stands in front of it by its id: `{id}` or `{droplet_id}` of droplets. */
function isBareOrOwn(parameter: string, subject: string): boolean {
  const name = plain(parameter);
  return ID_WORDS.includes(name) || (subject !== '' && ID_WORDS.some((word) => name === subject + word));
}

export function schemaOf(parameters: readonly Parameter[], name: string): Schema | undefined {
  return parameters.find((p) => p.in === 'path' && p.name === name)?.schema;
}
