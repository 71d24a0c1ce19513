import { expect, test } from 'vitest';
import { createCircuitBreaker } from '../../../src/contract/run/circuit-breaker.ts';
import type { FailedOutcome } from '../../../src/contract/transport/target.ts';

const FIRST: FailedOutcome = { kind: 'failed', code: 'timeout', message: '', timing: { startedAt: 0, duration: 0 } };

/** How many cases without an answer there are before a target is not asked on, one after the other of so many operations. */
function patience(operations: number, asked: number): number {
  const silence = createCircuitBreaker(FIRST, operations);
  for (let cases = 1; cases <= 100; cases += 1) {
    const operation = `operation ${cases % asked}`;
    const stopped = silence.goesOn({
      case: {
        id: `case ${cases}`,
        phase: 'coverage',
        operation,
        description: '',
        request: { method: 'GET', path: '/', query: '' },
        expectation: { kind: 'any', text: '' },
      },
      result: { verdict: 'failed', fingerprints: ['late'] },
      findings: [
        {
          check: 'time.timeout',
          severity: 'error',
          about: 'service',
          tier: 1,
          expected: '',
          actual: '',
          message: '',
          fingerprint: 'late',
          count: 1,
        },
      ],
      duration: 0,
      requests: 1,
    });
    if (stopped !== undefined) return cases;
  }
  return Number.POSITIVE_INFINITY;
}

test('a target that is silent about one operation is asked about the others', () => {
  expect(patience(5, 1)).toBe(Number.POSITIVE_INFINITY);
  expect(patience(5, 2)).toBe(Number.POSITIVE_INFINITY);
  expect(patience(5, 3)).toBe(8);
});

test('of a plan with fewer operations all of them are enough', () => {
  expect(patience(1, 1)).toBe(8);
  expect(patience(2, 2)).toBe(8);
});
