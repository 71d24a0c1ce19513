import type { Json } from '../../core/index.ts';

/** `1` and `"1"` are one id: a path may call text what the entity shows as a number. */
export function eitherType(value: Json): readonly Json[] {
  if (typeof value === 'number' || typeof value === 'bigint') return [value, String(value)];
  return typeof value === 'string' && /^(0|[1-9]\d{0,14})$/.test(value) ? [value, Number(value)] : [value];
}
