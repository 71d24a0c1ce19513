/**
 * A number exactly as its shortest decimal notation: `digits` / 10^`scale`. Binary floating point cannot
 * decide whether 19.99 is a multiple of 0.01.
 */
export interface Decimal {
  readonly digits: bigint;
  readonly scale: number;
}

export function decimalOf(value: number | bigint): Decimal {
  if (typeof value === 'bigint') return { digits: value, scale: 0 };
  const [mantissa = '0', exponent = '0'] = String(value).split('e');
  const [whole = '0', fraction = ''] = mantissa.split('.');
  const scale = fraction.length - Number(exponent);
  const digits = BigInt(whole + fraction);
  return scale < 0 ? { digits: digits * 10n ** BigInt(-scale), scale: 0 } : { digits, scale };
}

/** The digits of `value` when it is written with `scale` places; `scale` is at least its own. */
export function digitsAtScale(value: Decimal, scale: number): bigint {
  return value.digits * 10n ** BigInt(scale - value.scale);
}

/** As a JSON number: integers beyond 2^53 as `bigint`. */
export function numberOf(value: Decimal): number | bigint {
  const unit = 10n ** BigInt(value.scale);
  if (value.digits % unit !== 0n) return Number(textOf(value));
  const whole = value.digits / unit;
  const number = Number(whole);
  return Number.isSafeInteger(number) ? number : whole;
}

function textOf({ digits, scale }: Decimal): string {
  const negative = digits < 0n;
  const text = String(negative ? -digits : digits).padStart(scale + 1, '0');
  return `${negative ? '-' : ''}${text.slice(0, -scale)}.${text.slice(-scale)}`;
}

export function isMultiple(value: number | bigint, of: number | bigint): boolean {
  if (!isFiniteNumber(value)) return false;
  const [v, o] = [decimalOf(value), decimalOf(of)];
  const scale = Math.max(v.scale, o.scale);
  const unit = digitsAtScale(o, scale);
  return unit !== 0n && digitsAtScale(v, scale) % unit === 0n;
}

/** The smallest positive number that is a multiple of both. */
export function leastCommonMultiple(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale);
  const [x, y] = [digitsAtScale(a, scale), digitsAtScale(b, scale)];
  if (x === 0n || y === 0n) return { digits: 0n, scale: 0 };
  return { digits: (x / greatestCommonDivisor(x, y)) * y, scale };
}

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  let [x, y] = [a, b];
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}

export function isFiniteNumber(value: number | bigint): boolean {
  return typeof value === 'bigint' || Number.isFinite(value);
}

/** Whether the value is a whole number (JSON Schema 2020-12 Validation §6.1.1: `1.0` is an integer). */
export function isWhole(value: number | bigint): boolean {
  return typeof value === 'bigint' || Number.isInteger(value);
}

/** The smallest multiple of `unit` that is at least `bound` (greater if `excluded`), counted in units. */
export function firstMultiple(unit: Decimal, bound: Decimal, excluded: boolean): bigint {
  const scale = Math.max(unit.scale, bound.scale);
  const [u, b] = [digitsAtScale(unit, scale), digitsAtScale(bound, scale)];
  const floor = floorDivide(b, u);
  return floor * u === b && !excluded ? floor : floor + 1n;
}

export function lastMultiple(unit: Decimal, bound: Decimal, excluded: boolean): bigint {
  return -firstMultiple(unit, { digits: -bound.digits, scale: bound.scale }, excluded);
}

function floorDivide(a: bigint, b: bigint): bigint {
  const quotient = a / b;
  return a % b !== 0n && a < 0n !== b < 0n ? quotient - 1n : quotient;
}
