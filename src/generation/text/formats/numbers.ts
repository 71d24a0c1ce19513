import { type Chance, drawInt } from '../../model/chance.ts';
import type { Format } from './format.ts';

const WHOLE = /^-?\d+$/;
const DECIMAL = /^-?\d+(\.\d+)?$/;

/**
 * Numbers as strings, which services use for numbers that a double cannot hold (OpenAPI Format Registry:
 * `int64`, `decimal`).
 */
export const NUMBERS_AS_TEXT: Readonly<Record<string, Format>> = {
  ...Object.fromEntries(
    ['int8', 'int16', 'int32', 'int64', 'uint8', 'uint16', 'uint32', 'uint64', 'integer', 'long', 'bigint'].map(
      (name) => [name, numeral((chance) => String(drawInt(chance, 1, name.endsWith('8') ? 99 : 9_999)), WHOLE)],
    ),
  ),
  ...Object.fromEntries(
    ['decimal', 'decimal128', 'double', 'float', 'number', 'numeric', 'money', 'amount', 'currency-amount'].map(
      (name) => [name, numeral(amount, DECIMAL)],
    ),
  ),
};

function numeral(make: (chance: Chance) => string, form: RegExp): Format {
  return {
    make: ({ chance }) => make(chance),
    matches: (text) => form.test(text),
    broken: ['not-a-number'],
    annotation: true,
  };
}

function amount(chance: Chance): string {
  return `${drawInt(chance, 1, 99)}.${String(drawInt(chance, 0, 99)).padStart(2, '0')}`;
}
