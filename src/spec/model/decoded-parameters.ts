import type { Json, Violation } from '../../core/index.ts';

/**
 * Parameter values of one request, decoded into the types of their schemas, in null-prototype maps. Absent
 * ones are absent.
 */
export interface DecodedParameters {
  readonly path: Readonly<Record<string, Json>>;
  readonly query: Readonly<Record<string, Json>>;
  /** Keys lower-case. */
  readonly header: Readonly<Record<string, Json>>;
  readonly cookie: Readonly<Record<string, Json>>;
  /** 3.2 `in: querystring`: the whole query as one value. */
  readonly querystring?: Json;
  /** Parameters that could not be decoded: bad percent-encoding, a repeated scalar, unparsable content. */
  readonly violations: readonly Violation[];
}
