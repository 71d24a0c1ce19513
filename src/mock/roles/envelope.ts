import type { HeaderFields, Json } from '../../core/index.ts';
import type { ListDetails } from '../../resources/index.ts';
import type { Schema } from '../../spec/index.ts';
import { withoutValueAt, withValueAt } from '../../wire/index.ts';
import { schemaAt } from '../fields.ts';
import type { Choice } from '../negotiate.ts';
import type { Parts } from '../parts.ts';
import { enveloped } from '../shown.ts';
import { squeezed } from './filtering.ts';
import type { Page } from './page.ts';
import type { Turns } from './turns.ts';

/** Counts that an envelope or header field may state. A list without pages is one page of all. */
interface Counts {
  readonly total: number;
  readonly limit: number;
  readonly pages: number;
  readonly offset: number;
  readonly number: number;
  readonly more: boolean;
}

function countsOf(page: Page, shown: number, total: number): Counts {
  const limit = page.limit >= Number.MAX_SAFE_INTEGER ? Math.max(1, total) : page.limit;
  return {
    total,
    limit,
    pages: limit === 0 ? 0 : Math.ceil(total / limit),
    offset: page.offset,
    number: page.number,
    more: limit > 0 && page.offset + shown < total,
  };
}

/** The values in the document's own envelope, its counts and links filled in. */
export function envelopeOf(
  parts: Parts,
  schema: Schema,
  details: ListDetails,
  values: readonly Json[],
  page: Page,
  total: number,
  turns: Turns,
  at: string,
): Json {
  if (details.items === '') return values;
  let whole = enveloped(parts, schema, details.items, values, at, 'all');
  for (const [pointer, candidates] of facts(details, countsOf(page, values.length, total), turns)) {
    if (pointer === undefined) continue;
    const property = schemaAt(parts.fieldsOf, schema, pointer);
    const fitting = candidates.find(
      (value) => property === undefined || parts.validator.accepts(property, value, 'response'),
    );
    // A link to a page that does not exist is better left out, where the schema lets it.
    const without = fitting === undefined || fitting === '' ? withoutValueAt(whole, pointer) : undefined;
    if (without !== undefined && parts.validator.accepts(schema, without, 'response')) whole = without;
    else if (fitting !== undefined) whole = withValueAt(whole, pointer, fitting);
  }
  return whole;
}

/** Pointer of each known field of an envelope, and what it may say, best first. */
function facts(
  { envelope }: ListDetails,
  counts: Counts,
  turns: Turns,
): readonly (readonly [pointer: string | undefined, candidates: readonly Json[]])[] {
  const present = (candidates: readonly (Json | undefined)[]): readonly Json[] =>
    candidates.filter((value) => value !== undefined);
  return [
    [envelope.total, [counts.total]],
    [envelope.limit, [counts.limit, String(counts.limit)]],
    [envelope.offset, [counts.offset, String(counts.offset)]],
    [envelope.page, [counts.number]],
    [envelope.pages, [counts.pages]],
    [envelope.hasMore, [counts.more]],
    [envelope.next, counts.more ? present([turns.next, turns.nextCursor, counts.number + 1]) : [null, '']],
    [envelope.previous, counts.offset > 0 ? present([turns.previous, counts.number - 1]) : [null, '']],
    [envelope.nextCursor, present([turns.nextCursor, null, ''])],
  ];
}

/** `Link` (RFC 8288) and counts, each only where it is documented. */
export function listHeaders(choice: Choice, page: Page, shown: number, total: number, turns: Turns): HeaderFields {
  const counts = countsOf(page, shown, total);
  return choice.spec.headers.flatMap(({ name }): HeaderFields => {
    const value = listHeader(squeezed(name), counts, turns);
    return value === undefined ? [] : [[name, value]];
  });
}

function listHeader(name: string, counts: Counts, turns: Turns): string | undefined {
  switch (name) {
    case 'xtotalcount':
    case 'xtotal':
    case 'totalcount':
    case 'xcount':
      return String(counts.total);
    case 'xtotalpages':
    case 'xpagecount':
      return String(counts.pages);
    case 'xpage':
      return String(counts.number);
    case 'xperpage':
    case 'xlimit':
      return String(counts.limit);
    case 'link':
      return linksOf(turns);
    default:
      return undefined;
  }
}

function linksOf(turns: Turns): string | undefined {
  const links = [
    ['first', turns.first],
    ['prev', turns.previous],
    ['next', turns.next],
    ['last', turns.last],
  ].flatMap(([rel, target]) => (target === undefined ? [] : [`<${target}>; rel="${rel}"`]));
  return links.length === 0 ? undefined : links.join(', ');
}
