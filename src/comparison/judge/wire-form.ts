import type { Json } from '../../core/index.ts';
import type { MediaType } from '../../spec/index.ts';
import {
  decodeParameter,
  decodePercent,
  encodeParameter,
  isArray,
  isObject,
  jsonEquals,
  type ParameterSpec,
} from '../../wire/index.ts';
import type { Change } from '../model/change.ts';

/** A value that is written one way and read another. */
export interface Misreading {
  readonly value: Json;
  /** What the new way reads; `undefined` for nothing. */
  readonly read: unknown;
}

/** The first value that is read as something else when it is written the old way and read the new way. */
export function misreading(
  before: ParameterSpec,
  after: ParameterSpec,
  values: Iterable<Json>,
): Misreading | undefined {
  for (const value of values) {
    const written = encodeParameter(before, value);
    const raw =
      typeof written === 'string'
        ? written
        : written.map(({ name, value: text }) => ({ name: decodeURIComponent(name), raw: text }));
    const shape = isArray(value) ? 'array' : isObject(value) ? 'object' : 'scalar';
    const [meant, read] = [before, after].map((spec) => {
      const decoded = decodeParameter(spec, raw, shape);
      return decoded.kind === 'value' ? (decoded.value as Json) : undefined;
    });
    if (meant !== undefined && (read === undefined || !jsonEquals(meant, read))) return { value, read };
    // A reader that knows only the new way reads nothing.
    if (plainText(written) !== plainText(encodeParameter(after, value))) return { value, read: undefined };
  }
  return undefined;
}

/** What is written, without percent-encoding. */
function plainText(written: ReturnType<typeof encodeParameter>): string {
  const text = typeof written === 'string' ? written : written.map(({ name, value }) => `${name}=${value}`).join('&');
  return decodePercent(text) ?? text;
}

/** A value of a request body that is written one way and read another. */
export function bodyWrittenOtherwise(
  media: MediaType,
  other: MediaType,
  change: Pick<Change, 'keyword' | 'message' | 'subject'> & { readonly value: Json },
): Change {
  const { value, ...rest } = change;
  return {
    check: 'body.wire-form',
    severity: 'error',
    proof: 'witness',
    base: media.pointer,
    revision: other.pointer,
    ...rest,
    witness: { kind: 'request', value },
  };
}
