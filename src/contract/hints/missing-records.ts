import type { HttpRequest } from '../../core/index.ts';
import { clusterKey, type Resource, type ResourceModel } from '../../resources/index.ts';
import { type Api, conjunctsOf, type Schema } from '../../spec/index.ts';
import { withoutSeparators } from '../../wire/index.ts';
import type { Exchange } from '../model/exchange.ts';
import { canNameRecord } from '../requests/described-references.ts';
import { itemSchemaOf } from '../requests/value-places.ts';
import { echoedPlaces, type HintPlace, namedPlaces } from './hint-places.ts';
import { quotedIn } from './quoted-words.ts';
import { type RefusalEntry, refusalEntries } from './refusal-entries.ts';
import { scalarsIn } from './shown-values.ts';

/** A place of a request body whose value must name a record that exists, because a refusal says so. */
export interface MissingRecord {
  /** Such as `/from` or `/labels/*`. A segment `*` stands for each item of a list. */
  readonly pointer: string;
  readonly schema: Schema;
  readonly resource: Resource;
}

const NOT_THERE =
  /\bnot (be )?found\b|\b(?:can ?not|can['’]t|could(?: not|n['’]t)|unable to|failed to) find\b|\b(does|do|did)(n['’]t| not) exist\b|\bunknown\b|\bno such\b|\bnon-?existent\b|\b(is|are) not (a )?known\b|\bforeign key\b/i;

/** Sentences about the names in a request, or about its media type. */
const OF_THE_FORM =
  /\b(unknown|unrecogni[sz]ed|no such) (field|propert|key|param|attribute|argument|input|option|method|operation|path|route|endpoint|format|error|media|charset|encoding)/i;

/** Whether a refusal says that what the request names does not exist. */
export function saysNotThere({ response }: Exchange): boolean {
  return refusalEntries(response.body).some(({ text }) => NOT_THERE.test(text) && !OF_THE_FORM.test(text));
}

/**
 * The places of a request whose value a sentence calls a record that does not exist: where the sentence repeats
 * the value, else the place that it names, else the one that is called as the record is.
 */
export function missingPlaces(
  entry: RefusalEntry,
  places: readonly HintPlace[],
  request: HttpRequest,
): readonly HintPlace[] {
  if (!NOT_THERE.test(entry.text) || OF_THE_FORM.test(entry.text)) return [];
  const inside = places.filter(({ place }) => !place.startsWith('/path/'));
  const echoed = echoedPlaces(entry, inside, request);
  if (echoed.length > 0) return echoed;
  const nouns = nounsIn(entry.text);
  const called = inside.filter(({ name }) => nouns.includes(nounOf(name)));
  const named = namedPlaces(entry, inside, request);
  // Of a list that a refusal names, what is called as the record is.
  const within = named.flatMap(({ place }) => called.filter((each) => each.place.startsWith(`${place}/`)));
  return within.length > 0 ? within : named.length > 0 ? named : called;
}

/** The place that must name a record, and of which resource. Undefined if no resource is called so. */
export function missingRecord(
  entry: RefusalEntry,
  places: readonly HintPlace[],
  { api, model, request }: { readonly api: Api; readonly model: ResourceModel; readonly request: HttpRequest },
): MissingRecord | undefined {
  for (const { place, name, schema: own } of missingPlaces(entry, places, request)) {
    const items = itemSchemaOf(api, own);
    const schema = items ?? own;
    if (!place.startsWith('/body/') || !mayNameRecord(api, schema)) continue;
    const nouns = [...nounsIn(entry.text), nounOf(name)];
    const resource = nouns
      .map((noun) => model.resources.find((each) => !each.singleton && nounOf(each.singular) === noun))
      .find((each) => each !== undefined);
    if (resource === undefined) continue;
    return { pointer: `${place.slice('/body'.length)}${items === undefined ? '' : '/*'}`, schema, resource };
  }
  return undefined;
}

/** Whether a place takes the name of a record, alone or beside other forms: an id, or the record itself. */
function mayNameRecord(api: Api, schema: Schema): boolean {
  const branches = conjunctsOf(api, schema).flatMap(({ oneOf = [], anyOf = [] }) => [...oneOf, ...anyOf]);
  return [schema, ...branches].some((each) => canNameRecord(api, each));
}

/** The places of a request whose value a sentence repeats and calls a record that does not exist. */
export function repeatedMissing(
  entry: RefusalEntry,
  places: readonly HintPlace[],
  request: HttpRequest,
): readonly HintPlace[] {
  return NOT_THERE.test(entry.text) && !OF_THE_FORM.test(entry.text) ? echoedPlaces(entry, places, request) : [];
}

/**
 * Whether a refusal says that a record is missing whose resource is not that of the operation: `Project not found` in
 * answer to `POST /images`.
 */
export function saysAnotherIsMissing(exchange: Exchange): boolean {
  const own = exchange.operation && exchange.model.roleOf(exchange.operation).resource;
  const missing = resourcesCalledMissing(exchange);
  return (
    missing.length > 0 && (own === undefined || !missing.some((each) => nounOf(each.singular) === nounOf(own.singular)))
  );
}

/** Whether a refusal calls a record of the API missing, by the noun of its resource: `Instance not found`. */
export function saysRecordIsMissing(exchange: Exchange): boolean {
  return resourcesCalledMissing(exchange).length > 0;
}

function resourcesCalledMissing({ model, operation, response }: Exchange): readonly Resource[] {
  if (operation === undefined) return [];
  const nouns = refusalEntries(response.body).flatMap(({ text }) =>
    NOT_THERE.test(text) && !OF_THE_FORM.test(text) ? nounsIn(text) : [],
  );
  return nouns.length === 0 ? [] : model.resources.filter(({ singular }) => nouns.includes(nounOf(singular)));
}

/**
 * Whether a refusal that says so quotes a value of the body, which then names no record: `Network "br0" not found` in
 * answer to `{ "devices": [{ "network": "br0" }] }`.
 */
export function quotesMissingRecord(exchange: Exchange): boolean {
  const { body } = exchange.request;
  if (body.kind !== 'parsed' || !saysAnotherIsMissing(exchange)) return false;
  const quoted = refusalEntries(exchange.response.body).flatMap(({ text }) => quotedIn(text));
  return scalarsIn(body.value).some((each) => quoted.some((name) => names(String(each), name)));
}

/** Whether a value is a name, or has it as one of its parts: `queue://main/orders`. */
function names(value: string, name: string): boolean {
  const [before, after] = value.split(name);
  if (before === '' && after === '') return true;
  return name.length >= SHORTEST_PART && after !== undefined && !/\w$/.test(before ?? '') && !/^\w/.test(after);
}

const SHORTEST_PART = 4;

const AFTER = /\b(?:unknown|non-?existent|no such|find)\s+(.*)$/i;

/** What a sentence may call missing: the words behind `unknown` or `cannot find`, else those before `not found`. */
function nounsIn(text: string): readonly string[] {
  const behind = AFTER.exec(text)?.[1];
  const part = behind ?? text.slice(0, Math.max(0, text.search(NOT_THERE)));
  const words = part.split(/[^\p{L}\p{N}_-]+/u).filter((word) => word !== '');
  // The words that are nearest to the verb.
  const near = behind === undefined ? words.slice(-MOST_WORDS) : words.slice(0, MOST_WORDS);
  // `unknown team type` is about a team type rather than about a team.
  const pairs = near.slice(1).map((word, at) => `${near[at]}${word}`);
  return [...pairs, ...near].map((word) => nounOf(word.toLowerCase()));
}

const MOST_WORDS = 12;

/**
 * A name without what makes it a reference or a plural: `account_ids`, `accounts` and `accountId` are
 * `account`.
 */
function nounOf(name: string): string {
  const plain = withoutSeparators(name);
  const noun = plain.replace(/(ids?|names?|keys?|slugs?|uuids?|codes?)$/, '');
  return clusterKey(noun === '' ? plain : noun);
}
