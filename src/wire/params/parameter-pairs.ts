export type DecodedParameter =
  | { readonly kind: 'absent' }
  | { readonly kind: 'value'; readonly value: ParameterText }
  | { readonly kind: 'malformed'; readonly reason: string };

/** One name and value as they stand on the wire: join them with `=` and `&` (or `; ` in a cookie). */
export interface EncodedPair {
  readonly name: string;
  readonly value: string;
}

/** What a style says before any schema gives types: text, lists and null-prototype records of it. */
export type ParameterText = string | readonly ParameterText[] | { readonly [name: string]: ParameterText };

/** One name (decoded) and value (as on the wire); `QueryPair`s fit. */
export interface RawPair {
  readonly name: string;
  readonly raw: string;
}
