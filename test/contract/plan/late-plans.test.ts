import { expect, test } from 'vitest';
import { redactorFor } from '../../../src/contract/credentials/redactor-for.ts';
import { casesOf, plan } from '../../../src/contract/plan/plan.ts';
import { things } from '../servers/things.ts';

test('a late plan has the plain valid requests of every operation, and says what it left out', () => {
  const options = { ...things(), phases: ['coverage'] as const };
  const idsOf = (isLate: () => boolean): readonly string[] =>
    casesOf(plan(options, redactorFor(options), isLate)).map(({ id }) => id);
  const [whole, late] = [idsOf(() => false), idsOf(() => true)];
  expect(whole.some((id) => id.endsWith('-broken'))).toBe(true);
  expect(late).toEqual(whole.filter((id) => /\/valid-\w+$/.test(id)));

  const { counts } = plan(options, redactorFor(options), () => true);
  const left = counts.leftOut.filter(({ reason }) => reason.startsWith('the time limit left no time to plan'));
  expect(left.map(({ operation }) => operation)).toEqual(options.api.operations.map(({ id }) => id));

  let operations = 0;
  const half = idsOf(() => ++operations > 2);
  expect(half.length).toBeGreaterThan(late.length);
  expect(half.length).toBeLessThan(whole.length);
});
