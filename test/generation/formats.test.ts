import { describe, expect, test } from 'vitest';
import { chanceAt } from '../../src/generation/model/chance.ts';
import { createFake } from '../../src/generation/text/faker.ts';
import { CODE_FORMATS } from '../../src/generation/text/formats/codes.ts';
import { DATES } from '../../src/generation/text/formats/dates.ts';
import type { Format } from '../../src/generation/text/formats/format.ts';
import { NETWORK } from '../../src/generation/text/formats/network.ts';
import { NUMBERS_AS_TEXT } from '../../src/generation/text/formats/numbers.ts';
import { ajv } from './tiny-api.ts';

const FORMATS: Readonly<Record<string, Format>> = { ...DATES, ...NETWORK, ...CODE_FORMATS, ...NUMBERS_AS_TEXT };

describe.each(Object.keys(FORMATS))('format %s', (name) => {
  const format = FORMATS[name];
  const asserted = format?.annotation !== true && !/^(idn-|iri)/.test(name);
  const check = asserted ? ajv().compile({ type: 'string', format: name }) : () => true;

  test('every text that is made has it', () => {
    for (let seed = 0; seed < 30; seed++) {
      const where = { seed, at: name };
      const made = format?.make({ chance: chanceAt(where), words: [], fake: () => createFake(where) }) ?? '';
      expect(format?.matches(made), made).toBe(true);
      expect(check(made), made).toBe(true);
      expect(made).not.toMatch(/[\r\n]/);
    }
  });

  test('no text that is broken on purpose has it', () => {
    for (const text of format?.broken ?? []) {
      expect(format?.matches(text), text).toBe(false);
      if (asserted) expect(check(text), text).toBe(false);
    }
  });
});
