import { expect, test } from 'vitest';
import { existingNouns, namesExisting, nounsRequiredBy } from '../../../src/resources/index.ts';
import type { Operation } from '../../../src/spec/index.ts';

test('a description says what exists, in one word or several', () => {
  expect(existingNouns('Names of existing labels')).toEqual(['labels']);
  expect(existingNouns('apiId of an existing content type.')).toEqual(['content type', 'content']);
  expect(existingNouns('Must be an existing cost centre')).toEqual(['cost centre', 'cost']);
  expect(existingNouns('The sha of an existing commit')).toEqual(['commit']);
  expect(existingNouns('The name of the new branch')).toEqual([]);
  expect(namesExisting('apiId of an existing content type.')).toBe(true);
});

test('a property whose value must exist is called after what it names', () => {
  expect(existingNouns('Only entries of this type. It must exist (422).', 'contentType')).toEqual(['contentType']);
  expect(existingNouns('It must exist.', 'ownerId')).toEqual(['owner']);
  expect(existingNouns('Only entries of this type.', 'contentType')).toEqual([]);
});

test('a sentence of the operation says what a property names', () => {
  const saying = (description: string): Operation => ({ description }) as Operation;
  const branch = saying('The default. `base` must be a branch of the repository (422).');
  expect(nounsRequiredBy(branch, 'base')).toEqual(['branch']);
  expect(nounsRequiredBy(branch, 'head')).toEqual([]);
  const commit = saying('`target` must be the sha of a commit of the repository (422).');
  expect(nounsRequiredBy(commit, 'target')).toEqual(['commit']);
  expect(nounsRequiredBy(saying('`limit` must be a number from 1 to 5.'), 'limit')).toEqual([]);
});
