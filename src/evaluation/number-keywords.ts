import { EXACT, type Keyword, type Keywords, type Numeric } from './evaluation.ts';
import { isObject } from './json-kind.ts';
import { isMultipleOf } from './numbers.ts';

/** Keywords for finite numbers. */
export const NUMBER_KEYWORDS: Keywords<Numeric> = {
  minimum: boundKeyword('minimum', (value, least) => value >= least),
  maximum: boundKeyword('maximum', (value, most) => value <= most),
  exclusiveMinimum: boundKeyword('exclusiveMinimum', (value, limit) => value > limit),
  exclusiveMaximum: boundKeyword('exclusiveMaximum', (value, limit) => value < limit),
  multipleOf: boundKeyword('multipleOf', isMultipleOf),
  format: { fits: (name: string, { numberFormat }) => numberFormat(name) ?? (() => true) },
};

function boundKeyword(keyword: string, holds: (value: Numeric, limit: Numeric) => boolean): Keyword<Numeric> {
  return {
    fits: (rule: Numeric, _, node) => {
      const digits = node[EXACT];
      const limit = isObject(digits) && typeof digits[keyword] === 'bigint' ? digits[keyword] : rule;
      return (value) => holds(value, limit);
    },
  };
}
