import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { mergedChoices } from '../../src/cli/choices.ts';
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
