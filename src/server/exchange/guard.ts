import { isLoopback } from '../../wire/index.ts';

/**
 * The callers that may use the control routes: those with the token, else only this machine, and never a
 * web page of another origin.
 */
export interface ControlAccess {
  readonly token: string | undefined;
  /** Host names by which this server may be addressed, beside the loopback ones. */
  readonly hosts: readonly string[];
}

export interface Caller {
  /** Address of the peer; `undefined` if the server does not provide it. */
  readonly address: string | undefined;
  /** The field `Host`, else the host of the URL. */
  readonly host: string;
  readonly origin: string | null;
  /** `Sec-Fetch-Site`: the relation of the requesting page to this server (Fetch Metadata). */
  readonly site: string | null;
  readonly authorization: string | null;
}

const NO_ADDRESS =
  'Control routes need the address of the caller, and this request came without one. ' +
  'A server that mounts the mock passes it on: `mock.fetch(request, { incoming })`, where `incoming` is the request of node:http. ' +
  'Code in the same process calls `mock.control(request)`; the control token opens them too.';

/**
 * Why a control request is refused; `undefined` if it is allowed. Prevents cross-origin requests and DNS
 * rebinding, which both come from loopback.
 */
export function controlRefusal(access: ControlAccess, caller: Caller): string | undefined {
  if (access.token !== undefined && sameText(caller.authorization ?? '', `Bearer ${access.token}`)) return undefined;
  if (caller.address === undefined) return NO_ADDRESS;
  if (!isLoopback(caller.address))
    return 'Control routes answer this machine only, or a request with the control token.';
  const host = hostName(caller.host);
  if (!isLoopback(host) && !access.hosts.includes(host)) return 'This Host is not one that control routes answer to.';
  if (!isOwnPage(caller)) return 'Control routes do not answer web pages of other origins.';
  return undefined;
}

function hostName(host: string): string {
  return host
    .replace(/:\d+$/, '')
    .replace(/^\[|\]$/g, '')
    .toLowerCase();
}

/**
 * Whether the request comes from a page of this server, or from no page. Browsers omit `Origin` in some
 * requests, but not `Sec-Fetch-Site`.
 */
function isOwnPage({ origin, site, host }: Caller): boolean {
  if (origin !== null && origin !== `http://${host}` && origin !== `https://${host}`) return false;
  return site === null || site === 'same-origin' || site === 'none';
}

/** Compares two strings in constant time. */
function sameText(a: string, b: string): boolean {
  let difference = a.length ^ b.length;
  for (let index = 0; index < a.length; index += 1)
    difference |= a.charCodeAt(index) ^ b.charCodeAt(index % Math.max(1, b.length));
  return difference === 0;
}
