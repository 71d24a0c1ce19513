import { describe, expect, test } from 'vitest';
import { createGenerator } from '../../src/generation/index.ts';
import { MEANINGS } from '../../src/generation/text/meanings/table.ts';
import type { Schema } from '../../src/spec/index.ts';
import { tinyApi } from './tiny-api.ts';

const generator = createGenerator({ api: tinyApi() });

function field(name: string, schema: Schema, about = '', seed = 1): unknown {
  const made = generator.value(
    { type: 'object', properties: { [name]: schema }, required: [name] },
    { seed, at: name },
    { about },
  );
  return made.ok ? (made.value as Record<string, unknown>)[name] : expect.fail(made.reason);
}

/** Field name, its schema, and what a person expects to see. */
const EXPECTED: readonly (readonly [name: string, schema: Schema, seen: RegExp, about?: string])[] = [
  ['firstName', { type: 'string' }, /^[A-Z][a-z']+/],
  ['last_name', { type: 'string' }, /^[A-Z]/],
  ['fullName', { type: 'string' }, /^\S+ \S+/],
  ['name', { type: 'string' }, /^[A-Z]\S+ [A-Z]/, 'customer'],
  ['emailAddress', { type: 'string' }, /^[a-z.]+@example\.com$/],
  ['email', { type: 'string', format: 'email', maxLength: 60 }, /^[a-z]+\.[a-z]+@example\.com$/],
  ['mobile-number', { type: 'string' }, /^\+1202555\d{4}$/],
  ['avatarUrl', { type: 'string', format: 'uri' }, /^https:\/\/example\.com\/avatars\/\d+\.png$/],
  ['routing_number', { type: 'string' }, /^\d{9}$/],
  ['currencyCode', { type: 'string', minLength: 3, maxLength: 3 }, /^[A-Z]{3}$/],
  ['price', { type: 'number', minimum: 0 }, /^\d+(\.\d{1,2})?$/],
  ['unitPrice', { type: 'string', pattern: '^\\d+\\.\\d{2}$' }, /^\d+\.\d{2}$/],
  ['quantity', { type: 'integer' }, /^([1-9]|10)$/],
  ['rating', { type: 'number', maximum: 5 }, /^[2-5](\.\d)?$/],
  ['age', { type: 'integer' }, /^([2-7]\d|1[89]|80)$/],
  ['birthDate', { type: 'string', format: 'date' }, /^(19[5-9]\d|200[0-7])-/],
  ['createdAt', { type: 'string', format: 'date-time' }, /^202[345]-/],
  ['expires_at', { type: 'string', format: 'date-time' }, /^20(29|30)-/],
  ['created', { type: 'integer' }, /^1[67]\d{8}$/],
  ['registration', { type: 'integer', format: 'int32', description: 'Date in Unix timestamp.' }, /^1[67]\d{8}$/],
  ['joined_ms', { type: 'integer', description: 'Unix time in milliseconds' }, /^1[67]\d{11}$/],
  ['epochs', { type: 'integer', description: 'Number of epochs to train.' }, /^\d{1,3}$/],
  ['zip', { type: 'string' }, /^\d{5}$/],
  ['finish_reason', { type: 'string' }, /^stop$/],
  ['embedding', { type: 'array', minItems: 3, items: { type: 'number' } }, /^-?[01]([.\d]*)(,-?[01]([.\d]*))*$/],
  ['countryCode', { type: 'string' }, /^[A-Z]{2}$/],
  ['latitude', { type: 'number', minimum: -90, maximum: 90 }, /^-?\d+(\.\d+)?$/],
  ['slug', { type: 'string', pattern: '^[a-z-]+$' }, /^[a-z]+-[a-z]+$/],
  ['username', { type: 'string', maxLength: 20 }, /^[a-z]+\d+$/],
  ['tags', { type: 'array', items: { type: 'string' } }, /^[a-z, -]+$/],
  ['version', { type: 'string' }, /^\d+\.\d+\.\d+$/],
  ['general_ledger_number', { type: 'string' }, /^\d{8}$/],
  ['taxcode', { type: 'string' }, /^DE\d{9}$/],
  ['voucherCode', { type: 'string' }, /^[A-Z]{2}\d{4}$/],
  ['code', { type: 'string' }, /^[a-z]+(_[a-z]+)*$/, 'error'],
  ['consumerKey', { type: 'string' }, /^[0-9a-f]{32}$/],
  ['approvedBy', { type: 'string' }, /^\S+ \S+/],
  ['lastUpdated', { type: 'string' }, /^202[345]-\d\d-\d\dT/],
  ['pageCount', { type: 'string' }, /^\d{1,3}$/],
  ['severity', { type: 'string' }, /^(low|medium|high)$/],
  ['avatarLarge', { type: 'string' }, /^https:\/\/example\.com\/avatars\/\d+\.png$/],
  ['phone_2', { type: 'string' }, /^\+1202555\d{4}$/],
  ['first', { type: 'string' }, /^[A-Z][a-z']+$/, 'name'],
  ['work', { type: 'string' }, /^\+1202555\d{4}$/, 'phone'],
  ['by', { type: 'string' }, /^[a-z]/, 'order'],
  ['interest_accrued', { type: 'string', examples: ['0.01'] }, /^0\.\d\d$/],
  ['exchange_rate', { type: 'number' }, /^[0-2](\.\d+)?$/],
  ['date_unix', { type: 'integer' }, /^1[67]\d{8}$/],
  ['dayOfWeek', { type: 'integer' }, /^[0-6]$/],
  ['view', { type: 'string' }, /^https:/, 'links'],
  ['companyname', { type: 'string' }, /^[A-Z]/],
  ['organization', { type: 'string', description: 'The unique identifier of the organization' }, /^[0-9a-f]{12}$/],
  ['username', { type: 'string', description: 'The unique identifier of the user' }, /^[a-z]+\d+$/],
];

describe('fields are filled by what they mean', () => {
  test.each([...EXPECTED] as [string, Schema, RegExp, string?][])('%s', (name, schema, seen, about = '') => {
    for (let seed = 1; seed <= 8; seed++) expect(String(field(name, schema, about, seed))).toMatch(seen);
  });

  test('an example and a pattern count more than what a name makes likely', () => {
    for (let seed = 1; seed <= 8; seed++) {
      expect(String(field('voucherCode', { type: 'string', examples: ['spring-12'] }, '', seed))).toMatch(
        /^spring-\d\d$/,
      );
      expect(String(field('severity', { type: 'string', pattern: '^S[1-4]$' }, '', seed))).toMatch(/^S[1-4]$/);
    }
  });

  test('a meaning never breaks the schema', () => {
    for (let seed = 1; seed <= 8; seed++) {
      expect(String(field('email', { type: 'string', maxLength: 5 }, '', seed)).length).toBeLessThanOrEqual(5);
      expect(field('price', { type: 'number', minimum: 5000 }, '', seed)).toBeGreaterThanOrEqual(5000);
      expect(field('city', { type: 'string', enum: ['Bern'] }, '', seed)).toBe('Bern');
      expect(Number(field('count', { type: 'integer', multipleOf: 7 }, '', seed)) % 7).toBe(0);
    }
  });

  test('what was created was created before it was changed', () => {
    for (let seed = 1; seed <= 30; seed++) {
      const [created, updated] = ['createdAt', 'updatedAt'].map((name) =>
        String(field(name, { type: 'string', format: 'date-time' }, '', seed)),
      );
      expect(created && updated && created < updated).toBe(true);
    }
  });

  test('no known meaning says lorem ipsum or holds a line break', () => {
    for (const name of [...MEANINGS.text.keys(), ...MEANINGS.likely.keys()]) {
      const value = String(field(name.replaceAll(' ', '_'), { type: 'string' }));
      expect(value, name).not.toMatch(/lorem|ipsum|[\r\n]/i);
      expect(value.length, name).toBeGreaterThan(0);
    }
  });
});
