import type { DeprecatedPart, Finding, RecordedBody, RecordedExchange, RunEvent } from '../../contract/index.ts';
import type { Json, JsonObject } from '../../core/index.ts';
import { fieldValue, parseCookies, parseQuery, stringifyJson } from '../../wire/index.ts';
import { inertJson } from '../escape-text.ts';
import type { Reporter, ReporterOptions } from '../reporter.ts';
import { documentReporter, type RunStory } from '../story.ts';
import { bySunset, lifecycleFieldsText, outcomeText, partText, sinceText, sunsetText, usesText } from '../words.ts';

/**
 * HAR 1.2 of all exchanges of a run, with a page for each case. They are written when their case ends.
 * Without exchange events (merged reports), the exchanges of findings are written.
 */
export function createHarReporter(options: ReporterOptions): Reporter {
  const { write, version = '0' } = options;
  const entries = createEntries(write);
  const creator = { name: 'standin', version };
  const end = documentReporter(options, (story) => {
    entries.close(story.findings);
    return `],"pages":${text(entries.pages)},${text(tail(story)).slice(1)}}\n`;
  });
  write(`{"log":{"version":"1.2","creator":${text(creator)},"entries":[`);
  return {
    exchanges: true,
    on(event) {
      entries.on(event);
      if (event.type !== 'exchange') end.on(event);
    },
    close: end.close,
  };
}

const text = (json: Json): string => inertJson(stringifyJson(json));

function tail({ summary }: RunStory): Json {
  return {
    comment: `${summary.api.title} ${summary.api.version} at ${summary.target}: ${outcomeText(summary)}`,
    // Custom fields begin with an underscore (HAR 1.2).
    _deprecated: bySunset(summary.deprecated).map(deprecationAsJson),
  };
}

interface Entries {
  on(event: RunEvent): void;
  /** Writes exchanges of cases that have not ended. */
  close(findings: readonly Finding[]): void;
  readonly pages: readonly Json[];
}

/** Keeps exchanges until their case ends, because its findings are known then. */
function createEntries(write: ReporterOptions['write']): Entries {
  const waiting = new Map<string, RecordedExchange[]>();
  const pages: Json[] = [];
  let findings: Finding[] = [];
  let count = 0;
  let isStreamed = false;

  function put(json: Json): void {
    write(`${count === 0 ? '' : ','}\n${text(json)}`);
    count += 1;
  }

  function finish(id: string, title: string): void {
    const exchanges = waiting.get(id) ?? [];
    waiting.delete(id);
    const [first] = exchanges;
    if (first === undefined) return;
    pages.push({ startedDateTime: new Date(first.startedAt).toISOString(), id, title, pageTimings: {} });
    const notes = checksOf(findings);
    for (const each of exchanges)
      put({ pageref: id, ...entry(each, notes.get(keyOf(each))?.checks ?? new Set()), _case: id });
  }

  return {
    pages,
    on(event) {
      if (event.type === 'exchange') {
        isStreamed = true;
        const known = waiting.get(event.case);
        if (known === undefined) waiting.set(event.case, [event.exchange]);
        else known.push(event.exchange);
      } else if (event.type === 'finding' && isStreamed) findings.push(event.finding);
      else if (event.type === 'case-finished') {
        finish(event.case.id, event.case.description);
        findings = findings.filter((finding) => finding.case !== event.case.id);
      }
    },
    close(all) {
      for (const id of [...waiting.keys()]) finish(id, id);
      if (isStreamed) return;
      const seen = [...checksOf(all).values()].sort((a, b) => a.exchange.startedAt - b.exchange.startedAt);
      for (const { exchange, checks } of seen) put(entry(exchange, checks));
    },
  };
}

interface SeenExchange {
  readonly exchange: RecordedExchange;
  readonly checks: Set<string>;
}

/** The exchanges of findings and of their steps, each once, with the checks that report them. */
function checksOf(findings: readonly Finding[]): ReadonlyMap<string, SeenExchange> {
  const seen = new Map<string, SeenExchange>();
  const of = (exchange: RecordedExchange): SeenExchange => {
    const one = seen.get(keyOf(exchange)) ?? { exchange, checks: new Set() };
    seen.set(keyOf(exchange), one);
    return one;
  };
  for (const { exchange, steps = [], check, fingerprint } of findings) {
    for (const step of steps) of(step.exchange);
    if (exchange !== undefined) of(exchange).checks.add(`${check} [${fingerprint}]`);
  }
  return seen;
}

function keyOf({ startedAt, duration, request }: RecordedExchange): string {
  return `${startedAt} ${request.method} ${request.url} ${duration}`;
}

function entry(exchange: RecordedExchange, checks: ReadonlySet<string>): JsonObject {
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

function deprecationAsJson(part: DeprecatedPart): Json {
  const { kind, daysLeft = null, successor = null } = part;
  return {
    kind,
    part: partText(part),
    since: sinceText(part),
    sunset: sunsetText(part),
    daysLeft,
    successor,
    uses: usesText(part),
    said: lifecycleFieldsText(part) ?? null,
  };
}
