import { execFileSync, spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { applyBaseline, CHECKS, type Finding, mergeSummaries, updateBaseline } from '../../../src/contract/index.ts';
import { curlOf } from '../../../src/contract/recording/curl.ts';
import { createRedactor } from '../../../src/contract/transport/redactor.ts';
import type { HttpRequest } from '../../../src/core/index.ts';
import { fingerprintOf, readBaseline, withoutIndexes } from '../../../src/findings/index.ts';
import { readTraffic } from '../../../src/traffic/index.ts';
import { tell } from '../harness.ts';
import { thingServer, things } from '../servers/things.ts';

const finding = (fingerprint: string, more: Partial<Finding> = {}): Finding => ({
  check: 'schema.type',
  severity: 'error',
  about: 'service',
  tier: 1,
  expected: '',
  actual: '',
  message: 'wrong',
  fingerprint,
  count: 1,
  ...more,
});

const A = 'aaaaaaaaaaaaaaaa';
const B = 'bbbbbbbbbbbbbbbb';

test('every check has an id of its own, a question, and stands in one area', () => {
  const ids = CHECKS.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { id, question } of CHECKS) {
    expect(id).toMatch(/^[a-z-]+\.[a-z0-9-]+$/);
    expect(question).toMatch(/\?$/);
  }
});

test('a fingerprint does not change with the index of an item, and changes with check, operation, place and keyword', () => {
  expect(withoutIndexes('/body/3/tags/0/name')).toBe(withoutIndexes('/body/4/tags/17/name'));
  const base = { check: 'a', operation: 'b', pointer: 'c', keyword: 'd' };
  const all = [
    base,
    { ...base, check: 'x' },
    { ...base, operation: 'x' },
    { ...base, pointer: 'x' },
    { ...base, keyword: 'x' },
  ];
  expect(new Set(all.map(fingerprintOf)).size).toBe(all.length);
});

test('a baseline excuses what it names, and says what has expired and what is no longer seen', () => {
  const entry = { check: 'schema.type', reason: 'known' };
  const baseline = [
    { ...entry, fingerprint: A },
    { ...entry, fingerprint: B },
    { ...entry, fingerprint: 'cccccccccccccccc', expires: '2026-11-30' },
  ];
  const options = { now: Date.parse('2026-12-01'), whole: true, failOn: [] };
  const { findings, outcome } = applyBaseline([finding(A), finding('cccccccccccccccc')], baseline, options);
  expect(findings[0]?.known).toEqual({ reason: 'known' });
  expect(findings[1]?.known).toBeUndefined();
  expect(outcome).toMatchObject({
    known: 1,
    fresh: 1,
    expired: [{ fingerprint: 'cccccccccccccccc' }],
    stale: [{ fingerprint: B }],
  });
  expect(applyBaseline([], baseline, { ...options, whole: false }).outcome.stale).toEqual([]);
});

test('a baseline that is updated holds what is seen now, and keeps the reasons it had', () => {
  const before = [
    { fingerprint: A, check: 'schema.type', reason: 'until release 14', owner: 'orders' },
    { fingerprint: B, check: 'schema.type', reason: 'gone' },
  ];
  const after = updateBaseline(
    [finding(A), finding('cccccccccccccccc'), finding('dddddddddddddddd', { severity: 'info' })],
    before,
    { failOn: [], whole: true },
  );
  expect(after.map(({ fingerprint, reason, owner }) => [fingerprint, reason, owner])).toEqual([
    [A, 'until release 14', 'orders'],
    ['cccccccccccccccc', 'not yet explained', undefined],
  ]);
  expect(readBaseline(JSON.stringify(after), 'baseline.json')).toEqual(after);
});

test('a baseline that is updated by a part of the plan loses no entry of the other parts', () => {
  const before = [{ fingerprint: B, check: 'schema.type', reason: 'of another shard' }];
  const { findings, outcome } = applyBaseline([finding(A)], before, { now: 0, whole: false, failOn: [], update: true });
  expect(outcome.updated?.map(({ fingerprint }) => fingerprint)).toEqual([A, B]);
  expect(findings[0]?.known).toBeDefined();
  const whole = applyBaseline([finding(A)], before, { now: 0, whole: true, failOn: [], update: true });
  expect(whole.outcome.updated?.map(({ fingerprint }) => fingerprint)).toEqual([A]);
});

test('a baseline that is updated holds what --fail-on adds, so that the next run is clean', () => {
  const warning = finding(A, { severity: 'warning' });
  const { findings } = applyBaseline([warning], [], { now: 0, whole: true, failOn: ['warning'], update: true });
  expect(findings[0]?.known).toBeDefined();
});

test.each([
  ['not JSON', '{', 'not JSON'],
  ['no list', '{}', 'must be a JSON list'],
  ['an entry without reason', `[{"fingerprint":"${A}"}]`, 'needs a reason'],
  ['a fingerprint that is none', '[{"fingerprint":"x","reason":"y"}]', '16 hexadecimal digits'],
  ['a date that is none', `[{"fingerprint":"${A}","reason":"y","expires":"soon"}]`, 'YYYY-MM-DD'],
])('a baseline that is wrong is refused with the entry named: %s', (_name, text, expected) => {
  expect(() => readBaseline(text, 'baseline.json')).toThrow(expected);
});

test('merged shards say the same as one run', async () => {
  const broken = () =>
    thingServer((request) => (request.method === 'DELETE' ? new Response(null, { status: 418 }) : undefined)).fetch;
  const options = { ...things(), phases: ['coverage', 'protocol'] as const };
  const whole = (await tell({ ...options, target: broken() })).summary;
  const [first, second] = await Promise.all(
    [1, 2].map(async (index) => (await tell({ ...options, target: broken(), shard: { index, of: 2 } })).summary),
  );
  if (first === undefined || second === undefined) throw new Error('two shards');
  const merged = mergeSummaries([first, second], { now: 0 });
  expect(merged.counts).toEqual(whole.counts);
  const key = (each: Finding): string => each.fingerprint;
  expect(merged.findings.map(key)).toEqual(whole.findings.map(key));
  const left = merged.findings.find(({ check }) => check === 'state.leftovers');
  expect(left?.message).toContain(`${merged.leftovers.length} records that this run created are still there`);
  expect(merged.coverage.totals.operations).toEqual(whole.coverage.totals.operations);
  expect(merged.exitStatus).toBe(whole.exitStatus);
});

test('merging only some of the shards says so', async () => {
  const { summary } = await tell({
    ...things(),
    target: thingServer().fetch,
    phases: ['lifecycle'],
    shard: { index: 1, of: 3 },
  });
  expect(mergeSummaries([summary], { now: 0 }).missing).toEqual(['2/3', '3/3']);
});

const servers: ReturnType<typeof createServer>[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

const hasCurl = (() => {
  try {
    execFileSync('curl', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

test.skipIf(!hasCurl)('the printed curl sends the same bytes, with secrets taken from the environment', async () => {
  const seen: { method: string; url: string; body: string; token: string; type: string }[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      seen.push({
        method,
        url,
        body: Buffer.concat(chunks).toString('latin1'),
        token: headers.authorization ?? '',
        type: headers['content-type'] ?? '',
      });
      response.end();
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const base = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  const redactor = createRedactor([{ name: 'STANDIN_BEARER', value: 's3cret-token' }]);
  const bodies = [`{"a":"it's $HOME \`x\` \\n"}`, '@file', '{"text":"Grüße 東京"}', '\u0001\u0000binary', ''];
  for (const text of bodies) {
    const request: HttpRequest = {
      method: 'PUT',
      path: '/a/../b%2Fc',
      query: 'q=[1]&r={x}',
      headers: [
        ['Authorization', 'Bearer s3cret-token'],
        ['Content-Type', 'application/json'],
        ['X-Empty', ''],
      ],
      body: { kind: 'parsed', mediaType: 'application/json', value: null, text },
    };
    const command = curlOf(request, `${base}/a/../b%2Fc?q=[1]&r={x}`, redactor);
    expect(command).not.toContain('s3cret-token');
    await new Promise<void>((resolve, reject) => {
      import('node:child_process').then(({ execFile }) =>
        execFile('sh', ['-c', command], { env: { ...process.env, STANDIN_BEARER: 's3cret-token' } }, (error) =>
          error ? reject(error) : resolve(),
        ),
      );
    });
    expect(seen.at(-1)).toEqual({
      method: 'PUT',
      url: '/a/../b%2Fc?q=[1]&r={x}',
      body: Buffer.from(text).toString('latin1'),
      token: 'Bearer s3cret-token',
      type: 'application/json',
    });
  }
});

test('the printed curl sends nothing in place of a secret that is not set, and says which one it is', () => {
  const redactor = createRedactor([{ name: 'STANDIN_BEARER', value: 's3cret-token' }]);
  const headers = [['Authorization', 'Bearer s3cret-token']] as const;
  const request: HttpRequest = { method: 'GET', path: '/', query: '', headers, body: { kind: 'none' } };
  const { status, stderr } = spawnSync('sh', ['-c', curlOf(request, 'http://127.0.0.1:1/', redactor)], {
    env: { PATH: process.env['PATH'] },
    encoding: 'utf8',
  });
  expect(status).not.toBe(0);
  expect(stderr).toContain('STANDIN_BEARER');
  expect(stderr).not.toContain('curl:');
});

test('a secret is taken out in every spelling, by value and by the name of its field', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 6, maxLength: 30 }), fc.string(), fc.string(), (secret, before, after) => {
      const redactor = createRedactor([{ name: 'STANDIN_BEARER', value: secret }]);
      const text = `${before}${secret}${after} ${encodeURIComponent(secret)} ${Buffer.from(secret).toString('base64')}`;
      const clean = redactor.text(text);
      expect(clean.includes(secret) && !'[redacted]'.includes(secret)).toBe(false);
    }),
    { seed: 3, numRuns: 200 },
  );
  const redactor = createRedactor([]);
  expect(
    redactor.headers([
      ['X-Api-Key', 'abc'],
      ['Authorization', 'Basic abc'],
      ['Set-Cookie', 'sid=1'],
    ]),
  ).toEqual([
    ['X-Api-Key', '[redacted]'],
    ['Authorization', 'Basic [redacted]'],
    ['Set-Cookie', '[redacted]'],
  ]);
});

test('a HAR file is read into exchanges, with the base of the target taken off', () => {
  const har = {
    log: {
      entries: [
        {
          startedDateTime: '2026-11-01T10:00:00.000Z',
          time: 12,
          request: {
            method: 'post',
            url: 'https://api.example/v1/things?x=1#top',
            headers: [
              { name: ':authority', value: 'api.example' },
              { name: 'User-Agent', value: 'shop/2' },
            ],
            postData: { mimeType: 'application/json', text: '{"name":"a"}' },
          },
          response: {
            status: 201,
            headers: [{ name: 'Content-Type', value: 'application/json' }],
            content: { text: 'e30=', encoding: 'base64' },
          },
        },
      ],
    },
  };
  const [entry] = readTraffic(JSON.stringify(har), 'traffic.har', 'https://api.example/v1');
  expect(entry).toMatchObject({
    request: { method: 'POST', path: '/things', query: 'x=1', body: { kind: 'parsed', value: { name: 'a' } } },
    status: 201,
    caller: 'shop/2',
    duration: 12,
  });
  expect(Buffer.from(entry?.bytes ?? []).toString()).toBe('{}');
  expect(() => readTraffic('{}', 'traffic.har')).toThrow('neither a HAR file nor a journal');
});
