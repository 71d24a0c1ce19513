import { expect, test } from 'vitest';
import { redactorFor } from '../../../src/contract/credentials/redactor-for.ts';
import { casesOf, plan } from '../../../src/contract/plan/plan.ts';
import { things } from '../servers/things.ts';

test('a late plan has the plain valid requests of every operation, and says what it left out', () => {
  const options = { ...things(), phases: ['coverage'] as const };
  const idsOf = (isLate: (share?: number) => boolean): readonly string[] =>
    casesOf(plan(options, redactorFor(options), isLate)).map(({ id }) => id);
  const [whole, late] = [idsOf(() => false), idsOf((share = 1) => share <= 1)];
  expect(whole.some((id) => id.endsWith('-broken'))).toBe(true);
  expect(late).toEqual(whole.filter((id) => /\/valid-\w+$/.test(id)));

  const { counts } = plan(options, redactorFor(options), (share = 1) => share <= 1);
  const left = counts.leftOut.filter(({ reason }) => reason.startsWith('the time limit left no time to plan'));
  expect(left.map(({ operation }) => operation)).toEqual(options.api.operations.map(({ id }) => id));

  let operations = 0;
  const half = idsOf((share = 1) => share === 1 && ++operations > 2);
  expect(half.length).toBeGreaterThan(late.length);
  expect(half.length).toBeLessThan(whole.length);
});

test('a plan whose time is over plans no further phase and no further operation, and says so', () => {
  const options = { ...things(), phases: ['coverage', 'protocol'] as const };
  let asked = 0;
  const { counts } = plan(options, redactorFor(options), (share = 1) => share < 2 || ++asked > 2);
  const reasons = counts.leftOut.map(({ reason }) => reason);
  expect(reasons).toContain('the time limit left no time to plan a request');
  expect(reasons).toContain('the time limit left no time to plan the phase protocol');
  expect(counts.phases).toEqual([
    { phase: 'coverage', cases: expect.toSatisfy((cases: number) => cases > 0) },
    { phase: 'protocol', cases: 0 },
  ]);
});
