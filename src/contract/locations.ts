import type { Seen } from './check.ts';

/** The path on the target that a text of an answer names (RFC 9110 §10.2.2: a URI reference); undefined where it leads elsewhere. */
export function pathOnTarget(
  { url, request }: Pick<Seen, 'url' | 'request'>,
  named: string | undefined,
): string | undefined {
  if (named === undefined || !URL.canParse(named, url)) return undefined;
  const to = new URL(named, url);
  const base = new URL(url);
  const prefix = base.pathname.slice(0, base.pathname.length - request.path.length);
  if (to.origin !== base.origin || !to.pathname.startsWith(prefix)) return undefined;
  return to.pathname.slice(prefix.length);
}
