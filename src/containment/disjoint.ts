import { jsonEquals } from '../wire/index.ts';
import { formsOf, type ValueForm } from './forms.ts';
import { objectFactsOf } from './object-facts.ts';
import type { Side } from './side.ts';

/** Whether certainly no value belongs to both forms. */
export function areDisjoint(one: ValueForm, oneSide: Side, other: ValueForm, otherSide: Side): boolean {
  if (one.type !== other.type) return true;
  if (one.values !== undefined)
    return one.values.every((value) => otherSide.fits(other.schema, value, otherSide.direction) === false);
  if (other.values !== undefined)
    return other.values.every((value) => oneSide.fits(one.schema, value, oneSide.direction) === false);
  if (one.type === 'number') return areApart(one, other);
  if (one.type !== 'object') return false;
  const [mine, yours] = [objectFactsOf(oneSide, one), objectFactsOf(otherSide, other)];
  return [...new Set([...mine.required, ...yours.required])].some((name) => {
    const [given, wanted] = [mine.of(name), yours.of(name)];
    if (given.includes(false) || wanted.includes(false)) return true;
    if (given.length === 0 || wanted.length === 0) return false;
    const [left, right] = [formsOf(oneSide, given), formsOf(otherSide, wanted)];
    if (left === undefined || right === undefined) return false;
    return left.every((a) => right.every((b) => isApart(a, b)));
  });
}

/** Compares only the tag values (`const`, `enum`) of two forms, not deeper schemas. */
function isApart(one: ValueForm, other: ValueForm): boolean {
  if (one.type !== other.type) return true;
  if (one.values === undefined || other.values === undefined) return false;
  return !one.values.some((value) => other.values?.some((each) => jsonEquals(value, each)));
}

function areApart(one: ValueForm, other: ValueForm): boolean {
  const high = (form: ValueForm): number =>
    Math.min(
      Number.POSITIVE_INFINITY,
      ...form.nodes.flatMap(({ maximum, exclusiveMaximum }) =>
        [maximum, exclusiveMaximum].flatMap((bound) => (bound === undefined ? [] : [Number(bound)])),
      ),
    );
  const low = (form: ValueForm): number =>
    Math.max(
      Number.NEGATIVE_INFINITY,
      ...form.nodes.flatMap(({ minimum, exclusiveMinimum }) =>
        [minimum, exclusiveMinimum].flatMap((bound) => (bound === undefined ? [] : [Number(bound)])),
      ),
    );
  return high(one) < low(other) || high(other) < low(one);
}
