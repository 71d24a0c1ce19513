import type { Api, Operation } from '../../spec/index.ts';
import { fieldValue, mediaTypeMatches, parseMediaType } from '../../wire/index.ts';
import type { RecordedTraffic } from '../model/recorded-traffic.ts';
import { recordedOrigin } from './recorded-place.ts';

/** The exchanges that use the service, and a line about those left out. */
export interface ChosenTraffic {
  readonly traffic: readonly RecordedTraffic[];
  readonly notes: readonly string[];
}

/** Why an exchange is left out, in singular and plural. */
const REASONS = {
  elsewhere: ['of another origin', 'of other origins'],
  preflight: ['preflight', 'preflights'],
  page: ['part of a page', 'parts of pages'],
} as const;
type Reason = keyof typeof REASONS;

/**
 * Leaves out exchanges that do not use the service: other origins; preflights (sent by the browser, Fetch
 * §4.8); and what a browser loads to show a page. The service's origins are those of the base; without one,
 * of the document's servers; if no server was called, the origin with most requests that the document
 * describes.
 */
export function chooseTraffic(api: Api, all: readonly RecordedTraffic[]): ChosenTraffic {
  const asides = all.map((recorded) => asideOf(api, recorded));
  const origin = originOfService(
    api,
    all.filter((_, index) => asides[index] === undefined),
  );
  const counts = new Map<Reason, number>();
  const traffic = all.filter((recorded, index) => {
    const isElsewhere =
      recorded.elsewhere === true ||
      (recorded.url !== undefined && origin !== undefined && recordedOrigin(recorded.url) !== origin);
    const reason: Reason | undefined = isElsewhere ? 'elsewhere' : asides[index];
    if (reason !== undefined) counts.set(reason, (counts.get(reason) ?? 0) + 1);
    return reason === undefined;
  });
  return { traffic, notes: [...leftOutNote(all.length, counts), ...unjudgedNotes(traffic)] };
}

function leftOutNote(count: number, counts: ReadonlyMap<Reason, number>): readonly string[] {
  if (counts.size === 0) return [];
  const left = [...counts.values()].reduce((sum, each) => sum + each, 0);
  const listed = [...counts].map(([reason, each]) => `${each} ${REASONS[reason][each === 1 ? 0 : 1]}`).join(', ');
  return [`${left} of ${count} recorded exchanges are left out: ${listed}`];
}

function unjudgedNotes(traffic: readonly RecordedTraffic[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { unjudged } of traffic) if (unjudged !== undefined) counts.set(unjudged, (counts.get(unjudged) ?? 0) + 1);
  return [...counts].map(
    ([reason, count]) => `${count} of ${traffic.length} recorded exchanges are unjudged: ${reason}`,
  );
}

/**
 * The origin with most exchanges that the document describes, among its servers where one was called;
 * otherwise the most frequent origin.
 */
function originOfService(api: Api, all: readonly RecordedTraffic[]): string | undefined {
  const counts = new Map<string, { described: number; all: number }>();
  for (const { url, elsewhere, request } of all) {
    const origin = url === undefined || elsewhere === true ? undefined : recordedOrigin(url);
    if (origin === undefined) continue;
    const count = counts.get(origin) ?? { described: 0, all: 0 };
    counts.set(origin, count);
    count.all += 1;
    if (api.match(request).kind === 'found') count.described += 1;
  }
  const named = [...counts].filter(([origin]) => api.origins.includes(origin));
  const [first] = (named.length > 0 ? named : [...counts]).sort(
    ([, a], [, b]) => b.described - a.described || b.all - a.all,
  );
  return first?.[0];
}

function asideOf(api: Api, recorded: RecordedTraffic): Reason | undefined {
  const { request, url } = recorded;
  if (request.method === 'OPTIONS' && fieldValue(request.headers, 'access-control-request-method') !== undefined)
    return 'preflight';
  if (url !== undefined && recordedOrigin(url) === undefined) return 'elsewhere';
  const match = api.match(request);
  return isOfPage(match.kind === 'found' ? match.operation : undefined, recorded) ? 'page' : undefined;
}

/** Types of files that pages consist of. */
const PAGE_FILE = /\.(m?js|css|map|html?|ico|png|jpe?g|gif|svg|webp|avif|woff2?|ttf|otf|wasm|webmanifest)$/i;
const PAGE_PART =
  /^(image|font|audio|video)\/|^(text|application)\/(x-)?(javascript|ecmascript|css)$|^application\/(wasm|manifest\+json)$/;

/**
 * An exchange that the document describes is judged however it was loaded, if the operation may have such
 * content.
 */
function isOfPage(operation: Operation | undefined, { request, headers, loadedAs }: RecordedTraffic): boolean {
  const type = parseMediaType(fieldValue(headers, 'content-type') ?? '')?.essence ?? '';
  const isFile = PAGE_FILE.test(request.path);
  if (operation !== undefined)
    return (loadedAs !== undefined || (isFile && PAGE_PART.test(type))) && !documents(operation, type);
  if (loadedAs !== undefined) return true;
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  // A program that fetched it says so in a header field that only browsers send (Fetch Metadata).
  if (!isRead || fieldValue(request.headers, 'sec-fetch-dest') !== undefined) return false;
  return isFile || PAGE_PART.test(type) || type === 'text/html';
}

function documents({ responses }: Operation, type: string): boolean {
  return responses.some(({ content }) => content.some(({ mediaType }) => mediaTypeMatches(mediaType, type)));
}
