import fc from 'fast-check';
import { expect, test } from 'vitest';
import { successOf } from '../../../src/mock/facts/negotiate.ts';
import type { Operation } from '../../../src/spec/index.ts';
import { parseApi } from '../../../src/spec/index.ts';

function answered(statuses: readonly string[]): number | undefined {
  // Names of statuses that are whole numbers stand in their own order in JavaScript, so the text is written by hand.
  const responses = statuses.map((status) => `"${status}":{"description":""}`).join(',');
  const text = `{"openapi":"3.1.0","info":{"title":"a","version":"1"},"paths":{"/a":{"get":{"responses":{${responses}}}}}}`;
  const api = parseApi({ name: 'a.json', text });
  return successOf(api.operations[0] as Operation)?.status;
}

test('an operation without a success answers with its lowest status, in whatever order they stand (law)', () => {
  const status = fc.constantFrom('301', '400', '404', '409', '3XX', '4XX', '5XX', '503');
  fc.assert(
    fc.property(fc.uniqueArray(status, { minLength: 1 }), (statuses) => {
      const lowest = Math.min(...statuses.map((each) => Number(each.replace('XX', '00'))));
      expect(answered(statuses)).toBe(lowest);
      expect(answered([...statuses, 'default'])).toBe(200);
      expect(answered([...statuses, '2XX'])).toBe(200);
      expect(answered([...statuses, '204', '2XX', '202'])).toBe(202);
    }),
    { numRuns: 40 },
  );
});
