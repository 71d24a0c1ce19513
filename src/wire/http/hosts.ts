/**
 * Whether a host name or address is this machine: `localhost` and all names below it (RFC 6761 §6.3),
 * `::1`, and 127.0.0.0/8, also mapped to IPv6. It may have the brackets of a URI.
 */
export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '').toLowerCase();
  return name === '::1' || /^(?:.*\.)?localhost$/.test(name) || /^(?:::ffff:)?127(?:\.\d{1,3}){3}$/.test(name);
}
