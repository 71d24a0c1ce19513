import { expect, test } from 'vitest';
import { nearestPaths } from '../../../src/spec/match/nearest-paths.ts';

test('a parameter is near to anything only beside a word that is', () => {
  expect(nearestPaths(['/{pet}', '/{pets}'], '/pets')).toEqual([]);
  expect(nearestPaths(['/{owner}/pets'], '/ada/pet')).toEqual(['/{owner}/pets']);
});
