import type { HttpRequest, Json } from '../../core/index.ts';
import { type Api, conjunctsOf, type Operation, onceForEach } from '../../spec/index.ts';
import { isArray, isObject, parseQuery, withoutSeparators } from '../../wire/index.ts';
import type { Exchange } from '../model/exchange.ts';
import { getOr } from '../model/get-or.ts';
import { commandOf, isOwnName, nounOfCommand, OWN_NAMES } from '../resource-index/commands.ts';

/** Records that commands make, by the name under which requests name them: `groupID` of `POST /createGroup`. */
export interface CommandRecords {
  /** Records what an answer says of records that a command made or removed. */
  saw(exchange: Exchange): void;
  /**
   * What a request does by its names: it names only records of this run (`own`), makes one under a new name (`new`), or
   * names another one or, to remove it, none (`other`). Undefined if it has no name of what commands make, or makes what a
   * user has named.
   */
  about(operation: Operation, request: HttpRequest): 'own' | 'new' | 'other' | undefined;
}

interface CommandRecordsDependencies {
  readonly api: Api;
  /** Whether the user gave the value of a place. Such a value may name an existing record. */
  readonly isGiven: (operation: Operation, place: string) => boolean;
}

/** Nodes of an answer in which ids are looked for. */
const MOST_NODES = 200;

export function createCommandRecords({ api, isGiven }: CommandRecordsDependencies): CommandRecords {
  const names = namesOfMade(api);
  const made = new Map<string, Set<string>>();

  /** Whether a value of a maker was drawn, and no one said that it exists. */
  function isDrawn(operation: Operation, { place, name, value }: NamedValue): boolean {
    const shown = operation.parameters
      .filter((each) => place === `/${each.in}/${each.name}`)
      .flatMap(({ schema, examples }) => [
        ...examples.map((each) => each.value),
        ...(schema === undefined
          ? []
          : conjunctsOf(api, schema).flatMap((each) => [
              ...(each.examples ?? []),
              ...(each.enum ?? []),
              each.const,
              each.default,
            ])),
      ]);
    return place === `/query/${name}` && !isGiven(operation, place) && !shown.some((each) => String(each) === value);
  }

  return {
    saw({ operation, request, response, refuses, purpose }) {
      if (names.size === 0 || operation === undefined || refuses || response.status < 200 || response.status >= 300)
        return;
      const command = commandOf(operation);
      const sent = valuesIn(request).filter(({ key }) => names.has(key));
      if (command === 'remove') for (const { key, value } of sent) made.get(key)?.delete(value);
      if (command !== 'make' || purpose.expect !== 'valid') return;
      const known = new Set(valuesIn(request).map(({ value }) => value));
      const own = sent.filter((each) => isOwnName(operation, each.name) && isDrawn(operation, each));
      const answered = response.body.kind === 'parsed' ? scalarsByName(response.body.value) : [];
      const given = answered.filter(
        ({ key, name, value }) => names.has(key) && isOwnName(operation, name) && !known.has(value),
      );
      for (const { key, value } of [...own, ...given]) getOr(made, key, () => new Set<string>()).add(value);
    },
    about(operation, request) {
      if (names.size === 0) return undefined;
      const command = commandOf(operation);
      const named = valuesIn(request).filter(({ key }) => names.has(key));
      if (named.length === 0) return removesMade(api, operation) ? 'other' : undefined;
      const others = named.filter(({ key, value }) => made.get(key)?.has(value) !== true);
      if (others.length === 0) return 'own';
      if (command !== 'make' || others.some(({ name }) => !isOwnName(operation, name))) return 'other';
      return others.every((each) => isDrawn(operation, each)) ? 'new' : undefined;
    },
  };
}

/** Names of ids of what a document both makes and removes by commands. */
const namesOfMade = onceForEach((api: Api): ReadonlySet<string> => {
  const nounsOf = (kind: 'make' | 'remove'): ReadonlySet<string> =>
    new Set(api.operations.flatMap((each) => (commandOf(each) === kind ? (nounOfCommand(each) ?? []) : [])));
  const removed = nounsOf('remove');
  const nouns = [...nounsOf('make')].filter((noun) => removed.has(noun));
  return new Set(nouns.flatMap((noun) => [...OWN_NAMES].map((own) => `${noun}${own}`)));
});

/** Whether an operation removes what another command of the document makes, by an id in its query. */
export function removesMade(api: Api, operation: Operation): boolean {
  if (commandOf(operation) !== 'remove') return false;
  const names = namesOfMade(api);
  return operation.parameters.some(
    ({ in: place, name }) => place === 'query' && names.has(withoutSeparators(name)) && isOwnName(operation, name),
  );
}

interface NamedValue {
  readonly name: string;
  /** The name without separators, in small letters. */
  readonly key: string;
  readonly value: string;
  /** Such as `/query/groupID`. */
  readonly place: string;
}

/** The plain values in query and body, by their names. */
function valuesIn({ query, body }: HttpRequest): readonly NamedValue[] {
  const parsed = parseQuery(query);
  const inQuery = parsed.ok ? parsed.pairs.map(({ name, value }) => namedValue('/query', name, value)) : [];
  const inBody = body.kind === 'parsed' && isObject(body.value) ? Object.entries(body.value) : [];
  return [...inQuery, ...inBody.flatMap(([name, value]) => namedValue('/body', name, value))].flat();
}

function namedValue(at: string, name: string, value: Json | undefined): readonly NamedValue[] {
  if ((typeof value !== 'string' && typeof value !== 'number') || value === '') return [];
  return [{ name, key: withoutSeparators(name), value: String(value), place: `${at}/${name}` }];
}

function scalarsByName(value: Json): readonly NamedValue[] {
  const found: NamedValue[] = [];
  let nodes = 0;
  const walk = (each: Json): void => {
    nodes += 1;
    if (nodes > MOST_NODES) return;
    if (isArray(each)) for (const item of each) walk(item);
    if (!isObject(each)) return;
    for (const [name, member] of Object.entries(each)) {
      found.push(...namedValue('', name, member));
      if (typeof member === 'object' && member !== null) walk(member);
    }
  };
  walk(value);
  return found;
}
