import { describe, expect, it } from 'vitest';
import { compareDocuments } from '../../../src/library/index.ts';
import { PAIRS } from './message-pairs.ts';

const NOW = Date.parse('2026-11-25T00:00:00Z');

describe('a small change', () => {
  it.each(PAIRS.map((pair) => [pair.name, pair] as const))('%s', async (_, { base, revision, verdict, check }) => {
    const { summary, findings } = await compareDocuments({ base, revision, now: () => NOW, anyway: true });
    const { counts } = summary;
    const telling = findings.filter(({ severity, about }) => severity !== 'info' && about !== 'release');
    const found = counts.breaking > 0 ? 'breaking' : telling.length > 0 ? 'risky' : 'safe';
    expect([found, telling.map((finding) => `${finding.check}: ${finding.message}`)]).toEqual([
      verdict,
      verdict === 'safe' ? [] : expect.anything(),
    ]);
    if (check !== undefined) expect(telling.map((finding) => finding.check)).toContain(check);
    for (const finding of findings.filter(({ severity }) => severity === 'error')) expect(finding.proof).toBeDefined();
  });
});
