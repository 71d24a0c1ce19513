import { conjunctsOf, type Schema, type SchemaObject } from '../spec/index.ts';
import type { SchemaSource } from './side.ts';

/** Keywords of one type of which the first must not be above the second. */
const BOUNDS: Readonly<Record<string, readonly [low: keyof SchemaObject, high: keyof SchemaObject]>> = {
  string: ['minLength', 'maxLength'],
  array: ['minItems', 'maxItems'],
  object: ['minProperties', 'maxProperties'],
};

/** Whether the keywords at one place surely leave no value: types or bounds that exclude each other, or a list of which no value fits. */
export function hasNoValue({ api, fits }: Pick<SchemaSource, 'api' | 'fits'>, schema: Schema): boolean {
  const conjuncts = conjunctsOf(api, schema);
  const listed = conjuncts.find((part) => part.enum !== undefined || part.const !== undefined);
  if (listed !== undefined) {
    const values = listed.enum ?? [listed.const ?? null];
    return values.length > 0 && values.every((value) => fits(schema, value, 'request') === false);
  }
  const types = typesLeft(conjuncts);
  return types?.every((type) => isEmptyType(type, conjuncts)) === true;
}

/** Types that all parts allow; `undefined` where none is stated. */
function typesLeft(conjuncts: readonly SchemaObject[]): readonly string[] | undefined {
  const statedTypes = conjuncts.flatMap(({ type }) =>
    type === undefined ? [] : [typeof type === 'string' ? [type] : type],
  );
  const [first, ...others] = statedTypes;
  return others.reduce<readonly string[] | undefined>(
    (left, names) => left?.flatMap((type) => names.flatMap((name) => commonType(type, name))),
    first,
  );
}

function commonType(one: string, other: string): readonly string[] {
  if (one === other) return [one];
  return [one, other].every((type) => type === 'integer' || type === 'number') ? ['integer'] : [];
}

function isEmptyType(type: string, conjuncts: readonly SchemaObject[]): boolean {
  if (type === 'integer' || type === 'number') return isEmptyInterval(conjuncts, type === 'integer');
  const [low, high] = BOUNDS[type] ?? [];
  if (low === undefined || high === undefined) return false;
  return Math.max(...numbersOf(conjuncts, low), 0) > Math.min(...numbersOf(conjuncts, high), Number.POSITIVE_INFINITY);
}

function isEmptyInterval(conjuncts: readonly SchemaObject[], isWhole: boolean): boolean {
  const least = Math.max(...numbersOf(conjuncts, 'minimum'), Number.NEGATIVE_INFINITY);
  const most = Math.min(...numbersOf(conjuncts, 'maximum'), Number.POSITIVE_INFINITY);
  const above = Math.max(...numbersOf(conjuncts, 'exclusiveMinimum'), Number.NEGATIVE_INFINITY);
  const below = Math.min(...numbersOf(conjuncts, 'exclusiveMaximum'), Number.POSITIVE_INFINITY);
  if (!isWhole) return least > most || least >= below || above >= most || above >= below;
  const first = Math.max(Math.ceil(least), Math.floor(above) + 1);
  const last = Math.min(Math.floor(most), Math.ceil(below) - 1);
  return first > last;
}

const numbersOf = (conjuncts: readonly SchemaObject[], keyword: keyof SchemaObject): readonly number[] =>
  conjuncts.flatMap((part) => (part[keyword] === undefined ? [] : [Number(part[keyword])]));
