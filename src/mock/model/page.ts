import type { Json } from '../../core/index.ts';
import type { ListDetails } from '../../resources/index.ts';

/** Which part of a list was asked for. `after` and `before` are ids. `number` counts pages from the document's first. */
export interface Page {
  readonly limit: number;
  readonly offset: number;
  readonly number: number;
  readonly after?: string;
  readonly before?: string;
}

/** Reads a page from the decoded query parameters that the document names for it. Values have been validated; what is past the largest page is cut. */
export function pageOf(details: ListDetails, query: Readonly<Record<string, Json>>): Page {
  const { page } = details;
  const names = [page.limit, ...(page.otherLimits ?? [])];
  const said = names.map((name) => integerOf(name, query)).find((value) => value !== undefined);
  // A number that means nothing, where the document lets it pass, is as good as none.
  const asked = said === undefined || said < 0 ? page.defaultLimit : said;
  const limit = Math.min(Math.max(0, asked), page.maxLimit ?? Number.MAX_SAFE_INTEGER);
  const first = page.firstPage ?? 1;
  const after = textOf(page.cursor, query);
  const before = textOf(page.before, query);
  const wanted = integerOf(page.page, query);
  const offset = Math.max(0, integerOf(page.offset, query) ?? (Math.max(first, wanted ?? first) - first) * limit);
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
