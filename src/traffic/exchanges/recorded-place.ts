import { StandinError } from '../../core/index.ts';

/** The base URL of a service, which is removed from recorded URLs. */
export interface BaseUrl {
  readonly origin: string;
  /** Without a slash at its end. */
  readonly path: string;
}

/** Throws `usage` for a value that is not an HTTP URL. */
export function baseUrl(text: string): BaseUrl {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    throw new StandinError('usage', 'The base of recorded traffic is not an http or https URL.', {
      hint: 'standin check --har traffic.har https://api.example/v1 openapi.yaml',
    });
  return { origin: url.origin, path: url.pathname.replace(/\/+$/, '') };
}

export interface RecordedPlace {
  readonly path: string;
  /** Without its `?`. */
  readonly query: string;
  /** Whether the URL begins with the base. */
  readonly isUnder: boolean;
}

/** The part of a URL after the base; without a base, after the origin. */
export function placeUnder(base: BaseUrl | undefined, url: string): RecordedPlace {
  const rest = url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '').replace(/#.*$/s, '');
  const [whole = '', query = ''] = rest.split(/\?(.*)/s);
  const isUnder = base === undefined || (recordedOrigin(url) === base.origin && isBelow(whole, base.path));
  const path = base !== undefined && isUnder ? whole.slice(base.path.length) : whole;
  return { path: path === '' ? '/' : path, query, isUnder };
}

/** `undefined` for URLs that are not fetched over HTTP: `data:`, `blob:`, browser extensions. */
export function recordedOrigin(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { protocol, origin } = new URL(url);
  return protocol === 'http:' || protocol === 'https:' ? origin : undefined;
}

function isBelow(path: string, base: string): boolean {
  return path === base || path.startsWith(`${base}/`);
}
