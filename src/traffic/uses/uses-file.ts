import { type Json, type JsonObject, StandinError } from '../../core/index.ts';
import { isArray, isObject, parsePointer, setOwn } from '../../wire/index.ts';
import type { DistilledUse, PartOfUse, UsedParts, UsedResponse } from '../model/client-use.ts';

/** The first member of a file of distilled uses. */
export const USES_FORMAT = 'uses/1';

export interface UsesFile {
  readonly document: { readonly title: string; readonly version: string };
  readonly uses: readonly DistilledUse[];
  /** Recorded exchanges that serve as examples, as entries of a HAR file. */
  readonly witnesses: readonly { readonly client: string; readonly pointer: string; readonly entry: JsonObject }[];
}

/** Whether parsed JSON has the form of a file of distilled uses. */
export const isUsesFile = (value: Json): boolean => isObject(value) && value['standin'] === USES_FORMAT;

/** Serializes uses: clients by name, operations in order, so the same uses always give the same bytes. */
export function usesAsJson({ document, uses, witnesses }: UsesFile): JsonObject {
  const clients = [...new Set([...uses.map(({ client }) => client), ...witnesses.map(({ client }) => client)])].sort();
  return {
    standin: USES_FORMAT,
    document: { ...document },
    clients: clients.map((name) => {
      const seen = witnesses.filter(({ client }) => client === name).map(({ entry }) => entry);
      return {
        name,
        operations: uses.filter(({ client }) => client === name).map(operationAsJson),
        ...(seen.length === 0 ? {} : { witnesses: seen }),
      };
    }),
  };
}

const instant = (at: number): string => new Date(at).toISOString();

function operationAsJson({ method, path, calls, unjudged, firstSeen, lastSeen, ...use }: DistilledUse): JsonObject {
  return {
    operation: `${method} ${path}`,
    calls,
    ...(unjudged === undefined ? {} : { unjudged }),
    ...(firstSeen === undefined ? {} : { first: instant(firstSeen) }),
    ...(lastSeen === undefined ? {} : { last: instant(lastSeen) }),
    parameters: partsAsJson(use.parameters),
    mediaTypes: { ...use.mediaTypes },
    sent: partsAsJson(use.sent),
    responses: Object.fromEntries(
      Object.entries(use.responses).map(([status, { calls: count, delivered, read }]) => [
        status,
        { calls: count, delivered: partsAsJson(delivered), read: partsAsJson(read) },
      ]),
    ),
  };
}

/** A part with nothing but its calls is written as their number. */
function partsAsJson(parts: UsedParts): JsonObject {
  return Object.fromEntries(
    Object.entries(parts).map(([place, part]): [string, Json] => {
      const { calls, ...more } = part;
      return [place, Object.keys(more).length === 0 ? calls : { ...part }];
    }),
  );
}

/** Reads a file of distilled uses. Throws `data.invalid` with the place of what is wrong. */
export function readUsesFile(value: Json, file: string): UsesFile {
  const fail = (pointer: string, what: string): never => {
    throw new StandinError('data.invalid', `${file}#${pointer} ${what}.`, { hint: 'standin uses writes such a file.' });
  };
  const object = (at: Json | undefined, pointer: string): JsonObject =>
    isObject(at ?? null) ? (at as JsonObject) : fail(pointer, 'is not an object');
  const list = (at: Json | undefined, pointer: string): readonly Json[] =>
    isArray(at ?? null) ? (at as readonly Json[]) : fail(pointer, 'is not a list');
  const count = (at: Json | undefined, pointer: string): number =>
    typeof at === 'number' && Number.isInteger(at) && at >= 0 ? at : fail(pointer, 'is not a number of calls');
  const readUsedParts = (at: Json | undefined, pointer: string): UsedParts => {
    const found: Record<string, PartOfUse> = {};
    for (const [place, part] of Object.entries(at === undefined ? {} : object(at, pointer))) {
      if (parsePointer(place) === undefined)
        fail(pointer, `names "${place.slice(0, 60)}", which is not a JSON Pointer`);
      const here = `${pointer}/${place}`;
      setOwn(
        found,
        place,
        typeof part === 'number' ? { calls: count(part, here) } : partOf(object(part, here), here, count),
      );
    }
    return found;
  };
  const root = object(value, '');
  const about = object(root['document'] ?? {}, '/document');
  const uses: DistilledUse[] = [];
  const witnesses: { client: string; pointer: string; entry: JsonObject }[] = [];
  for (const [index, each] of list(root['clients'], '/clients').entries()) {
    const at = `/clients/${index}`;
    const client = object(each, at);
    const name = typeof client['name'] === 'string' ? client['name'] : fail(`${at}/name`, 'is not a string');
    for (const [place, entry] of list(client['witnesses'] ?? [], `${at}/witnesses`).entries()) {
      const pointer = `${at}/witnesses/${place}`;
      witnesses.push({ client: name, pointer, entry: object(entry, pointer) });
    }
    for (const [place, operation] of list(client['operations'], `${at}/operations`).entries())
      uses.push(useOf(object(operation, `${at}/operations/${place}`), `${at}/operations/${place}`, name));
  }
  return {
    document: { title: String(about['title'] ?? ''), version: String(about['version'] ?? '') },
    uses,
    witnesses,
  };

  function useOf(operation: JsonObject, pointer: string, client: string): DistilledUse {
    const label = operation['operation'];
    const [, method, path] = /^([A-Z][A-Z-]*) (\/.*)$/.exec(typeof label === 'string' ? label : '') ?? [];
    if (method === undefined || path === undefined) return fail(`${pointer}/operation`, 'is not METHOD /path');
    const mediaTypes = Object.entries(object(operation['mediaTypes'] ?? {}, `${pointer}/mediaTypes`));
    const responses = Object.entries(object(operation['responses'] ?? {}, `${pointer}/responses`));
    return {
      kind: 'distilled',
      client,
      source: { file, pointer },
      method,
      path,
      calls: count(operation['calls'], `${pointer}/calls`),
      ...(operation['unjudged'] === undefined ? {} : { unjudged: count(operation['unjudged'], `${pointer}/unjudged`) }),
      ...seen('firstSeen', operation['first'], `${pointer}/first`),
      ...seen('lastSeen', operation['last'], `${pointer}/last`),
      parameters: readUsedParts(operation['parameters'], `${pointer}/parameters`),
      mediaTypes: Object.fromEntries(
        mediaTypes.map(([type, calls]) => [type, count(calls, `${pointer}/mediaTypes/${type}`)]),
      ),
      sent: readUsedParts(operation['sent'], `${pointer}/sent`),
      responses: Object.fromEntries(
        responses.map(([status, response]) => [status, responseOf(response, `${pointer}/responses/${status}`)]),
      ),
    };
  }

  function responseOf(response: Json, pointer: string): UsedResponse {
    const { calls, delivered, read } = object(response, pointer);
    return {
      calls: count(calls, `${pointer}/calls`),
      delivered: readUsedParts(delivered, `${pointer}/delivered`),
      read: readUsedParts(read, `${pointer}/read`),
    };
  }

  function seen(
    name: 'firstSeen' | 'lastSeen',
    at: Json | undefined,
    pointer: string,
  ): Partial<Pick<DistilledUse, 'firstSeen' | 'lastSeen'>> {
    if (at === undefined) return {};
    const time = typeof at === 'string' ? Date.parse(at) : Number.NaN;
    return Number.isNaN(time) ? fail(pointer, 'is not an instant') : { [name]: time };
  }
}

function partOf(
  { calls, whole, types, values, lengths }: JsonObject,
  pointer: string,
  count: (value: Json | undefined, pointer: string) => number,
): PartOfUse {
  const named = isArray(types ?? null) ? (types as readonly Json[]).filter((each) => typeof each === 'string') : [];
  const [least, most] = isArray(lengths ?? null) ? (lengths as readonly Json[]) : [];
  return {
    calls: count(calls, `${pointer}/calls`),
    ...(whole === undefined ? {} : { whole: count(whole, `${pointer}/whole`) }),
    ...(named.length === 0 ? {} : { types: named }),
    ...(isArray(values ?? null) ? { values: values as readonly Json[] } : {}),
    ...(typeof least === 'number' && typeof most === 'number' ? { lengths: [least, most] as const } : {}),
  };
}
