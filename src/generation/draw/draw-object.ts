import type { Json } from '../../core/index.ts';
import { setOwn } from '../../wire/index.ts';
import { childChance, draw, drawInt, happens } from '../model/chance.ts';
import { lengthOf } from '../model/json-values.ts';
import { type Drawing, fail, isCrowded, MOST_ITEMS, type Spot } from '../plan/draw-context.ts';
import { type ObjectEntry, type ObjectPlan, objectPlanOf } from '../plan/object-plan.ts';
import type { LeafPlan } from '../plan/plan.ts';
import { isFinitePlan } from '../plan/value-depth.ts';
import { slug } from '../text/vocabulary.ts';
import { agree, measureSpans, nameWhole } from './agree.ts';
import { compose } from './compose.ts';
import { nameKind } from './kind-word.ts';
import { putInOrder } from './put-in-order.ts';

type Draft = Record<string, Json>;

export function drawObject(drawing: Drawing, plan: LeafPlan, spot: Spot): Json | undefined {
  const object = objectPlanOf(plan, drawing.tools);
  const { minProperties, maxProperties } = plan.shape;
  if (minProperties > maxProperties) return fail(drawing, '`minProperties` is greater than `maxProperties`');
  if (minProperties > MOST_ITEMS) return fail(drawing, `\`minProperties\` asks for more than ${MOST_ITEMS} properties`);
  const crowded = isCrowded(drawing, plan, spot.depth);
  drawing.active.push(plan);
  const drawn: DrawnObject = { plan, object, spot, crowded };
  const draft = drawEntries(drawing, drawn);
  const filled = draft === undefined ? undefined : addExtras(drawing, drawn, draft);
  drawing.active.pop();
  return filled;
}

/** An object while its properties are drawn. */
interface DrawnObject {
  readonly plan: LeafPlan;
  readonly object: ObjectPlan;
  readonly spot: Spot;
  /** Whether it holds only what it must, because the value is deep or large already. */
  readonly crowded: boolean;
}

function drawEntries(drawing: Drawing, drawn: DrawnObject): Draft | undefined {
  const { plan, object, spot } = drawn;
  const draft: Draft = {};
  const chosen = chooseEntries(drawing, drawn);
  for (const entry of object.entries) {
    const given =
      spot.known !== undefined && Object.hasOwn(spot.known, entry.name) ? spot.known[entry.name] : undefined;
    if (given !== undefined) {
      setOwn(draft, entry.name, given);
      continue;
    }
    if (!chosen.has(entry)) continue;
    const value = drawEntry(drawing, entry, spot);
    if (value !== undefined) setOwn(draft, entry.name, value);
    else if (isNeeded(drawing, entry))
      return fail(drawing, `${drawing.progress.reason}, and \`required\` asks for \`${entry.name}\``);
  }
  for (const [name, value] of Object.entries(spot.known ?? {}))
    if (!object.byName.has(name)) setOwn(draft, name, value);
  const { known = {} } = spot;
  const isFree = (name: string): boolean => !Object.hasOwn(known, name);
  if (!drawing.wild && (object.isPriced || (object.groups ?? object.deeds) !== undefined))
    agree({ drawing, plan: object, draft, spot }, isFree);
  putInOrder(drawing, object, { draft, spot }, isFree);
  if (!drawing.wild) measureSpans({ drawing, plan: object, draft, spot }, isFree);
  if (drawing.direction === 'response') nameWhole({ draft, spot }, isFree);
  if (drawing.direction === 'response' && !drawing.wild) nameKind(drawing, { plan, object, draft, spot }, isFree);
  if (!drawing.wild) compose(drawing, object, draft, isFree);
  return settleDependents(drawing, object, spot, draft);
}

function drawEntry(drawing: Drawing, entry: ObjectEntry, spot: Spot): Json | undefined {
  const { tools, direction } = drawing;
  const originals = entry.plan.originals;
  if (entry.hint !== undefined && originals.every((schema) => tools.check(schema, entry.hint ?? null, direction)))
    return entry.hint;
  const chance = childChance(spot.chance, entry.name);
  const about = spot.depth === 0 || spot.name === '' ? spot.about : spot.name;
  return drawing.tools.draw(drawing, entry.plan, {
    chance,
    name: entry.name,
    about,
    depth: spot.depth + 1,
    repeated: spot.repeated,
  });
}

/** Whether the property must be present in a message of this direction. */
function isNeeded(drawing: Drawing, entry: ObjectEntry): boolean {
  return (entry.required || entry.hint !== undefined) && !isOut(drawing, entry);
}

function isOut(drawing: Drawing, entry: ObjectEntry): boolean {
  return drawing.direction === 'request' ? entry.readOnly : entry.writeOnly;
}

function chooseEntries(drawing: Drawing, { plan, object, spot, crowded }: DrawnObject): ReadonlySet<ObjectEntry> {
  const chosen = new Set<ObjectEntry>();
  const { maxProperties, minProperties } = plan.shape;
  for (const entry of object.entries) if (isNeeded(drawing, entry)) chosen.add(entry);
  const needed = new Set([...chosen].map(({ name }) => name));
  const given = Object.keys(spot.known ?? {}).filter((name) => !needed.has(name)).length;
  const room = maxProperties - given;
  for (const entry of object.entries) {
    if (chosen.size >= room) break;
    if (chosen.has(entry) || isOut(drawing, entry) || !isFinitePlan(drawing.tools, entry.plan, drawing.direction))
      continue;
    const lacking = chosen.size + given < minProperties;
    if (lacking || isWelcome(drawing, entry, spot, crowded)) chosen.add(entry);
  }
  return chosen;
}

function isWelcome(drawing: Drawing, entry: ObjectEntry, spot: Spot, crowded: boolean): boolean {
  if (drawing.optional === 'required' || crowded) return false;
  if (entry.deprecated && drawing.direction === 'request') return false;
  return drawing.optional === 'all' || happens(childChance(childChance(spot.chance, entry.name), 'present'), 0.5);
}

/** `dependentRequired`: a property that is present adds its dependents, or is removed. */
function settleDependents(drawing: Drawing, object: ObjectPlan, spot: Spot, draft: Draft): Draft | undefined {
  for (let changed = object.dependents.length > 0; changed; ) {
    changed = false;
    for (const [name, others] of object.dependents) {
      for (const other of others) {
        if (!Object.hasOwn(draft, name) || Object.hasOwn(draft, other)) continue;
        const entry = object.byName.get(other);
        if (entry !== undefined && isOut(drawing, entry)) continue;
        changed = true;
        const value = entry === undefined ? drawExtra(drawing, object, spot, other) : drawEntry(drawing, entry, spot);
        if (value !== undefined) setOwn(draft, other, value);
        else if (object.byName.get(name)?.required === true)
          return fail(drawing, `\`dependentRequired\` asks for \`${other}\``);
        else delete draft[name];
      }
    }
  }
  return draft;
}

function drawExtra(drawing: Drawing, object: ObjectPlan, spot: Spot, name: string): Json | undefined {
  const chance = childChance(spot.chance, name);
  return drawing.tools.draw(drawing, object.extra(name), {
    chance,
    name,
    about: spot.name,
    depth: spot.depth + 1,
    repeated: spot.repeated,
  });
}

/** A search for an unused name takes longer than most steps. */
const STEPS_PER_NAME = 8;

function isFullRequest({ direction, optional }: Drawing): boolean {
  return direction === 'request' && optional === 'all';
}

/** Adds properties with free names: for maps, for name patterns, and up to `minProperties`. */
function addExtras(drawing: Drawing, { plan, object, spot, crowded }: DrawnObject, draft: Draft): Draft | undefined {
  const { minProperties, maxProperties } = plan.shape;
  const roomy = !crowded && drawing.optional !== 'required';
  const count = Object.keys(draft).length;
  const natural =
    roomy && object.entries.length === 0 && (object.map || object.patterns.length > 0)
      ? // A service may keep only the first of several entries.
        drawInt(childChance(spot.chance, 'count'), isFullRequest(drawing) ? 2 : 1, 2)
      : 0;
  const wanted = Math.min(maxProperties, Math.max(minProperties, count + natural));
  let present = count;
  for (let i = 0; i < 40 + 3 * wanted && present < wanted; i++) {
    drawing.tools.steps.count(STEPS_PER_NAME);
    const name = extraName(drawing, object, spot, i);
    if (name === undefined || Object.hasOwn(draft, name) || object.byName.has(name)) continue;
    const value = drawExtra(drawing, object, spot, name);
    if (value === undefined) continue;
    setOwn(draft, name, value);
    present++;
  }
  if (present >= minProperties) return draft;
  return fail(drawing, '`minProperties` asks for more properties than the other keywords allow');
}

function extraName(drawing: Drawing, object: ObjectPlan, spot: Spot, index: number): string | undefined {
  const { tools, direction } = drawing;
  const chance = childChance(childChance(spot.chance, 'names'), index);
  const source = object.patterns[index % Math.max(1, object.patterns.length)];
  const name =
    index % 3 < 2 && source !== undefined
      ? patternName(drawing, source, chance)
      : plainName(drawing, object, chance, index);
  if (name === undefined || name === '' || lengthOf(name) > 200) return undefined;
  return object.nameSchemas.every((schema) => tools.check(schema, name, direction)) ? name : undefined;
}

function patternName(drawing: Drawing, source: string, chance: ReturnType<typeof childChance>): string | undefined {
  return drawing.tools.pattern(source)?.write(chance, 1, 40, draw(childChance(chance, 'wild')) > 0.9);
}

function plainName(
  drawing: Drawing,
  object: ObjectPlan,
  chance: ReturnType<typeof childChance>,
  index: number,
): string | undefined {
  if (object.nameSchemas.length === 0 || index === 0) return slug(drawing.tools.fakeAt(chance), index > 20 ? 2 : 1);
  const plan = drawing.tools.planner.planOf([{ type: 'string' }, ...object.nameSchemas]);
  const value = drawing.tools.draw(drawing, plan, { chance, name: '', about: '', depth: 0, repeated: true });
  return typeof value === 'string' ? value : undefined;
}
