import type { HttpRequest, Json } from '../../core/index.ts';
import { idPlace, pointerTo } from '../../resources/index.ts';
import { encodePathSegment, isJson, parsePointer, stringifyJson, valueAt, withValueAt } from '../../wire/index.ts';
import type { PastExchange } from '../model/flow-history.ts';
import { getOr } from '../model/get-or.ts';
import { variableMark } from '../recording/curl.ts';
import { withValue } from '../requests/with-value.ts';
import { type FindingHistory, type Mention, mentionsOf } from './mentions.ts';
import { type CaptureReading, readingOf } from './readings.ts';

/** A shell variable with a value from an answer. */
export interface Capture {
  readonly variable: string;
  readonly value: Json;
  readonly reading: CaptureReading;
}

/** Names the values that later exchanges take from earlier answers. */
export interface Captures {
  /** A request with marks in place of the values that are captured. */
  marked(exchange: PastExchange): HttpRequest;
  /** The variable of a mention; the same for mentions of the same value. */
  variable(mention: Pick<Mention, 'exchange' | 'value' | 'creation'>): string | undefined;
  /** Whether every value from earlier answers is captured, or was chosen by a request of the steps. */
  isComplete(exchange: PastExchange): boolean;
  /** What is captured so far from the answer of an exchange. */
  of(exchange: PastExchange): readonly Capture[];
  readonly names: ReadonlySet<string>;
}

export function createCaptures(past: FindingHistory, exchanges: readonly PastExchange[]): Captures {
  const all = new Map<PastExchange, Capture[]>();
  const names = new Set<string>(['BASE', 'origin', 'run', 'tmp', 'shows']);

  function variable(mention: Pick<Mention, 'exchange' | 'value' | 'creation'>): string | undefined {
    if (!exchanges.includes(mention.exchange)) return undefined;
    const captures = getOr(all, mention.exchange, () => []);
    const known = captures.find(({ value }) => String(value) === String(mention.value));
    if (known !== undefined) return known.variable;
    if (isChosen(past, mention)) return undefined;
    const hint = hintOf(past, mention);
    const reading = readingOf(mention.exchange.outcome, mention.value, hint);
    if (reading === undefined) return undefined;
    const name = freeName(names, mention, reading);
    names.add(name);
    captures.push({ variable: name, value: mention.value, reading });
    return name;
  }

  return {
    variable,
    marked(exchange) {
      const known = mentionsOf(past, exchange).flatMap((mention): readonly MarkedMention[] => {
        const name = variable(mention);
        return name === undefined ? [] : [{ ...mention, name }];
      });
      return inBody(known.reduce(withMark, exchange.request), known);
    },
    isComplete: (exchange) =>
      mentionsOf(past, exchange).every(
        (each) => variable(each) !== undefined || (exchanges.includes(each.exchange) && isChosen(past, each)),
      ),
    of: (exchange) => all.get(exchange) ?? [],
    names,
  };
}

/** Whether the request itself chose the id, so that it is the same when it is sent again. */
function isChosen(
  { model, index }: FindingHistory,
  { exchange, value, creation }: Pick<Mention, 'exchange' | 'value' | 'creation'>,
): boolean {
  const { operation, request } = exchange;
  if (creation === undefined || operation === undefined) return false;
  if (index.isPlacing(operation)) return true;
  const { requestEntity } = model.roleOf(operation);
  const place = idPlace({ resource: creation.resource, requestEntity });
  const { body } = request;
  return place !== undefined && body.kind === 'parsed' && String(valueAt(body.value, place)) === String(value);
}

function hintOf(
  { model }: FindingHistory,
  { exchange, creation }: Pick<Mention, 'exchange' | 'creation'>,
): string | undefined {
  const { property } = creation?.resource.id ?? {};
  const entity = exchange.operation === undefined ? undefined : model.roleOf(exchange.operation).responseEntity;
  return property === undefined || entity === undefined ? undefined : entity + pointerTo(property);
}

/** Names of variables for values that name no item. */
const OTHER_NAMES: Readonly<Record<CaptureReading['from'], string>> = {
  member: 'value',
  pointer: 'value',
  header: 'etag',
  location: 'value',
  place: 'place',
};

function freeName(
  names: ReadonlySet<string>,
  { creation }: Pick<Mention, 'creation'>,
  reading: CaptureReading,
): string {
  const word = creation === undefined ? OTHER_NAMES[reading.from] : `${creation.resource.singular}_id`;
  const name = word
    .replace(/\W+/g, '_')
    .replace(/^(?=\d)/, '_')
    .toLowerCase();
  for (let count = 1; ; count += 1) {
    const each = count === 1 ? name : `${name}_${count}`;
    if (!names.has(each)) return each;
  }
}

interface MarkedMention extends Pick<Mention, 'place' | 'value'> {
  readonly name: string;
}

function withMark(request: HttpRequest, { place, value, name }: MarkedMention): HttpRequest {
  const mark = variableMark(name, { encoded: encodePathSegment(String(value)) !== String(value) });
  switch (place.in) {
    case 'path':
      return { ...request, path: replacedAt(request.path.split('/'), place.segment, () => mark).join('/') };
    case 'query': {
      const pairs = replacedAt(request.query.split('&'), place.pair, (pair) => `${pair.split('=')[0]}=${mark}`);
      return { ...request, query: pairs.join('&') };
    }
    case 'location':
      return { ...request, path: variableMark(name), query: '' };
    case 'header': {
      const headers = request.headers.map(
        ([field, text]) => [field, field === place.name ? variableMark(name) : text] as const,
      );
      return { ...request, headers };
    }
    default:
      return request;
  }
}

/** A form or XML with a mark in place of one value. */
function withMarkInBody(request: HttpRequest, { place, value, name }: MarkedMention): HttpRequest {
  const { body } = request;
  if (body.kind !== 'parsed' || place.in !== 'body') return request;
  const fields = /^application\/x-www-form-urlencoded\b/i.test(body.mediaType) ? body.text.split('&') : undefined;
  if (fields === undefined) return withValue(request, withValueAt(body.value, place.pointer, variableMark(name)));
  const written = new URLSearchParams([[parsePointer(place.pointer)?.[0] ?? '', String(value)]]).toString();
  const mark = variableMark(name, { encoded: encodePathSegment(String(value)) !== String(value) });
  const marked = fields.map((field) => (field === written ? `${field.split('=')[0]}=${mark}` : field));
  return { ...request, body: { ...body, text: marked.join('&') } };
}

function replacedAt(segments: readonly string[], at: number, by: (part: string) => string): readonly string[] {
  return segments.map((part, index) => (index === at ? by(part) : part));
}

/**
 * Puts marks into a JSON body, numbers without quotes. A body with another notation than standin's is
 * unchanged. In forms and XML, marks replace single values.
 */
function inBody(request: HttpRequest, known: readonly MarkedMention[]): HttpRequest {
  const { body } = request;
  if (body.kind === 'parsed' && !isJson(body.mediaType)) return known.reduce(withMarkInBody, request);
  if (body.kind !== 'parsed' || !isJson(body.mediaType) || stringifyJson(body.value) !== body.text) return request;
  let { value } = body;
  const bare = new Set<string>();
  for (const { place, value: was, name } of known) {
    if (place.in !== 'body' || stringifyJson(String(was)) !== `"${was}"`) continue;
    value = withValueAt(value, place.pointer, typeof was === 'string' ? variableMark(name) : `${variableMark(name)}#`);
    if (typeof was !== 'string') bare.add(name);
  }
  const written = [...bare].reduce(
    (text, name) => text.replaceAll(`"${variableMark(name)}#"`, variableMark(name)),
    stringifyJson(value),
  );
  return { ...request, body: { ...body, value, text: written } };
}
