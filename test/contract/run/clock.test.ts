import { expect, it } from 'vitest';
import { createReporter, REPORTER_KINDS, runContract } from '../../../src/library/index.ts';
import { NOW, tell } from '../harness.ts';
import { thingServer, things } from '../servers/things.ts';

/** When the run takes place, and the day that it is asked to judge by. */
const REAL = Date.parse('2026-03-04T05:06:07Z');
const JUDGED = Date.parse('2026-12-01T00:00:00Z');

const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Old', version: '1.0.0' },
  paths: {
    '/old': {
      get: {
        operationId: 'readOld',
        deprecated: true,
        'x-sunset': '2026-11-30',
        responses: { '200': { description: 'It.', content: { 'application/json': { schema: { type: 'object' } } } } },
      },
    },
  },
};

it('dates are judged by one clock, and every report tells the time of the other', async () => {
  const texts = new Map<string, string>();
  const reporters = REPORTER_KINDS.map((kind) => {
    texts.set(kind, '');
    return createReporter(kind, { write: (text) => texts.set(kind, `${texts.get(kind)}${text}`) });
  });
  const run = await runContract({
    document: DOCUMENT,
    target: () => Response.json([], { headers: { Sunset: 'Mon, 30 Nov 2026 00:00:00 GMT' } }),
    now: '2026-12-01',
    clock: () => REAL,
  });
  for await (const event of run.events) for (const reporter of reporters) reporter.on(event);
  for (const reporter of reporters) reporter.close();
  const { findings, deprecated, startedAt, judgedAt } = await run.summary;
  expect(findings.map(({ check }) => check)).toContain('sunset.passed-still-served');
  expect(deprecated[0]?.daysLeft).toBe(-1);
  expect([startedAt, judgedAt]).toEqual([REAL, JUDGED]);
  expect(texts.get('html')).toContain('2026-03-04 05:06 UTC');
  expect(texts.get('html')).toContain('judged as of 2026-12-01');
  expect(texts.get('terminal')).toContain('judged as of 2026-12-01');
  expect(texts.get('junit')).toContain('timestamp="2026-03-04T05:06:07"');
  expect(texts.get('sarif')).toContain('"startTimeUtc": "2026-03-04T05:06:07.000Z"');
  const { log } = JSON.parse(texts.get('har') ?? '');
  expect(new Set(log.entries.map((entry: { startedDateTime: string }) => entry.startedDateTime.slice(0, 10)))).toEqual(
    new Set(['2026-03-04']),
  );
  const instants = [...(texts.get('json') ?? '').matchAll(/"(?:at|startedAt|createdAt)":(\d+)/g)].map(([, at]) =>
    Number(at),
  );
  expect(new Set(instants)).toEqual(new Set([REAL]));
});

it('an excuse of the baseline expires by the clock of the dates', async () => {
  const target = thingServer(() => Response.json('wrong')).fetch;
  const options = { ...things(), target, phases: ['coverage'] as const, operations: ['listThings'] };
  const first = await tell({ ...options, clock: () => REAL });
  const baseline = first.summary.findings.map(({ check, fingerprint }) => ({
    check,
    fingerprint,
    reason: 'known',
    expires: '2026-06-01',
  }));
  expect(baseline.length).toBeGreaterThan(0);
  const before = await tell({ ...options, baseline, now: () => REAL, clock: () => NOW });
  const after = await tell({ ...options, baseline, now: () => NOW, clock: () => REAL });
  expect([before.summary.baseline?.expired.length, after.summary.baseline?.expired.length]).toEqual([
    0,
    baseline.length,
  ]);
});

it('one clock does for both, and then nothing is said of it', async () => {
  const { summary, events } = await tell({ ...things(), target: thingServer().fetch, phases: ['examples'] });
  expect(summary.startedAt).toBe(NOW);
  expect(JSON.stringify(events)).not.toContain('judgedAt');
});
