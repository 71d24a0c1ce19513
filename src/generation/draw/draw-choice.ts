import type { Json } from '../../core/index.ts';
import { childChance, drawInt, happens } from '../model/chance.ts';
import { type Drawing, fail, isCrowded, type Spot } from '../plan/draw-context.ts';
import { objectPlanOf } from '../plan/object-plan.ts';
import type { ChoicePlan, ValuePlan } from '../plan/plan.ts';
import { isFinitePlan, leastNesting } from '../plan/value-depth.ts';

/** How many branches of one choice are tried. */
const TRIES = 24;
/** If a choice has more branches, none is planned in advance, because that takes longer than drawing. */
const MOST_LOOKED_AT = 64;
/** How many branches of all choices of one value may fail, because nested choices multiply. */
const MOST_FAILURES = 200;

/**
 * Settles a choice: a branch with a finite value that agrees with the known properties; the shallowest one
 * if depth is limited.
 */
export function drawChoice(drawing: Drawing, plan: ChoicePlan, spot: Spot): Json | undefined {
  const { tools, direction, progress } = drawing;
  let tried = 0;
  let reason = '';
  for (const index of orderOf(drawing, plan, spot)) {
    const way = plan.way(index);
    if (!isFinitePlan(tools, way, direction)) continue;
    const value = tools.draw(drawing, way, { ...spot, chance: childChance(spot.chance, index) });
    if (value !== undefined) return value;
    // The failure of a spare branch is less informative than that of the others.
    if (plan.ways[index]?.spare !== true) reason = progress.reason;
    progress.failures++;
    if (++tried >= TRIES || progress.failures > MOST_FAILURES) break;
  }
  return fail(drawing, reason || `no branch of \`${plan.keyword}\` has a finite value`);
}

function orderOf(drawing: Drawing, plan: ChoicePlan, spot: Spot): readonly number[] {
  const { tools, direction } = drawing;
  const all = plan.ways.map((_, index) => index);
  const main = all.filter((index) => plan.ways[index]?.spare !== true);
  const spare = all.filter((index) => plan.ways[index]?.spare === true);
  const from = drawInt(childChance(spot.chance, plan.keyword), 0, main.length - 1);
  const turned = [...main.slice(from), ...main.slice(0, from)];
  const crowded = isCrowded(drawing, plan, spot.depth);
  const few = main.length <= MOST_LOOKED_AT;
  if (crowded && few) {
    const nesting = new Map(turned.map((index) => [index, leastNesting(tools, plan.way(index), direction)]));
    turned.sort((a, b) => (nesting.get(a) ?? 0) - (nesting.get(b) ?? 0));
  } else if (few && !happens(childChance(spot.chance, 'null'), 0.08)) {
    turned.sort((a, b) => Number(isNull(plan.way(a))) - Number(isNull(plan.way(b))));
  }
  if (
    few &&
    spot.known === undefined &&
    direction === 'response' &&
    isExpandable(
      tools,
      turned.map((index) => plan.way(index)),
    )
  )
    turned.sort((a, b) => Number(isText(plan.way(b))) - Number(isText(plan.way(a))));
  const known = spot.known;
  if (known !== undefined && Object.keys(known).length > 0) {
    const discords = new Map(turned.map((index) => [index, mismatchCount(drawing, plan.way(index), known)]));
    turned.sort((a, b) => (discords.get(a) ?? 0) - (discords.get(b) ?? 0));
  }
  return [...turned, ...spare];
}

/**
 * Whether a choice is between a record and its id. The id is the default, because a request decides to
 * expand it.
 */
function isExpandable(tools: Drawing['tools'], ways: readonly ValuePlan[]): boolean {
  const hasId = (way: ValuePlan): boolean =>
    way.kind === 'leaf' &&
    way.shape.types.size === 1 &&
    way.shape.types.has('object') &&
    objectPlanOf(way, tools).byName.has('id');
  return (
    ways.filter(isText).length === 1 &&
    ways.some(hasId) &&
    ways.every((way) => isText(way) || isNull(way) || hasId(way))
  );
}

function isText(plan: ValuePlan): boolean {
  return plan.kind === 'leaf' && plan.shape.types.size === 1 && plan.shape.types.has('string');
}

function isNull(plan: ValuePlan): boolean {
  return plan.kind === 'leaf' && plan.shape.types.size === 1 && plan.shape.types.has('null');
}

/** With more branches, only the first ones are compared with known properties. */
const MOST_COMPARED = 32;

/** The number of known properties that the plan excludes or does not have. */
function mismatchCount(drawing: Drawing, plan: ValuePlan, known: Readonly<Record<string, Json>>): number {
  if (plan.kind === 'choice') {
    const main = plan.ways.slice(0, MOST_COMPARED).flatMap((way, index) => (way.spare === true ? [] : [index]));
    return Math.min(...main.map((index) => mismatchCount(drawing, plan.way(index), known)));
  }
  const { tools, direction } = drawing;
  const object = objectPlanOf(plan, tools);
  return Object.entries(known).reduce((count, [name, value]) => {
    const entry = object.byName.get(name);
    if (entry === undefined) return count + 1;
    if (entry.hint !== undefined && entry.hint !== value) return count + 8;
    return entry.plan.originals.every((schema) => tools.check(schema, value, direction)) ? count : count + 8;
  }, 0);
}
