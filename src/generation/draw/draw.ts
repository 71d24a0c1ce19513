import type { Json } from '../../core/index.ts';
import type { SchemaType } from '../../spec/index.ts';
import { isNumeric } from '../../wire/index.ts';
import { type Chance, childChance, draw, happens, pick } from '../model/chance.ts';
import { typeOf } from '../model/json-values.ts';
import { type Drawing, fail, isCrowded, mayDraw, type Spot } from '../plan/draw-context.ts';
import { keep, type LeafPlan, type ValuePlan } from '../plan/plan.ts';
import { impliedType } from '../plan/shape.ts';
import { leastNesting } from '../plan/value-depth.ts';
import { describedInstantFormat, instantNumber } from '../text/formats/instants.ts';
import { documentedValue } from './documented-value.ts';
import { drawArray } from './draw-array.ts';
import { drawChoice } from './draw-choice.ts';
import { drawNumber, numberFits } from './draw-number.ts';
import { drawObject } from './draw-object.ts';
import { drawText } from './draw-text.ts';
import { membersOf } from './members.ts';

/** A value of the plan, or `undefined` with the reason in the drawing's progress. */
export function drawPlan(drawing: Drawing, plan: ValuePlan, spot: Spot): Json | undefined {
  if (!mayDraw(drawing, spot.depth)) return undefined;
  const documented = drawing.examples ? documentedValue(drawing, plan, spot) : undefined;
  if (documented !== undefined) return documented;
  return plan.kind === 'choice' ? drawChoice(drawing, plan, spot) : drawLeaf(drawing, plan, spot);
}

/** How often a value is drawn again because it fits a schema that it must not fit. */
const TRIES = 10;

function drawLeaf(drawing: Drawing, plan: LeafPlan, spot: Spot): Json | undefined {
  if (plan.impossible !== undefined) return fail(drawing, plan.impossible);
  const { nots } = plan;
  if (nots.length === 0) return drawOnce(drawing, plan, spot);
  for (let i = 0; i < TRIES; i++) {
    const tried =
      i < 2
        ? drawing
        : {
            ...drawing,
            examples: false,
            optional: i % 2 === 0 ? ('required' as const) : ('some' as const),
            wild: i > 6,
          };
    const value = drawOnce(tried, plan, i === 0 ? spot : { ...spot, chance: childChance(spot.chance, `again${i}`) });
    if (value === undefined) continue;
    if (!nots.some((schema) => drawing.tools.check(schema, value, drawing.direction))) return value;
    drawing.progress.reason = 'every value that was tried also fits a schema that it must not fit (`not`, `oneOf`)';
  }
  return undefined;
}

function drawOnce(drawing: Drawing, plan: LeafPlan, spot: Spot): Json | undefined {
  const members = membersOf(drawing, plan);
  if (members !== undefined) {
    if (members.length === 0) return fail(drawing, 'no value of `enum` or `const` fits the other keywords');
    return drawMember(drawing, spot, members);
  }
  const types = typesOf(plan);
  const first = drawType(drawing, plan, spot, types);
  if (first === undefined) return fail(drawing, 'no finite value exists: `required` leads back to itself');
  const value = drawOfType(drawing, plan, spot, first);
  if (value !== undefined || types.length === 1) return value;
  for (const type of types) {
    const other = type === first ? undefined : drawOfType(drawing, plan, spot, type);
    if (other !== undefined) return other;
  }
  return undefined;
}

function drawMember(drawing: Drawing, spot: Spot, members: readonly Json[]): Json | undefined {
  const chosen = pick(spot.chance, members);
  if (chosen !== null || members.length === 1 || isNullNow(drawing, spot)) return chosen;
  return pick(
    spot.chance,
    members.filter((member) => member !== null),
  );
}

/** How often a nullable value is null. */
const NULL_SHARE = 0.08;

/**
 * Whether a nullable value is null: a fixed share, and more if the name is about something that may not
 * have happened. A whole answer and the items of its lists are not: generators of documents mark each component as nullable.
 */
function isNullNow(drawing: Drawing, spot: Spot, share = NULL_SHARE): boolean {
  if (drawing.direction === 'response' && !drawing.wild && (spot.depth === 0 || spot.isItem === true)) return false;
  const unfinished = drawing.tools
    .wordsOf(spot.name)
    .some((word) => /^(deleted|closed|archived|cancell?ed|completed|finished|ended|merged)$/.test(word));
  return happens(childChance(spot.chance, 'null'), unfinished ? 0.5 : share);
}

/** Whether the document shows what is in a nullable object: examples of its properties. Clients read such objects without looking for null. */
function isShownFilled({ tools }: Drawing, plan: LeafPlan): boolean {
  return keep(plan, 'shown filled', () =>
    plan.schemas.some(({ properties = {} }) =>
      Object.values(properties).some((property) => {
        const target = tools.api.deref(property);
        return typeof target === 'object' && target.examples?.some((example) => example !== null) === true;
      }),
    ),
  );
}

const COMPOSITE: ReadonlySet<SchemaType> = new Set(['object', 'array']);

/** The types that are drawn: the named ones, or the one that the other keywords apply to. */
function typesOf(plan: LeafPlan): readonly SchemaType[] {
  return keep(plan, 'types', () => {
    const { types } = plan.shape;
    const named = plan.schemas.some(({ type }) => type !== undefined);
    const implied = named ? undefined : impliedType(plan.schemas);
    if (implied !== undefined && types.has(implied)) return [implied];
    // Number includes integer: drawing both would make half of the numbers integers.
    return [...types].filter((type) => !(type === 'integer' && types.has('number')));
  });
}

function drawType(drawing: Drawing, plan: LeafPlan, spot: Spot, types: readonly SchemaType[]): SchemaType | undefined {
  if (types.length === 1) return types[0];
  const solid = types.filter((type) => type !== 'null');
  const isNone = isNullNow(drawing, spot, isShownFilled(drawing, plan) ? 0 : NULL_SHARE);
  if (types.includes('null') && (isNone || isCrowded(drawing, plan, spot.depth))) return 'null';
  if (solid.length === 7 - 2 && impliedType(plan.schemas) === undefined) return spot.name === '' ? 'object' : 'string';
  const simple = solid.filter((type) => !COMPOSITE.has(type));
  const crowded = isCrowded(drawing, plan, spot.depth) || leastNesting(drawing.tools, plan, drawing.direction) > 8;
  return pick(childChance(spot.chance, 'type'), crowded && simple.length > 0 ? simple : solid);
}

function drawOfType(drawing: Drawing, plan: LeafPlan, spot: Spot, type: SchemaType): Json | undefined {
  switch (type) {
    case 'null':
      return null;
    case 'boolean':
      return draw(spot.chance) < 0.6;
    case 'integer':
    case 'number':
      return meantNumber(drawing, plan, spot) ?? drawNumber(drawing, plan, spot.chance, type === 'integer');
    case 'string':
      return drawText(drawing, plan, spot);
    case 'array':
      return drawArray(drawing, plan, spot);
    case 'object':
      return drawObject(drawing, plan, spot);
  }
}

function meantNumber(drawing: Drawing, plan: LeafPlan, spot: Spot): Json | undefined {
  if (drawing.wild) return undefined;
  const { tools } = drawing;
  const instants = keep(plan, 'described instant', () =>
    plan.schemas.flatMap(({ description = '' }) => describedInstantFormat(description) ?? []),
  );
  const formats = instants.length === 0 ? plan.shape.formats : [...plan.shape.formats, ...instants];
  const instant = instantNumber(formats, tools.wordsOf(spot.name), spot.chance);
  if (instant !== undefined && numberFits(plan.shape, instant)) return instant;
  const meaning = tools.meaningOf(spot.name, spot.about, 'number');
  if (meaning === undefined) return undefined;
  for (let i = 0; i < 3; i++) {
    const chance: Chance = i === 0 ? spot.chance : childChance(spot.chance, `meaning${i}`);
    const made = meaning.make(tools.fakeAt(chance), chance, tools.wordsOf(spot.name), spot.about);
    const whole =
      plan.shape.types.has('number') || typeOf(made) === 'integer'
        ? made
        : isNumeric(made)
          ? Math.round(Number(made))
          : made;
    if (isNumeric(whole) && numberFits(plan.shape, whole)) return whole;
  }
  return undefined;
}
