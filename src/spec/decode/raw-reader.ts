import type { Json } from '../../core/index.ts';
import type { ParameterShape, RawPair } from '../../wire/index.ts';

/** The decoded value of one parameter; `undefined` if it is absent. */
export type DecodedValue =
  | { readonly ok: true; readonly value: Json }
  | { readonly ok: false; readonly reason: string }
  | undefined;

/** Reads the raw text or pairs of a parameter. */
export interface RawReader {
  readonly shape: ParameterShape;
  from(raw: string | readonly RawPair[]): DecodedValue;
}
