import { expect, test } from 'vitest';
import { singular } from '../../../src/wire/index.ts';

test.each([
  ['pets', 'pet'],
  ['categories', 'category'],
  ['statuses', 'status'],
  ['releases', 'release'],
  ['aliases', 'alias'],
  ['canvases', 'canvas'],
  ['databases', 'database'],
  ['caches', 'cache'],
  ['branches', 'branch'],
  ['analyses', 'analysis'],
  ['hypotheses', 'hypothesis'],
  ['parentheses', 'parenthesis'],
  ['bases', 'base'],
  ['cases', 'case'],
  ['shelves', 'shelf'],
  ['quizzes', 'quiz'],
  ['people', 'person'],
  ['apis', 'api'],
  ['movies', 'movie'],
  ['news', 'news'],
  ['status', 'status'],
])('the singular of %s is %s', (plural, one) => {
  expect(singular(plural)).toBe(one);
  expect(singular(one)).toBe(one);
});
