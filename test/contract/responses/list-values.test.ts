import { expect, test } from 'vitest';
import { scalarIn } from '../../../src/contract/responses/filter-rules.ts';

test('a list is filtered by its last value, which a service that compares only the first does not find', () => {
  const filter = { parameter: 'label', pointer: '/labels', op: 'contains' } as const;
  expect(scalarIn({ labels: ['red', 'blue'] }, filter)).toBe('blue');
  expect(scalarIn({ labels: [] }, filter)).toBeUndefined();
});
