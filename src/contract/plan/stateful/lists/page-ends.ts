import type { Json } from '../../../../core/index.ts';
import { isStandIn } from '../../../../resources/index.ts';
import { isJson, valueAt } from '../../../../wire/index.ts';
import { jsonOf } from '../../../model/case-context.ts';
import type { Exchange } from '../../../model/exchange.ts';
import type { PageFacts } from '../../../model/purpose.ts';
import { schemaInBody } from '../../../requests/value-places.ts';
import { type Listing, linkTo, type PageWalk } from '../../../responses/list-walk.ts';

/** A page that says the wrong thing of whether another one follows. */
export interface WrongEnd {
  readonly exchange: Exchange;
  readonly facts: PageFacts;
}

/** What a description says of a cursor that is not there on the last page. */
const ENDS = [
  /\b(null|absent|empty|omitted|missing|none|left (out|off)|not (set|present|returned|included))\b[^.;]*\b(last|final|end|no (more|further|other|next))\b/i,
  /\b(last|final|end|no (more|further|other|next))\b[^.;]*\b(null|absent|empty|omitted|missing|none|left (out|off)|not (set|present|returned|included))\b/i,
];

/**
 * The first page of a walk through all items that says the wrong thing: that nothing follows where an item does, or
 * that something follows where nothing does. A cursor of the last page is wrong only if the document says that the
 * last page has none.
 */
export function wrongEnd(
  { list: { envelope } }: Listing,
  { pages, answers, complete, looped }: PageWalk,
): WrongEnd | undefined {
  if (!complete || looped) return undefined;
  for (const [index, exchange] of answers.entries()) {
    const follows = pages.slice(index + 1).some((page) => page.length > 0);
    // A page that was not filled may be followed by one: services filter behind the page.
    const body = jsonOf(exchange) ?? null;
    const more = envelope.hasMore === undefined ? undefined : valueAt(body, envelope.hasMore);
    if (typeof more === 'boolean' && more !== follows)
      return endWithFlag(exchange, { property: envelope.hasMore ?? '', shown: more, follows });
    for (const property of [envelope.nextCursor, envelope.next]) {
      const shown = property === undefined ? undefined : valueAt(body, property);
      if (property === undefined || shown === undefined || !endsWithout(exchange, property)) continue;
      const isNamed = shown !== null && shown !== '';
      // A page after the last one has no items, and says nothing of the last one.
      if (isNamed && !follows) return endWithFlag(exchange, { property, shown, follows });
    }
  }
  return undefined;
}

/**
 * The first page of a list with a limit and no way to the next page that says the wrong thing of what follows, where
 * the whole list was read without the limit. In answers to calls by name a flag that is false may be left out.
 */
export function wrongFlag(
  { operation, list: { envelope } }: Listing,
  { answers, pages }: PageWalk,
  whole: PageWalk,
): WrongEnd | undefined {
  const [first] = answers;
  const [page = []] = pages;
  if (envelope.hasMore === undefined || first === undefined || !whole.complete) return undefined;
  const shown = valueAt(jsonOf(first) ?? null, envelope.hasMore) ?? (isStandIn(operation) ? false : undefined);
  const follows = whole.items.length > page.length;
  return typeof shown === 'boolean' && shown !== follows
    ? endWithFlag(first, { property: envelope.hasMore, shown, follows })
    : undefined;
}

function endWithFlag(
  exchange: Exchange,
  more: { readonly property: string; readonly shown: Json; readonly follows: boolean },
): WrongEnd {
  return { exchange, facts: { probe: 'more', more } };
}

/** Whether the description of a cursor says that the last page has none. */
function endsWithout({ api, documented }: Exchange, pointer: string): boolean {
  const schema = documented?.content.find(({ mediaType }) => isJson(mediaType))?.schema;
  const own = schema === undefined ? undefined : schemaInBody(api, schema, pointer);
  const rule = own === undefined ? true : api.deref(own);
  const text =
    typeof own === 'object' ? (own.description ?? (typeof rule === 'object' ? rule.description : '') ?? '') : '';
  return ENDS.some((words) => words.test(text));
}

/** Whether the document describes a `Link` field of a list, and a page that another one follows has none. */
export function lacksLink({ pages, answers, complete }: PageWalk): boolean {
  const [first] = answers;
  if (first === undefined || !complete || (pages[1]?.length ?? 0) === 0) return false;
  const isDocumented = first.documented?.headers.some(({ name }) => name.toLowerCase() === 'link') === true;
  return isDocumented && linkTo(first, 'next') === undefined;
}
