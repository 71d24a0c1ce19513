import type { Json } from '../../core/index.ts';
import { compareJson, equalJson, getterOf } from './json-order.ts';
import type { Condition } from './store.ts';

/** A test of one value for all conditions. */
export function testOf(conditions: readonly Condition[]): (value: Json) => boolean {
  const tests = conditions.map((condition) => {
    const get = getterOf(condition.pointer);
    const test = TESTS[condition.op];
    return (value: Json): boolean => {
      const found = get(value);
      return found !== undefined && test(found, condition.value);
    };
  });
  return (value) => tests.every((test) => test(value));
}

const TESTS: Readonly<Record<Condition['op'], (found: Json, wanted: Json) => boolean>> = {
  equals: equalJson,
  in: (found, wanted) => Array.isArray(wanted) && wanted.some((each) => equalJson(found, each)),
  contains,
  min: (found, wanted) => anyOf(found, (each) => comparable(each, wanted) && compareJson(each, wanted) >= 0),
  max: (found, wanted) => anyOf(found, (each) => comparable(each, wanted) && compareJson(each, wanted) <= 0),
  above: (found, wanted) => anyOf(found, (each) => comparable(each, wanted) && compareJson(each, wanted) > 0),
  below: (found, wanted) => anyOf(found, (each) => comparable(each, wanted) && compareJson(each, wanted) < 0),
};

/** A list is within bounds if one of its items is. */
function anyOf(found: Json, test: (each: Json) => boolean): boolean {
  return Array.isArray(found) ? (found as readonly Json[]).some(test) : test(found);
}

function contains(found: Json, wanted: Json): boolean {
  if (Array.isArray(wanted)) return wanted.some((each: Json) => contains(found, each));
  if (Array.isArray(found)) return found.some((each) => equalJson(each, wanted));
  return typeof found === 'string' && found.toLowerCase().includes(String(wanted).toLowerCase());
}

// A number and a string are not comparable: such an entity is outside every bound.
function comparable(a: Json, b: Json): boolean {
  const numeric = (value: Json): boolean => typeof value === 'number' || typeof value === 'bigint';
  return numeric(a) ? numeric(b) : typeof a === typeof b && typeof a !== 'object';
}
