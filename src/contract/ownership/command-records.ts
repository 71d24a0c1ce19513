import type { HttpRequest, Json } from '../../core/index.ts';
import { isStandIn } from '../../resources/index.ts';
import {
  type Api,
  conjunctsOf,
  jsonBodyOf,
  type Operation,
  onceForEach,
  type Parameter,
  pathTemplateOf,
  propertiesOf,
  typesOf,
  wordsOf,
} from '../../spec/index.ts';
import { isArray, isObject, withoutSeparators } from '../../wire/index.ts';
import type { Exchange } from '../model/exchange.ts';
import { getOr } from '../model/get-or.ts';
import type { LedgerEntry } from '../model/summary.ts';
import {
  commandOf,
  isNameOfCopy,
  isOwnName,
  nounOfCommand,
  nounsOfCommand,
  OWN_NAMES,
} from '../resource-index/commands.ts';
import { membersOutsidePath } from './named-by-command.ts';

/** Records that commands make, by the name under which requests name them: `groupID` of `POST /createGroup`. */
export interface CommandRecords {
  /** Records what an answer says of records that a command made or removed. Returns them. */
  saw(exchange: Exchange): CommandChanges;
  /**
   * What a request does by its names: it names only records of this run (`own`), makes one under a new name (`new`), or
   * names another one or, to remove it, none (`other`). Undefined if it has no name of what commands make, or makes what a
   * user has named.
   */
  about(operation: Operation, request: HttpRequest): 'own' | 'new' | 'other' | undefined;
}

/** What one answer says. */
export interface CommandChanges {
  readonly made?: MadeByCommand;
  /** Removals that are no longer needed. */
  readonly gone: readonly CommandRemoval[];
}

/** A record that a command has made. */
export interface MadeByCommand {
  /** What it is: `pad`. */
  readonly noun: string;
  /** Undefined if no command of the document removes it by an id in its query. */
  readonly removal: CommandRemoval | undefined;
  /** Why it stays, if a command removes such records and names them in its body. */
  readonly reason?: string;
}

/** The request that removes a record which a command has made. */
export interface CommandRemoval {
  readonly method: string;
  /** With the query that names the record. */
  readonly path: string;
  /** What is sent, where the body names the record. */
  readonly call?: NonNullable<LedgerEntry['call']>;
}

interface CommandRecordsDependencies {
  readonly api: Api;
  /** Whether the user gave the value of a place. Such a value may name an existing record. */
  readonly isGiven: (operation: Operation, place: string) => boolean;
}

/** Nodes of an answer in which ids are looked for. */
const MOST_NODES = 200;

const NO_CHANGE: CommandChanges = { gone: [] };

/** Why a record remains that a command removes. */
const NEEDS_MORE = 'the command that removes it needs more than its id';

export function createCommandRecords(dependencies: CommandRecordsDependencies): CommandRecords {
  const { api } = dependencies;
  const names = namesOfMade(api);
  const made = new Map<string, Set<string>>();

  return {
    saw(exchange) {
      const { operation, request } = exchange;
      if (operation === undefined || !isAccepted(exchange)) return NO_CHANGE;
      const command = commandOf(operation);
      if (command === 'remove') {
        const removed = valuesIn(api, operation, request).filter(
          ({ key, value }) => made.get(key)?.delete(value) === true,
        );
        return { gone: removed.flatMap(({ key, value }) => removalOf(api, key, value) ?? []) };
      }
      const ids = command === 'make' ? idsMadeBy(dependencies, exchange) : copiesMadeBy(dependencies, exchange);
      if (ids.some(({ key, value }) => made.get(key)?.has(value) === true)) return NO_CHANGE;
      for (const { key, value } of ids) if (names.has(key)) getOr(made, key, () => new Set<string>()).add(value);
      const first = ids.find(({ key }) => names.has(key)) ?? ids.find(isId);
      if (first === undefined) return NO_CHANGE;
      const noun = nounsOfCommand(operation).find((each) => first.key.startsWith(each)) ?? nounOfCommand(operation);
      const removal = names.has(first.key) ? removalOf(api, first.key, first.value) : undefined;
      const reason = removal === undefined && nounsRemoved(api).has(noun ?? '') ? { reason: NEEDS_MORE } : {};
      return { made: { noun: noun ?? first.name, removal, ...reason }, gone: [] };
    },
    about(operation, request) {
      if (names.size === 0) return undefined;
      const command = commandOf(operation);
      const named = valuesIn(api, operation, request).filter(({ key }) => names.has(key));
      if (named.length === 0) return mayRemoveAll(api, operation) ? 'other' : undefined;
      const others = named.filter(({ key, value }) => made.get(key)?.has(value) !== true);
      if (others.length === 0) return 'own';
      if (command !== 'make' || others.some(({ name }) => !isOwnName(operation, name))) return 'other';
      return others.every((each) => isDrawn(dependencies, operation, each)) ? 'new' : undefined;
    },
  };
}

/** Whether a value surely identifies a record: `authorID` or `id`, but not a `name` or a `code` of its own. */
const isId = ({ name }: Pick<NamedValue, 'name'>): boolean => {
  const own = withoutSeparators(name);
  return !OWN_NAMES.has(own) || own === 'id' || own === 'uuid';
};

function isAccepted({ response, refuses }: Exchange): boolean {
  return !refuses && response.status >= 200 && response.status < 300;
}

/**
 * The ids of what an accepted command has made: those that the answer shows and the request does not have, then those
 * that the run gave. If the request was meant to be refused, the answer must show them.
 */
export function idsMadeBy(dependencies: CommandRecordsDependencies, exchange: Exchange): readonly NamedValue[] {
  const { operation, request, response, purpose } = exchange;
  if (operation === undefined || commandOf(operation) !== 'make' || !isAccepted(exchange)) return [];
  const { api } = dependencies;
  const sent = valuesIn(api, operation, request);
  const known = new Set(sent.map(({ value }) => value));
  const answered = response.body.kind === 'parsed' ? scalarsByName(api, operation, response.body.value) : [];
  const isAnswered = (each: NamedValue): boolean =>
    answered.some(({ key, value }) => key === each.key && value === each.value);
  return [
    ...answered.filter(({ name, value }) => isOwnName(operation, name) && !known.has(value)),
    ...sent.filter(
      (each) =>
        (purpose.expect !== 'refused' || isAnswered(each)) &&
        isOwnName(operation, each.name) &&
        isDrawn(dependencies, operation, each),
    ),
  ];
}

/** The ids under which an accepted command has put copies, as the command that removes them calls them. */
function copiesMadeBy(
  dependencies: CommandRecordsDependencies,
  { operation, request, purpose }: Exchange,
): readonly NamedValue[] {
  if (operation === undefined || purpose.expect === 'refused') return [];
  const names = namesOfMade(dependencies.api);
  if (names.size === 0) return [];
  return valuesIn(dependencies.api, operation, request)
    .filter((each) => isNameOfCopy(operation, each.name) && isDrawn(dependencies, operation, each))
    .flatMap((each) => {
      const key = nounsOfCommand(operation)
        .map((noun) => `${noun}${wordsOf(each.name).at(-1) ?? ''}`)
        .find((name) => names.has(name));
      return key === undefined ? [] : [{ ...each, key }];
    });
}

/** Whether a value of a maker was drawn, and no one said that it exists. */
function isDrawn(
  { api, isGiven }: CommandRecordsDependencies,
  operation: Operation,
  { place, name, value }: NamedValue,
): boolean {
  const isOfPlace = (each: Parameter): boolean => place === `/${each.in}/${each.name}`;
  const parameters = operation.parameters.filter(isOfPlace);
  const properties = bodyProperties(api, operation);
  const property = place === `/body/${name}` && Object.hasOwn(properties, name) ? properties[name] : undefined;
  const schemas = [...parameters.map(({ schema }) => schema), property?.schema].filter((each) => each !== undefined);
  const shown = [
    ...parameters.flatMap(({ examples }) => examples.map((each) => each.value)),
    ...schemas.flatMap((schema) =>
      conjunctsOf(api, schema).flatMap((each) => [
        ...(each.examples ?? []),
        ...(each.enum ?? []),
        each.const,
        each.default,
      ]),
    ),
  ];
  return !isGiven(operation, place) && !shown.some((each) => String(each) === value);
}

function bodyProperties(api: Api, operation: Operation): ReturnType<typeof propertiesOf> {
  return propertiesOf(api, jsonBodyOf(operation)?.schema ?? true);
}

/** Names of ids of what a document both makes and removes by commands. */
const namesOfMade = onceForEach((api: Api): ReadonlySet<string> => {
  const removed = nounsRemoved(api);
  const nouns = [...nounsOf(api, 'make')].filter((noun) => removed.has(noun));
  return new Set(nouns.flatMap((noun) => [...OWN_NAMES].map((own) => `${noun}${own}`)));
});

function nounsOf(api: Api, kind: 'make' | 'remove'): ReadonlySet<string> {
  return new Set(api.operations.flatMap((each) => (commandOf(each) === kind ? nounsOfCommand(each) : [])));
}

const nounsRemoved = onceForEach((api: Api) => nounsOf(api, 'remove'));

/** Whether a command that removes may remove everything if it names nothing. A call with a stand-in changes one record. */
function mayRemoveAll(api: Api, operation: Operation): boolean {
  return idsToRemove(api, operation).some((each) => each.in === 'query' || !isStoodFor(api, operation));
}

/** Whether stand-ins have the record that a call by name is about in their path. */
export function isStoodFor(api: Api, call: Operation): boolean {
  return callsStoodFor(api).has(call);
}

const callsStoodFor = onceForEach(
  ({ operations }: Api) => new Set(operations.filter(isStandIn).map(({ standsFor }) => standsFor.call)),
);

/** Whether an operation removes what another command of the document makes, by an id in its query or body. */
export function removesMade(api: Api, operation: Operation): boolean {
  return idsToRemove(api, operation).length > 0;
}

/** Where a command that removes has the id of the record. */
export interface IdToRemove {
  readonly in: 'query' | 'body';
  readonly name: string;
  /** The name that its values have in `NamedValue`. */
  readonly key: string;
}

/** The query parameters and members of the body by which a command removes what another command makes. */
export function idsToRemove(api: Api, operation: Operation): readonly IdToRemove[] {
  if (commandOf(operation) !== 'remove') return [];
  const names = namesOfMade(api);
  const inQuery = operation.parameters.filter((each) => each.in === 'query').map(({ name }) => name);
  const inBody = Object.keys(bodyProperties(api, operation));
  return [
    ...inQuery.map((name) => ({ in: 'query' as const, name })),
    ...inBody.map((name) => ({ in: 'body' as const, name })),
  ]
    .map((each) => ({ ...each, key: keyOf(api, operation, each.name) }))
    .filter(({ name, key }) => names.has(key) && isOwnName(operation, name));
}

/** Methods of a command that removes, the clearest first. */
const REMOVING_METHODS = ['DELETE', 'POST', 'PUT', 'PATCH', 'GET'];

/** The commands that remove what has an id and need nothing else, by the name of the id; the clearest for each. */
const removersOf = onceForEach((api: Api): ReadonlyMap<string, { operation: Operation; own: IdToRemove }> => {
  const all = api.operations.flatMap((operation) =>
    idsToRemove(api, operation).flatMap((own) => (needsMore(api, operation, own) ? [] : [{ operation, own }])),
  );
  const removers = new Map<string, { operation: Operation; own: IdToRemove }>();
  for (const each of all.toSorted((one, other) => rankOf(one.operation) - rankOf(other.operation)))
    if (!removers.has(each.own.key)) removers.set(each.own.key, each);
  return removers;
});

/** The request that removes what has an id. */
function removalOf(api: Api, key: string, value: string): CommandRemoval | undefined {
  const found = removersOf(api).get(key);
  if (found === undefined) return undefined;
  const { operation, own } = found;
  const { method } = operation;
  const path = pathTemplateOf(operation.path);
  const named = `${path}?${encodeURIComponent(own.name)}=${encodeURIComponent(value)}`;
  return own.in === 'query'
    ? { method, path: named }
    : { method, path: named, call: { method, path, body: { [own.name]: asSent(api, operation, own.name, value) } } };
}

/** Whether a command needs more than the id of the record. */
function needsMore(api: Api, operation: Operation, own: IdToRemove): boolean {
  const { body, parameters } = operation;
  const required = conjunctsOf(api, jsonBodyOf(operation)?.schema ?? true).flatMap((each) => each.required ?? []);
  return (
    parameters.some((each) => each.required && !(own.in === each.in && own.name === each.name)) ||
    (own.in === 'query' ? body?.required === true : required.some((name) => name !== own.name))
  );
}

/** A value as the member of a body has it: a number where only that is documented. */
function asSent(api: Api, operation: Operation, name: string, value: string): Json {
  const property = bodyProperties(api, operation)[name];
  const types = property === undefined ? [] : typesOf(api, property.schema);
  const isNumber = types.length > 0 && types.every((type) => type === 'integer' || type === 'number');
  return isNumber && Number.isSafeInteger(Number(value)) ? Number(value) : value;
}

const rankOf = ({ method }: Operation): number => REMOVING_METHODS.indexOf(method);

/** A plain value in a request or an answer. */
export interface NamedValue {
  readonly name: string;
  /** The name without separators, in small letters, with the noun of the command where it stands alone: `groupid` for the `id` of `/group/add`. */
  readonly key: string;
  readonly value: string;
  /** Such as `/query/groupID`. */
  readonly place: string;
}

/** What a name is called beside names of other commands. */
function keyOf(api: Api, operation: Operation, name: string): string {
  const own = withoutSeparators(name);
  if (!OWN_NAMES.has(own)) return own;
  const names = namesOfMade(api);
  const ofNoun = nounsOfCommand(operation).map((noun) => `${noun}${own}`);
  return ofNoun.find((each) => names.has(each)) ?? own;
}

/** The plain values in query and body, by their names. */
function valuesIn(api: Api, operation: Operation, request: HttpRequest): readonly NamedValue[] {
  return membersOutsidePath(request).flatMap((each) =>
    namedValue(`/${each.in}`, each.name, each.value).map((one) => ({ ...one, key: keyOf(api, operation, one.name) })),
  );
}

function namedValue(at: string, name: string, value: Json | undefined): readonly Omit<NamedValue, 'key'>[] {
  if ((typeof value !== 'string' && typeof value !== 'number') || value === '') return [];
  return [{ name, value: String(value), place: `${at}/${name}` }];
}

function scalarsByName(api: Api, operation: Operation, value: Json): readonly NamedValue[] {
  const found: NamedValue[] = [];
  let nodes = 0;
  const walk = (each: Json): void => {
    nodes += 1;
    if (nodes > MOST_NODES) return;
    if (isArray(each)) for (const item of each) walk(item);
    if (!isObject(each)) return;
    for (const [name, member] of Object.entries(each)) {
      // A `code` by itself may be about the answer.
      const key = isId({ name }) ? keyOf(api, operation, name) : withoutSeparators(name);
      for (const one of namedValue('', name, member)) found.push({ ...one, key });
      if (typeof member === 'object' && member !== null) walk(member);
    }
  };
  walk(value);
  return found;
}
