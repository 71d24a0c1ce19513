import { expect, test } from 'vitest';
import { vacuity } from '../../../src/contract/judge/run-checks.ts';

test.each([
  [[409], 'its one answer was 409'],
  [[404, 404], '2 answers, all 404'],
  [[422, 409, 422], '3 answers: 409, 422'],
])('An operation without a success names the statuses that came: %j', (statuses, text) => {
  expect(vacuity({ id: 'getPet' }, statuses).draft.message).toBe(
    `No valid request to getPet was successful (${text}): little of it was checked.`,
  );
});
