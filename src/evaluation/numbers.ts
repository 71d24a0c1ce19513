/** Greatest power of ten that a double holds exactly. */
const EXACT_TENS = 22;

/**
 * Whether `value` is a multiple of `step` (JSON Schema 2020-12 Validation §6.2.1), in decimal arithmetic.
 * Doubles are read as their shortest decimal, so 19.99 is a multiple of 0.01.
 */
export function isMultipleOf(value: number | bigint, step: number | bigint): boolean {
  if (typeof value === 'number' && typeof step === 'number') {
    if (!Number.isFinite(value)) return false;
    if (Number.isSafeInteger(value) && Number.isSafeInteger(step)) return value % step === 0;
    const tens = decimals(step);
    if (tens <= EXACT_TENS) {
      const scale = 10 ** tens;
      const units = Math.round(value * scale);
      const stepUnits = Math.round(step * scale);
      if (Number.isSafeInteger(units) && Number.isSafeInteger(stepUnits)) {
        return units / scale === value && units % stepUnits === 0;
      }
    }
  }
  return isMultipleByDigits(value, step);
}

function isMultipleByDigits(value: number | bigint, step: number | bigint): boolean {
  const a = toDecimal(value);
  const b = toDecimal(step);
  // Steps such as 1e-300 would need hundreds of digits; such a step is finer than any double of ordinary size.
  if (Math.abs(a.exponent - b.exponent) > 700) return a.exponent > b.exponent;
  const exponent = Math.min(a.exponent, b.exponent);
  const units = a.digits * 10n ** BigInt(a.exponent - exponent);
  return units % (b.digits * 10n ** BigInt(b.exponent - exponent)) === 0n;
}

interface Decimal {
  readonly digits: bigint;
  readonly exponent: number;
}

function toDecimal(value: number | bigint): Decimal {
  if (typeof value === 'bigint') return { digits: value, exponent: 0 };
  const [mantissa = '0', power = '0'] = String(value).split('e');
  const [whole = '0', fraction = ''] = mantissa.split('.');
  return { digits: BigInt(whole + fraction), exponent: Number(power) - fraction.length };
}

function decimals(value: number): number {
  return Math.max(0, -toDecimal(value).exponent);
}

/** The greatest double that is not above an integer. */
export function doubleNotAbove(value: bigint): number {
  const near = Number(value);
  return Number.isFinite(near) && BigInt(near) <= value ? near : neighbour(near, -1);
}

/** The least double that is not below an integer. */
export function doubleNotBelow(value: bigint): number {
  const near = Number(value);
  return Number.isFinite(near) && BigInt(near) >= value ? near : neighbour(near, 1);
}

function neighbour(value: number, direction: 1 | -1): number {
  if (value === Number.POSITIVE_INFINITY) return direction < 0 ? Number.MAX_VALUE : value;
  if (value === Number.NEGATIVE_INFINITY) return direction > 0 ? -Number.MAX_VALUE : value;
  const bits = new DataView(new ArrayBuffer(8));
  bits.setFloat64(0, value);
  const away = value > 0 === direction > 0;
  bits.setBigInt64(0, bits.getBigInt64(0) + (away ? 1n : -1n));
  return bits.getFloat64(0);
}

/** Inclusive ranges of OpenAPI's integer formats (Format Registry); `int64` beyond 2^53 is exact. */
export const INTEGER_RANGES: Readonly<Record<string, readonly [min: bigint, max: bigint]>> = {
  int8: signedRange(8n),
  int16: signedRange(16n),
  int32: signedRange(32n),
  int64: signedRange(64n),
  uint8: unsignedRange(8n),
  uint16: unsignedRange(16n),
  uint32: unsignedRange(32n),
  uint64: unsignedRange(64n),
};

function signedRange(bits: bigint): readonly [bigint, bigint] {
  return [-(2n ** (bits - 1n)), 2n ** (bits - 1n) - 1n];
}

function unsignedRange(bits: bigint): readonly [bigint, bigint] {
  return [0n, 2n ** bits - 1n];
}
