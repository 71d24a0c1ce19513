import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createGenerator } from '../../src/generation/index.ts';
import { type Api, parseApi } from '../../src/spec/index.ts';
import { type ClientUse, readUsage, type UsageKind, usesAsJson } from '../../src/traffic/index.ts';
import { createUseJudge, distilUses, type UseJudge } from '../../src/usage/index.ts';
import { createPrism, createValidator } from '../../src/validation/index.ts';

export const SHOP = readFileSync(join(import.meta.dirname, 'shop.openapi.yaml'), 'utf8');

/** The document with some strings replaced. A string that is not there is a mistake of the test. */
export function edited(...edits: readonly (readonly [from: string, to: string])[]): string {
  let text = SHOP;
  for (const [from, to] of edits) {
    if (!text.includes(from)) throw new Error(`The document has no ${from}`);
    text = text.replace(from, to);
  }
  return text;
}

export const apiOf = (text: string): Api => parseApi({ name: 'shop.yaml', text });

const prism = createPrism();

export function judgeOf(api: Api): UseJudge {
  const validator = createValidator({ api, prism, fast: false });
  return createUseJudge({ api, validator, generator: createGenerator({ api, accepts: validator.accepts }) });
}

type Part = Record<string, unknown>;

const fields = (headers: Readonly<Record<string, string>>): readonly Part[] =>
  Object.entries(headers).map(([name, value]) => ({ name, value }));

/** One entry as browsers write it. */
export function harEntryOf(
  [method, url]: readonly [string, string],
  [status, body]: readonly [number, unknown],
  { sent, at = '2026-11-20T10:00:00.000Z', client = 'web/1.2', headers = {} }: EntryOptions = {},
): Part {
  const text = sent === undefined ? undefined : JSON.stringify(sent);
  const came = JSON.stringify(body);
  return {
    startedDateTime: at,
    time: 4,
    request: {
      method,
      url: `https://shop.example/v1${url}`,
      httpVersion: 'h2',
      headers: fields({
        'user-agent': client,
        authorization: 'Bearer abcdefgh-12345678',
        ...(text === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      }),
      queryString: [],
      cookies: [],
      headersSize: -1,
      bodySize: text?.length ?? 0,
      ...(text === undefined ? {} : { postData: { mimeType: 'application/json', text } }),
    },
    response: {
      status,
      statusText: '',
      httpVersion: 'h2',
      headers: fields({ 'content-type': 'application/json' }),
      cookies: [],
      content: { size: came?.length ?? 0, mimeType: 'application/json', text: came ?? '' },
      redirectURL: '',
      headersSize: -1,
      bodySize: -1,
    },
    cache: {},
    timings: { send: 0, wait: 4, receive: 0 },
  };
}

interface EntryOptions {
  readonly sent?: unknown;
  readonly at?: string;
  readonly client?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export const harOf = (...entries: readonly Part[]): string =>
  JSON.stringify({ log: { version: '1.2', creator: { name: 'browser', version: '1' }, entries } });

const NOTE = 'leave it at the green door, behind the old house';

/** A browser that orders with a note, and lists open orders. */
export const WEB_HAR = harOf(
  harEntryOf(['POST', '/orders'], [201, { id: 7, petId: 1, quantity: 2, status: 'open', price: 1.5 }], {
    sent: { petId: 1, quantity: 2, note: NOTE },
  }),
  harEntryOf(['GET', '/orders?limit=10&status=open'], [200, [{ id: 7, petId: 1, status: 'open' }]], {
    at: '2026-11-21T10:00:00.000Z',
  }),
);

const ruled = (match: string): object => ({ combine: 'AND', matchers: [{ match }] });

/** A consumer that reads id, status and price, and orders without a note. */
export const BATCH_PACT = JSON.stringify({
  consumer: { name: 'batch' },
  provider: { name: 'shop' },
  interactions: [
    {
      description: 'a request for an order',
      providerStates: [{ name: 'order 7 exists' }],
      request: { method: 'GET', path: '/v1/orders/7', headers: { Accept: 'application/json' } },
      response: {
        status: 200,
        headers: { 'Content-Type': 'application/json' },
        body: { id: 7, status: 'open', price: 12.5 },
        matchingRules: { body: { '$.id': ruled('integer'), '$.status': ruled('type'), '$.price': ruled('decimal') } },
      },
    },
    {
      description: 'an order',
      request: {
        method: 'POST',
        path: '/v1/orders',
        headers: { 'Content-Type': 'application/json' },
        body: { petId: 1, quantity: 3 },
      },
      response: {
        status: 201,
        headers: { 'Content-Type': 'application/json', Location: '/v1/orders/8' },
        body: { id: 8 },
        matchingRules: { header: { Location: ruled('type') }, body: { '$.id': ruled('type') } },
      },
    },
    {
      description: 'an order of nothing',
      request: {
        method: 'POST',
        path: '/v1/orders',
        headers: { 'Content-Type': 'application/json' },
        body: { petId: 'none' },
      },
      response: { status: 422 },
    },
  ],
  metadata: { pactSpecification: { version: '3.0.0' } },
});

export const usesOf = (kind: UsageKind, text: string, api: Api = apiOf(SHOP)): readonly ClientUse[] =>
  readUsage(api, { kind, text, file: `usage.${kind}` }).uses;

/** The same uses as a file without messages, written and read again. */
export function distilledUses(kind: UsageKind, text: string): readonly ClientUse[] {
  const api = apiOf(SHOP);
  const { uses } = distilUses(api, usesOf(kind, text));
  const { title, version } = api;
  return usesOf('uses', JSON.stringify(usesAsJson({ document: { title, version }, uses, witnesses: [] })));
}
