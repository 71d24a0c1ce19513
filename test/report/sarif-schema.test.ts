import { describe, expect, it } from 'vitest';
import { compareDocuments } from '../../src/library/index.ts';
import { writeComparison, writeDecision } from '../../src/report/index.ts';
import { hasSarifSchema, sarifErrors } from './published-sarif.ts';
import { HOSTILE, report, tellStory } from './story.ts';

describe.skipIf(!hasSarifSchema)('the SARIF report keeps the published schema', () => {
  it('refuses what is not SARIF, so that its silence means something', () => {
    expect(sarifErrors({ version: '2.1.0', runs: [{ tool: {} }] })).not.toEqual([]);
    expect(sarifErrors({ version: '2.1.0', runs: [{ tool: { driver: { name: 'x' } }, results: [{}] }] })).not.toEqual(
      [],
    );
  });

  it.each([
    ['a plain run', tellStory()],
    ['a hostile one', tellStory(HOSTILE)],
  ])('%s', (_name, { events }) => {
    expect(sarifErrors(JSON.parse(report('sarif', events, { version: '1.2.3' })))).toEqual([]);
  });

  it('a comparison', async () => {
    const answers = { responses: { 200: { description: '\u001b[2J\u0085\n\u202e' } } };
    const base = { openapi: '3.1.0', info: { title: 'A', version: '1' }, paths: { '/a': { get: answers } } };
    const { summary } = await compareDocuments({
      base,
      revision: { ...base, paths: { '/b': { get: answers } } },
      anyway: true,
    });
    expect(summary.findings.length).toBeGreaterThan(0);
    const [finding] = summary.findings;
    const hostile = { ...summary, findings: [...summary.findings, { ...finding, message: '\u0085\u202e' } as never] };
    const text = writeComparison('sarif', hostile, { version: '1.2.3' });
    expect(sarifErrors(JSON.parse(text))).toEqual([]);
    expect(text).not.toMatch(/[\u0080-\u009f\u202e]/);
  });

  it('a decision of the gate', () => {
    const about = { rule: 'check', verdict: 'unknown', subject: 'orders@1.5.0', message: '\u0085' } as const;
    const place = { file: 'main:a folder/orders.pact.json', pointer: '/interactions/0', line: 3 };
    const problem = { client: 'batch', at: '/body', message: 'x', calls: 2, input: place, changed: place };
    const because = [
      { ...about, file: '/tmp/x.json', command: 'standin gate record' },
      { ...about, verdict: 'no', file: 'x.json', problems: [problem] },
    ] as const;
    const text = writeDecision('sarif', { verdict: 'no', subject: 'orders@1.5.0', because, matrix: [], notes: [] });
    expect(sarifErrors(JSON.parse(text))).toEqual([]);
    expect(text).not.toMatch(/[\u0080-\u009f]/);
    expect(text).toContain('"a%20folder/orders.pact.json"');
  });
});
