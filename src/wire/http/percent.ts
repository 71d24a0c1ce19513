/**
 * Decodes percent-encoded UTF-8 (RFC 3986 §2.1); `undefined` for an invalid triplet and for invalid UTF-8,
 * including overlong forms.
 */
export function decodePercent(text: string): string | undefined {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/**
 * Encodes a path segment or a part of one: everything except RFC 3986's unreserved characters and `!'()*`.
 */
export function encodePathSegment(text: string): string {
  // Nearly all strings need no encoding, and this test is several times as fast.
  if (/^[\w.!~*'()-]*$/.test(text)) return text;
  try {
    return encodeURIComponent(text);
  } catch {
    return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'));
  }
}

/**
 * Encodes a name or value of a query. With `allowReserved` (OpenAPI 3.1 §4.8.12.2) RFC 3986's reserved
 * characters are kept, except for those with a meaning in a query: `#`, `&`, `+`, `[` and `]`.
 */
export function encodeQuery(text: string, options: { readonly allowReserved?: boolean } = {}): string {
  const encoded = encodePathSegment(text);
  if (options.allowReserved !== true) return encoded;
  return encoded.replace(/%(?:3A|2F|3F|40|24|2C|3B|3D)/g, decodeURIComponent);
}
