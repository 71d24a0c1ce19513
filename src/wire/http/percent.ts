/** Decodes percent-encoded UTF-8 (RFC 3986 §2.1); `undefined` for a bad triplet and for bytes that are not UTF-8, overlong forms among them. */
export function decodePercent(text: string): string | undefined {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** A path segment or any part of one: everything outside RFC 3986's unreserved characters and `!'()*` is encoded. */
export function encodePathSegment(text: string): string {
  // Nearly every text has nothing to encode, which is seen several times as fast as it is done.
  if (/^[\w.!~*'()-]*$/.test(text)) return text;
  try {
    return encodeURIComponent(text);
  } catch {
    return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'));
  }
}

/**
 * A name or value of a query. With `allowReserved` (OpenAPI 3.1 §4.8.12.2) RFC 3986's reserved characters stay as they are, except those
 * that would end the value or mean something else in a query: `#`, `&`, `+`, `[` and `]`.
 */
export function encodeQuery(text: string, options: { readonly allowReserved?: boolean } = {}): string {
  const encoded = encodePathSegment(text);
  if (options.allowReserved !== true) return encoded;
  return encoded.replace(/%(?:3A|2F|3F|40|24|2C|3B|3D)/g, decodeURIComponent);
}
