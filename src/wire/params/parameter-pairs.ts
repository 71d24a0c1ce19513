export type DecodedParameter =
  | { readonly kind: 'absent' }
  | { readonly kind: 'value'; readonly value: ParameterText }
  | { readonly kind: 'malformed'; readonly reason: string };

/** One encoded name and value: join them with `=` and `&` (or `; ` in a cookie). */
export interface EncodedPair {
  readonly name: string;
  readonly value: string;
}

/** A decoded parameter before its schema gives types: strings, lists and null-prototype records. */
export type ParameterText = string | readonly ParameterText[] | { readonly [name: string]: ParameterText };

/** One name (decoded) and value (encoded). A `QueryPair` fits. */
export interface RawPair {
  readonly name: string;
  readonly raw: string;
}
