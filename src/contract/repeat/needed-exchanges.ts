import type { Json } from '../../core/index.ts';
import type { Resource } from '../../resources/index.ts';
import { isSafe } from '../../spec/index.ts';
import { isArray, parseQuery, valueAt } from '../../wire/index.ts';
import type { PastExchange } from '../model/flow-history.ts';
import type { Purpose, Stimulus } from '../model/purpose.ts';
import { idIn } from '../responses/created-id.ts';
import { answeredJson } from './answered-json.ts';
import { mentionsOf, type Past } from './mentions.ts';

/** Steps of one finding. */
const MOST_STEPS = 12;
/** Items of a list that are created for it. */
const MOST_SHOWN = 8;
/** Items that a stimulus is about, by its kind. */
const FEW = 2;
/** Reads of the same place that an answer may be compared with. */
const MOST_READS = 3;

/** Kinds of stimulus with one request: its answer is not compared with another. */
const ALONE: ReadonlySet<Stimulus['kind']> = new Set([
  'plain',
  'optional-omitted',
  'unicode',
  'unknown',
  'scenario',
  'recorded',
  'read-only',
  'boundary',
  'broken',
  'created',
  'method',
  'options',
  'negotiation',
  'credential',
  'cors',
  'unknown-reference',
]);

/**
 * The exchanges that led to one that a finding is about, oldest first, that one last: those that created the items it names or shows, those that wrote
 * to these items, and, where answers are compared, those it is compared with.
 */
export function neededExchanges(past: Past, last: PastExchange, purpose: Purpose, place = ''): readonly PastExchange[] {
  const shown = creationsShown(past, last, purpose, place);
  const compared = ALONE.has(purpose.story.kind)
    ? []
    : [...comparedWith(past, last, purpose.story), ...namedInStory(past, last, purpose.story)];
  for (let count = Math.min(shown.length, MOST_SHOWN); count >= 0; count -= 1) {
    const needed = completed(past, last, [...compared, ...shown.slice(0, count)]);
    if (needed.length <= MOST_STEPS || count === 0) return withinLimit(past, last, needed);
  }
  return [last];
}

/** Leaves out the oldest of those that give no value to others. */
function withinLimit(past: Past, last: PastExchange, needed: readonly PastExchange[]): readonly PastExchange[] {
  const giving = new Set(needed.flatMap((each) => mentionsOf(past, each).map(({ exchange }) => exchange)));
  const spare = needed.filter((each) => each !== last && !giving.has(each));
  const dropped = new Set(spare.slice(0, Math.max(0, needed.length - MOST_STEPS)));
  return needed.filter((each) => !dropped.has(each));
}

/** What the exchanges name is needed, and what was written to that, until nothing is added. */
function completed(past: Past, last: PastExchange, others: readonly PastExchange[]): readonly PastExchange[] {
  const needed = new Set([last, ...others]);
  for (const each of needed) {
    for (const { exchange } of mentionsOf(past, each)) needed.add(exchange);
    for (const write of writesTo(past, last, each)) needed.add(write);
  }
  return [...needed].sort((a, b) => a.number - b.number);
}

/** Successful writes of this flow to the item that an exchange created, before the last exchange. */
function writesTo({ creations, flow }: Past, last: PastExchange, exchange: PastExchange): readonly PastExchange[] {
  const at = creations.by(exchange)?.at;
  if (at === undefined) return [];
  return flow.exchanges.filter(
    (each) =>
      each.number > exchange.number &&
      each.number < last.number &&
      isWrite(each) &&
      hasSucceeded(each) &&
      (each.request.path === at || each.request.path.startsWith(`${at}/`)),
  );
}

/** What the same flow wrote to the same place, and what the same case read and was refused there. */
function comparedWith({ flow, model }: Past, last: PastExchange, { kind }: Stimulus): readonly PastExchange[] {
  const before = flow.exchanges.filter(
    ({ number, request }) => number < last.number && isSamePlace(request, last.request),
  );
  // What a list shows is created for it by itself.
  const isList = last.operation !== undefined && model.roleOf(last.operation).list !== undefined;
  const writes = before.filter((each) => !isList && isWrite(each) && (hasSucceeded(each) || each.case === last.case));
  const reads = before.filter((each) => !isWrite(each) && each.case === last.case && hasSucceeded(each));
  // What was deleted beside it is another item, which nothing else names.
  const aside =
    kind === 'beside-deleted'
      ? flow.exchanges.filter(
          (each) => each.case === last.case && each.number < last.number && isWrite(each) && hasSucceeded(each),
        )
      : [];
  if (aside.length > 0) return aside;
  if (kind !== 'page') return [...writes, ...reads.slice(-MOST_READS)];
  const pages = reads.filter(({ request }) => isPageOfSame(request, last.request));
  return [...writes, ...pages.slice(0, MOST_READS)];
}

/** Whether two requests ask for pages of one size: at most one parameter, which says which page, is another. */
function isPageOfSame(one: PastExchange['request'], other: PastExchange['request']): boolean {
  const pairs = new Set(other.query.split('&'));
  const names = new Set([...pairs].map((pair) => pair.split('=')[0]));
  const different = one.query.split('&').filter((pair) => !pairs.has(pair));
  return one.query !== '' && different.length <= 1 && different.every((pair) => names.has(pair.split('=')[0]));
}

function isSamePlace(one: PastExchange['request'], other: PastExchange['request']): boolean {
  const bare = ({ path }: PastExchange['request']): string => path.replace(/\/$/, '');
  return bare(one) === bare(other);
}

/** The creations of items that a stimulus is about, where the request does not name them: items that a list must show, or must not. */
function namedInStory({ creations, flow, model }: Past, last: PastExchange, story: Stimulus): readonly PastExchange[] {
  const resource = last.operation === undefined ? undefined : model.roleOf(last.operation).resource;
  return idsIn(story).flatMap((id) => {
    const creation = creations.named(String(id), flow).find((each) => each.resource === resource);
    return creation === undefined ? [] : [creation.exchange];
  });
}

function idsIn(story: Stimulus): readonly Json[] {
  if (story.kind === 'within') return [...story.inside.slice(0, FEW), ...story.outside.slice(0, FEW)];
  return 'id' in story && story.id !== undefined ? [story.id] : [];
}

/** The creations of items that a list shows: of the one that a finding is about, or of all where they are compared. */
function creationsShown(past: Past, last: PastExchange, { story }: Purpose, place: string): readonly PastExchange[] {
  const { model, flow } = past;
  const { list, resource } = last.operation === undefined ? ({} as const) : model.roleOf(last.operation);
  if (list === undefined || resource === undefined) return [];
  if (ALONE.has(story.kind)) {
    const index = place.startsWith(`/body${list.items}/`)
      ? place.slice(`/body${list.items}/`.length).split('/')[0]
      : '';
    const item = /^\d+$/.test(index ?? '') ? itemsOf(last, list.items)[Number(index)] : undefined;
    return item === undefined ? [] : creationsOf(past, resource, [item]);
  }
  const pages = flow.exchanges.filter(
    (each) => each.case === last.case && each.number <= last.number && each.operation === last.operation,
  );
  const items = pages.flatMap((page) => itemsOf(page, list.items));
  return [...new Set([...asked(past, last, resource), ...creationsOf(past, resource, items)])];
}

function creationsOf({ creations, flow }: Past, resource: Resource, items: readonly Json[]): readonly PastExchange[] {
  return items.flatMap((item) => {
    const id = idIn(resource, item);
    const creation = creations.named(String(id), flow).find((each) => each.resource === resource);
    return creation === undefined ? [] : [creation.exchange];
  });
}

/** The creations of items that say what a query asks for. */
function asked({ creations }: Past, { request }: PastExchange, resource: Resource): readonly PastExchange[] {
  const query = parseQuery(request.query);
  const words = query.ok ? query.pairs.map(({ value }) => value).filter((value) => value.length > SHORT) : [];
  const isAsked = ({ body }: PastExchange['request']): boolean =>
    body.kind === 'parsed' && words.some((word) => body.text.includes(word));
  return creations
    .of(resource)
    .map(({ exchange }) => exchange)
    .filter((each) => isAsked(each.request))
    .slice(0, FEW);
}

/** A shorter text is in many others by chance. */
const SHORT = 3;

function itemsOf({ outcome }: PastExchange, pointer: string): readonly Json[] {
  const items = valueAt(answeredJson(outcome) ?? null, pointer);
  return isArray(items) ? items : [];
}

function isWrite({ request: { method } }: PastExchange): boolean {
  return !isSafe(method);
}

function hasSucceeded({ outcome }: PastExchange): boolean {
  return outcome.kind === 'answered' && outcome.status < 400;
}
