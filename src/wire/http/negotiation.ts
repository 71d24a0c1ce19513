import { type MediaTypeParts, parseMediaType, specificity } from './media-type.ts';

interface Range {
  readonly mediaRange: MediaTypeParts;
  readonly quality: number;
  readonly position: number;
}

/**
 * The offer that an `Accept` field prefers (RFC 9110 §12.5.1), or `undefined` if it accepts none. The most
 * specific range decides an offer's quality. If equal, the more specific range wins, then the earlier one,
 * then the offer with fewer parameters beyond the range, then the earlier offer. Without a readable field
 * the first offer wins.
 */
export function negotiate(accept: string | undefined, offers: readonly string[]): string | undefined {
  const ranges = accept === undefined ? [] : parseAccept(accept);
  if (ranges.length === 0) return offers[0];
  let best: { readonly offer: string; readonly rank: readonly number[] } | undefined;
  for (const offer of offers) {
    const rank = rankOf(offer, ranges);
    if (rank !== undefined && (best === undefined || isHigher(rank, best.rank))) best = { offer, rank };
  }
  return best?.offer;
}

/**
 * Readable elements of an `Accept` field; others are ignored. `*` alone, which some old clients send, means
 * everything.
 */
function parseAccept(accept: string): readonly Range[] {
  const ranges: Range[] = [];
  for (const [position, element] of splitList(accept).entries()) {
    const written = /^\*\s*(?=;|$)/.test(element) ? element.replace('*', '*/*') : element;
    const mediaRange = parseMediaType(written) ?? parseMediaType(withoutOddParts(written));
    const quality = mediaRange === undefined ? undefined : parseQuality(mediaRange.parameters['q']);
    if (mediaRange !== undefined && quality !== undefined) ranges.push({ mediaRange, quality, position });
  }
  return ranges;
}

/** An element without the parts that are not parameters: `application/ld+json; text/html`, where a comma was meant. */
function withoutOddParts(element: string): string {
  const [first = '', ...parts] = element.split(';');
  return [first, ...parts.filter((part) => part.includes('='))].join(';');
}

function parseQuality(text: string | undefined): number | undefined {
  if (text === undefined) return 1;
  return /^(?:0?\.\d+|0\.?|1(?:\.0*)?)$/.test(text) ? Number(text) : undefined;
}

function rankOf(offer: string, ranges: readonly Range[]): readonly number[] | undefined {
  const offeredType = parseMediaType(offer);
  if (offeredType === undefined) return undefined;
  let rank: readonly number[] | undefined;
  let closest = -1;
  for (const range of ranges) {
    const score = reach(range.mediaRange, offeredType);
    if (score <= closest) continue;
    closest = score;
    rank =
      range.quality === 0
        ? undefined
        : [range.quality, score, -range.position, -extraParameters(range.mediaRange, offeredType)];
  }
  return rank;
}

/**
 * The number of parameters of an offer that `Accept` does not have: `application/json` means the form
 * without parameters.
 */
function extraParameters(range: MediaTypeParts, offer: MediaTypeParts): number {
  return Object.keys(offer.parameters).filter((name) => name !== 'charset' && range.parameters[name] === undefined)
    .length;
}

/**
 * How closely a range matches an offer. An offer that is itself a range (`text/*` as a key of a document)
 * is narrowed to the requested type. One without a charset is sent in UTF-8, so it matches a range with
 * that charset, below all full matches.
 */
function reach(range: MediaTypeParts, offer: MediaTypeParts): number {
  const direct = specificity(range, offer);
  if (direct >= 0) return direct;
  if (offer.essence.includes('*')) return specificity({ ...offer, parameters: {} }, range);
  const { charset, ...others } = range.parameters;
  if (charset === undefined || !/^utf-?8$/i.test(charset) || offer.parameters['charset'] !== undefined) return direct;
  return specificity({ ...range, parameters: others }, offer) - 0.5;
}

function isHigher(a: readonly number[], b: readonly number[]): boolean {
  for (const [at, value] of a.entries()) {
    const other = b[at] ?? 0;
    if (value !== other) return value > other;
  }
  return false;
}

/** Splits a field value at commas outside quoted strings (RFC 9110 §5.6.1); empty elements are dropped. */
export function splitList(text: string): readonly string[] {
  if (!text.includes('"')) return text.split(',').map(trim).filter(Boolean);
  const elements = text.match(/(?:[^,"]|"(?:[^"\\]|\\.)*"?)+/gs) ?? [];
  return elements.map(trim).filter(Boolean);
}

const trim = (text: string): string => text.trim();
