import type { Json } from '../../core/index.ts';
import { valueAt } from '../../wire/index.ts';
import { hasBigint } from '../model/values.ts';
import { bodyValue, type Deviation, type DeviationInput, isWithin, parameterAt } from './deviation.ts';

const NUMERIC = new Set([
  'multipleOf',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'enum',
  'const',
  'format',
  'uniqueItems',
  'type',
  'oneOf',
  'anyOf',
  'not',
]);

export const exactNumbers: Deviation = {
  name: 'exact-numbers',
  reason:
    'Prism compares doubles: for it, 19.99 is not a multiple of 0.01, int64 beyond 2^53 is clamped or rounded, and its `int64` accepts 1e300. We compare decimals and every digit.',
  adds: ({ keyword, pointer }, input) => NUMERIC.has(keyword ?? '') && concernsNumber(pointer, input),
  withdraws: ({ keyword, pointer }, input) =>
    keyword === 'multipleOf' || (NUMERIC.has(keyword ?? '') && holdsBigint(pointer, input)),
};

function concernsNumber(pointer: string, input: DeviationInput): boolean {
  return typeof valueUnder(pointer, input) === 'number' || holdsBigint(pointer, input);
}

function holdsBigint(pointer: string, input: DeviationInput): boolean {
  return hasBigint(valueUnder(pointer, input) ?? null);
}

function valueUnder(pointer: string, input: DeviationInput): Json | undefined {
  if (isWithin(pointer, '/body')) {
    const body = bodyValue(input);
    return body === undefined ? undefined : valueAt(body, pointer.slice('/body'.length));
  }
  const parameter = parameterAt(pointer, input);
  if (input.side !== 'request' || parameter === undefined || parameter.in === 'querystring') return undefined;
  const values = input.decoded[parameter.in];
  return values[parameter.in === 'header' ? parameter.name.toLowerCase() : parameter.name];
}
