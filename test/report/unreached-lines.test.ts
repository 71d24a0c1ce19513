import { expect, test } from 'vitest';
import type { Coverage, OperationCoverage } from '../../src/contract/index.ts';
import { unreachedLines } from '../../src/report/unreached-lines.ts';

const unreached = (endpoint: string, reasons: readonly string[]): OperationCoverage =>
  ({
    operation: endpoint,
    endpoint,
    reached: false,
    unreached: { refusals: [], reasons, values: [] },
  }) as Partial<OperationCoverage> as OperationCoverage;

test('an operation without a success has its reason, also where the run did not want one', () => {
  const operations = [unreached('GET /pets', []), unreached('GET /orders', ['no body could be made'])];
  expect(unreachedLines({ operations, lives: [] } as Partial<Coverage> as Coverage)).toEqual([
    'GET /pets: no case of this run asked for a success',
    'GET /orders: no body could be made',
  ]);
});
