import fc from 'fast-check';
import { expect, test } from 'vitest';
import { planContract, type Summary } from '../../../src/contract/index.ts';
import { outcomeText } from '../../../src/report/words.ts';
import { loadApi } from '../../../src/spec/index.ts';
import { collaborators, fromYaml, tell } from '../harness.ts';
import { thingServer, things } from '../servers/things.ts';

test('a sound server gets exit status 0, and everything that was created is removed', async () => {
  const server = thingServer();
  const { summary, events } = await tell({ ...things(), target: server.fetch, phases: ['coverage', 'stateful'] });
  expect(summary.findings).toEqual([]);
  expect(summary.exitStatus).toBe(0);
  expect(server.things.size).toBe(0);
  expect(events[0]?.type).toBe('run-started');
  expect(summary.coverage.totals.operations).toEqual({ covered: 4, total: 4 });
});

test('the same document, seed and options give the same plan, and every case has an id of its own', () => {
  const plan = planContract({ ...things(), seed: 7 });
  const ids = plan.cases.map(({ id }) => id);
  expect(planContract({ ...things(), seed: 7 })).toEqual(plan);
  expect(new Set(ids).size).toBe(ids.length);
});

test('shards hold every case once, and a resource in one of them', () => {
  const all = planContract(things()).cases.map(({ id }) => id);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5 }), (of) => {
      const parts = Array.from({ length: of }, (_, index) =>
        planContract({ ...things(), shard: { index: index + 1, of } }).cases.map(({ id }) => id),
      );
      expect(parts.flat().sort()).toEqual([...all].sort());
      const holding = parts.filter((part) => part.some((id) => id.startsWith('stateful/things')));
      expect(holding).toHaveLength(1);
    }),
    { seed: 1, numRuns: 10 },
  );
});

test('shards of several resources hold about as many cases each, the same ones every time', async () => {
  const parts = collaborators(await loadApi('spec/petstore.openapi.yaml'));
  const sizes = (of: number): readonly number[] =>
    Array.from({ length: of }, (_, index) => planContract({ ...parts, shard: { index: index + 1, of } }).counts.cases);
  const all = planContract(parts).counts.cases;
  for (const of of [2, 3]) {
    const dealt = sizes(of);
    expect(dealt.reduce((sum, cases) => sum + cases, 0)).toBe(all);
    expect(Math.max(...dealt)).toBeLessThan((1.5 * all) / of);
    expect(dealt).toEqual(sizes(of));
  }
});

test('a shard without a case ends well, says why, and does not take that for a run that could judge nothing', async () => {
  const { summary } = await tell({ ...things(), target: thingServer().fetch, shard: { index: 9, of: 9 } });
  expect(summary).toMatchObject({ exitStatus: 0, reasons: [], findings: [], counts: { passed: 0, failed: 0 } });
  expect(summary.notes.join()).toContain('shard 9/9 has no case');
  expect(outcomeText(summary)).toBe('There was nothing to try');
});

test('a target on another machine is only read, unless writing is allowed; the plan says what is left out', () => {
  const { cases, counts } = planContract({ ...things(), safeOnly: true });
  expect(cases.every(({ request }) => ['GET', 'HEAD', 'OPTIONS'].includes(request.method))).toBe(true);
  expect(counts.leftOut.some(({ operation }) => operation === 'createThing')).toBe(true);
});

test('operations, tags and exclude narrow the plan', () => {
  const operations = (options: Parameters<typeof planContract>[0]): readonly string[] =>
    [
      ...new Set(planContract({ ...options, phases: ['coverage'] }).cases.flatMap(({ operation }) => operation ?? [])),
    ].sort();
  expect(operations({ ...things(), operations: ['listThings'] })).toEqual(['listThings']);
  expect(operations({ ...things(), tags: ['writing'] })).toEqual(['createThing', 'deleteThing']);
  expect(operations({ ...things(), exclude: ['writing', 'GET /things'] })).toEqual(['readThing']);
});

test('an abort ends the run with one last event and exit status 130, and what was created is removed all the same', async () => {
  const stop = new AbortController();
  const server = thingServer((_request, count) => {
    if (count === 12) stop.abort();
    return undefined;
  });
  const { summary } = await tell({ ...things(), target: server.fetch, signal: stop.signal });
  expect(summary).toMatchObject({ interrupted: 'SIGINT', exitStatus: 130 });
  expect(summary.notes).toEqual([expect.stringMatching(/^the run was interrupted: \d+ of \d{2,} cases were run/)]);
  expect(server.things.size).toBe(0);
});

test('an abort does not wait for a target that answers no removal: what is left behind is named', {
  timeout: 20_000,
}, async () => {
  const stop = new AbortController();
  const server = thingServer((request, count) => {
    if (count === 12) stop.abort();
    return request.method === 'DELETE' ? new Promise(() => {}) : undefined;
  });
  const { summary } = await tell({ ...things(), target: server.fetch, signal: stop.signal });
  expect(summary.exitStatus).toBe(130);
  expect(summary.leftovers.map(({ path }) => path)).toEqual(
    expect.arrayContaining([...server.things.keys()].map((id) => `/things/${id}`)),
  );
  expect(server.things.size).toBeGreaterThan(0);
});

test('a reader that leaves early stops the run', async () => {
  const server = thingServer();
  const { runContract } = await import('../../../src/contract/index.ts');
  for await (const event of runContract({ ...things(), target: server.fetch, now: () => 0 })) {
    if (event.type === 'case-finished') break;
  }
  const before = server.requests.length;
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(server.requests.length - before).toBeLessThan(40);
});

test('a target that is not there gives exit status 3 and no finding', async () => {
  const { summary } = await tell({ ...things(), target: new URL('http://127.0.0.1:1/') });
  expect(summary).toMatchObject({ exitStatus: 3, findings: [] });
});

test('a run in which nothing passed is never green', async () => {
  const { summary } = await tell({
    ...things(),
    target: () => new Response(null, { status: 404 }),
    phases: ['examples', 'lifecycle'],
  });
  expect(summary.counts.passed).toBe(0);
  expect(summary.exitStatus).toBe(1);
  expect(summary.reasons.join()).toContain('vacuous.run');
  expect(summary.findings).toContainEqual(expect.objectContaining({ check: 'vacuous.run', about: 'document' }));
});

test('a credential that is refused makes cases inconclusive, and the summary says why', async () => {
  const { summary } = await tell({
    ...things(),
    target: () => new Response(null, { status: 403 }),
    phases: ['coverage'],
  });
  expect(summary.inconclusive[0]?.reason).toContain('403');
  expect(summary.findings.map(({ check }) => check)).toContain('vacuous.only-401-403');
});

test('what was created and cannot be removed is left with the reason: here no answer says which one it is', async () => {
  const silent = thingServer((request) =>
    request.method === 'POST' ? Response.json({ name: 'somebody' }, { status: 201 }) : undefined,
  );
  const { summary } = await tell({ ...things(), target: silent.fetch, phases: ['coverage'] });
  expect(summary.leftovers.length).toBeGreaterThan(0);
  expect(new Set(summary.leftovers.map(({ reason }) => reason))).toEqual(new Set(['no answer says which one it is']));
});

test('a failure that does not come again is flaky, reported apart, and does not fail the run', async () => {
  let failed = false;
  const server = thingServer((request) => {
    if (failed || request.method !== 'GET' || !/things$/.test(request.url)) return undefined;
    failed = true;
    return new Response('oops', { status: 500 });
  });
  const { summary } = await tell({
    ...things(),
    target: server.fetch,
    phases: ['coverage'],
    operations: ['listThings'],
  });
  expect(summary.findings).toMatchObject([
    {
      check: 'status.server-error',
      flaky: true,
      replay: 'The replay passed. The first answer was 500, that of the replay 200.',
    },
  ]);
  expect(summary.counts.flaky).toBe(1);
  expect(summary.exitStatus).toBe(0);
});

test('a time-out of one try is not a finding, and the answer of the second one is judged; one that comes again is a finding', async () => {
  const never = new Promise<undefined>(() => {});
  let slow = true;
  const once = thingServer((request) => {
    if (!slow || !/things$/.test(request.url) || request.method !== 'GET') return undefined;
    slow = false;
    return never;
  });
  const options = { ...things(), phases: ['coverage'] as const, operations: ['listThings'], timeout: 60 };
  // Whoever answers is given time, however busy the machine.
  const first = await tell({ ...options, target: once.fetch, timeout: 1_500 });
  expect(first.summary.findings).toEqual([]);
  expect(first.summary.inconclusive).toEqual([]);
  expect(first.summary.counts).toMatchObject({ flaky: 1, failed: 0 });
  const always = await tell({ ...options, target: thingServer(() => never).fetch });
  expect(always.summary.findings).toMatchObject([{ check: 'time.timeout' }]);
});

test('the deprecated section names every deprecated part, used or not, with what the target says of it', async () => {
  const { summary } = await tell({ ...things(), target: thingServer().fetch, phases: ['lifecycle'] });
  expect(summary.deprecated).toMatchObject([{ kind: 'operation', operation: 'readThing', uses: [], sent: {} }]);
  expect(summary.deprecated[0]?.position).toMatchObject({ file: 'api.yaml', line: 28 });
});

test('only a case id runs that case, only a fingerprint reports that finding and ends the run once it is seen', async () => {
  const broken = (): ReturnType<typeof thingServer> =>
    thingServer((request) =>
      request.method === 'GET' ? new Response('{', { headers: { 'Content-Type': 'application/json' } }) : undefined,
    );
  const all = await tell({ ...things(), target: broken().fetch, phases: ['coverage'] });
  const wanted = all.summary.findings[0];
  const one = await tell({
    ...things(),
    target: broken().fetch,
    phases: ['coverage'],
    only: [wanted?.fingerprint ?? ''],
  });
  expect(all.summary.findings.length).toBeGreaterThan(1);
  expect(one.summary.findings.map(({ fingerprint }) => fingerprint)).toEqual([wanted?.fingerprint]);
  expect(one.summary.requests).toBeLessThan(all.summary.requests);
  const gone = await tell({
    ...things(),
    target: thingServer().fetch,
    phases: ['coverage'],
    only: [wanted?.fingerprint ?? ''],
  });
  expect(gone.summary).toMatchObject({ findings: [], exitStatus: 0 });
  expect(gone.summary.notes).toEqual([
    expect.stringMatching(`${wanted?.fingerprint} \\(${wanted?.check} of .+\\) did not come again in \\d+ cases`),
  ]);
  expect(() => planContract({ ...things(), only: ['coverage/listThings/valid-al'] })).toThrow(
    /no case or operation `coverage/,
  );
  const single = planContract({ ...things(), only: ['coverage/listThings/valid-all'] });
  expect(single.cases.map(({ id }) => id)).toEqual(['coverage/listThings/valid-all']);
});

test('every finding is seen again by its fingerprint alone, and who repaired it need not wait for the whole plan', async () => {
  const ways: readonly Parameters<typeof thingServer>[0][] = [
    (request) => (request.method === 'GET' ? Response.json({ id: 'x', name: 7 }) : undefined),
    (request) => (request.method === 'DELETE' ? new Response(null, { status: 204 }) : undefined),
    (request) => (/things$/.test(request.url) ? new Response(null, { status: 404 }) : undefined),
    (request) => (request.method === 'PATCH' ? new Response(null, { status: 200 }) : undefined),
  ];
  const all = planContract(things()).cases.length;
  for (const way of ways) {
    const { summary } = await tell({ ...things(), target: thingServer(way).fetch });
    expect(summary.findings.length).toBeGreaterThan(0);
    for (const { fingerprint, operation } of summary.findings) {
      const again = await tell({ ...things(), target: thingServer(way).fetch, only: [fingerprint] });
      expect(again.summary.findings.map((each) => each.fingerprint)).toEqual([fingerprint]);
      const { cases } = planContract({ ...things(), only: [fingerprint] });
      if (operation !== undefined) expect(cases.length).toBeLessThan(all);
    }
  }
});

test('a fingerprint that no finding of the document can have is refused with the nearest that can be', async () => {
  const broken = (): ReturnType<typeof thingServer> =>
    thingServer((request) => (request.method === 'GET' ? Response.json({ id: 'x', name: 7 }) : undefined));
  const { findings } = (await tell({ ...things(), target: broken().fetch, phases: ['coverage'] })).summary;
  const [real] = findings;
  if (real === undefined) throw new Error('something is found');
  const turned = (text: string, at: number): string =>
    text.slice(0, at) + (text[at] === '0' ? '1' : '0') + text.slice(at + 1);
  const ask = (fingerprint: string) =>
    tell({ ...things(), target: broken().fetch, phases: ['coverage'], only: [fingerprint] });
  // Check and operation cannot be these: nothing is run.
  await expect(ask(turned(real.fingerprint, 2))).rejects.toMatchObject({
    code: 'usage',
    hint: `The nearest begins with \`${real.fingerprint.slice(0, 8)}\`: ${real.check} of ${real.operation}.`,
  });
  // The place is wrong: that shows once the finding is met that was meant.
  const { summary } = await ask(turned(real.fingerprint, 12));
  expect(summary.exitStatus).toBe(2);
  expect(summary.reasons).toEqual([expect.stringContaining(`Did you mean ${real.fingerprint}?`)]);
  expect(outcomeText(summary)).toBe('The run fails');
});

test('a finding that is gone ends well, and what the same check still finds elsewhere is named', async () => {
  const shows = (item: object) =>
    thingServer((request) =>
      /things\/./.test(request.url) && request.method === 'GET' ? Response.json(item) : undefined,
    ).fetch;
  const options = { ...things(), phases: ['coverage'] as const };
  const { findings } = (await tell({ ...options, target: shows({ id: 'x', name: 7 }) })).summary;
  const [ofId, ofName] = ['/body/id', '/body/name'].map(
    (place) =>
      findings.find((each) => each.messagePointer === place && each.check === 'schema.type')?.fingerprint ?? '',
  );
  const { summary } = await tell({ ...options, target: shows({ id: 'x', name: 'mended' }), only: [ofName ?? ''] });
  expect(summary.exitStatus).toBe(0);
  expect(summary.notes).toEqual([expect.stringContaining(`the same check still finds ${ofId}`)]);
  expect(outcomeText(summary)).not.toContain('kept');
});

test('a single case that fails is not called a run that says nothing', async () => {
  const { summary } = await tell({
    ...things(),
    target: thingServer(() => Response.json({ wrong: true })).fetch,
    only: ['coverage/listThings/valid-all'],
  });
  expect(summary.counts).toMatchObject({ passed: 0, failed: 1 });
  expect(summary.reasons.join()).not.toContain('says nothing');
  expect(summary.exitStatus).toBe(1);
});

test('a credential that expires is renewed once, and neither the old nor the new one is printed', async () => {
  let sent = 0;
  const server = thingServer((request) => {
    sent += 1;
    const wanted = sent < 30 ? 'canary-old' : 'canary-new';
    return request.headers.get('x-key') === wanted ? undefined : new Response(null, { status: 401 });
  });
  let asked = 0;
  const { events, summary } = await tell({
    ...things(),
    target: server.fetch,
    phases: ['coverage'],
    credentials: { headers: [['X-Key', 'canary-old']] },
    renew: () => {
      asked += 1;
      return Promise.resolve({ headers: [['X-Key', 'canary-new']] });
    },
  });
  expect(asked).toBe(1);
  expect(summary).toMatchObject({ findings: [], inconclusive: [] });
  expect(JSON.stringify(events)).not.toContain('canary');
});

test('a credential that cannot be renewed stays refused', async () => {
  const { summary } = await tell({
    ...things(),
    target: () => new Response(null, { status: 401 }),
    phases: ['coverage'],
    credentials: { bearer: 'canary-old' },
    renew: () => Promise.reject(new Error('no such user')),
  });
  expect(summary.inconclusive[0]?.reason).toContain('401');
  expect(summary.exitStatus).toBe(1);
});

test('no event holds a secret, whatever the target sends back', async () => {
  const canary = 'canary-3f9c1d/with+signs=';
  const echo = thingServer((request) => {
    const seen = request.headers.get('authorization') ?? '';
    const body = JSON.stringify({
      seen,
      encoded: encodeURIComponent(canary),
      base64: Buffer.from(canary).toString('base64'),
    });
    return new Response(body, { status: 500, headers: { 'Content-Type': 'application/json', 'X-Echo': seen } });
  });
  const { events } = await tell({
    ...things(),
    target: echo.fetch,
    credentials: { headers: [['Authorization', `Bearer ${canary}`]] },
  });
  const text = JSON.stringify(events);
  for (const form of [canary, encodeURIComponent(canary), Buffer.from(canary).toString('base64')])
    expect(text).not.toContain(form);
  expect(text).toContain('STANDIN_');
});

test('no credential that a target echoes in Link or Sunset of a deprecated part is reported', async () => {
  const canary = 'canary-3f9c1d/with+signs=';
  const echo = thingServer((request) => {
    const seen = request.headers.get('authorization') ?? '';
    return /things\/./.test(request.url) && request.method === 'GET'
      ? Response.json({ id: 1, name: 'a' }, { headers: { Link: `<${seen}>; rel="successor-version"`, Sunset: seen } })
      : undefined;
  });
  const { events, summary } = await tell({
    ...things(),
    target: echo.fetch,
    phases: ['lifecycle'],
    credentials: { headers: [['Authorization', `Bearer ${canary}`]] },
  });
  expect(summary.deprecated[0]?.sent.sunset).toBe('[redacted]');
  expect(JSON.stringify(events)).not.toContain('canary');
});

test('recorded traffic is judged without sending anything, and what is not documented is named', async () => {
  const server = thingServer();
  const bytes = new TextEncoder().encode('{"id":"one","name":"x"}');
  const common = {
    status: 200,
    headers: [['Content-Type', 'application/json']] as const,
    bytes,
    startedAt: 0,
    duration: 1,
    caller: 'shop/2',
  };
  const { summary } = await tell({
    ...things(),
    target: server.fetch,
    phases: ['traffic'],
    traffic: [
      { ...common, request: { method: 'GET', path: '/things/5', query: '', headers: [], body: { kind: 'none' } } },
      { ...common, request: { method: 'GET', path: '/secret/door', query: '', headers: [], body: { kind: 'none' } } },
    ],
  });
  expect(server.requests).toHaveLength(0);
  expect(summary.findings.map(({ check }) => check).sort()).toEqual([
    'deprecated.operation-used',
    'operation.undocumented',
    'schema.type',
  ]);
  expect(summary.deprecated[0]?.uses).toEqual([{ caller: 'shop/2', count: 1 }]);
});

/** A variable as scenarios write it. */
const THING = ['$', '{thing}'].join('');

test('a scenario captures values, and its steps stand on each other', async () => {
  const scenario = (expected: string) => ({
    name: 'A thing',
    steps: [
      { operation: 'createThing', body: { name: 'first' }, expect: { status: 201 }, capture: { thing: '/id' } },
      {
        operation: 'readThing',
        parameters: { thingId: THING },
        expect: { status: 200, body: { id: THING, name: expected } },
      },
      { request: `DELETE /things/${THING}`, expect: { status: '2XX' } },
    ],
  });
  const verdicts = async (expected: string): Promise<Summary> =>
    (await tell({ ...things(), target: thingServer().fetch, phases: ['scenarios'], scenarios: [scenario(expected)] }))
      .summary;
  expect((await verdicts('first')).counts).toMatchObject({ passed: 3, failed: 0 });
  const wrong = await verdicts('second');
  expect(wrong.counts).toMatchObject({ passed: 1, failed: 1, skipped: 1 });
  expect(wrong.findings.map(({ check }) => check)).toContain('scenario.expectation');
  // What a person's steps had a success with is covered.
  expect(wrong.coverage.totals.operations.covered).toBeGreaterThan(0);
});

test('a scenario takes a moment however it is written, and a step over an ended operation for inconclusive', async () => {
  const document = (sunset: string) => `
openapi: 3.1.0
info: { title: Trains, version: 1.0.0 }
paths:
  /train:
    get:
      operationId: readTrain
      deprecated: true
      x-sunset: "${sunset}"
      responses:
        "200":
          description: The train.
          content: { application/json: { schema: { type: object, properties: { leaves: { type: string, format: date-time } } } } }
        "410": { description: It is over. }
`;
  const step = (expected: object) => ({ operation: 'readTrain', expect: expected });
  const ends = async (sunset: string, answer: () => Response, expected: object): Promise<readonly string[]> => {
    const target = async (): Promise<Response> => answer();
    const scenarios = [{ name: 'A train', steps: [step(expected), step(expected)] }];
    const checks = { 'sunset.header-missing': 'off', 'deprecated.header-missing': 'off' } as const;
    const { events } = await tell({ ...fromYaml(document(sunset)), target, phases: ['scenarios'], scenarios, checks });
    return events.flatMap((event) => (event.type === 'case-finished' ? [event.result.verdict] : []));
  };
  const leaves = (moment: string) => () => Response.json({ leaves: moment });
  const wanted = { status: 200, body: { leaves: '2026-12-24T10:00:00Z' } };
  expect(await ends('2030-01-01', leaves('2026-12-24T11:00:00.000+01:00'), wanted)).toEqual(['passed', 'passed']);
  expect(await ends('2030-01-01', leaves('2026-12-24T11:00:00.000Z'), wanted)).toEqual(['failed', 'skipped']);
  const gone = (): Response => new Response(null, { status: 410 });
  expect(await ends('2026-01-01', gone, wanted)).toEqual(['inconclusive', 'skipped']);
  expect(await ends('2026-01-01', gone, { status: 410 })).toEqual(['passed', 'passed']);
  expect(await ends('2030-01-01', gone, wanted)).toEqual(['failed', 'skipped']);
});

test('what an answer to too many requests says of itself stands, although the next one comes when it likes', async () => {
  const server = thingServer((request, count) =>
    request.method === 'POST' && count % 9 === 0
      ? new Response(null, { status: 429, headers: { 'Retry-After': 'soon' } })
      : undefined,
  );
  const { summary } = await tell({ ...things(), target: server.fetch });
  const said = summary.findings.filter(({ check }) => check === 'header.retry-after');
  expect(said.length).toBeGreaterThan(0);
  expect(said.filter(({ flaky }) => flaky === true)).toEqual([]);
});

test('a target that asks the client to wait gets the time, and a request that is never sent gets no finding', async () => {
  const busy = (wait: string): Response => new Response(null, { status: 429, headers: { 'Retry-After': wait } });
  const patient = thingServer((_, count) => (count === 3 ? busy('1') : undefined));
  const { summary } = await tell({ ...things(), target: patient.fetch, phases: ['examples', 'coverage'] });
  expect(summary.counts).toMatchObject({ failed: 0, inconclusive: 0 });
  expect(summary.notes.join()).toContain('the run waited 1 s in all');
  const scenarios = [{ name: 'A thing', steps: [{ operation: 'listThings', expect: { status: 200 } }] }];
  const never = thingServer(() => busy('3600'));
  const rest = await tell({ ...things(), target: never.fetch, phases: ['scenarios'], scenarios });
  expect(rest.summary.counts).toMatchObject({ failed: 0, inconclusive: 1 });
  expect(rest.summary.notes.join()).toContain('It did not wait for longer times');
});

test('fuzzing finds a fault that only some values show, and makes the request as small as it will go', async () => {
  const server = thingServer(async (request) => {
    if (request.method !== 'POST') return undefined;
    const name = /"name":"([^"]*)"/.exec(await request.clone().text())?.[1] ?? '';
    return name.length === 20 ? new Response(null, { status: 500 }) : undefined;
  });
  const { summary } = await tell({
    ...things(),
    target: server.fetch,
    phases: ['fuzz'],
    fuzz: 60,
    operations: ['createThing'],
  });
  expect(summary.findings).toMatchObject([{ check: 'status.server-error', operation: 'createThing', phase: 'fuzz' }]);
  expect(summary.findings[0]?.flaky).toBeUndefined();
  const sound = await tell({ ...things(), target: thingServer().fetch, phases: ['fuzz'], fuzz: 60 });
  expect(sound.summary.findings).toEqual([]);
});
