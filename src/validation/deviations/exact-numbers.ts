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
  adds: ({ keyword, pointer }, asked) => NUMERIC.has(keyword ?? '') && concernsNumber(pointer, asked),
  withdraws: ({ keyword, pointer }, asked) =>
    keyword === 'multipleOf' || (NUMERIC.has(keyword ?? '') && holdsBigint(pointer, asked)),
};

function concernsNumber(pointer: string, asked: DeviationInput): boolean {
  return typeof valueUnder(pointer, asked) === 'number' || holdsBigint(pointer, asked);
}

function holdsBigint(pointer: string, asked: DeviationInput): boolean {
  return hasBigint(valueUnder(pointer, asked) ?? null);
}

function valueUnder(pointer: string, asked: DeviationInput): Json | undefined {
  if (isWithin(pointer, '/body')) {
    const body = bodyValue(asked);
    return body === undefined ? undefined : valueAt(body, pointer.slice('/body'.length));
  }
  const parameter = parameterAt(pointer, asked);
  if (asked.side !== 'request' || parameter === undefined || parameter.in === 'querystring') return undefined;
  const values = asked.decoded[parameter.in];
  return values[parameter.in === 'header' ? parameter.name.toLowerCase() : parameter.name];
}
