import type { Json } from '../../core/index.ts';
import type { Resource } from '../../resources/index.ts';
import { isSafe } from '../../spec/index.ts';
import { isArray, parseQuery, valueAt } from '../../wire/index.ts';
import type { PastExchange } from '../model/flow-history.ts';
import type { Purpose, Stimulus } from '../model/purpose.ts';
import { idIn } from '../responses/created-id.ts';
import { answeredJson } from './answered-json.ts';
import { type FindingHistory, mentionsOf } from './mentions.ts';

/** Maximum number of steps of one finding. */
const MOST_STEPS = 12;
/** Maximum number of items that are created for a list. */
const MOST_SHOWN = 8;
/** Items that a stimulus is about, by its kind. */
const FEW = 2;
/** Reads of the same place that an answer may be compared with. */
const MOST_READS = 3;

/** Kinds of stimulus with a single request, whose answer is not compared with another. */
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
 * The exchanges that lead to a finding, oldest first, ending with the one it is about: creates of the items
 * that it names or shows, writes to these items, and the exchanges that its answer is compared with.
 */
export function neededExchanges(
  past: FindingHistory,
  last: PastExchange,
  purpose: Purpose,
  place = '',
): readonly PastExchange[] {
  const creations = creationsShown(past, last, purpose, place);
  const compared = ALONE.has(purpose.story.kind)
    ? []
    : [
        ...comparedWith(past, last, purpose.story),
        ...namedInStory(past, last, purpose.story),
        ...namedWrite(past, last, purpose.story),
      ];
  for (let count = Math.min(creations.length, MOST_SHOWN); count >= 0; count -= 1) {
    const needed = withDependencies(past, last, [...compared, ...creations.slice(0, count)]);
    if (needed.length <= MOST_STEPS || count === 0) return withinLimit(past, last, needed);
  }
  return [last];
}

/** For each needed exchange, how many pages of the same list come directly before it and are not needed. */
export function leftOutBefore(
  { flow }: FindingHistory,
  needed: readonly PastExchange[],
  { story }: Purpose,
): readonly number[] {
  if (story.kind !== 'page') return needed.map(() => 0);
  return needed.map((each, at) => {
    const before = needed[at - 1];
    if (before === undefined || before.operation !== each.operation) return 0;
    return flow.exchanges.filter(
      ({ number, request, outcome, ...other }) =>
        number > before.number &&
        number < each.number &&
        other.case === each.case &&
        outcome.kind === 'answered' &&
        isSamePlace(request, each.request) &&
        isPageOfSame(request, each.request),
    ).length;
  });
}

/** Drops the oldest exchanges that give no value to others. */
function withinLimit(
  past: FindingHistory,
  last: PastExchange,
  needed: readonly PastExchange[],
): readonly PastExchange[] {
  const giving = new Set(needed.flatMap((each) => mentionsOf(past, each).map(({ exchange }) => exchange)));
  const spare = needed.filter((each) => each !== last && !giving.has(each));
  const dropped = new Set(spare.slice(0, Math.max(0, needed.length - MOST_STEPS)));
  return needed.filter((each) => !dropped.has(each));
}

/** Adds the creates of all mentioned items and the writes to them, until nothing is added. */
function withDependencies(
  past: FindingHistory,
  last: PastExchange,
  others: readonly PastExchange[],
): readonly PastExchange[] {
  const needed = new Set([last, ...others]);
  for (const each of needed) {
    for (const { exchange } of mentionsOf(past, each)) needed.add(exchange);
    for (const write of writesTo(past, last, each)) needed.add(write);
  }
  return [...needed].sort((a, b) => a.number - b.number);
}

/** Successful writes of this flow to the item of an exchange, before the last exchange. */
function writesTo(
  { creations, flow }: FindingHistory,
  last: PastExchange,
  exchange: PastExchange,
): readonly PastExchange[] {
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

/** Writes of the same flow to the same place, and reads and refusals of the same case there. */
function comparedWith({ flow, model }: FindingHistory, last: PastExchange, story: Stimulus): readonly PastExchange[] {
  const { kind } = story;
  const before = flow.exchanges.filter(
    ({ number, request }) => number < last.number && isSamePlace(request, last.request),
  );
  // Items of a list have their own creates.
  const isList = last.operation !== undefined && model.roleOf(last.operation).list !== undefined;
  const writes = before.filter((each) => !isList && isWrite(each) && (hasSucceeded(each) || each.case === last.case));
  const reads = before.filter((each) => !isWrite(each) && each.case === last.case && hasSucceeded(each));
  // The deleted item is another one, which the request does not name.
  const aside =
    kind === 'beside-deleted'
      ? flow.exchanges.filter(
          (each) => each.case === last.case && each.number < last.number && isWrite(each) && hasSucceeded(each),
        )
      : [];
  if (aside.length > 0) return aside;
  const [write] = namedWrite({ flow }, last, story);
  if (story.kind === 'after-refusal')
    return [...reads.slice(-1), ...writes.filter((each) => each === write || hasSucceeded(each))];
  // Reads before and after a write elsewhere: the last one before it is compared.
  if (write !== undefined && !isSamePlace(write.request, last.request))
    return [...writes, ...reads.filter(({ number }) => number < write.number).slice(-1)];
  if (kind !== 'page') return [...writes, ...reads.slice(-MOST_READS)];
  const pages = reads.filter(({ request }) => isPageOfSame(request, last.request));
  return [...writes, ...pages.slice(0, MOST_READS)];
}

function isSameSent(one: PastExchange['request'], other: PastExchange['request']): boolean {
  const textOf = ({ body }: PastExchange['request']): string => (body.kind === 'parsed' ? body.text : body.kind);
  return one.method === other.method && one.path === other.path && textOf(one) === textOf(other);
}

/** The write that a stimulus names, whose effect its answer shows or lacks: of several, the one with the body that it has. */
function namedWrite(
  { flow }: Pick<FindingHistory, 'flow'>,
  last: PastExchange,
  story: Stimulus,
): readonly PastExchange[] {
  if (!('write' in story) || typeof story.write !== 'string') return [];
  const sent = story.kind === 'after-refusal' ? story.sent : undefined;
  const write = flow.exchanges.findLast(
    ({ number, operation, request }) =>
      number < last.number && operation?.id === story.write && (sent === undefined || isSameSent(request, sent)),
  );
  return write === undefined ? [] : [write];
}

/**
 * Whether two requests ask for pages of equal size: they differ at most in the parameter that selects the
 * page.
 */
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

/**
 * The creates of items that a stimulus is about and the request does not name, such as items that a list
 * must show.
 */
function namedInStory(
  { creations, flow, model }: FindingHistory,
  last: PastExchange,
  story: Stimulus,
): readonly PastExchange[] {
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

/**
 * The creates of items that a list shows: of the one that a finding is about, or of all if they are
 * compared.
 */
function creationsShown(
  past: FindingHistory,
  last: PastExchange,
  { story }: Purpose,
  place: string,
): readonly PastExchange[] {
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
  return [...new Set([...createsMatchingQuery(past, last, resource), ...creationsOf(past, resource, items)])];
}

function creationsOf(
  { creations, flow }: FindingHistory,
  resource: Resource,
  items: readonly Json[],
): readonly PastExchange[] {
  return items.flatMap((item) => {
    const id = idIn(resource, item);
    const creation = creations.named(String(id), flow).find((each) => each.resource === resource);
    return creation === undefined ? [] : [creation.exchange];
  });
}

/** The creates of items whose values match a query. */
function createsMatchingQuery(
  { creations }: FindingHistory,
  last: PastExchange,
  resource: Resource,
): readonly PastExchange[] {
  const { request, operation } = last;
  const query = parseQuery(request.query);
  const words = query.ok ? query.pairs.map(({ value }) => value).filter((value) => value.length > SHORT) : [];
  const matchesWords = ({ body }: PastExchange['request']): boolean =>
    body.kind === 'parsed' && words.some((word) => body.text.includes(word));
  return (
    creations
      .of(resource)
      .map(({ exchange }) => exchange)
      // The list of one parent does not show what was created below another one.
      .filter((each) => each.operation?.path !== operation?.path || each.request.path === request.path)
      .filter((each) => matchesWords(each.request))
      .slice(0, FEW)
  );
}

/** Shorter strings match by chance. */
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
