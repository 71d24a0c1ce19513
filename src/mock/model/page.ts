import type { Json } from '../../core/index.ts';
import type { ListDetails } from '../../resources/index.ts';

/**
 * The requested part of a list. `after` and `before` are ids. `number` counts from the document's first
 * page.
 */
export interface Page {
  readonly limit: number;
  readonly offset: number;
  readonly number: number;
  readonly after?: string;
  readonly before?: string;
}

/**
 * Reads a page from the decoded query parameters. Values have been validated; a limit above the maximum is
 * reduced.
 */
export function pageOf(details: ListDetails, query: Readonly<Record<string, Json>>): Page {
  const { page } = details;
  const names = [page.limit, ...(page.otherLimits ?? [])];
  const sent = names.map((name) => integerOf(name, query)).find((value) => value !== undefined);
  // A meaningless number that the schema allows counts as absent.
  const requested = sent === undefined || sent < 0 ? page.defaultLimit : sent;
  const limit = Math.min(Math.max(0, requested), page.maxLimit ?? Number.MAX_SAFE_INTEGER);
  const first = page.firstPage ?? 1;
  const after = textOf(page.cursor ?? page.inLinks, query);
  const before = textOf(page.before, query);
  const wanted = integerOf(page.page, query);
  const item = integerOf(page.offset, query);
  const start = item === undefined ? undefined : item - (page.firstOffset ?? 0);
  const offset = Math.max(0, start ?? (Math.max(first, wanted ?? first) - first) * limit);
  return {
    limit,
    offset,
    number: wanted ?? (limit === 0 ? 0 : Math.floor(offset / limit)) + first,
    ...(after === undefined ? {} : { after }),
    ...(before === undefined ? {} : { before }),
  };
}

function integerOf(parameter: string | undefined, query: Readonly<Record<string, Json>>): number | undefined {
  const value = parameter === undefined ? undefined : query[parameter];
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number) ? number : undefined;
}

function textOf(parameter: string | undefined, query: Readonly<Record<string, Json>>): string | undefined {
  const value = parameter === undefined ? undefined : query[parameter];
  return value === undefined || value === '' || value === null ? undefined : String(value);
}
