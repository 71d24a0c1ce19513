import type { Json } from '../core/index.ts';
import type { SchemaObject } from '../spec/index.ts';
import { isArray } from '../wire/index.ts';
import type { ValueForm } from './forms.ts';
import { type FormPair, nodeStating } from './leaf.ts';
import type { CompareMembers } from './leaf-object.ts';
import { type Conjunction, conjunctionSchema, drawValue } from './side.ts';
import { type Fit, type Gap, gapsOf, insideOf, joinFits } from './verdict.ts';

interface ArrayFacts {
  readonly least: number;
  readonly most: number;
  readonly isUnique: boolean;
  readonly places: number;
  /** The schema for the item at an index; behind `prefixItems`, the schema for the rest. */
  at(index: number): Conjunction;
}

/** Arrays: items place by place, sizes, uniqueness, `contains`. */
export function compareArrays(pair: FormPair, compare: CompareMembers): Fit {
  const [mine, yours] = [factsOf(pair.left), factsOf(pair.right)];
  const gaps = [...sizeGaps(pair, mine, yours), ...uniqueGaps(pair, mine, yours), ...containsGaps(pair)];
  return joinFits([gapsOf(...gaps), ...itemVerdicts(pair, mine, yours, compare)]);
}

function factsOf({ nodes }: ValueForm): ArrayFacts {
  const places = Math.max(0, ...nodes.map(({ prefixItems = [] }) => prefixItems.length));
  const at = (index: number): Conjunction =>
    nodes
      .flatMap((node) => node.prefixItems?.[index] ?? node.items ?? node.unevaluatedItems ?? [])
      .filter((schema) => schema !== true);
  const closedAt = Array.from({ length: places + 1 }, (_, index) => index).find((index) => at(index).includes(false));
  return {
    places,
    at,
    least: Math.max(0, ...nodes.map(({ minItems = 0 }) => minItems)),
    most: Math.min(
      closedAt ?? Number.POSITIVE_INFINITY,
      ...nodes.map(({ maxItems = Number.POSITIVE_INFINITY }) => maxItems),
    ),
    isUnique: nodes.some(({ uniqueItems }) => uniqueItems === true),
  };
}

function drawSized({ leftSide, left }: FormPair, bounds: SchemaObject, attempt: number): readonly Json[] | undefined {
  const drawn = drawValue(leftSide, { ...left.schema, allOf: [...(left.schema.allOf ?? []), bounds] }, attempt);
  return drawn !== undefined && isArray(drawn) ? drawn : undefined;
}

function sizeGaps(pair: FormPair, mine: ArrayFacts, yours: ArrayFacts): readonly Gap[] {
  const { left, right } = pair;
  const base = { rule: 'array-size', left: nodeStating(left, 'minItems', 'maxItems'), path: [] } as const;
  const found: Gap[] = [];
  if (yours.least > mine.least)
    found.push({
      ...base,
      subject: 'least',
      right: nodeStating(right, 'minItems'),
      values: (attempt) => drawSized(pair, { maxItems: yours.least - 1 }, attempt),
    });
  if (yours.most < mine.most)
    found.push({
      ...base,
      subject: 'most',
      right: nodeStating(right, 'maxItems', 'items', 'prefixItems'),
      values: (attempt) => drawSized(pair, { minItems: yours.most + 1 }, attempt),
    });
  return found;
}

function uniqueGaps(pair: FormPair, mine: ArrayFacts, yours: ArrayFacts): readonly Gap[] {
  if (!yours.isUnique || mine.isUnique || mine.most < 2) return [];
  const { left, right, leftSide } = pair;
  return [
    {
      rule: 'unique-items',
      left: left.nodes[0],
      right: nodeStating(right, 'uniqueItems'),
      path: [],
      values: (attempt) => {
        const count = Math.max(2, mine.least);
        const item = drawValue(leftSide, conjunctionSchema(mine.at(mine.places)), attempt);
        const drawn = mine.places === 0 ? [] : (drawSized(pair, { minItems: mine.places + 2 }, attempt) ?? []);
        if (item === undefined) return undefined;
        return [...drawn.slice(0, mine.places), ...Array.from({ length: count }, () => item)];
      },
    },
  ];
}

/** `contains` is decided only where both sides state the same; otherwise a counterexample is searched. */
function containsGaps(pair: FormPair): readonly Gap[] {
  const { left, right, leftSide, rightSide } = pair;
  return right.nodes
    .filter(
      ({ contains, minContains, maxContains }) =>
        contains !== undefined && !(minContains === 0 && maxContains === undefined),
    )
    .map((node): Gap => {
      const base = { rule: 'contains', left: left.nodes[0], right: node, path: [] } as const;
      const { contains = true, minContains = 1, maxContains } = node;
      const only = { contains, minContains, ...(maxContains === undefined ? {} : { maxContains }) };
      const tries = [0, 1, 2, 3, 4, 5].flatMap((attempt) => [
        drawValue(leftSide, left.schema, attempt),
        drawSized(pair, { minItems: 1, maxItems: 2 }, attempt),
        drawSized(pair, { maxItems: 0 }, attempt),
      ]);
      const found = tries.find(
        (value) => value !== undefined && rightSide.fits(only, value, rightSide.direction) === false,
      );
      if (found !== undefined) return { ...base, values: () => found };
      return { ...base, doubt: 'two `contains` are only known to be equal if they are written alike' };
    });
}

function itemVerdicts(pair: FormPair, mine: ArrayFacts, yours: ArrayFacts, compare: CompareMembers): readonly Fit[] {
  const places = Math.max(mine.places, yours.places);
  return Array.from({ length: places + 1 }, (_, index) => index).flatMap((index): readonly Fit[] => {
    const [given, wanted] = [mine.at(index), yours.at(index)];
    if (index >= mine.most || wanted.length === 0 || given.includes(false) || wanted.includes(false)) return [];
    const step = index < places ? String(index) : '*';
    return [insideOf(compare(given, wanted), step, (inner, attempt) => withItem(pair, index, inner, attempt))];
  });
}

/** An array of the left form with one given item. */
function withItem(pair: FormPair, index: number, inner: Json, attempt: number): Json | undefined {
  if (index === 0) {
    const least = factsOf(pair.left).least;
    if (least <= 1) return [inner];
  }
  const drawn =
    drawSized(pair, { minItems: index + 1 }, attempt) ?? drawSized(pair, { minItems: index + 1 }, attempt + 1);
  return drawn === undefined ? undefined : drawn.map((item, at) => (at === index ? inner : item));
}
