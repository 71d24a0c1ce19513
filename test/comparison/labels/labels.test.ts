import { describe, expect, it } from 'vitest';
import { compareDocuments } from '../../../src/library/index.ts';
import { DOCUMENT_PAIRS } from './document-pairs.ts';
import { DOCUMENTED_PAIRS } from './documented-pairs.ts';
import { LIFECYCLE_PAIRS } from './lifecycle-pairs.ts';
import { type LabelledPair, PAIRS } from './message-pairs.ts';
import { PROTOCOL_PAIRS } from './protocol-pairs.ts';
import { SCHEMA_PAIRS } from './schema-pairs.ts';

/** Labels that the comparison does not follow, with the reason. */
const DEFENDED: ReadonlyMap<string, LabelledPair['verdict']> = new Map([
  // A range also covers successes that no client has seen, such as 202.
  ['answer: a success is covered by a range', 'risky'],
]);

const ALL = [...PAIRS, ...DOCUMENTED_PAIRS, ...SCHEMA_PAIRS, ...PROTOCOL_PAIRS, ...LIFECYCLE_PAIRS, ...DOCUMENT_PAIRS];

describe('a small change', () => {
  it.each(ALL.map((pair) => [pair.name, pair] as const))(
    '%s',
    async (name, { base, revision, verdict, check, policy = {} }) => {
      const now = '2026-11-25';
      const { breaking, findings } = await compareDocuments({ base, revision, now, policy, anyway: true });
      const telling = findings.filter(({ severity, about }) => severity !== 'info' && about !== 'release');
      const found = breaking.length > 0 ? 'breaking' : telling.length > 0 ? 'risky' : 'safe';
      const wanted = DEFENDED.get(name) ?? verdict;
      expect([found, telling.map((finding) => `${finding.check}: ${finding.message}`)]).toEqual([
        wanted,
        wanted === 'safe' ? [] : expect.anything(),
      ]);
      if (check !== undefined) expect(telling.map((finding) => finding.check)).toContain(check);
      for (const finding of breaking) expect(finding.proof).toBeDefined();
    },
  );

  it('has a name of its own', () => {
    expect(new Set(ALL.map(({ name }) => name)).size).toBe(ALL.length);
  });

  it('has few labels that are not followed', () => {
    expect(DEFENDED.size / ALL.length).toBeLessThan(0.05);
  });
});
