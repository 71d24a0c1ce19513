import type { DeprecatedPart, RecordedBody, RecordedExchange } from '../../contract/index.ts';
import type { Json } from '../../core/index.ts';
import { fieldValue, parseCookies, parseQuery, stringifyJson } from '../../wire/index.ts';
import { inertJson } from '../escaping.ts';
import type { Reporter, ReporterOptions } from '../reporter.ts';
import { documentReporter, type Story } from '../story.ts';
import { bySunset, outcomeText, partText, saidText, sinceText, sunsetText, usesText } from '../words.ts';

/** HAR 1.2 of the exchanges that findings rest on, for any viewer of network traffic. */
export function createHarReporter(options: ReporterOptions): Reporter {
  return documentReporter(options, (story) => `${inertJson(stringifyJson(log(story, options.version), 2))}\n`);
}

interface Seen {
  readonly exchange: RecordedExchange;
  readonly checks: Set<string>;
}

function log({ findings, summary }: Story, version = '0'): Json {
  const seen = new Map<string, Seen>();
  for (const { exchange, check, fingerprint } of findings) {
    if (exchange === undefined) continue;
    const key = `${exchange.startedAt} ${exchange.request.method} ${exchange.request.url} ${exchange.duration}`;
    const one = seen.get(key) ?? { exchange, checks: new Set() };
    one.checks.add(`${check} [${fingerprint}]`);
    seen.set(key, one);
  }
  const entries = [...seen.values()].sort((a, b) => a.exchange.startedAt - b.exchange.startedAt);
  return {
    log: {
      version: '1.2',
      creator: { name: 'standin', version },
      comment: `${summary.api.title} ${summary.api.version} at ${summary.target}: ${outcomeText(summary)}`,
      entries: entries.map(entry),
      // Names of our own begin with an underscore (HAR 1.2, custom fields).
      _deprecated: bySunset(summary.deprecated).map(deprecated),
    },
  };
}

function entry({ exchange, checks }: Seen): Json {
  return {
    startedDateTime: new Date(exchange.startedAt).toISOString(),
    time: exchange.duration,
    request: request(exchange.request),
    response: response(exchange),
    cache: {},
    timings: { send: 0, wait: exchange.duration, receive: 0 },
    comment: [...checks].join(', '),
  };
}

function request({ method, url, headers, body }: RecordedExchange['request']): Json {
  const query = parseQuery(url.split('#')[0]?.split('?').slice(1).join('?') ?? '');
  return {
    method,
    url,
    httpVersion: 'HTTP/1.1',
    cookies: parseCookies(headers).map(({ name, value }) => ({ name, value })),
    headers: fields(headers),
    queryString: query.ok ? query.pairs.map(({ name, value }) => ({ name, value })) : [],
    ...(body === undefined
      ? {}
      : { postData: { mimeType: fieldValue(headers, 'content-type') ?? '', ...content(body) } }),
    headersSize: -1,
    bodySize: body?.size ?? 0,
  };
}

function response({ response: answer, failure }: RecordedExchange): Json {
  const headers = answer?.headers ?? [];
  const body = answer?.body;
  return {
    status: answer?.status ?? 0,
    statusText: answer?.reason ?? '',
    httpVersion: answer === undefined ? '' : 'HTTP/1.1',
    cookies: [],
    headers: fields(headers),
    content: {
      size: body?.size ?? 0,
      mimeType: fieldValue(headers, 'content-type') ?? '',
      ...(body === undefined ? {} : content(body)),
    },
    redirectURL: fieldValue(headers, 'location') ?? '',
    headersSize: -1,
    bodySize: body?.size ?? -1,
    ...(failure === undefined ? {} : { _error: `${failure.code}: ${failure.message}` }),
  };
}

const fields = (headers: readonly (readonly [string, string])[]): Json =>
  headers.map(([name, value]) => ({ name, value }));

function content(body: RecordedBody): { readonly [key: string]: Json } {
  const cut = body.truncated ? { comment: `cut from ${body.size} bytes` } : {};
  return body.encoding === 'base64' ? { text: body.text, encoding: 'base64', ...cut } : { text: body.text, ...cut };
}

function deprecated(part: DeprecatedPart): Json {
  const { kind, daysLeft = null, successor = null } = part;
  return {
    kind,
    part: partText(part),
    since: sinceText(part),
    sunset: sunsetText(part),
    daysLeft,
    successor,
    uses: usesText(part),
    said: saidText(part) ?? null,
  };
}
