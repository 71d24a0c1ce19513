import type { Json, JsonObject } from '../../core/index.ts';
import type { Generator, Where } from '../../generation/index.ts';
import { idPlace, type ResourceModel } from '../../resources/index.ts';
import { type Api, conjunctsOf, isSafe, type Operation, propertiesOf } from '../../spec/index.ts';
import type { Validator } from '../../validation/index.ts';
import { escapeToken, isForm, isObject, parseQuery, stringifyJson } from '../../wire/index.ts';
import type { NamedRecord } from '../model/case-context.ts';
import type { Exchange } from '../model/exchange.ts';
import { getOr } from '../model/get-or.ts';
import { namesRecord } from '../requests/places-in-words.ts';
import { requiredNamesIn, takesOtherProperties } from '../requests/required-names.ts';
import { withoutFields } from '../requests/with-value.ts';
import { type BalanceHint, balanceIn, withBalance } from './balance-hints.ts';
import { fillPlaces, withBody } from './fill-places.ts';
import { refusedFormParts } from './form-parts.ts';
import { asValues, type Hint } from './hint.ts';
import { type HintPlace, hintPlaces, namedPlaces, valuesAt } from './hint-places.ts';
import { hintedValue, type PlaceHints } from './hinted-value.ts';
import { type LeanRequest, leanRequest, withMembers, withOnly } from './lean-request.ts';
import { type MissingRecord, missingRecord, repeatedMissing } from './missing-records.ts';
import { proseHints } from './prose-hints.ts';
import { type RefusalEntry, refusalEntries } from './refusal-entries.ts';
import { hintIn, saysUnique } from './refusal-hints.ts';
import { excludedIn, inOrder, type OrderHint, oneOfSeveral, orderIn, setTwiceIn } from './relation-hints.ts';
import { createShownValues, type ShownValues } from './shown-values.ts';

type HttpRequest = Exchange['request'];

/**
 * What descriptions and refusals say about the values that a service accepts. Hints are learned while
 * operations are tried one after the other, and frozen afterwards. Requests then follow from the document,
 * the seed and those answers. An operation whose plain request is accepted has no hints.
 */
export interface Hints {
  /** Learns from an answer to a valid request. Returns whether a refusal gave a new hint. */
  learn(exchange: Exchange): boolean;
  /** Learns the values of records that exist at the target, as from a list of them. */
  know(resource: string, records: readonly Json[]): void;
  freeze(): void;
  /**
   * Keeps a request that was accepted where one with all optional parts was not. Requests that probe one
   * place then have only its parts, and the probed one.
   */
  keepTo(operation: Operation, request: HttpRequest): void;
  /**
   * Keeps a request that was accepted where one with the required parts alone was not. Other requests then have the
   * properties of its body as well, except a probed one.
   */
  startFrom(operation: Operation, request: HttpRequest): void;
  /** Fills a request with the values that the hints ask for. */
  fill(operation: Operation, request: HttpRequest, where: Where, fixed?: FixedPlaces): HttpRequest;
  /** Places of the body that must name a record, as refusals say. */
  records(operation: Operation): readonly NamedRecord[];
  /** Whether a refusal asked for a place. */
  isNeeded(operation: Operation, place: string): boolean;
  /** A value for the last parameter of a path that an answer had under its name. */
  readonly shownAt: ShownValues['at'];
}

/** Places that keep their values. */
export interface FixedPlaces {
  /** The place that a case is about. Other parts of the request follow what was accepted. */
  readonly probed?: string | undefined;
  /** Names of query parameters that the plan has chosen: the size of a page. */
  readonly chosen?: readonly string[];
}

export interface HintsDependencies {
  readonly api: Api;
  readonly model: ResourceModel;
  readonly validator: Validator;
  readonly generator: Generator;
  /** Keeps values that must be unique apart from those of other runs. */
  readonly salt: string;
  /** Whether the user gave the value of a place. Such a value is never replaced. */
  readonly isGiven: (operation: Operation, place: string) => boolean;
}

/** Hints in what a refusal says of a value. If none was sent, one is needed. */
const ASKING: ReadonlySet<Hint['kind']> = new Set(['other', 'values']);

/** How many properties that the document does not have are sent because a refusal asks for them. */
const MOST_ADDED = 6;

/** In how many ways a record is named: by its id, its name, and so on. */
const MOST_WAYS = 3;

/** Statuses whose texts may be about the sent values. Many services answer 500 where they cannot read a value. */
const OF_VALUES = new Set([400, 409, 422, 500]);

export function createHints(dependencies: HintsDependencies): Hints {
  const { api, model, isGiven } = dependencies;
  const known = new Map<Operation, Map<string, PlaceHints>>();
  const places = new Map<Operation, readonly HintPlace[]>();
  const shownValues = createShownValues();
  const orders = new Map<Operation, OrderHint[]>();
  const lean = new Map<Operation, LeanRequest>();
  /** Bodies that were accepted where the required parts alone were not. */
  const starts = new Map<Operation, JsonObject>();
  const records = new Map<Operation, NamedRecord[]>();
  const balances = new Map<Operation, BalanceHint>();
  /** Optional objects and lists of forms that were refused, as the document does not say how they are written. */
  const formParts = new Map<Operation, Set<string>>();
  // What a parameter takes that several operations share. Whether it is needed depends on the operation.
  const shared = new Map<string, Hint[]>();
  const inherited = new Map<HintPlace, PlaceHints>();
  let frozen = false;

  /** The hints of a place, those of its description included. */
  function hintsAt(operation: Operation, at: HintPlace): PlaceHints {
    const ofOperation = getOr(known, operation, () => new Map<string, PlaceHints>());
    return getOr(ofOperation, at.place, () => newHints(operation, at, [...(shared.get(at.shared ?? '') ?? [])]));
  }

  function newHints(operation: Operation, at: HintPlace, fromRefusals: Hint[]): PlaceHints {
    const siblings = new Set(placesOfOperation(operation).map(({ name }) => name));
    const isKey = isKeyOf(model.roleOf(operation).kind, at);
    const isOwnId = at.place === ownIdPlace(operation);
    // A service surely takes what it uses itself. A record of its own needs a name of its own.
    const preset = at.preset === undefined || isKey ? [] : [asValues([at.preset])];
    const prose = [...preset, ...proseHints(at.description, siblings)];
    return { at, fromRefusals, prose, isKey, isOwnId, refused: 0 };
  }

  /** Keeps what a refusal says of the values of a shared parameter, for operations that were not refused yet. */
  function share({ shared: pointer }: HintPlace, hint: Hint): void {
    if (pointer === undefined || (hint.kind !== 'values' && hint.kind !== 'schema')) return;
    const ofParameter = getOr(shared, pointer, () => []);
    const text = stringifyJson(hint as unknown as Json);
    if (!ofParameter.some((each) => stringifyJson(each as unknown as Json) === text)) ofParameter.unshift(hint);
  }

  /** The hints of an operation, and those of shared parameters about which it was not refused itself. */
  function hintsOf(operation: Operation): readonly PlaceHints[] {
    const own = known.get(operation);
    const places = shared.size === 0 ? [] : placesOfOperation(operation);
    const others = places.flatMap((at) => {
      const ofParameter = own?.has(at.place) === true ? undefined : shared.get(at.shared ?? '');
      return ofParameter === undefined ? [] : [getOr(inherited, at, () => newHints(operation, at, ofParameter))];
    });
    return [...(own?.values() ?? []), ...others];
  }

  /** The place of the id that the client gives to a new record. */
  function ownIdPlace(operation: Operation): string | undefined {
    const role = model.roleByName(operation);
    const place = role.kind === 'create' ? idPlace(role) : undefined;
    return place === undefined ? undefined : `/body${place}`;
  }

  function placesOfOperation(operation: Operation): readonly HintPlace[] {
    return getOr(places, operation, () => hintPlaces(api, operation).filter(({ place }) => !isGiven(operation, place)));
  }

  /** Adds the properties that a refusal asks for and the document does not have. */
  function addPlaces(operation: Operation, texts: readonly string[]): void {
    const all = placesOfOperation(operation);
    const names = [...new Set(texts.flatMap(requiredNamesIn))].filter(
      (name) => !all.some((each) => each.name === name) && !isGiven(operation, `/body/${name}`),
    );
    if (names.length === 0 || !takesOtherProperties(api, operation)) return;
    const added = names.slice(0, MOST_ADDED).map(
      (name): HintPlace => ({
        place: `/body/${name}`,
        name,
        // What is shown under this name is taken, whatever its type is.
        schema: shownValues.under(name, operation).length > 0 || { type: 'string' },
        required: false,
        description: '',
      }),
    );
    places.set(operation, [...all, ...added]);
  }

  /**
   * Learns which value names the record that a refusal misses under another name: `padID does not exist` in answer to a
   * `sourceID`. It is the first id that has no record of its own yet, and gets one that commands of the run have made.
   */
  function learnOtherName(operation: Operation, { text }: RefusalEntry, all: readonly HintPlace[]): boolean {
    const made = wordsIn(text)
      .map(shownValues.madeUnder)
      .find(({ length }) => length > 0);
    const at = all.find(
      (each) =>
        namesRecord(each.name) &&
        shownValues.under(each.name, operation).length === 0 &&
        !known
          .get(operation)
          ?.get(each.place)
          ?.fromRefusals.some(({ kind }) => kind === 'values'),
    );
    if (made === undefined || at === undefined) return false;
    const place = hintsAt(operation, at);
    add(place, { kind: 'needed' });
    return add(place, asValues(made));
  }

  /**
   * Learns a relation of two places from a sentence. Returns whether it is new; undefined if the sentence
   * states none.
   */
  function relate(operation: Operation, text: string, all: readonly HintPlace[]): boolean | undefined {
    const balance = balanceIn(text, all, api);
    if (balance !== undefined) {
      const isNew = !balances.has(operation);
      balances.set(operation, balance);
      if (!known.has(operation)) known.set(operation, new Map());
      return isNew;
    }
    const excluded = excludedIn(text, all);
    if (excluded !== undefined) return add(hintsAt(operation, excluded), { kind: 'unwanted' });
    const twice = setTwiceIn(text, all).map((at) => add(hintsAt(operation, at), { kind: 'unwanted' }));
    if (twice.length > 0) return twice.some((isNew) => isNew);
    const wanted = oneOfSeveral(text, all);
    if (wanted !== undefined) return add(hintsAt(operation, wanted), { kind: 'needed' });
    const order = orderIn(text, all);
    if (order === undefined) return undefined;
    const ofOperation = getOr(orders, operation, () => []);
    if (ofOperation.some(({ lesser, greater }) => lesser === order.lesser && greater === order.greater)) return false;
    ofOperation.push(order);
    if (!known.has(operation)) known.set(operation, new Map());
    return true;
  }

  /** Learns that a place must name a record. Returns whether another attempt may name it. */
  function learnRecord(operation: Operation, found: MissingRecord | undefined): boolean {
    if (found === undefined) return false;
    const ofOperation = getOr(records, operation, () => []);
    const at = ofOperation.findIndex(({ pointer }) => pointer === found.pointer);
    const refusals = (ofOperation[at]?.refusals ?? 0) + 1;
    ofOperation.splice(at < 0 ? ofOperation.length : at, 1, { ...found, refusals });
    return refusals <= MOST_WAYS;
  }

  /** Leaves out optional names of records that do not exist, where the run knows none that does. */
  function leaveOut(operation: Operation, missing: readonly HintPlace[]): boolean {
    return missing
      .filter(({ name, required }) => !required && shownValues.under(name, operation).length === 0)
      .map((at) => add(hintsAt(operation, at), { kind: 'unwanted' }))
      .some((isNew) => isNew);
  }

  /** Learns which objects of a form are refused. Returns whether one of them is new. */
  function learnFormParts(operation: Operation, exchange: Exchange): boolean {
    const schema = operation.body?.content.find(({ mediaType }) => isForm(mediaType))?.schema;
    const properties = propertiesOf(api, schema ?? true);
    const left = refusedFormParts(exchange).filter((name) => properties[name]?.required !== true);
    const ofOperation = getOr(formParts, operation, () => new Set<string>());
    const before = ofOperation.size;
    for (const name of left) ofOperation.add(name);
    return ofOperation.size > before;
  }

  /** The places that a refusal may be about if it names none: names that are taken, the only moment. */
  function placesOfKind(hint: Hint, all: readonly HintPlace[]): readonly HintPlace[] {
    if (hint.kind === 'unique') return all.filter((each) => isName(each));
    if (hint.kind !== 'values' || hint.moment !== true) return [];
    const moments = all.filter(({ schema }) =>
      conjunctsOf(api, schema).some(({ format }) => MOMENTS.has(format ?? '')),
    );
    return moments.length === 1 ? moments : [];
  }

  /** What an answer shows: its resource, as the last word of a path may say how (`/containers/json`), else the path. */
  function shownBy(operation: Operation): string {
    const { kind, resource } = model.roleOf(operation);
    return SHOWING.has(kind) && resource !== undefined ? resource.singular : operation.path;
  }

  /** Whether a refusal of a right is about a value: one that is taken, or one that names a record that does not exist. */
  function isOfSent(operation: Operation, { request, response }: Exchange): boolean {
    const all = placesOfOperation(operation);
    return refusalEntries(response.body).some(
      (entry) => saysUnique(entry.text) || repeatedMissing(entry, all, request).length > 0,
    );
  }

  function learnRefusal(operation: Operation, exchange: Exchange): boolean {
    if (learnFormParts(operation, exchange)) return true;
    const { request, response } = exchange;
    const entries = refusalEntries(response.body);
    addPlaces(
      operation,
      entries.map(({ text }) => text),
    );
    const all = placesOfOperation(operation);
    if (response.status === 404 && operation.path.includes('{'))
      return entries
        .map((entry) => learnRecord(operation, missingRecord(entry, all, { api, model, request })))
        .some((isNew) => isNew);
    const isFirst = !known.has(operation);
    for (const each of all) if (each.required) hintsAt(operation, each);
    let isNew = isFirst && [...(known.get(operation)?.values() ?? [])].some(({ prose }) => prose.length > 0);
    // A refusal may say the same twice, in its title and in its details.
    const learned = new Set<string>();
    for (const entry of entries) {
      const related = relate(operation, entry.text, all);
      if (related !== undefined) {
        isNew = related || isNew;
        continue;
      }
      const missing = missingRecord(entry, all, { api, model, request });
      isNew = learnRecord(operation, missing) || isNew;
      if (missing === undefined) isNew = leaveOut(operation, repeatedMissing(entry, all, request)) || isNew;
      const read = hintIn(entry);
      const several = namedPlaces(entry, all, request);
      // "No chart or context is given": one of them is enough.
      const isEither = read.kind === 'needed' && several.length > 1 && /\bor\b/i.test(entry.text);
      if (isOfUnknown(read, entry.text))
        for (const value of several.flatMap(({ place }) => valuesAt(request, place))) shownValues.gone(value);
      const places = isEither
        ? [several.find(({ preset }) => preset !== undefined) ?? several[0]].flatMap((each) => each ?? [])
        : several;
      if (places.length === 0 && isOfUnknown(read, entry.text)) isNew = learnOtherName(operation, entry, all) || isNew;
      const about = places.length > 0 ? places : placesOfKind(read, all);
      for (const at of about) {
        const hint = read.kind === 'needed' ? (anotherListed(at, request) ?? read) : read;
        const key = `${at.place} ${stringifyJson(hint as unknown as Json)}`;
        if (!learned.has(key)) isNew = add(hintsAt(operation, at), hint) || isNew;
        share(at, hint);
        // "Role name not found" without a role: one that exists is asked for. "TTL too small" without a TTL: one is needed. So is
        // a number after "Invalid phone number" without one.
        const isAbout =
          isOfUnknown(hint, entry.text) ||
          (about.length === 1 && (ASKING.has(hint.kind) || (hint.kind === 'schema' && at.place.startsWith('/query/'))));
        if (!learned.has(key) && isAbout && valuesAt(request, at.place).length === 0)
          isNew = add(hintsAt(operation, at), { kind: 'needed' }) || isNew;
        learned.add(key);
      }
    }
    // A refusal that names no place may be about any value whose description gives a hint.
    if (isFirst) for (const each of all) if (proseHints(each.description).length > 0) hintsAt(operation, each);
    return isNew;
  }

  return {
    shownAt: shownValues.at,
    know: (resource, records) => shownValues.saw(resource, records),
    freeze: () => {
      frozen = true;
    },
    learn(exchange) {
      const { operation, purpose, request, response, refuses } = exchange;
      if (frozen || operation === undefined) return false;
      const { status, body } = response;
      if (status < 300 && !refuses && body.kind === 'parsed') {
        const sent = request.body.kind === 'parsed' ? request.body.value : null;
        shownValues.saw(shownBy(operation), body.value, { by: operation.id, sent });
        shownValues.made(operation, { ...sentInQuery(request), ...(isObject(sent) ? sent : {}) }, body.value);
      }
      // Where the path names no item, what is missing is what the values ask for. So is a precondition that no header field states.
      const isNamed = operation.path.includes('{');
      const isOfValues =
        OF_VALUES.has(status) ||
        (status === 403 && isOfSent(operation, exchange)) ||
        refuses ||
        (status === 404 &&
          ((!isSafe(operation.method) && request.body.kind === 'parsed') ||
            (!isNamed && (isSafe(operation.method) || request.query !== '')))) ||
        (status === 412 && !request.headers.some(([name]) => /^if-/i.test(name)));
      return purpose.expect === 'valid' && isOfValues && learnRefusal(operation, exchange);
    },
    records: (operation) => records.get(operation) ?? [],
    isNeeded: (operation, place) =>
      known
        .get(operation)
        ?.get(place)
        ?.fromRefusals.some(({ kind }) => kind === 'needed') === true,
    keepTo: (operation, request) => void lean.set(operation, leanRequest(operation, request)),
    startFrom(operation, { body }) {
      if (body.kind === 'parsed' && isObject(body.value)) starts.set(operation, body.value);
    },
    fill(operation, wanted, where, { probed, chosen = [] } = {}) {
      const isChosen = (place: string): boolean => chosen.some((name) => place === `/query/${escapeToken(name)}`);
      const hints = hintsOf(operation).filter(({ at }) => !isChosen(at.place));
      const kept = probed === undefined ? undefined : lean.get(operation);
      const accepted = withMembers(wanted, starts.get(operation), probed);
      const whole = kept === undefined ? accepted : withOnly(accepted, kept, probed ?? '');
      const left = [...(formParts.get(operation) ?? [])].filter((name) => isFree(`/body/${name}`, probed));
      const request = withoutFields(whole, left);
      if (hints.length === 0 && !orders.has(operation) && !balances.has(operation)) return request;
      const filled = fillPlaces(
        operation,
        request,
        hints.filter(({ at }) => isFree(at.place, probed)),
        (each, current) =>
          hintedValue(
            each,
            current,
            { seed: where.seed, at: `${where.at}${each.at.place}` },
            { ...dependencies, shown: (name) => shownValues.under(name, operation) },
          ),
      );
      const free = (orders.get(operation) ?? []).filter(({ lesser, greater }) =>
        [lesser, greater].every((place) => isFree(`/body${place}`, probed)),
      );
      const balance = balances.get(operation);
      const at = probed?.startsWith('/body/') === true ? probed.slice('/body'.length) : undefined;
      return withBody(filled, (value) =>
        balance === undefined ? inOrder(value, free) : withBalance(inOrder(value, free), balance, at),
      );
    },
  };
}

function sentInQuery({ query }: HttpRequest): JsonObject {
  const parsed = parseQuery(query);
  return parsed.ok ? Object.fromEntries(parsed.pairs.map(({ name, value }) => [name, value])) : {};
}

/** What is asked for although the request has it: another of its documented values. The first one may mean that none is set. */
function anotherListed({ place, listed = [] }: HintPlace, request: HttpRequest): Hint | undefined {
  const sent = place.startsWith('/path/') ? request.path.split('/') : valuesAt(request, place);
  const others = listed.filter((value) => !sent.includes(String(value)));
  return others.length === 0 || others.length === listed.length
    ? undefined
    : { kind: 'values', values: others, inOrder: true };
}

/** Whether a refusal says that a record does not exist. */
function isOfUnknown(hint: Hint, text: string): boolean {
  return hint.kind === 'other' && /\bnot found\b|\bdoes(?: not|n't) exist\b|\bno such\b|\bunknown\b/i.test(text);
}

/** The words of a sentence, each once. */
const wordsIn = (text: string): readonly string[] => [...new Set(text.match(/[A-Za-z_]\w+/g) ?? [])];

/** Adds a hint. Returns whether it is new. */
function add(place: PlaceHints, hint: Hint): boolean {
  if (hint.kind === 'other') {
    place.refused += 1;
    return place.refused < 5;
  }
  const text = stringifyJson(hint as unknown as Json);
  if (place.fromRefusals.some((each) => stringifyJson(each as unknown as Json) === text)) {
    place.refused += 1;
    return place.refused < 3;
  }
  place.fromRefusals.unshift(hint);
  return true;
}

function isFree(place: string, probed: string | undefined): boolean {
  if (probed === undefined) return true;
  const shape = probed.replace(/\/\d+(?=\/|$)/g, '/*');
  return place !== shape && !shape.startsWith(`${place}/`) && !place.startsWith(`${shape}/`);
}

function isName({ name, place }: HintPlace): boolean {
  return place.split('/').length === 3 && place.startsWith('/body/') && NAMES.test(name);
}

const NAMES =
  /^(.*[_-])?(name|id|key|slug|title|code|uid|login|e?mail|host|domain|identifier|label)$|[a-z](Name|Id|Key|Slug|Code)$/i;

/** Roles of operations whose answers show the entities of their resource. */
const SHOWING: ReadonlySet<string> = new Set(['list', 'read', 'create', 'replace', 'patch']);

const MOMENTS: ReadonlySet<string> = new Set(['date-time', 'date']);

/** Whether each record that an operation creates may need another value at a place. */
function isKeyOf(kind: string, at: HintPlace): boolean {
  return (kind === 'create' || kind === 'replace' || kind === 'none' || kind === 'action') && isName(at);
}
