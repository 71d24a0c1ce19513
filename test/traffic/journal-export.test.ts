import { describe, expect, it } from 'vitest';
import { readTraffic } from '../../src/traffic/index.ts';
import { tell } from '../contract/harness.ts';
import { things } from '../contract/servers/things.ts';

const entry = (response: object, request: object = {}): object => ({
  at: 1_000,
  duration: 3,
  client: 'shop/2',
  request: { method: 'GET', path: '/things/1', query: '', headers: [['Accept', '*/*']], body: null, ...request },
  response: {
    status: 200,
    headers: [],
    body: { mediaType: 'application/json', value: { id: 1, name: 'a' } },
    ...response,
  },
});

const journal = (...entries: readonly object[]): string => JSON.stringify({ recorded: 9, capacity: 10, entries });

async function judged(text: string): Promise<Awaited<ReturnType<typeof tell>>['summary']> {
  const { summary } = await tell({
    ...things(),
    phases: ['traffic'],
    traffic: readTraffic(text, 'journal.json'),
    target: () => Promise.reject(new Error('nobody is asked')),
  });
  return summary;
}

describe("a mock's journal as traffic", () => {
  it('is judged as a HAR file is, with its clients as callers', async () => {
    const summary = await judged(
      journal(entry({}), entry({ body: { mediaType: 'application/json', value: { id: 'x' } } })),
    );
    expect(summary.findings.map(({ check, severity, count, caller }) => [check, severity, count, caller])).toEqual([
      ['schema.required', 'error', 1, 'shop/2'],
      ['schema.type', 'error', 1, 'shop/2'],
      ['deprecated.operation-used', 'warning', 2, 'shop/2'],
    ]);
    expect(summary).toMatchObject({ requests: 0, target: 'recorded traffic', counts: { passed: 1, failed: 1 } });
  });

  it('leaves out, with the reason, what the journal does not keep whole', async () => {
    const image = { body: { mediaType: 'image/png', bytes: 9 } };
    const summary = await judged(
      journal(entry({}), entry(image), entry({}, { body: { mediaType: 'text/x', limit: 9 } })),
    );
    expect(summary.skipped).toEqual([
      { reason: 'the journal does not keep its body', count: 2, operations: ['readThing'] },
    ]);
    expect(summary.counts.passed).toBe(1);
  });

  it('breaks no rule with a value that the journal has taken out', async () => {
    const value = { id: '[redacted]', name: 'a' };
    const summary = await judged(journal(entry({ body: { mediaType: 'application/json', value } })));
    expect(summary.findings.map(({ check }) => check)).toEqual(['deprecated.operation-used']);
  });

  it('may be the bare list, keeps a stream and digits beyond 2^53, and skips entries that are not exchanges', () => {
    const items = { body: { mediaType: 'application/x-ndjson', items: [{ a: 1 }, { a: 2 }] } };
    const text = `[${JSON.stringify(entry(items))},{"x":1},${JSON.stringify(entry({})).replace('"id":1', '"id":9007199254740993')}]`;
    const [stream, exact, ...more] = readTraffic(text, 'journal.json');
    expect(Buffer.from(stream?.bytes ?? []).toString()).toBe('{"a":1}\n{"a":2}\n');
    expect(Buffer.from(exact?.bytes ?? []).toString()).toContain('9007199254740993');
    expect(more).toEqual([]);
  });

  it('fails the run where one caller uses deprecated parts more often than it may', async () => {
    const traffic = readTraffic(journal(entry({}), entry({})), 'journal.json');
    const run = { ...things(), phases: ['traffic'] as const, traffic, target: () => Promise.reject(new Error()) };
    const within = await tell({ ...run, deprecationBudget: 2 });
    const beyond = await tell({ ...run, deprecationBudget: 1 });
    expect([within.summary.exitStatus, beyond.summary.exitStatus]).toEqual([0, 1]);
    expect(beyond.summary.reasons).toEqual(['"shop/2" uses deprecated parts 2 times, and may do so 1 times']);
  });
});
