import type { Json, JsonObject } from '../../core/index.ts';
import { isArray } from '../../wire/index.ts';

/**
 * Bytes whose order (as of `memcmp`) is that of `compareJson`; equal values have equal bytes. Engines with
 * indexes outside this process sort by them. Each value marks its own end.
 */
export function sortKey(value: Json | undefined): Buffer {
  const bytes: number[] = [];
  write(value, bytes);
  return Buffer.from(bytes);
}

const NULL = 1;
const BOOLEAN = 2;
const NUMBER = 3;
const TEXT = 4;
const ARRAY = 5;
const OBJECT = 6;
/** Less than every tag, so that a prefix comes first. Alone it stands for an absent value. */
const END = 0;

function write(value: Json | undefined, into: number[]): void {
  if (value === undefined) into.push(END);
  else if (value === null) into.push(NULL);
  else if (typeof value === 'boolean') into.push(BOOLEAN, value ? 1 : 0);
  else if (typeof value === 'string') writeText(value, into);
  else if (typeof value !== 'object') writeNumber(value, into);
  else if (isArray(value)) writeArray(value, into);
  else writeObject(value, into);
}

/** UTF-16 code units; a zero unit is escaped, to distinguish it from the end. */
function writeText(text: string, into: number[]): void {
  into.push(TEXT);
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    into.push(unit >> 8, unit & 255);
    if (unit === 0) into.push(255, 255);
  }
  into.push(0, 0, 0, 0);
}

function writeArray(items: readonly Json[], into: number[]): void {
  into.push(ARRAY);
  for (const item of items) write(item, into);
  into.push(END);
}

function writeObject(object: JsonObject, into: number[]): void {
  const names = Object.keys(object).sort();
  into.push(OBJECT);
  for (const name of names) writeText(name, into);
  into.push(END);
  for (const name of names) write(object[name], into);
}

/** The nearest double that is not above the value, then the rest: exact for integers of any size. */
function writeNumber(value: number | bigint, into: number[]): void {
  const double = typeof value === 'bigint' ? floorDouble(value) : value;
  into.push(NUMBER, ...doubleBytes(double));
  const left = typeof value === 'bigint' && Number.isFinite(double) ? value - BigInt(double) : 0n;
  const digits = left === 0n ? '' : left.toString(16);
  const rest = Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, 'hex');
  into.push(Math.min(rest.length, 255), ...rest);
}

function floorDouble(value: bigint): number {
  const near = Number(value);
  if (!Number.isFinite(near) || BigInt(near) <= value) return near;
  const bits = new DataView(new ArrayBuffer(8));
  bits.setFloat64(0, near);
  // The next lower double: towards zero for positive numbers, away from zero for negative ones.
  bits.setBigInt64(0, bits.getBigInt64(0) + (near > 0 ? -1n : 1n));
  return bits.getFloat64(0);
}

function doubleBytes(double: number): Uint8Array {
  const bytes = new Uint8Array(8);
  const bits = new DataView(bytes.buffer);
  bits.setFloat64(0, double === 0 ? 0 : double); // -0 is 0
  const first = bytes[0] ?? 0;
  // IEEE 754 doubles sort by their bits if the sign bit is inverted, and all bits for negative
  // numbers.
  if (first < 128) bytes[0] = first | 128;
  else for (let i = 0; i < 8; i++) bytes[i] = (bytes[i] ?? 0) ^ 255;
  return bytes;
}
