import { describe, expect, it } from 'vitest';
import type { Summary } from '../../src/contract/index.ts';
import { chooseTraffic, type RecordedTraffic, readTraffic } from '../../src/traffic/index.ts';
import { collaboratorsOf, tell } from '../contract/harness.ts';
import { things } from '../contract/servers/things.ts';

type Part = Record<string, unknown>;
const JSON_TYPE = { name: 'Content-Type', value: 'application/json' };
const SOUND = '{"id":1,"name":"a"}';

const entry = (request: Part = {}, response: Part = {}, more: Part = {}): Part => ({
  startedDateTime: '2026-11-01T10:00:00.000Z',
  time: 12,
  request: { method: 'GET', url: 'https://api.example/things/1', headers: [], bodySize: -1, ...request },
  response: { status: 200, headers: [JSON_TYPE], content: { text: SOUND }, bodySize: -1, ...response },
  ...more,
});
const har = (...entries: readonly Part[]): string => JSON.stringify({ log: { entries } });
const one = (recorded: Part, base?: string): RecordedTraffic | undefined =>
  readTraffic(har(recorded), 'a.har', base)[0];

async function judged(text: string, base?: string): Promise<Summary> {
  const { summary } = await tell({
    ...things(),
    phases: ['traffic'],
    traffic: readTraffic(text, 'a.har', base),
    target: () => Promise.reject(new Error('nobody is asked')),
  });
  return summary;
}
const checks = ({ findings }: Summary): readonly string[] =>
  findings.map(({ check }) => check).filter((check) => check !== 'deprecated.operation-used');

describe('content that a recording does not hold', () => {
  const LEFT_OUT = 'the recording does not have its content';
  it.each([
    ['left out', { content: { size: 19, mimeType: 'application/json' } }, LEFT_OUT],
    ['let go, as its size on the wire tells', { content: { mimeType: 'application/json' }, bodySize: 19 }, LEFT_OUT],
    [
      'let go, as the answer itself tells',
      { content: {}, headers: [JSON_TYPE, { name: 'Content-Length', value: '19' }] },
      LEFT_OUT,
    ],
    ['of unknown size', { content: { size: -1, mimeType: 'application/json' } }, LEFT_OUT],
    ['an empty text beside a size', { content: { size: 19, text: '' } }, LEFT_OUT],
    ['cut', { content: { size: 400, text: SOUND } }, 'the recording has only a part of its content'],
  ])('is unjudged and counted: %s', async (_, response, reason) => {
    const summary = await judged(har(entry(), entry({}, response)));
    expect(checks(summary)).toEqual([]);
    expect(summary.skipped).toEqual([{ reason, count: 1, operations: ['readThing'] }]);
    expect(summary.notes).toContain(`1 of 2 recorded exchanges are unjudged: ${reason}`);
  });

  it('has no answer where none came', async () => {
    const summary = await judged(har(entry({}, { status: 0, content: { size: 0 }, headers: [] })));
    expect(summary.skipped).toEqual([{ reason: 'no answer was recorded', count: 1, operations: ['readThing'] }]);
  });

  it('is empty where the recording says so, and then an answer that should have some lacks it', async () => {
    for (const empty of [{ content: { size: 0 } }, { content: { text: '' } }, { content: {}, bodySize: 0 }])
      expect(checks(await judged(har(entry({}, empty))))).toEqual(['body.empty-when-documented']);
  });

  it('is none of 204, HEAD and 304, whatever a browser has in its cache', () => {
    expect(
      one(entry({ method: 'DELETE' }, { status: 204, headers: [], content: { size: -1 } }))?.unjudged,
    ).toBeUndefined();
    expect(one(entry({}, { status: 304, content: { text: SOUND, size: 19 } }))?.bytes.length).toBe(0);
    expect(one(entry({ method: 'HEAD' }, { content: { size: 19 } }))?.unjudged).toBeUndefined();
  });

  it('of a request makes the exchange unjudged too', () => {
    expect(one(entry({ method: 'POST', bodySize: 12 }))?.unjudged).toBe(LEFT_OUT);
    const headers = [{ name: 'content-length', value: '12' }];
    expect(one(entry({ method: 'POST', headers }))?.unjudged).toBe(LEFT_OUT);
    expect(one(entry({ method: 'POST', bodySize: 0 }))?.unjudged).toBeUndefined();
  });
});

describe('what was sent is read', () => {
  const bodyOf = (postData: Part): unknown => one(entry({ method: 'POST', bodySize: 9, postData }))?.request.body;

  it('from text and from Base64', () => {
    const value = { name: 'a' };
    expect(bodyOf({ mimeType: 'application/json', text: '{"name":"a"}' })).toMatchObject({ kind: 'parsed', value });
    const text = Buffer.from('{"name":"a"}').toString('base64');
    expect(bodyOf({ mimeType: 'application/json', text, encoding: 'base64' })).toMatchObject({ kind: 'parsed', value });
  });

  it('from the parameters of a form, of either kind', () => {
    const params = [
      { name: 'name', value: 'a & b' },
      { name: 'size', value: '1' },
    ];
    const value = { name: 'a & b', size: '1' };
    expect(bodyOf({ mimeType: 'application/x-www-form-urlencoded', params })).toMatchObject({ kind: 'parsed', value });
    expect(bodyOf({ mimeType: 'multipart/form-data; boundary=b', params })).toMatchObject({ kind: 'parsed', value });
  });

  it('not from a file whose content was left out', () => {
    const postData = { mimeType: 'multipart/form-data; boundary=b', params: [{ name: 'photo', fileName: 'a.png' }] };
    expect(one(entry({ method: 'POST', postData }))?.unjudged).toBe('the recording does not have its content');
  });

  it('with each line of a field that a browser has written into one', () => {
    const headers = [JSON_TYPE, { name: 'Set-Cookie', value: 'a=1\nb=2' }];
    expect(one(entry({}, { headers }))?.headers.filter(([name]) => name === 'Set-Cookie')).toEqual([
      ['Set-Cookie', 'a=1'],
      ['Set-Cookie', 'b=2'],
    ]);
  });
});

describe('what does not speak of the service', () => {
  const elsewhere = entry({ url: 'https://metrics.example/collect' }, { content: { text: 'x' }, headers: [] });

  it('is left out: with a base what does not begin with it', async () => {
    const others = [
      'http://api.example/things/1',
      'https://api.example:8443/things/1',
      'https://api.example.org/things/1',
    ];
    const text = har(entry(), ...others.map((url) => entry({ url }, { content: { text: '{}' } })));
    const summary = await judged(text, 'https://api.example:443/');
    expect(checks(summary)).toEqual([]);
    expect(summary.notes).toEqual(['3 of 4 recorded exchanges are left out: 3 of other origins']);
    const below = (url: string): boolean | undefined => one(entry({ url }), 'https://api.example/v1/')?.elsewhere;
    expect([below('https://api.example/v1/things'), below('https://api.example/v10/things')]).toEqual([
      undefined,
      true,
    ]);
    expect(one(entry({ url: 'https://API.example/v1?x=1' }), 'https://api.example/v1')?.request).toMatchObject({
      path: '/',
      query: 'x=1',
    });
  });

  it('is left out: without a base all origins but the one that the document describes most of', async () => {
    const summary = await judged(har(elsewhere, elsewhere, elsewhere, entry()));
    expect(checks(summary)).toEqual([]);
    expect(summary.counts.passed).toBe(1);
    expect(summary.notes).toEqual(['3 of 4 recorded exchanges are left out: 3 of other origins']);
  });

  it('is left out: without a base all origins but that of a server of the document, where it was recorded', async () => {
    const document = {
      openapi: '3.1.0',
      info: { title: 'Things', version: '1' },
      servers: [{ url: 'https://{at}.example/v1', variables: { at: { default: 'api', enum: ['api', 'eu'] } } }],
      paths: { '/things/1': { get: { responses: { '200': { description: 'It.' } } } } },
    };
    const at = (host: string): Part => entry({ url: `https://${host}/v1/things/1` });
    const collaborators = await collaboratorsOf(document);
    const chosen = (...hosts: readonly string[]): readonly (string | undefined)[] =>
      chooseTraffic(collaborators.api, readTraffic(har(...hosts.map(at)), 'a.har')).traffic.map(({ url }) => url);
    expect(chosen('staging.example', 'staging.example', 'eu.example')).toEqual(['https://eu.example/v1/things/1']);
    expect(chosen('staging.example', 'staging.example', 'other.example')).toHaveLength(2);
  });

  it('is judged all the same where nothing else was recorded', async () => {
    expect(checks(await judged(har(elsewhere)))).toEqual(['operation.undocumented']);
  });

  it('refuses a base that is not a URL', () => {
    expect(() => readTraffic(har(entry()), 'a.har', 'openapi.yaml')).toThrow('not an http or https URL');
  });

  it('is a preflight, and no other use of OPTIONS', async () => {
    const asks = { name: 'Access-Control-Request-Method', value: 'POST' };
    const options = (headers: readonly object[]): Part =>
      entry({ method: 'OPTIONS', headers }, { status: 204, headers: [], content: { size: 0 } });
    const summary = await judged(har(entry(), options([asks]), options([])));
    expect(summary.notes).toEqual(['1 of 3 recorded exchanges are left out: 1 preflight']);
    expect(summary.counts.passed).toBe(2);
  });

  it.each([
    ['a script, by its type', { url: 'https://api.example/app.js' }, 'text/javascript', {}],
    ['a page, by its type', { url: 'https://api.example/' }, 'text/html', {}],
    ['a font that is missing, by its name', { url: 'https://api.example/a.woff2' }, 'application/json', {}],
    [
      'a picture, by what the browser asked for it as',
      { headers: [{ name: 'Sec-Fetch-Dest', value: 'image' }] },
      'image/png',
      {},
    ],
    ['a page at the path of an operation, by what the recorder says', {}, 'text/html', { _resourceType: 'document' }],
  ])('is %s', async (_, request, type, more) => {
    const answer = { headers: [{ name: 'Content-Type', value: type }], content: { text: 'x' } };
    const summary = await judged(har(entry(), entry(request, answer, more)));
    expect(checks(summary)).toEqual([]);
    expect(summary.notes).toEqual(['1 of 2 recorded exchanges are left out: 1 part of a page']);
  });

  it('does not count as a page where a program asked for JSON and got it', async () => {
    const html = { headers: [{ name: 'Content-Type', value: 'text/html' }], content: { text: '<html>' } };
    const fetched = { headers: [{ name: 'Sec-Fetch-Dest', value: 'empty' }] };
    expect(checks(await judged(har(entry(fetched, html))))).toEqual(['content-type.undocumented']);
    const unknown = { ...fetched, url: 'https://api.example/nothing' };
    expect(checks(await judged(har(entry(unknown, html))))).toEqual(['operation.undocumented']);
  });
});

describe('a finding of recorded traffic', () => {
  it('names the URL that was recorded, and the place of the exchange in the recording', async () => {
    const { findings } = await judged(
      har({}, entry({ url: 'https://api.example/v2/things/1?a=b#top' }, { content: { text: '{"id":1}' } })),
      'https://api.example/v2',
    );
    const [finding] = findings;
    expect(finding?.case).toBe('traffic/2');
    expect(finding?.curl).toContain("'https://api.example/v2/things/1?a=b'");
    expect(finding?.exchange?.request.url).toBe('https://api.example/v2/things/1?a=b');
  });

  it('has another variable for each credential that was recorded', async () => {
    const by = (token: string): Part =>
      entry({ headers: [{ name: 'Authorization', value: `Bearer ${token}` }] }, { content: { text: '{}' } });
    const { events } = await tell({
      ...things(),
      phases: ['traffic'],
      traffic: readTraffic(har(by('token-of-ann-1'), by('token-of-bob-2'), by('token-of-ann-1')), 'a.har'),
      target: () => Promise.reject(new Error('nobody is asked')),
    });
    const curls = events.flatMap((event) =>
      event.type === 'finding' && event.finding.check === 'schema.required' ? [event.finding.curl ?? ''] : [],
    );
    const variables = curls.map((curl) => /\{(STANDIN_\w+):\?\}/.exec(curl)?.[1]);
    expect(new Set(variables)).toEqual(new Set(['STANDIN_SEEN_AUTHORIZATION', 'STANDIN_SEEN_AUTHORIZATION_2']));
  });

  it('of a journal names the host that was asked, or the base', () => {
    const told = {
      at: 1,
      request: { method: 'GET', path: '/things/1', query: 'a=b', headers: [['Host', 'shop.example:81']] },
      response: { status: 200, headers: [] },
    };
    const url = (base?: string): string | undefined =>
      readTraffic(JSON.stringify([told]), 'journal.json', base)[0]?.url;
    expect(url()).toBe('http://shop.example:81/things/1?a=b');
    expect(url('https://api.example/')).toBe('https://api.example/things/1?a=b');
  });
});
