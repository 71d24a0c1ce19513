import { isLoopback } from '../wire/index.ts';

/** Who may use the control routes: whoever holds the token, else only this machine, and never a web page of another origin. */
export interface ControlAccess {
  readonly token: string | undefined;
  /** Host names by which this server may be addressed, beside the loopback ones. */
  readonly hosts: readonly string[];
}

export interface Caller {
  /** Address of the peer; `undefined` for a call within the process. */
  readonly address: string | undefined;
  readonly host: string | null;
  readonly origin: string | null;
  readonly authorization: string | null;
}

/** Why a control request is refused; `undefined` when it is not. Closes cross-origin pages and DNS rebinding, which both arrive from loopback. */
export function controlRefusal(access: ControlAccess, caller: Caller): string | undefined {
  if (access.token !== undefined && sameText(caller.authorization ?? '', `Bearer ${access.token}`)) return undefined;
  if (caller.address !== undefined && !isLoopback(caller.address))
    return 'Control routes answer this machine only, or a request with the control token.';
  const host = hostName(caller.host);
  if (host !== undefined && !isLoopback(host) && !access.hosts.includes(host))
    return 'This Host is not one that control routes answer to.';
  if (caller.origin !== null && !ownOrigin(caller.origin, caller.host))
    return 'Control routes do not answer web pages of other origins.';
  return undefined;
}

function hostName(host: string | null): string | undefined {
  return host === null
    ? undefined
    : host
        .replace(/:\d+$/, '')
        .replace(/^\[|\]$/g, '')
        .toLowerCase();
}

function ownOrigin(origin: string, host: string | null): boolean {
  return host !== null && (origin === `http://${host}` || origin === `https://${host}`);
}

/** Compares without telling by its duration how much was right. */
function sameText(a: string, b: string): boolean {
  let difference = a.length ^ b.length;
  for (let index = 0; index < a.length; index += 1)
    difference |= a.charCodeAt(index) ^ b.charCodeAt(index % Math.max(1, b.length));
  return difference === 0;
}
