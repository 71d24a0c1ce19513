import type { Body, HttpRequest, HttpResponse, Json } from '../../core/index.ts';
import { type Api, decodeParameters, type Operation, responseFor, type Schema } from '../../spec/index.ts';
import type { ClientUse, DistilledUse, ExpectedResponse, PartOfUse, UsedResponse } from '../../traffic/index.ts';
import { formatPointer, isArray, isJson, jsonEquals, parseMediaType, parsePointer, setOwn } from '../../wire/index.ts';
import { placesRead } from '../judge/expected-answer.ts';
import { schemaPlace, waysOf } from '../schema/schema-ways.ts';
import { jsonTypeName, type KeepsName, placesIn } from '../schema/value-places.ts';

/** Distilled uses, and how many of the given uses belong to another API. */
export interface DistilledUses {
  readonly uses: readonly DistilledUse[];
  /** Calls of operations that the document does not have. */
  readonly unknown: number;
}

/** Merges uses by client and operation of a document. Only values that the document lists are kept. */
export function distilUses(api: Api, uses: readonly ClientUse[]): DistilledUses {
  const found = new Map<string, UseCounter>();
  let unknown = 0;
  for (const use of uses) {
    if (use.kind === 'distilled' || use.isSample === true) continue;
    const match = api.match(use.request);
    if (match.kind !== 'found') {
      unknown += use.calls;
      continue;
    }
    const key = `${use.client}\u0000${match.operation.id}`;
    const counter = found.get(key) ?? createUseCounter(api, match.operation, use.client);
    found.set(key, counter);
    counter.add(use, match.pathParams);
  }
  const order = new Map(api.operations.map((operation, index) => [`${operation.method} ${operation.path}`, index]));
  const rank = ({ method, path }: DistilledUse): number => order.get(`${method} ${path}`) ?? 0;
  const made = [...found.values()].map((counter) => counter.result());
  return {
    uses: made.sort((one, other) =>
      one.client < other.client ? -1 : one.client > other.client ? 1 : rank(one) - rank(other),
    ),
    unknown,
  };
}

interface UseCounter {
  add(use: Exclude<ClientUse, DistilledUse>, pathParams: Readonly<Record<string, string>>): void;
  result(): DistilledUse;
}

interface CountedResponse {
  calls: number;
  readonly delivered: PartCounter;
  readonly read: PartCounter;
}

function createUseCounter(api: Api, operation: Operation, client: string): UseCounter {
  let calls = 0;
  let unjudged = 0;
  let firstSeen: number | undefined;
  let lastSeen: number | undefined;
  const parameters = createPartCounter();
  const sent = createPartCounter();
  const mediaTypes: Record<string, number> = {};
  const responses = new Map<string, CountedResponse>();
  const responseAt = (status: number): CountedResponse => {
    const known = responses.get(String(status)) ?? {
      calls: 0,
      delivered: createPartCounter(),
      read: createPartCounter(),
    };
    responses.set(String(status), known);
    known.calls++;
    return known;
  };
  const [listedParameter, listedInBody] = [
    cacheByKey((place: string) => listedAt(api, operation, 'parameters', place)),
    cacheByKey((place: string) => listedAt(api, operation, 'body', place)),
  ];
  const named = { sent: keepsNamesOf(api, jsonSchemaOf(operation)), delivered: cacheByKey(deliveredNames) };
  return {
    add: (use, pathParams) => {
      calls += use.calls;
      if (use.firstSeen !== undefined) firstSeen = Math.min(firstSeen ?? use.firstSeen, use.firstSeen);
      if (use.lastSeen !== undefined) lastSeen = Math.max(lastSeen ?? use.lastSeen, use.lastSeen);
      parameters.add(parametersOf(api, operation, use.request, pathParams), listedParameter);
      if (use.kind === 'exchange' && use.unjudged !== undefined) {
        unjudged++;
        if (use.response !== undefined) responseAt(use.response.status);
        return;
      }
      addRequest(use.request.body);
      if (use.kind === 'interaction') addExpected(use.expected);
      else if (use.response !== undefined) addAnswer(use.response);
    },
    result: () => ({
      kind: 'distilled',
      client,
      source: { file: '', pointer: '' },
      method: operation.method,
      path: operation.path,
      calls,
      ...(unjudged === 0 ? {} : { unjudged }),
      ...(firstSeen === undefined ? {} : { firstSeen }),
      ...(lastSeen === undefined ? {} : { lastSeen }),
      parameters: parameters.result(),
      mediaTypes,
      sent: sent.result(),
      responses: Object.fromEntries(
        [...responses]
          .sort(([one], [other]) => (one < other ? -1 : 1))
          .map(([status, counted]): [string, UsedResponse] => [
            status,
            { calls: counted.calls, delivered: counted.delivered.result(), read: counted.read.result() },
          ]),
      ),
    }),
  };

  function addRequest(body: Body): void {
    const type = mediaTypeOf(body);
    if (type !== undefined) mediaTypes[type] = (mediaTypes[type] ?? 0) + 1;
    const value = jsonOf(body);
    if (value !== undefined) sent.add(placesIn(value, named.sent), listedInBody);
  }

  function addExpected(expected: ExpectedResponse): void {
    const places = expected.body === undefined ? new Map<string, readonly Json[]>() : placesIn(expected.body);
    const read = new Map(placesRead(expected).map((place) => [place, places.get(place) ?? []]));
    responseAt(expected.status).read.add(read, () => []);
  }

  function addAnswer({ status, body }: HttpResponse): void {
    const { delivered } = responseAt(status);
    const came = jsonOf(body);
    if (came === undefined) return;
    const places = placesIn(came, named.delivered(status)).keys();
    delivered.add(new Map([...places].map((place) => [place, []])), () => []);
  }

  function deliveredNames(status: number): KeepsName {
    const media = responseFor(operation, status)?.content.find(({ mediaType }) => isJson(mediaType));
    return keepsNamesOf(api, media?.schema);
  }
}

function cacheByKey<K, V>(make: (key: K) => V): (key: K) => V {
  const known = new Map<K, V>();
  return (key) => {
    const before = known.get(key);
    if (before !== undefined) return before;
    const made = make(key);
    known.set(key, made);
    return made;
  };
}

/** Names of properties that the document has are kept; others may contain personal data. */
function keepsNamesOf(api: Api, schema: Schema | undefined): KeepsName {
  const namesAt = cacheByKey((place: string): ReadonlySet<string> => {
    const fit = schema === undefined ? undefined : schemaPlace(api, schema, parsePointer(place) ?? []);
    if (fit?.kind !== 'documented') return new Set();
    const ways = fit.schemas.flatMap((each) => waysOf(api, each));
    return new Set(ways.flatMap((way) => way.flatMap(({ properties }) => Object.keys(properties ?? {}))));
  });
  return (place, name) => namesAt(place).has(name);
}

function mediaTypeOf(body: Body): string | undefined {
  return body.kind === 'none' ? undefined : (parseMediaType(body.mediaType)?.essence ?? body.mediaType);
}

const jsonOf = (body: Body): Json | undefined =>
  body.kind === 'parsed' && isJson(body.mediaType) ? body.value : undefined;

type Places = ReadonlyMap<string, readonly Json[]>;

/** Only parameters that the document has; other names may contain anything. */
function parametersOf(
  api: Api,
  operation: Operation,
  request: HttpRequest,
  pathParams: Readonly<Record<string, string>>,
): Places {
  const decoded = decodeParameters(operation, request, pathParams, api);
  const places = new Map<string, readonly Json[]>();
  for (const { in: location, name } of operation.parameters) {
    const key = location === 'header' ? name.toLowerCase() : name;
    const values = location === 'querystring' ? undefined : decoded[location];
    const value = values?.[key];
    if (value !== undefined) places.set(formatPointer([location, key]), [value]);
  }
  return places;
}

/** Values that the document lists at a place: `enum` and `const`. */
type ListedAt = (place: string) => readonly Json[];

function listedAt(api: Api, operation: Operation, where: 'parameters' | 'body', place: string): readonly Json[] {
  const tokens = parsePointer(place) ?? [];
  const schema = where === 'body' ? jsonSchemaOf(operation) : parameterSchema(operation, tokens);
  if (schema === undefined) return [];
  const fit = schemaPlace(api, schema, where === 'body' ? tokens : []);
  if (fit.kind !== 'documented') return [];
  const combined = fit.schemas.flatMap((each) => waysOf(api, each)).flat();
  return combined.flatMap((part) => [...(part.enum ?? []), ...(part.const === undefined ? [] : [part.const])]);
}

const jsonSchemaOf = ({ body }: Operation): Schema | undefined =>
  body?.content.find(({ mediaType }) => isJson(mediaType))?.schema;

function parameterSchema({ parameters }: Operation, [location, key]: readonly string[]): Schema | undefined {
  const found = parameters.find(
    ({ in: where, name }) => where === location && (where === 'header' ? name.toLowerCase() : name) === key,
  );
  return found?.schema ?? found?.content?.schema;
}

interface PartCounter {
  add(places: Places, listed: ListedAt): void;
  result(): Readonly<Record<string, PartOfUse>>;
}

interface CountedPart {
  calls: number;
  whole: number;
  readonly types: Set<string>;
  readonly values: Json[];
  lengths: [number, number] | undefined;
}

function createPartCounter(): PartCounter {
  const counted = new Map<string, CountedPart>();
  return {
    add: (places, listed) => {
      for (const [place, values] of places) {
        const part: CountedPart = counted.get(place) ?? {
          calls: 0,
          whole: 0,
          types: new Set(),
          values: [],
          lengths: undefined,
        };
        counted.set(place, part);
        part.calls++;
        if (isWhole(places, place)) part.whole++;
        for (const value of values) count(part, value, listed(place));
      }
    },
    result: () => {
      const made: Record<string, PartOfUse> = {};
      for (const [place, { calls, whole, types, values, lengths }] of [...counted].sort(([one], [other]) =>
        one < other ? -1 : 1,
      ))
        setOwn(made, place, {
          calls,
          ...(whole === calls ? {} : { whole }),
          ...(types.size === 0 ? {} : { types: [...types].sort() }),
          ...(values.length === 0 ? {} : { values }),
          ...(lengths === undefined ? {} : { lengths }),
        });
      return made;
    },
  };
}

/** Whether the property is present in every object that may have it. */
function isWhole(places: Places, place: string): boolean {
  if (place === '' || place.endsWith('/*')) return true;
  const parents = places.get(place.slice(0, place.lastIndexOf('/'))) ?? [];
  const objects = parents.filter((each) => typeof each === 'object' && each !== null && !isArray(each));
  return objects.length <= (places.get(place)?.length ?? 0);
}

function count(part: CountedPart, value: Json, listed: readonly Json[]): void {
  part.types.add(jsonTypeName(value));
  const isListed = listed.some((each) => jsonEquals(each, value));
  if (isListed) {
    if (!part.values.some((each) => jsonEquals(each, value))) part.values.push(value);
    return;
  }
  const length = typeof value === 'string' ? [...value].length : isArray(value) ? value.length : undefined;
  if (length === undefined) return;
  const [least, most] = part.lengths ?? [length, length];
  part.lengths = [Math.min(least, length), Math.max(most, length)];
}
