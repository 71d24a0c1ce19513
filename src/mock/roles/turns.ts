import type { ListDetails } from '../../resources/index.ts';
import type { Entity } from '../../state/index.ts';
import { decodePercent } from '../../wire/index.ts';
import type { Asked } from '../parts.ts';
import { idText, type Place } from '../place.ts';
import type { Page } from './page.ts';

/** Where the neighbours of a page are, as path-absolute references; and as the cursor that leads on. */
export interface Turns {
  readonly first?: string;
  readonly previous?: string;
  readonly next?: string;
  readonly last?: string;
  readonly nextCursor?: string;
}

export function turnsOf(
  asked: Asked,
  place: Place,
  details: ListDetails,
  page: Page,
  total: number,
  entities: readonly Entity[],
): Turns {
  // A page of nothing leads nowhere.
  if (page.limit === 0) return {};
  const end = page.offset + entities.length;
  const to = (offset: number): string | undefined => {
    const changed = turnTo(details, page, offset);
    return changed === undefined ? undefined : reference(asked, changed.parameter, changed.value);
  };
  const lastKey = entities.at(-1)?.key;
  const more = end < total && lastKey !== undefined;
  const { cursor } = details.page;
  const nextCursor = cursor !== undefined && more ? idText(place, lastKey) : undefined;
  const found = {
    first: total > 0 ? to(0) : undefined,
    previous: page.offset > 0 ? to(Math.max(0, page.offset - page.limit)) : undefined,
    next:
      (more ? to(end) : undefined) ??
      (cursor === undefined || nextCursor === undefined ? undefined : reference(asked, cursor, nextCursor)),
    last: total > 0 ? to(Math.max(0, Math.ceil(total / page.limit) - 1) * page.limit) : undefined,
    nextCursor,
  };
  return Object.fromEntries(Object.entries(found).filter(([, target]) => target !== undefined));
}

function turnTo(
  details: ListDetails,
  page: { readonly limit: number },
  offset: number,
): { readonly parameter: string; readonly value: string } | undefined {
  if (details.page.offset !== undefined) return { parameter: details.page.offset, value: String(offset) };
  if (details.page.page === undefined) return undefined;
  const number = Math.floor(offset / page.limit) + (details.page.firstPage ?? 1);
  return { parameter: details.page.page, value: String(number) };
}

/** This request's own path and query with one parameter changed. */
function reference({ request }: Asked, name: string, value: string): string {
  const others = request.query
    .split('&')
    .filter((part) => part !== '' && decodePercent(part.split('=', 1)[0] ?? '') !== name);
  return `${request.path}?${[...others, `${encodeURIComponent(name)}=${encodeURIComponent(value)}`].join('&')}`;
}
