import { expect, test } from 'vitest';
import { createFastPath, type FastPathOptions, TESTED_MAJORS } from '../../../src/server/http1/fast-path.ts';

const options = (nodeVersion: string): FastPathOptions => ({
  nodeVersion,
  direct: () => 'untouched',
  listener: () => undefined,
  bodyLimit: 1_000,
  now: () => 0,
  keepAlive: 5_000,
});

test.each(TESTED_MAJORS)('there is a fast path on Node %i', (major) => {
  expect(createFastPath(options(`${major}.4.1`))).toBeDefined();
});

test.each(['18.20.0', '21.0.0', `${Math.max(...TESTED_MAJORS) + 1}.0.0`])(
  'there is none on Node %s, on which the tests of the server have not run',
  (version) => {
    expect(createFastPath(options(version))).toBeUndefined();
  },
);

test('the tests that run now run on a version with a fast path', () => {
  expect(TESTED_MAJORS).toContain(Number.parseInt(process.versions.node, 10));
});
