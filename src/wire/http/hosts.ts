/**
 * Whether a host name or address is this machine's own: `localhost` and all names below it (RFC 6761 §6.3), `::1`, and 127.0.0.0/8, also within
 * IPv6. The brackets of a URI may stand around it.
 */
export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '').toLowerCase();
  return name === '::1' || /^(?:.*\.)?localhost$/.test(name) || /^(?:::ffff:)?127(?:\.\d{1,3}){3}$/.test(name);
}
