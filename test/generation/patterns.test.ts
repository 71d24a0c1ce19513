import { describe, expect, test } from 'vitest';
import { chanceAt } from '../../src/generation/model/chance.ts';
import { lengthOf } from '../../src/generation/model/json-values.ts';
import { createSteps } from '../../src/generation/model/steps.ts';
import { createPatterns } from '../../src/generation/pattern/pattern.ts';

const pattern = createPatterns(createSteps());

/** Source, least and greatest length, and the same for the engine where it is spelled otherwise. */
const PATTERNS: readonly (readonly [source: string, low: number, high: number, engine?: RegExp])[] = [
  ['^[a-z]+$', 0, 99],
  ['^\\d{3}-\\d{4}$', 0, 99],
  ['^(?=.*[A-Z])(?=.*\\d).{8,}$', 0, 99],
  ['a*b*', 10, 12],
  ['^a*b*$', 10, 12],
  ['foo', 10, 12],
  ['foo$', 10, 12],
  ['^(a+)+$', 0, 99],
  ['^\\p{Lu}\\p{L}+$', 3, 5],
  ['^(\\w)x\\1$', 0, 9],
  ['^(?<year>\\d{4})-\\k<year>$', 0, 99],
  ['^(?!foo)[a-z]{3}$', 0, 9],
  ['(?<=a)b', 0, 9],
  ['\\bfoo\\b', 0, 20],
  ['^[^/]+/[^/]+$', 0, 40],
  ['^$', 0, 9],
  ['^(?:\\d{1,3}\\.){3}\\d{1,3}$', 0, 99],
  ['(?i)^abc$', 0, 9, /^abc$/i],
  ['\\A[a-f]{4}\\z', 0, 9, /^[a-f]{4}$/],
  ['^[\\w-.]+$', 0, 9, /^[\w-.]+$/],
  ['^\\d{3}\\-\\d{4}$', 0, 99, /^\d{3}-\d{4}$/],
  ['^.{1000}$', 0, 2000],
  ['[\\u4e00-\\u9fa5]{2,4}', 0, 9],
  ['[\\u0600-\\u0605]', 0, 9],
  ['^(https?|ftp)://[^\\s/$.?#].[^\\s]*$', 0, 50],
  ['^[A-Z]{2}$|^[0-9]{5}$', 0, 9],
  ['^\\S+@\\S+\\.\\S+$', 0, 99],
  ['^[a-z0-9]([-a-z0-9]*[a-z0-9])?$', 63, 63],
  ['^(a|bb|ccc)*$', 7, 7],
  ['^[\\s\\S]*$', 30, 30],
  ['^\\x41\\u{1F600}?$', 0, 3],
  ['^(?:a|(?:b|c{2,3}))?d$', 0, 9],
  // An anchor within a group, and a choice that is a class, in a text too long to try what may take exponential time.
  ['^(^arn:([a-z]|-|\\d)*:secret:.+)$', 30, 99],
  ['(?=.*x)^([a-z]|-)*$', 30, 99],
];

describe('a text written for a pattern is found by it and has the length', () => {
  for (const [source, low, high, engine = new RegExp(source, 'u')] of PATTERNS)
    test(`${source} of ${low} to ${high}`, () => {
      for (let seed = 0; seed < 40; seed++) {
        const texts = Array.from({ length: 20 }, (_, i) =>
          pattern(source)?.write(chanceAt({ seed, at: `${i}` }), low, high, i % 2 === 1),
        );
        const text = texts.find((candidate) => candidate !== undefined) ?? expect.fail('nothing was written');
        expect(text).toMatch(engine);
        expect(lengthOf(text)).toBeGreaterThanOrEqual(low);
        expect(lengthOf(text)).toBeLessThanOrEqual(high);
      }
    });

  test('a pattern that no engine reads constrains nothing', () => {
    expect(pattern('(unclosed')).toBeUndefined();
  });

  test('a pattern that takes exponential time never does here', () => {
    for (const source of ['^(a+)+$', '^(a|a)*$', '^([a-f]|[e-z])*$', '(?i)^(a|A)*$', '^(\\w+\\s?)*$', '(?=(a+)+b)c'])
      expect(pattern(source)?.test(`${'a'.repeat(60)}!`)).toBe(true);
    expect(pattern('^(a+)+$')?.test('aaaa!')).toBe(false);
  });
});

test('a text with optional groups between separators is found in few steps', () => {
  let spent = 0;
  const counted = createPatterns(createSteps((steps) => (spent += steps)));
  const source = 'arn:(aws[a-zA-Z-]*)?:lambda:[a-z]{2}(-gov)?-[a-z]+-\\d{1}:\\d{12}:function:[a-zA-Z0-9-_]+(:[0-9]+)?';
  const name = `arn:aws-cn:lambda:eu-west-1:123456789012:function:${'a'.repeat(40)}`;
  expect(counted(source)?.test(name)).toBe(true);
  expect(spent).toBeLessThan(10_000);
});

test('hexadecimal digits in both letter cases are written in lower case', () => {
  const written = (source: string): string =>
    Array.from({ length: 20 }, (_, i) =>
      pattern(source)?.write(chanceAt({ seed: 1, at: `${i}` }), 0, 99, false),
    ).join();
  expect(written('^[0-9a-fA-F]{32}$')).not.toMatch(/[A-F]/);
  expect(written('^[0-9A-F]{32}$')).toMatch(/[A-F]/);
  expect(written('^[0-9a-gA-G]{32}$')).toMatch(/[A-G]/);
});
