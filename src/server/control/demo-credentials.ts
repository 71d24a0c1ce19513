import type { HeaderFields, HttpRequest } from '../../core/index.ts';
import type { Mock } from '../../mock/index.ts';

type Operation = Mock['api']['operations'][number];
type Scheme = Operation['security'][number][number]['scheme'];

/** The credential that a mock without keys accepts. */
const KEY = 'demo';

/** The request with the credentials of its operation's first security alternative. */
export function withDemoCredentials(request: HttpRequest, { security }: Operation): HttpRequest {
  if (security.some((uses) => uses.length === 0)) return request;
  const schemes = (security[0] ?? []).map(({ scheme }) => scheme);
  const query = schemes.flatMap((scheme) =>
    scheme.kind === 'apiKey' && scheme.in === 'query' ? [`${encodeURIComponent(scheme.name)}=${KEY}`] : [],
  );
  return {
    ...request,
    query: [request.query, ...query].filter((each) => each !== '').join('&'),
    headers: [...request.headers, ...schemes.flatMap(fieldOf)],
  };
}

function fieldOf(scheme: Scheme): HeaderFields {
  if (scheme.kind === 'http' && scheme.scheme === 'basic') return [['authorization', `Basic ${btoa(`${KEY}:${KEY}`)}`]];
  if (scheme.kind !== 'apiKey') return [['authorization', `Bearer ${KEY}`]];
  if (scheme.in === 'header') return [[scheme.name, KEY]];
  return scheme.in === 'cookie' ? [['cookie', `${scheme.name}=${KEY}`]] : [];
}
