import type { Json } from '../core/index.ts';
import type { Schema, SchemaObject } from '../spec/index.ts';
import { areDisjoint } from './disjoint.ts';
import { createEqual, type Equal, isUnconstrained, withSidesExchanged } from './equal.ts';
import { formsOf, type ValueForm } from './forms.ts';
import { blame, type FormPair } from './leaf.ts';
import { compareArrays } from './leaf-array.ts';
import { compareNumbers } from './leaf-number.ts';
import { compareObjects } from './leaf-object.ts';
import { compareStrings } from './leaf-string.ts';
import { isUndocumentedType } from './meant-types.ts';
import { objectFactsOf } from './object-facts.ts';
import { type Conjunction, conjunctionSchema, createIds, drawValue, type Side } from './side.ts';
import { CONTAINED, type Fit, type Gap, type GapRule, gapsOf, joinFits, valuesOfAll } from './verdict.ts';

/** Whether every value of the left schema is valid under the right one, and where it may not be. */
export type Contain = (left: Conjunction, right: Conjunction) => Fit;

/** Most pairs of schemas that one comparison visits. */
const MOST_PAIRS = 4_000;
/** Most rounds in which the pairs of one cycle are compared again. */
const MOST_ROUNDS = 8;
/** Deepest nesting of pairs; deeper ones stay undecided. */
const DEEPEST = 60;

/** Steps of a pair of schemas, and of a pair of forms, beside those of the values that are judged and drawn. */
const OF_A_PAIR = 100;
const OF_A_FORM = 50;
/** Why nothing is decided without steps. */
const TOO_MUCH = 'the comparison takes too many steps';

/** A pair whose answer depends on one that is still being compared. */
interface OpenPair {
  readonly fit: Fit;
  readonly mine: Conjunction;
  readonly yours: Conjunction;
}

interface Walk {
  readonly left: Side;
  readonly right: Side;
  readonly equal: Equal;
  /** Whether certainly no value belongs to both forms. */
  readonly apart: (one: ValueForm, other: ValueForm) => boolean;
  /** The comparison in the opposite direction, for `not`. */
  readonly reverse: (left: Conjunction, right: Conjunction) => Fit;
}

export function createContain(
  left: Side,
  right: Side,
  equal: Equal = createEqual(left.api, right.api, 'constraints', left.allowance.spend),
): Contain {
  const pairs: { forth?: Contain; back?: Contain } = {};
  const forth = walkOf([left, right], equal, (one, other) => pairs.back?.(one, other) ?? CONTAINED);
  const back = walkOf([right, left], withSidesExchanged(equal), (one, other) => pairs.forth?.(one, other) ?? CONTAINED);
  pairs.forth = forth.contain;
  pairs.back = back.contain;
  return forth.contain;
}

/**
 * One coinductive walk: a pair that is met again inside itself counts as contained unless another part of
 * the walk contradicts it.
 */
function walkOf(
  [left, right]: readonly [left: Side, right: Side],
  equal: Equal,
  reverse: Contain,
): { readonly contain: Contain } {
  const walk: Walk = {
    left,
    right,
    equal,
    reverse,
    apart: disjointness(left, right),
  };
  const [leftId, rightId] = [createIds(), createIds()];
  const known = new Map<string, Fit>();
  const open = new Map<string, number>();
  /** Answers that depend on a pair whose comparison has not ended. */
  const provisional = new Map<string, OpenPair>();
  const { allowance } = left;
  let comparedPairs = 0;

  const contain: Contain = (given, wanted) => {
    const [mine, yours] = [constrainingSchemas(left, given), constrainingSchemas(right, wanted)];
    if (yours.length === 0) return CONTAINED;
    const key = `${mine.map(leftId).join()} ${yours.map(rightId).join()}`;
    const settled = known.get(key) ?? provisional.get(key)?.fit;
    if (settled !== undefined) return settled;
    const depth = open.get(key);
    if (depth !== undefined) return { gaps: [], low: depth };
    if (isEqual(walk, mine, yours)) return CONTAINED;
    if (open.size === 0) comparedPairs = 0;
    allowance.spend(OF_A_PAIR);
    const tooMuch =
      open.size > DEEPEST
        ? `more than ${DEEPEST} levels would have to be compared`
        : ++comparedPairs > MOST_PAIRS
          ? `more than ${MOST_PAIRS} pairs of schemas would have to be compared`
          : allowance.isOver()
            ? TOO_MUCH
            : undefined;
    if (tooMuch !== undefined) return gapsOf({ rule: 'composition', path: [], doubt: tooMuch });
    return close(key, open.size, mine, yours);
  };

  const close = (key: string, depth: number, mine: Conjunction, yours: Conjunction): Fit => {
    open.set(key, depth);
    const verdict = allowance.place(() => compareForms(walk, mine, yours, contain));
    open.delete(key);
    // What was left out for want of steps may be compared from another place.
    if (allowance.isOver()) return verdict;
    if (verdict.low < depth) {
      provisional.set(key, { fit: verdict, mine, yours });
      return verdict;
    }
    const settled = { ...verdict, low: Number.POSITIVE_INFINITY };
    known.set(key, settled);
    const members = [...provisional].filter(([, { fit }]) => fit.low >= depth);
    for (const [each, { fit }] of members) {
      provisional.delete(each);
      known.set(each, { ...fit, low: Number.POSITIVE_INFINITY });
    }
    if (verdict.gaps.length > 0 && !settle(members)) for (const [each] of members) known.delete(each);
    return settled;
  };

  /**
   * The pairs of a cycle were compared as if its first pair had no gap. Now that it has, they are compared again,
   * with each other's answers, until nothing changes. False where that takes too long.
   */
  const settle = (members: readonly (readonly [key: string, pair: OpenPair])[]): boolean => {
    for (let round = 0; round < MOST_ROUNDS; round++) {
      let isChanged = false;
      for (const [key, { mine, yours }] of members) {
        const { gaps, low } = allowance.place(() => compareForms(walk, mine, yours, contain));
        if (low !== Number.POSITIVE_INFINITY) return false;
        isChanged ||= gaps.length !== known.get(key)?.gaps.length;
        known.set(key, { gaps, low });
      }
      if (!isChanged) return true;
    }
    return false;
  };
  return { contain };
}

/** Whether forms of the two sides are disjoint; each pair is computed once. */
function disjointness(left: Side, right: Side): Walk['apart'] {
  const known = new WeakMap<ValueForm, Map<ValueForm, boolean>>();
  return (one, other) => {
    const ofOne = known.get(one) ?? new Map<ValueForm, boolean>();
    known.set(one, ofOne);
    left.allowance.spend(OF_A_FORM);
    const answer = ofOne.get(other) ?? areDisjoint(one, left, other, right);
    ofOne.set(other, answer);
    return answer;
  };
}

function constrainingSchemas(side: Side, all: Conjunction): Conjunction {
  return all.map((schema) => side.api.deref(schema)).filter((schema) => schema !== true);
}

function isEqual({ equal }: Walk, left: Conjunction, right: Conjunction): boolean {
  return right.every((wanted) => left.some((given) => equal(given, wanted)));
}

function compareForms(walk: Walk, given: Conjunction, wanted: Conjunction, contain: Contain): Fit {
  const [left, right] = [formsOf(walk.left, given), formsOf(walk.right, wanted)];
  const [leftNode, rightNode] = [given, wanted].map(([first]) => (typeof first === 'object' ? first : undefined));
  const base = { left: leftNode, right: rightNode, path: [] };
  if (left === undefined || right === undefined)
    return gapsOf({ ...base, rule: 'composition', doubt: 'the alternatives have too many combinations' });
  const { allowance } = walk.left;
  const whole = conjunctionSchema(wanted);
  const fit = joinFits(
    left.map((form): Fit => {
      if (allowance.isSpent()) return gapsOf({ ...base, rule: 'composition', doubt: TOO_MUCH });
      if (!walk.left.countsUndocumented && isUndocumentedType(form.nodes, form.type)) return CONTAINED;
      if (form.values !== undefined) return fewValues(walk, form, { base, whole, right });
      const same = right.filter(({ type }) => type === form.type);
      if (same.length === 0) return missingType(walk, form, base);
      const near = same.length === 1 ? same : same.filter((other) => !walk.apart(form, other));
      const verdict = amongForms(walk, form, near.length === 0 ? same.slice(0, 1) : near, contain);
      // What no value has is in everything.
      return verdict.gaps.length > 0 && areDisjoint(form, walk.left, form, walk.left) ? CONTAINED : verdict;
    }),
  );
  return given.every(isUnconstrained) ? oneTypeGap(fit, base) : fit;
}

/** Where the left allows anything and the right only some types, that is one gap: all others follow from it. */
function oneTypeGap({ gaps, low }: Fit, base: RightForms['base']): Fit {
  if (!gaps.some(({ rule, path }) => rule === 'type' && path.length === 0)) return { gaps, low };
  return { low, gaps: [{ ...base, rule: 'type', values: valuesOfAll(gaps) }] };
}

interface RightForms {
  readonly base: Pick<Gap, 'left' | 'right' | 'path'>;
  readonly whole: Schema;
  readonly right: readonly ValueForm[];
}

/** A form with few values: each value is validated by itself. */
function fewValues({ left, right: rightSide }: Walk, form: ValueForm, { base, whole, right }: RightForms): Fit {
  const refused = (form.values ?? []).filter(
    (value) =>
      left.fits(form.schema, value, left.direction) === true &&
      rightSide.fits(whole, value, rightSide.direction) === false,
  );
  const near = right.filter(({ type }) => type === form.type);
  if (near.length === 0 && refused.length > 1 && ruleFor(refused[0] ?? null, near, right, rightSide) === 'type')
    return gapsOf({
      ...base,
      rule: 'type',
      subject: form.type,
      values: (attempt) => refused[attempt % refused.length],
    });
  const node = near
    .flatMap(({ nodes }) => nodes)
    .find(({ enum: some, const: one }) => some !== undefined || one !== undefined);
  const byRule = new Map<GapRule, Json[]>();
  for (const value of refused) {
    const rule = ruleFor(value, near, right, rightSide);
    const same = byRule.get(rule);
    if (same === undefined) byRule.set(rule, [value]);
    else same.push(value);
  }
  return gapsOf(
    ...[...byRule].map(([rule, values]): Gap => {
      const common = { ...base, right: node ?? base.right, rule };
      if (form.type === 'null') return { ...common, values: () => values[0] };
      return { ...common, refused: values, values: (attempt) => values[attempt % values.length] };
    }),
  );
}

function ruleFor(value: Json, near: readonly ValueForm[], all: readonly ValueForm[], rightSide: Side): GapRule {
  if (value === null) return 'nullability';
  const [first] = near;
  if (first === undefined)
    return all.some(({ values }) => values !== undefined) && all.every(({ values }) => values !== undefined)
      ? 'enum'
      : 'type';
  return blame({ rightSide, right: first }, value);
}

function missingType({ left }: Walk, form: ValueForm, base: RightForms['base']): Fit {
  return gapsOf({
    ...base,
    rule: 'type',
    subject: form.type,
    values: (attempt) => drawValue(left, form.schema, attempt),
  });
}

/** A form is contained if one of several forms contains it, or if each of its parts is contained in one. */
function amongForms(walk: Walk, form: ValueForm, right: readonly ValueForm[], contain: Contain): Fit {
  const verdicts: Fit[] = [];
  for (const other of right) {
    const verdict = compareForm(walk, form, other, contain);
    if (verdict.gaps.length === 0) return verdict;
    verdicts.push(verdict);
  }
  const split = right.length < 2 ? undefined : splitByTag(walk, form, right);
  if (split !== undefined) return joinFits(split.map((part) => amongForms(walk, part.form, part.right, contain)));
  const low = Math.min(...verdicts.map((verdict) => verdict.low));
  return { ...verdicts.reduce((one, other) => (isNearer(other, one) ? other : one)), low };
}

/** Of two alternatives that do not fit, the one that differs inside is the counterpart, not the one that differs itself. */
function isNearer(one: Fit, other: Fit): boolean {
  const [own, others] = [one, other].map(({ gaps }) => gaps.filter(({ path }) => path.length === 0).length) as [
    number,
    number,
  ]; // Two verdicts.
  return own === others ? one.gaps.length < other.gaps.length : own < others;
}

/**
 * Splits a form by the values of a property that has few values on the left; each part comes with the right
 * forms that it may belong to.
 */
function splitByTag(
  walk: Walk,
  form: ValueForm,
  right: readonly ValueForm[],
): readonly { readonly form: ValueForm; readonly right: readonly ValueForm[] }[] | undefined {
  if (form.type !== 'object') return undefined;
  const facts = objectFactsOf(walk.left, form);
  for (const name of facts.required) {
    const choices = formsOf(walk.left, facts.of(name));
    const values = choices?.flatMap((choice) => choice.values ?? []) ?? [];
    if (choices === undefined || values.length < 2 || choices.some((choice) => choice.values === undefined)) continue;
    if (values.length > 64) continue;
    return values.map((value) => {
      const node: SchemaObject = { properties: Object.assign(Object.create(null), { [name]: { const: value } }) };
      const part: ValueForm = {
        ...form,
        nodes: [...form.nodes, node],
        schema: { ...form.schema, allOf: [...(form.schema.allOf ?? []), node] },
      };
      const fitting = right.filter((other) => !walk.apart(part, other));
      return { form: part, right: fitting.length === 0 ? right.slice(0, 1) : fitting };
    });
  }
  return undefined;
}

function compareForm(walk: Walk, left: ValueForm, right: ValueForm, contain: Contain): Fit {
  const pair: FormPair = { leftSide: walk.left, rightSide: walk.right, left, right };
  const { allowance } = walk.left;
  allowance.spend(OF_A_FORM);
  if (allowance.isSpent())
    return gapsOf({ rule: 'composition', path: [], left: left.nodes[0], right: right.nodes[0], doubt: TOO_MUCH });
  const doubt = left.isExact
    ? []
    : [
        gapsOf({
          rule: 'composition',
          path: [],
          left: left.nodes[0],
          right: right.nodes[0],
          doubt: '`unevaluated…` beside alternatives',
        }),
      ];
  if (right.values !== undefined) return outOfFew(pair);
  const leaf = compareLeaf(pair, contain);
  return joinFits([leaf, ...doubt, ...right.nots.map((not) => compareNot(walk, pair, not))]);
}

function compareLeaf(pair: FormPair, contain: Contain): Fit {
  switch (pair.left.type) {
    case 'number':
      return compareNumbers(pair);
    case 'string':
      return compareStrings(pair);
    case 'array':
      return compareArrays(pair, contain);
    case 'object':
      return compareObjects(pair, contain);
    default:
      return CONTAINED;
  }
}

/** The left has many values, the right a short list. */
function outOfFew({ leftSide, rightSide, left, right }: FormPair): Fit {
  const node = right.nodes.find(({ enum: some, const: one }) => some !== undefined || one !== undefined);
  const candidates = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].flatMap(
    (attempt) => drawValue(leftSide, left.schema, attempt) ?? [],
  );
  const found = candidates.find((value) => rightSide.fits(right.schema, value, rightSide.direction) === false);
  const base = {
    rule: node?.const === undefined ? ('enum' as const) : ('const' as const),
    left: left.nodes[0],
    right: node,
    path: [],
  };
  if (found === undefined) return gapsOf({ ...base, doubt: 'no value outside of the list was found' });
  return gapsOf({ ...base, values: (attempt) => (attempt === 0 ? found : candidates[attempt]) });
}

/** `not` on the right: the left has the same `not`, or is disjoint from it. */
function compareNot({ left, right, reverse, equal, apart }: Walk, pair: FormPair, not: Schema): Fit {
  if (pair.left.nots.some((own) => equal(own, not))) return CONTAINED;
  const forms = formsOf(right, [not]);
  if (forms?.every((form) => apart(pair.left, form)) === true) return CONTAINED;
  if (pair.left.nots.some((own) => reverse([not], [own]).gaps.length === 0)) return CONTAINED;
  const nodes = (pair.right.schema.allOf ?? []).slice(0, pair.right.nodes.length);
  const both: Schema = { ...pair.right.schema, allOf: [...nodes, not] };
  return gapsOf({
    rule: 'composition',
    left: pair.left.nodes[0],
    right: typeof not === 'object' ? (right.api.deref(not) as SchemaObject) : undefined,
    path: [],
    values: (attempt) => drawValue(right, both, attempt) ?? drawValue(left, pair.left.schema, attempt),
  });
}
