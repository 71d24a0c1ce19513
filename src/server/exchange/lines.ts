import type { HeaderFields } from '../../core/index.ts';

/** The header lines of a request, prepared for use. */
export interface HeaderLines {
  readonly fields: HeaderFields;
  /** One plain `Host` and at most one `Content-Type`: both need no further check. */
  readonly plain: boolean;
  /** Whether content is announced (RFC 9112 §6.3). */
  readonly announced: boolean;
  /** Empty where there is none. */
  readonly contentType: string;
}

/**
 * Prepares header lines, given as name, value, name, value … A client sends the same lines in every
 * request, so the same lines give the same object.
 */
export type LinesReader = (rawHeaders: readonly string[]) => HeaderLines;

const MOST_REMEMBERED = 8;

export function createLinesReader(): LinesReader {
  const known: { readonly raw: readonly string[]; readonly lines: HeaderLines }[] = [];
  let oldest = 0;
  return (raw) => {
    for (const each of known) if (isSame(each.raw, raw)) return each.lines;
    const lines = readLines(raw);
    known[oldest] = { raw, lines };
    oldest = (oldest + 1) % MOST_REMEMBERED;
    return lines;
  };
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  if (a.length !== b.length) return false;
  // The last values differ most often: lengths of content, ids of requests.
  for (let index = a.length - 1; index >= 0; index -= 1) if (a[index] !== b[index]) return false;
  return true;
}

/** Any other port is refused later. */
const PLAIN_HOST = /^[a-z0-9._-]+(?::(?:\d{1,4}|[1-5]\d{4}))?$/;

function readLines(rawHeaders: readonly string[]): HeaderLines {
  const fields: (readonly [string, string])[] = [];
  const values = new Map<string, string[]>();
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    const value = rawHeaders[index + 1] ?? '';
    fields.push([name, value]);
    const known = values.get(name.toLowerCase());
    if (known === undefined) values.set(name.toLowerCase(), [value]);
    else known.push(value);
  }
  const { host = [], 'content-type': types = [], 'content-length': lengths = [] } = Object.fromEntries(values);
  return {
    fields,
    plain: host.length === 1 && PLAIN_HOST.test(host[0] ?? '') && types.length < 2,
    announced: values.has('transfer-encoding') || lengths.some((length) => length !== '0'),
    contentType: types[0] ?? '',
  };
}
