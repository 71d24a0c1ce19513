import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createValidator, type ValidationFault } from '../../src/validation/index.ts';
import { createPatternMatcher, isSurelyLinear } from '../../src/validation/model/pattern-engine.ts';
import { answer, apiWithAnswer, apiWithBody, brief, jsonOf, send } from './apis.ts';

describe('no pattern holds the process (S17, R28)', () => {
  // Natively each of these would run for hours over forty characters: the test ends, or it fails.
  const HOSTILE = ['^(a+)+$', '^(a|a)*$', '^(a|aa)+$', '^([a-z]+)*\\d$', '(.*a){20}$', '^(?:a?){30}a{30}$'];

  test.each(HOSTILE)('%s over forty characters', (pattern) => {
    const api = apiWithBody({ type: 'string', pattern });
    const validator = createValidator({ api });
    expect(brief(send(validator, api, { body: jsonOf(`${'a'.repeat(40)}!`) }))).toEqual(['/body pattern']);
    expect(createPatternMatcher(pattern)('a'.repeat(40))).toBe(!pattern.endsWith('\\d$'));
  });

  test('a hostile answer of a target is judged too', () => {
    const api = apiWithAnswer({ type: 'array', items: { type: 'string', pattern: '^(a+)+$' } });
    const body = jsonOf([`${'a'.repeat(40)}!`, 'aa']);
    expect(brief(answer(createValidator({ api }), api, { body }))).toEqual(['/body/0 pattern']);
  });

  test('a long text does not make a quadratic pattern slow', () => {
    expect(createPatternMatcher('\\s+$')(`${' '.repeat(1_000_000)}x`)).toBe(false);
  });

  test('what only a backtracking engine can read runs within a budget; an undecided request is refused, and the owner of the mock gets a report', () => {
    const api = apiWithBody({ type: 'string', pattern: '^(?=.)(a+)+$' });
    const faults: ValidationFault[] = [];
    const validator = createValidator({ api, onFault: (fault) => faults.push(fault) });
    expect(send(validator, api, { body: jsonOf(`${'a'.repeat(40)}!`) })).toMatchObject([
      {
        code: 'body.schema',
        pointer: '/body',
        keyword: 'pattern',
        message: 'The body could not be matched against its pattern within the time for one message',
      },
    ]);
    expect(faults).toContainEqual({ kind: 'pattern-undecided', pattern: '^(?=.)(a+)+$' });
    expect(brief(send(validator, api, { body: jsonOf('b') }))).toEqual(['/body pattern']);
  });

  test('ordinary patterns stay with the native engine', () => {
    for (const pattern of ['^\\d{3}-\\d{4}$', '^[a-z]+$', '^(?:a|b)$', '^[A-Z]{2}\\d{2,4}$']) {
      expect(isSurelyLinear(pattern), pattern).toBe(true);
    }
  });
});

test('the linear engine and the native one say the same of every text (law)', () => {
  const patterns = [
    '^(a+b?)+$',
    '(x|y)*z',
    '^(\\w+\\s?)+$',
    '(\\d+,)*\\d+$',
    '^([\\s]+a)*$',
    '^(é|ü)+$',
    '(?:[^a]b+)+',
  ];
  fc.assert(
    fc.property(
      fc.constantFrom(...patterns),
      fc.string({
        unit: fc.constantFrom('a', 'b', 'x', 'y', 'z', '1', ',', ' ', '\u00a0', '\u2028', 'é', '\n', '_'),
        maxLength: 8,
      }),
      (pattern, text) => {
        expect(createPatternMatcher(pattern)(text), JSON.stringify([pattern, text])).toBe(
          new RegExp(pattern, 'u').test(text),
        );
      },
    ),
    { numRuns: 400, seed: 7 },
  );
});

test('what a group has found is asked for again, by number and by name', () => {
  for (const pattern of ['^(?<half>\\d{4})-\\k<half>$', '^(\\d{4})-\\1$']) {
    const matches = createPatternMatcher(pattern);
    expect([matches('1234-1234'), matches('1234-1235')]).toEqual([true, false]);
  }
  expect(createPatternMatcher('^(\\w+)\\1$')(`${'a'.repeat(20_000)}b`)).not.toBe(true);
});
