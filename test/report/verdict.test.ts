import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exitStatus, type Finding, type Summary } from '../../src/contract/index.ts';
import { createReporter, REPORTER_KINDS } from '../../src/report/index.ts';
import { outcomeText } from '../../src/report/words.ts';
import { tellStory } from './story.ts';

const { summary: example, events } = tellStory();
const error = example.findings.find(({ severity }) => severity === 'error') as Finding;

const finding = fc.record({
  severity: fc.constantFrom('error', 'warning', 'info'),
  about: fc.constantFrom('service', 'document', 'usage'),
  known: fc.boolean(),
  flaky: fc.boolean(),
});

/** Any combination of verdicts, findings, conditions and a baseline, with the exit status that the runner gives it. */
const summaries = fc
  .record({
    passed: fc.nat(2),
    failed: fc.nat(2),
    inconclusive: fc.nat(2),
    errored: fc.nat(2),
    skipped: fc.nat(2),
    findings: fc.array(finding, { maxLength: 3 }),
    failOn: fc.subarray(['warning', 'document', 'usage', 'inconclusive', 'flaky'] as const),
    stale: fc.nat(2),
    shard: fc.option(fc.constant('1/2'), { nil: undefined }),
    interrupted: fc.option(fc.constantFrom('SIGINT', 'SIGTERM'), { nil: undefined, freq: 9 }),
  })
  .map(({ findings: drawn, failOn, stale, shard, interrupted, ...counts }): Summary => {
    const findings = drawn.map(
      ({ known, flaky, severity, about }, index): Finding => ({
        ...error,
        severity,
        about,
        fingerprint: `${index}`.repeat(16),
        ...(known ? { known: { reason: 'agreed' } } : {}),
        ...(flaky ? { flaky } : {}),
      }),
    );
    const entry = { fingerprint: 'f'.repeat(16), check: 'schema.type', reason: 'agreed' };
    const { shard: _, interrupted: __, baseline: ___, ...rest } = example;
    const summary = {
      ...rest,
      findings,
      counts: { ...counts, flaky: 0 },
      baseline: { known: 0, fresh: 0, expired: [], stale: Array.from({ length: stale }, () => entry) },
      ...(shard === undefined ? {} : { shard }),
      ...(interrupted === undefined ? {} : { interrupted }),
    };
    return { ...summary, ...exitStatus(summary, failOn) };
  });

test('the sentence, the counts and the exit status agree in every combination (law)', () => {
  fc.assert(
    fc.property(summaries, (summary) => {
      const text = outcomeText(summary);
      const { passed, failed, inconclusive, errored } = summary.counts;
      if (/kept/.test(text)) expect([summary.exitStatus, failed]).toEqual([0, 0]);
      if (/kept$/.test(text)) expect([passed > 0, inconclusive + errored]).toEqual([true, 0]);
      if (/broken$|fails|could be judged$/.test(text) && !/kept|asked/.test(text)) expect(summary.exitStatus).toBe(1);
      if (summary.exitStatus === 1)
        expect(text).toMatch(/^(The contract is broken|The run fails|Nothing could be judged)$/);
      if (text === 'The contract is broken')
        expect(summary.findings.some(({ severity, known }) => severity === 'error' && known === undefined)).toBe(true);
    }),
    { numRuns: 2000 },
  );
});

test('a finding that is printed as an error and is neither excused nor flaky makes the run fail (law)', () => {
  fc.assert(
    fc.property(summaries, ({ findings, exitStatus: status }) => {
      const red = findings.some((each) => each.severity === 'error' && each.known === undefined && each.flaky !== true);
      if (red) expect(status).not.toBe(0);
    }),
    { numRuns: 1000 },
  );
});

test.each(REPORTER_KINDS)(
  'no %s report is red for a run that ends well, nor speaks of a contract that is kept while cases failed',
  (kind) => {
    const known = { ...error, known: { reason: 'agreed with the team' } };
    const { baseline: _, ...rest } = example;
    const unjudged = { ...rest, findings: [known], notes: [] };
    const summary: Summary = { ...unjudged, ...exitStatus(unjudged) };
    expect([summary.exitStatus, summary.counts.failed, summary.counts.errored]).toEqual([0, 1, 1]);
    const pieces: string[] = [];
    const reporter = createReporter(kind, { write: (text) => pieces.push(text) });
    for (const event of events) reporter.on(event.type === 'run-finished' ? { ...event, summary } : event);
    reporter.close();
    const text = pieces.join('');
    expect(text).not.toMatch(/contract is (kept|broken)/);
    if (kind === 'json') return;
    expect(text).toContain('Nothing but known findings');
    if (kind === 'junit') {
      expect(text).not.toMatch(/<failure|<error |(?:failures|errors)="[1-9]/);
      expect(text).toContain('known: agreed with the team');
    }
    if (kind === 'github') expect(text).not.toContain('::error');
  },
);
