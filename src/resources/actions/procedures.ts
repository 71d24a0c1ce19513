import { type Operation, type Parameter, type Schema, unnamedTemplate, wordsOf } from '../../spec/index.ts';
import type { Role, RoleKind } from '../model/model.ts';
import { pathKey, type Segment, segmentsOf, templateOf } from '../model/paths.ts';
import { clusterKey, plain, singular } from '../model/words.ts';
import { answerSchemas, requestSchema } from '../schema/bodies.ts';
import { scalarTypesOf } from '../schema/identity.ts';
import type { Shapes } from '../schema/shape.ts';
import { CREDENTIALS, callIdIn, type Name, namesIn } from './call-names.ts';
import { callsOnQueryItems } from './query-items.ts';
import { verbCallsOn, verbPhrases } from './verb-calls.ts';

/**
 * A call by name (`POST /templates/info`, `GET /users.info?user=`), and the equivalent operation on a
 * resource (`GET /templates/{name}`).
 */
export interface Procedure {
  readonly stands: Operation;
  readonly says: NonNullable<Role['says']>;
  readonly why: string;
  /** Whether it names an item. */
  readonly isOfItem: boolean;
  /** The only role that it may have. */
  readonly kind: RoleKind;
  /** The name of the item's id in the call. On lists and creates: in the calls that name an item. Absent if no call names one. */
  readonly name?: string;
  /** On `replace`: it also creates the item (`put`). */
  readonly places?: true;
}

type Deed = Extract<RoleKind, 'list' | 'read' | 'create' | 'replace' | 'patch' | 'delete'>;

/** Beside it, `get` lists: `/institutions/get` and `/institutions/get_by_id`. */
const BY_ID = 'getbyid';

const DEEDS: Readonly<Record<Deed, readonly string[]>> = {
  list: ['list', 'getall', 'listall', 'findall', 'all'],
  read: ['info', 'get', 'getone', 'show', 'read', 'retrieve', 'describe', 'detail', 'details', 'fetch', BY_ID],
  create: ['create', 'add', 'new', 'insert', 'register', 'upload'],
  replace: [],
  patch: ['update', 'edit', 'modify'],
  delete: ['delete', 'remove', 'destroy'],
};
// The keys of DEEDS are exactly the values of the type.
const DEED_OF: ReadonlyMap<string, Deed> = new Map(
  (Object.keys(DEEDS) as Deed[]).flatMap((deed) => DEEDS[deed].map((word) => [word, deed] as const)),
);
/** Words behind a noun that tell of one item: `pool-info`. */
const TELLS = new Set(['info', 'details']);
/** A quick test for paths that may be calls by name, so that few paths of a large document must be split. */
const MAY_CALL = new RegExp(
  `[/.][^a-z\\d/.{]*(?:${[...new Set([...DEED_OF.keys()].map((word) => word.slice(0, 3)))].join('|')})[^/{]*(?:[.]\\{\\w+\\}|/(?:json|xml))?/?$|[a-z\\d][-_](?:info|details)(?:[.]\\{\\w+\\}|[.]json)?/?$`,
  'i',
);
const METHODS: Readonly<Record<Deed, string>> = {
  list: 'GET',
  read: 'GET',
  create: 'POST',
  replace: 'PUT',
  patch: 'PATCH',
  delete: 'DELETE',
};

interface Call {
  readonly operation: Operation;
  readonly deed: Deed;
  /** The path of the resource that the call is about. */
  readonly base: readonly Segment[];
}

/**
 * The calls by name of a document: at least two on one noun, one of which lists or reads. If that noun has
 * a path of its own (`/containers` beside `/containers/create`), the document has resources already. Reads
 * paths only, except for calls that name an item.
 */
export function findProcedures(
  shapes: Shapes,
  operations: readonly Operation[],
  reading: 'names' | 'names and summaries' = 'names',
): ReadonlyMap<Operation, Procedure> {
  const groups = new Map<string, Call[]>();
  for (const operation of operations) {
    const call = callOf(operation);
    if (call === undefined) continue;
    const key = nounOf(call.base);
    groups.set(key, [...(groups.get(key) ?? []), call]);
  }
  for (const [key, calls] of groups) groups.set(key, besideById(calls));
  const lists = plainLists(shapes, operations, groups);
  for (const [key, list] of lists) groups.set(key, [...(groups.get(key) ?? []), list]);
  joinVerbCalls(shapes, operations, groups);
  for (const [key, calls] of groups) if (!isWhole(calls)) groups.delete(key);
  if (reading !== 'names') {
    const named = new Set([...groups.values()].flatMap((calls) => calls.map(({ operation }) => operation)));
    for (const calls of callsBySummary(
      shapes,
      operations.filter((each) => !named.has(each)),
    ))
      if (isWhole(calls)) groups.set(nounOf(calls[0]?.base ?? []), calls);
  }
  const fronts = new Set([...groups.values()].map(([call]) => pathKey(call?.base.slice(0, -1) ?? [])));
  const listing = new Set([...lists.values()].map(({ operation }) => operation));
  for (const operation of groups.size === 0 ? [] : operations)
    if (!listing.has(operation) && fronts.has(frontOf(operation.path))) groups.delete(pathNoun(operation.path));
  for (const calls of reading === 'names' ? callsOnQueryItems(shapes, operations) : [])
    groups.set(nounOf(calls[0]?.base ?? []), [...calls]);
  const acts = groups.size === 0 ? [] : operations.flatMap((operation) => actOf(operation) ?? []);
  return new Map(
    [...groups].flatMap(([key, calls]) =>
      proceduresIn(
        shapes,
        calls,
        acts.filter(({ noun }) => noun === key),
      ),
    ),
  );
}

/** A call that does something else to an item: `POST /templates/publish` beside `/templates/info`. */
interface ActCall {
  readonly operation: Operation;
  readonly noun: string;
  readonly verb: string;
}

/** Adjectives in front of a noun: `/relatedBook` is another book than the one that the call names. */
const WHICH_ONE =
  /^(?:related|similar|next|previous|prev|last|latest|first|random|new|my|own|all|other|popular|recommended|recent|current|default|parent|child|sub|main|best|top)$/;

function actOf(operation: Operation): ActCall | undefined {
  if (operation.method !== 'POST' || operation.path.includes('{')) return undefined;
  const segments = segmentsOf(operation.path);
  const last = segments.at(-1);
  if (last?.kind !== 'literal') return undefined;
  const dottedNames = last.text.split('.').filter((part) => part !== '');
  const verb = dottedNames.at(-1) ?? '';
  const [first = '', ...about] = wordsOf(verb);
  const isSetting = dottedNames.length > 1 && about.length === 1 && first === 'set';
  if (DEED_OF.has(plain(verb))) return undefined;
  // `/publishBook`: the noun stands behind the verb.
  if (about.length > 0 && dottedNames.length === 1)
    return DEED_OF.has(first) || WHICH_ONE.test(first)
      ? undefined
      : { operation, noun: nounOf(besideNoun(segments.slice(0, -1), about.join('_'))), verb: first };
  if (about.length > 0 && !isSetting) return undefined;
  const base = [
    ...segments.slice(0, -1),
    ...dottedNames.slice(0, -1).map((part) => ({ kind: 'literal', text: part }) as const),
  ];
  return base.at(-1)?.kind === 'literal' ? { operation, noun: nounOf(base), verb } : undefined;
}

/**
 * The POSTs on a plural that list what calls beside them create or delete: `/inbound/domains` beside `/inbound/add-domain`. Nothing else
 * stands on that path or below it.
 */
function plainLists(
  shapes: Shapes,
  operations: readonly Operation[],
  groups: ReadonlyMap<string, readonly Call[]>,
): ReadonlyMap<string, Call> {
  const fronts = new Set([...groups.values()].map(([call]) => pathKey(call?.base.slice(0, -1) ?? [])));
  const there = new Map<string, Operation[]>();
  for (const operation of groups.size === 0 ? [] : operations) {
    if (!fronts.has(frontOf(operation.path))) continue;
    const key = pathNoun(operation.path);
    if (groups.has(key)) there.set(key, [...(there.get(key) ?? []), operation]);
  }
  return new Map(
    [...there].flatMap(([key, [only, ...others]]) => {
      const calls = groups.get(key) ?? [];
      const base = segmentsOf(only?.path ?? '');
      const last = base.at(-1);
      if (only?.method !== 'POST' || others.length > 0 || last?.kind !== 'literal') return [];
      if (singular(last.text) === last.text || calls.some(({ deed }) => deed === 'list')) return [];
      const isListing = answerSchemas(only).some((schema) => {
        const { kind, items } = shapes.of(schema);
        return kind === 'array' && items !== undefined && shapes.of(items).kind === 'object';
      });
      return isListing ? [[key, { operation: only, deed: 'list', base }] as const] : [];
    }),
  );
}

/** Calls of a noun in which `get` lists, if another one gets by id and none lists. */
function besideById(calls: Call[]): Call[] {
  const isById = ({ operation }: Call): boolean =>
    plain(operation.path.slice(operation.path.lastIndexOf('/'))) === BY_ID;
  if (!calls.some(isById) || calls.some(({ deed }) => deed === 'list')) return calls;
  return calls.map((call) => (call.deed === 'read' && !isById(call) ? { ...call, deed: 'list' } : call));
}

/** Whether the calls cover a resource: items that can only be deleted may be created by an unknown call. */
function isWhole(calls: readonly Call[]): boolean {
  if (isListAlone(calls)) return true;
  const deeds = new Set(calls.map(({ deed }) => deed));
  return (
    deeds.size >= 2 &&
    (deeds.has('list') || deeds.has('create') || deeds.has('replace') || (deeds.has('read') && deeds.has('patch')))
  );
}

/** Whether a plural has nothing but the call that lists it: `GET /stations/list`. */
function isListAlone([only, ...others]: readonly Call[]): boolean {
  if (only?.deed !== 'list' || others.length > 0) return false;
  const { method, path } = only.operation;
  const noun = only.base.at(-1);
  const isCalled = method === 'GET' && /\/list\/?$/i.test(path) && !path.includes('{');
  return isCalled && noun?.kind === 'literal' && singular(noun.text) !== noun.text;
}

/** Adds the calls that send items of a noun (`/sendPhoto`) or change parts of them (`/setChatTitle`) to its group. */
function joinVerbCalls(shapes: Shapes, operations: readonly Operation[], groups: Map<string, Call[]>): void {
  const phrases = verbPhrases(operations);
  for (const [key, calls] of phrases.size === 0 ? [] : [...groups]) {
    const [first] = calls;
    if (first === undefined) continue;
    const reading = calls.filter(({ deed }) => deed === 'read').map(({ operation }) => operation);
    const deleting = calls.filter(({ deed }) => deed === 'delete').map(({ operation }) => operation);
    const found = verbCallsOn(shapes, phrases, {
      base: first.base,
      naming: [...reading, ...deleting],
      reading,
      isWhole: isWhole(calls),
    }).filter(({ operation }) => !calls.some((call) => call.operation === operation));
    const joined = new Set(found.map(({ operation }) => operation));
    for (const [other, theirs] of groups)
      groups.set(
        other,
        theirs.filter(({ operation }) => !joined.has(operation)),
      );
    groups.set(key, [...calls, ...found.map((each): Call => ({ ...each, base: first.base }))]);
  }
}

/** The noun of a path in the singular. */
function nounOf(base: readonly Segment[]): string {
  const last = base.at(-1);
  return `${pathKey(base.slice(0, -1))}/${last?.kind === 'literal' ? (last.versioned ?? clusterKey(last.text)) : ''}`;
}

/** The part of a path before its last segment, without splitting the path. */
function frontOf(path: string): string {
  const outline = unnamedTemplate(path.replace(/\/(?:(?:json|xml)\/?)?$/i, ''));
  const word = outline.replace(/(?:\/\{\}[^/]*)+$/, '');
  return word.slice(0, word.lastIndexOf('/'));
}

/** The noun of a path that is one, or that names an item of it. */
function pathNoun(path: string): string {
  const segments = segmentsOf(path);
  const end = segments.findLastIndex((segment) => segment.kind === 'literal');
  return nounOf(segments.slice(0, end + 1));
}

function callOf(operation: Operation): Call | undefined {
  const { method, path } = operation;
  if ((method !== 'GET' && method !== 'POST') || !MAY_CALL.test(path)) return undefined;
  const segments = segmentsOf(path);
  const last = segments.at(-1);
  if (last?.kind !== 'literal' || segments.some(({ kind }) => kind === 'mixed')) return undefined;
  // `/servers/{id}/actions/add_route` is an action on the item in front.
  if (segments.some((segment) => segment.kind === 'literal' && /^(?:actions?|commands?)$/i.test(segment.text)))
    return undefined;
  const found = deedIn(segments.slice(0, -1), last.text);
  if (found === undefined) return undefined;
  const isReading = found.deed === 'list' || found.deed === 'read';
  return method === 'POST' || isReading ? { operation, ...found } : undefined;
}

function deedIn(front: readonly Segment[], text: string): Omit<Call, 'operation'> | undefined {
  const dottedNames = text.split('.').filter((part) => part !== '');
  const verb = dottedNames.at(-1) ?? '';
  const base = [...front, ...dottedNames.slice(0, -1).map((part) => ({ kind: 'literal', text: part }) as const)];
  const deed = DEED_OF.get(plain(verb));
  if (deed !== undefined) return base.at(-1)?.kind === 'literal' ? { deed, base } : undefined;
  const [first = '', ...words] = wordsOf(verb);
  const end = words.at(-1) ?? '';
  // `pool-info`: no verb, and what of the noun it tells.
  if (!DEED_OF.has(first) && TELLS.has(end) && dottedNames.length === 1)
    return { deed: 'read', base: [...front, { kind: 'literal', text: [first, ...words.slice(0, -1)].join('_') }] };
  const done = DEED_OF.get(first);
  const isPlain = words[0] !== 'all' && (words[0] !== 'new' || done !== 'create');
  const rest = isPlain ? words : words.slice(1);
  // `/#X-Amz-Target=Shop.GetOrder`: a header field has the name of the call.
  const isField = text.includes('=');
  if (done === undefined || rest.length === 0 || (dottedNames.length > 1 && !isField)) return undefined;
  const noun = rest.join('_');
  const isMany = singular(noun) !== noun;
  if (isMany && done !== 'list' && done !== 'read') return undefined;
  return { deed: isMany ? 'list' : done, base: besideNoun(front, noun) };
}

/** The path of what a call names behind its verb: `/books` of `/books/getBook`, and of `/getBook` too. */
function besideNoun(front: readonly Segment[], noun: string): readonly Segment[] {
  const above = front.at(-1);
  const isRepeated = above?.kind === 'literal' && clusterKey(above.text) === clusterKey(noun);
  return isRepeated ? front : [...front, { kind: 'literal', text: noun }];
}

function proceduresIn(
  shapes: Shapes,
  calls: readonly Call[],
  acts: readonly ActCall[],
): readonly (readonly [Operation, Procedure])[] {
  const base = (calls.find(({ deed }) => deed === 'list') ?? calls[0])?.base ?? [];
  const done = (deed: Deed): readonly Call[] => calls.filter((each) => each.deed === deed);
  const naming = (['read', 'delete', 'patch'] as const).map(done).find((each) => each.length > 0) ?? [];
  // Of the calls that read in two ways (GET and POST), one may say nothing of the id.
  const [named] = naming.flatMap(({ operation }) => callIdIn(shapes, operation, base) ?? []);
  const own = named ?? sharedName(shapes, calls);
  const found = calls.flatMap((call) => {
    const procedure = procedureOf(shapes, { ...call, base }, own);
    return procedure === undefined ? [] : [[call.operation, procedure] as const];
  });
  if (found.length < 2 && !isListAlone(calls)) return [];
  const known = new Set(found.map(([operation]) => operation));
  const others = acts.filter(({ operation }) => !known.has(operation));
  return [...found, ...others.flatMap((act) => actProcedure(shapes, act, base, own) ?? [])];
}

/** `POST /templates/publish` with `{ name }` as `POST /templates/{name}/publish`. */
function actProcedure(
  shapes: Shapes,
  { operation, verb }: ActCall,
  base: readonly Segment[],
  own: Name | undefined,
): readonly [Operation, Procedure][] {
  const name =
    own === undefined ? undefined : namesIn(shapes, operation).find(({ text }) => plain(text) === plain(own.text));
  if (name === undefined) return [];
  const path = `${templateOf(base)}/{${name.text}}/${verb}`;
  const id = parameterOf(operation, name.text, 'path', name.schema);
  const stands = standIn(operation, 'POST', path, () => [...operation.parameters, id]);
  const why = reasonOfName(operation, 'POST', path);
  return [[operation, { says: name.says, stands, why, isOfItem: true, kind: 'action', name: name.text }]];
}

/**
 * `own` is the parameter by which a read or delete names an item. Other ids of an update may be values that
 * it sets.
 */
function procedureOf(shapes: Shapes, { operation, deed, base }: Call, own: Name | undefined): Procedure | undefined {
  const path = templateOf(base);
  const method = METHODS[deed];
  if (deed === 'create' || deed === 'list') {
    const says = deed === 'list' && operation.method === 'POST' ? 'body' : 'query';
    const parameters = (): readonly Parameter[] =>
      says === 'body' ? [...operation.parameters, ...bodyAsQuery(shapes, operation)] : operation.parameters;
    const stands = standIn(operation, method, path, parameters);
    const why = reasonOfName(operation, method, path);
    return { says, stands, why, isOfItem: false, kind: deed, ...(own === undefined ? {} : { name: own.text }) };
  }
  const name =
    own === undefined ? undefined : namesIn(shapes, operation).find(({ text }) => plain(text) === plain(own.text));
  if (name === undefined) return undefined;
  const item = `${path}/{${name.text}}`;
  const id = parameterOf(operation, name.text, 'path', name.schema);
  const parameters = (): readonly Parameter[] => [...operation.parameters, id];
  const stands = standIn(operation, method, item, parameters);
  const why = reasonOfName(operation, method, item);
  const places = deed === 'replace' ? { places: true as const } : {};
  return { says: name.says, stands, why, isOfItem: true, kind: deed, name: name.text, ...places };
}

function reasonOfName({ path }: Operation, method: string, instead: string): string {
  return `${path} says by name what ${method} ${instead} would`;
}

/** The same operation, with another method and path. */
function standIn(
  operation: Operation,
  method: string,
  path: string,
  parameters: () => readonly Parameter[],
): Operation {
  const stands: Operation = Object.create(operation, {
    method: { value: method },
    path: { value: path },
    parameters: { get: parameters },
  });
  return stands;
}

/**
 * The property by which calls name an item where none has a usual name: the first one that those that create and those
 * that delete take. Not a credential, which calls of other groups take as well.
 */
function sharedName(shapes: Shapes, calls: readonly Call[]): Name | undefined {
  const made = calls.find(({ deed }) => deed === 'create' || deed === 'replace');
  const gone = calls.find(({ deed }) => deed === 'delete');
  if (made === undefined || gone === undefined) return undefined;
  const taken = new Set(namesIn(shapes, made.operation).map(({ text }) => text));
  return namesIn(shapes, gone.operation).find(
    ({ text, schema }) => taken.has(text) && !scalarTypesOf(shapes, schema).includes('boolean'),
  );
}

const VERBS: Readonly<Record<Deed, RegExp>> = {
  list: /^lists?$/i,
  read: /^(?:gets?|retrieves?|returns?|shows?|fetch(?:es)?|describes?|reads?|quer(?:y|ies))$/i,
  create: /^(?:creates?|adds?|registers?|allocates?|issues?)$/i,
  replace: /^(?:puts?|stores?|sets?|upserts?|writes?|saves?)$/i,
  patch: /^(?:updates?|changes?|edits?|modif(?:y|ies))$/i,
  delete: /^(?:deletes?|removes?|revokes?|destroys?|drops?|terminates?|releases?)$/i,
};

/**
 * Calls whose summary says what they do, in groups of three or more POSTs on one path that has nothing else: `POST
 * /lease/revoke`, "LeaseRevoke revokes a lease". Of several with one deed, the first one counts.
 */
function callsBySummary(shapes: Shapes, operations: readonly Operation[]): readonly Call[][] {
  const groups = new Map<string, Operation[]>();
  for (const operation of operations) {
    if (operation.path.includes('{')) continue;
    const front = operation.path.slice(0, operation.path.lastIndexOf('/'));
    groups.set(front, [...(groups.get(front) ?? []), operation]);
  }
  return [...groups].flatMap(([front, members]): Call[][] => {
    const isOnly =
      front !== '' &&
      members.length >= 3 &&
      members.every(({ method }) => method === 'POST') &&
      !operations.some(({ path }) => path === front || path.startsWith(`${front}/{`));
    if (!isOnly) return [];
    const base = segmentsOf(front);
    const calls = members.flatMap((operation): readonly Call[] => {
      const deed = deedOfSummary(shapes, operation);
      return deed === undefined ? [] : [{ operation, deed, base }];
    });
    return [calls.filter(({ deed }, index) => calls.findIndex((each) => each.deed === deed) === index)];
  });
}

/** The deed of the first verb in the summary, which may stand behind the name of the call. What reads a list lists. */
function deedOfSummary(shapes: Shapes, operation: Operation): Deed | undefined {
  const text = operation.summary ?? operation.description ?? '';
  const isStream = operation.responses.some((each) => /\bstream/i.test(each.description));
  const [first = '', second = ''] = text.split(/[^A-Za-z]+/);
  const deeds = Object.keys(VERBS) as Deed[];
  const deed = deeds.find((each) => VERBS[each].test(first)) ?? deeds.find((each) => VERBS[each].test(second));
  if (isStream || deed !== 'read') return isStream ? undefined : deed;
  const lists = answerSchemas(operation).some((schema) =>
    [...shapes.of(schema).properties.values()].some((each) => {
      const { kind, items } = shapes.of(each);
      return kind === 'array' && items !== undefined && shapes.of(items).kind === 'object';
    }),
  );
  return lists ? 'list' : 'read';
}

/** The properties of a body as query parameters. */
export function bodyAsQuery(shapes: Shapes, operation: Operation): readonly Parameter[] {
  const sent = shapes.maybe(requestSchema(operation));
  return [...(sent?.properties ?? [])].flatMap(([name, schema]) =>
    CREDENTIALS.has(plain(name))
      ? []
      : [{ ...parameterOf(operation, name, 'query', schema), required: sent?.required.has(name) === true }],
  );
}

/** Whether a call must have more in its body than the name of one item: what that is, the name does not say. */
export function requiresMore(shapes: Shapes, call: Operation, name: string): boolean {
  const required = shapes.maybe(requestSchema(call))?.required ?? [];
  return [...required].some((each) => each !== name && !CREDENTIALS.has(plain(each)));
}

export function parameterOf(
  { pointer, lifecycle }: Operation,
  name: string,
  at: 'path' | 'query',
  schema: Schema,
): Parameter {
  return {
    name,
    in: at,
    required: at === 'path',
    style: at === 'path' ? 'simple' : 'form',
    explode: at === 'query',
    allowReserved: false,
    allowEmptyValue: false,
    schema,
    examples: [],
    lifecycle,
    pointer,
    extensions: {},
  };
}
