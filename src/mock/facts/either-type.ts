import type { Json } from '../../core/index.ts';

/**
 * The id as a number and as a string: a path may have a string parameter for an id that the entity shows as
 * a number.
 */
export function eitherType(value: Json): readonly Json[] {
  if (typeof value === 'number' || typeof value === 'bigint') return [value, String(value)];
  return typeof value === 'string' && /^(0|-?[1-9]\d{0,14})$/.test(value) ? [value, Number(value)] : [value];
}
