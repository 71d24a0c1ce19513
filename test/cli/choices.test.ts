import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { mergedChoices, milliseconds, timeWithUnit } from '../../src/cli/choices.ts';
import type { StandinConfig } from '../../src/library/index.ts';

const found = (config: StandinConfig) => ({
  config,
  file: '/etc/api/standin.config.json',
  folder: '/etc/api',
  place: () => '',
});

test('paths of a config file start from its folder, and addresses stay as they are', () => {
  expect(mergedChoices(undefined, {}, found({ document: 'openapi.yaml', mocks: '../mocks.ts' }))).toEqual({
    document: resolve('/etc/api/openapi.yaml'),
    mocks: resolve('/etc/mocks.ts'),
  });
  const document = 'https://api.example/openapi.json';
  expect(mergedChoices(undefined, {}, found({ document }))).toEqual({ document });
});

test('a flag stands above the config file', () => {
  expect(
    mergedChoices('b.yaml', { port: 1, seed: undefined }, found({ document: 'a.yaml', port: 2, seed: 3 })),
  ).toEqual({
    document: 'b.yaml',
    port: 1,
    seed: 3,
  });
});

test.each([
  ['5000', 5_000],
  ['500ms', 500],
  ['5s', 5_000],
  ['1.5s', 1_500],
  ['1m30s', 90_000],
  ['1h', 3_600_000],
])('%s is a number of milliseconds', (text, time) => {
  expect(milliseconds(1, 3_600_000)(text)).toBe(time);
});

test.each(['', '0', '5 s', '-5s', '1e3', '5S', 's', '5s3', '1.5', '2h', '٥s'])(
  '"%s" is refused as a number of milliseconds',
  (text) => {
    expect(() => milliseconds(1, 3_600_000)(text)).toThrow('It must be milliseconds');
  },
);

test('a time that needs its unit is not guessed', () => {
  expect([timeWithUnit('30'), timeWithUnit('30s'), timeWithUnit('2m'), timeWithUnit('0s')]).toEqual([
    undefined,
    30_000,
    120_000,
    0,
  ]);
});
