import { expect, test } from 'vitest';
import type { CaseContext } from '../../../src/contract/model/case-context.ts';
import { hasPeriod, withoutUndocumentedSyntax } from '../../../src/contract/requests/undocumented-syntax.ts';
import { collaboratorsOf } from '../harness.ts';

const query = (name: string, schema: object, more: object = {}) => ({ name, in: 'query', schema, ...more });
const text = { type: 'string' };

test('optional texts of which nothing is said, and that have the name of an expression, can be left out', async () => {
  const { api } = await collaboratorsOf({
    openapi: '3.1.0',
    info: { title: 'Alarms', version: '1' },
    paths: {
      '/alarms': {
        get: {
          operationId: 'listAlarms',
          parameters: [
            query('filter', { type: 'array', items: text }),
            query('labelSelector', text),
            query('matcher', text, { required: true }),
            query('expr', { ...text, pattern: '^a' }),
            query('pattern', text, { example: 'a.*' }),
            query('name', text),
            query('interval', { type: 'integer' }),
          ],
          responses: { '200': { description: 'Alarms.' } },
        },
      },
    },
  });
  const operation = api.operation('listAlarms');
  if (operation === undefined) throw new Error('no operation');
  const kept = 'matcher=a&expr=a&pattern=a&name=a&interval=1';
  const request = { method: 'GET', path: '/alarms', headers: [], body: { kind: 'none' } } as const;
  const left = withoutUndocumentedSyntax({ api } as CaseContext, operation, {
    ...request,
    query: `filter=a&labelSelector=a&filter=b&${kept}`,
  });
  expect(left.query).toBe(kept);
});

test('a beginning and an end are a period, wherever they stand; two moments of other names are none', () => {
  const [one, other] = ['2026-01-06T20:25:46Z', '2025-11-06'];
  expect(hasPeriod({ startsAt: one, endsAt: other })).toBe(true);
  expect(hasPeriod([{ stay: { check_in: other, check_out: other } }])).toBe(true);
  expect(hasPeriod({ createdAt: one, updatedAt: other })).toBe(false);
  expect(hasPeriod({ startsAt: one, endsAt: 'later' })).toBe(false);
  expect(hasPeriod({ startsAt: one })).toBe(false);
  expect(hasPeriod('2026-01-06')).toBe(false);
});
