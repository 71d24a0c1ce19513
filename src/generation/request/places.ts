import type { Json } from '../../core/index.ts';
import { judgedSchemaOf, type SchemaObject } from '../../spec/index.ts';
import { escapeToken, isArray, isJson, isObject, withoutValueAt, withValueAt } from '../../wire/index.ts';
import type { MemberRule } from '../model/generator.ts';
import { arrayPlanOf } from '../plan/array-plan.ts';
import { objectPlanOf } from '../plan/object-plan.ts';
import type { ChoicePlan, LeafPlan, ValuePlan } from '../plan/plan.ts';
import type { RequestDraft, RequestTools } from './draft-parts.ts';
import { proveBody, proveParameter } from './request-proof.ts';

/** A value inside a request, with its plan. */
export interface SchemaPlace {
  /** In the message: `/body/name`, `/query/limit`. */
  readonly pointer: string;
  readonly plan: LeafPlan;
  readonly value: Json;
  /** A string on the wire whose type is guessed: not JSON. */
  readonly text: boolean;
  readonly root: Root;
  /** Whether the value is an object whose members are listed at another place that has the same schema. */
  readonly isKnown: boolean;
  /** `undefined` for a parameter or the body itself. */
  readonly member: MemberRule | undefined;
}

/** A parameter or the body, which is replaced and proven as a whole. */
export interface Root {
  readonly pointer: string;
  /** The draft with that value for this root; `undefined` leaves it out. */
  readonly with: (value: Json | undefined) => RequestDraft;
  readonly value: Json;
  readonly prove: (value: Json | undefined) => 'valid' | 'invalid' | 'lost';
}

const DEEPEST = 6;
const MOST = 400;

/** The place as a member of the object around it, of whose schema it is. */
export function memberRuleOf(schemas: readonly SchemaObject[], name: string): MemberRule | undefined {
  const schema = schemas.find(({ properties }) => properties !== undefined && Object.hasOwn(properties, name));
  return { schema: schema ?? schemas.find(isAboutMembers) ?? schemas[0], pointer: `/${escapeToken(name)}` };
}

/** All parameters and the body of the draft. */
export function rootsOf(
  made: RequestTools,
  draft: RequestDraft,
): readonly { readonly root: Root; readonly plan: ValuePlan; readonly text: boolean }[] {
  const { operation } = draft;
  const parameters = draft.parameters.map(({ parameter, value }, index) => {
    const name = parameter.in === 'header' ? parameter.name.toLowerCase() : parameter.name;
    const prove = (changed: Json | undefined): ReturnType<Root['prove']> =>
      changed === undefined
        ? parameter.required
          ? 'invalid'
          : 'valid'
        : proveParameter(made, operation, parameter, changed);
    const put = (changed: Json | undefined): RequestDraft => ({
      ...draft,
      parameters: draft.parameters.flatMap((given, at) =>
        at !== index ? [given] : changed === undefined ? [] : [{ parameter, value: changed }],
      ),
    });
    const plan = made.tools.planner.planOf([parameter.schema ?? parameter.content?.schema ?? true]);
    const text = parameter.content === undefined || !isJson(parameter.content.mediaType);
    return {
      root: {
        pointer: parameter.in === 'querystring' ? '/querystring' : `/${parameter.in}/${escapeToken(name)}`,
        value,
        prove,
        with: put,
      },
      plan,
      text,
    };
  });
  const { body } = draft;
  const schema = body && judgedSchemaOf(body.media);
  if (body === undefined || schema === undefined) return parameters;
  const { text: _, ...rest } = body;
  const root: Root = {
    pointer: '/body',
    value: body.value,
    prove: (changed) =>
      changed === undefined
        ? operation.body?.required === true
          ? 'invalid'
          : 'valid'
        : proveBody(made, { ...rest, value: changed }),
    with: (changed) => ({
      ...draft,
      body: changed === undefined ? undefined : { ...rest, value: changed },
    }),
  };
  return [...parameters, { root, plan: made.tools.planner.planOf([schema]), text: !isJson(body.mediaType) }];
}

/** A value that follows one branch of a `oneOf` or `anyOf`. */
export interface ChoicePlace extends Pick<SchemaPlace, 'pointer' | 'value' | 'root'> {
  readonly plan: ChoicePlan;
}

/** The values of a draft: of arrays the first item. Depth and number are limited. */
export interface DraftPlaces {
  /** Outer before inner. */
  readonly places: readonly SchemaPlace[];
  /** JSON values that follow one branch of a `oneOf` or `anyOf`, the nearest to the root first. */
  readonly choices: readonly ChoicePlace[];
}

/** Schemas of objects whose members are among the places already. */
export interface KnownObjects {
  /** Whether the members of an object at this depth are places of their own. Counts the object if they are. */
  take(root: Root, schemas: readonly SchemaObject[], depth: number): boolean;
}

/** How many members of the body may have the same schema, and each have its members listed. */
const MOST_ALIKE = 2;

/**
 * The members of a schema that stands at several places are listed where it is nearest to the root. Without that, schemas
 * that refer to each other have more places than a service can be asked about.
 */
export function createKnownObjects(): KnownObjects {
  const ids = new Map<SchemaObject, number>();
  const known = new Map<string, { readonly depth: number; count: number }>();
  const idOf = (schema: SchemaObject): number => {
    const id = ids.get(schema) ?? ids.size;
    ids.set(schema, id);
    return id;
  };
  return {
    take({ pointer }, schemas, depth) {
      const key = `${pointer} ${schemas.filter(isAboutMembers).map(idOf).join(' ')}`;
      const before = known.get(key);
      if (before === undefined) known.set(key, { depth, count: 1 });
      else if (before.depth !== depth || depth > 1 || before.count >= MOST_ALIKE) return false;
      else before.count += 1;
      return true;
    },
  };
}

/** Keywords that name or restrict the members of an object. */
const MEMBER_KEYWORDS = ['properties', 'required', 'patternProperties', 'additionalProperties'] as const;

function isAboutMembers(schema: SchemaObject): boolean {
  return MEMBER_KEYWORDS.some((keyword) => schema[keyword] !== undefined);
}

/**
 * The places of a draft. `within`: only places inside this pointer are listed, and only their objects are counted as known.
 */
export function placesOf(
  made: RequestTools,
  draft: RequestDraft,
  known: KnownObjects = createKnownObjects(),
  within?: string,
): DraftPlaces {
  const walk: Walk = { made, known, within, choices: [], left: MOST };
  const roots = rootsOf(made, draft).map(({ root, plan, text }) => ({
    at: { pointer: root.pointer, value: root.value, text, root, member: undefined },
    plan,
    depth: 0,
  }));
  // Level by level, so that the nearest place of a schema is found first.
  const found: PlaceNode[][] = roots.map((step) => nodesOf(walk, step));
  let level = found.flat();
  while (level.length > 0) {
    for (const node of level) node.members = membersOf(walk, node).flatMap((step) => nodesOf(walk, step));
    level = level.flatMap(({ members }) => members);
  }
  return { places: found.flat().flatMap((node) => listPlaces(node, within)), choices: walk.choices };
}

/** A place whose members are being collected. */
interface PlaceNode {
  readonly place: SchemaPlace;
  readonly depth: number;
  members: readonly PlaceNode[];
}

/** What is collected while the places of a draft are walked. */
interface Walk {
  readonly made: RequestTools;
  readonly known: KnownObjects;
  readonly within: string | undefined;
  readonly choices: ChoicePlace[];
  /** How many places may still be listed. */
  left: number;
}

/** A plan, where it stands, and how deep. */
interface PlanStep {
  readonly at: Omit<SchemaPlace, 'plan' | 'isKnown'>;
  readonly plan: ValuePlan;
  readonly depth: number;
}

/** One place, or none if there are too many. */
function nodesOf(walk: Walk, { at, plan, depth }: PlanStep): PlaceNode[] {
  const { made, known, within } = walk;
  const leaf = plan.kind === 'leaf' ? plan : leafFor(made, plan, at.value);
  if (leaf === undefined || walk.left <= 0 || depth > DEEPEST) return [];
  walk.left -= 1;
  if (plan.kind === 'choice' && !at.text && /^(oneOf|anyOf)$/.test(plan.keyword)) walk.choices.push({ ...at, plan });
  const isCounted = isObject(at.value) && (within === undefined || isInside(at.pointer, within));
  const isKnown = isCounted && !known.take(at.root, leaf.schemas, depth);
  return [{ place: { ...at, plan: leaf, isKnown }, depth, members: [] }];
}

/** The members of an object, or the first item of an array, that lead to a place to be listed. */
function membersOf({ made, within }: Walk, { place, depth }: PlaceNode): readonly PlanStep[] {
  const { plan, isKnown, ...at } = place;
  const { value } = at;
  const step = (name: string, inner: Json | undefined, next: Pick<PlanStep, 'plan'> & Pick<SchemaPlace, 'member'>) => {
    const pointer = `${at.pointer}/${name}`;
    if (inner === undefined || !isOnWay(pointer, within)) return [];
    return [{ at: { ...at, pointer, value: inner, member: next.member }, plan: next.plan, depth: depth + 1 }];
  };
  if (isArray(value)) {
    const member = at.member === undefined ? undefined : { ...at.member, pointer: `${at.member.pointer}/0` };
    return value.length === 0 ? [] : step('0', value[0], { plan: arrayPlanOf(plan, made.tools).item(0), member });
  }
  if (!isObject(value) || isKnown) return [];
  return objectPlanOf(plan, made.tools).entries.flatMap(({ name, plan: inner }) =>
    step(escapeToken(name), Object.hasOwn(value, name) ? value[name] : undefined, {
      plan: inner,
      member: memberRuleOf(plan.schemas, name),
    }),
  );
}

function isInside(pointer: string, outer: string): boolean {
  return pointer === outer || pointer.startsWith(`${outer}/`);
}

function isOnWay(pointer: string, within: string | undefined): boolean {
  return within === undefined || isInside(pointer, within) || isInside(within, pointer);
}

function listPlaces({ place, members }: PlaceNode, within: string | undefined): readonly SchemaPlace[] {
  const inner = members.flatMap((member) => listPlaces(member, within));
  return within === undefined || isInside(place.pointer, within) ? [place, ...inner] : inner;
}

/** The branch that the value fits. */
function leafFor(made: RequestTools, plan: ChoicePlan, value: Json): LeafPlan | undefined {
  const { check } = made.tools;
  for (const [index, way] of plan.ways.entries()) {
    if (way.spare === true || index > 64) break;
    const next = plan.way(index);
    if (!next.originals.every((schema) => check(schema, value, 'request'))) continue;
    const leaf = next.kind === 'leaf' ? next : leafFor(made, next, value);
    if (leaf !== undefined) return leaf;
  }
  return undefined;
}

/** The root's value with another value at a pointer inside it; `undefined` removes the place. */
export function rootWithValue(root: Root, pointer: string, value: Json | undefined): Json | undefined {
  const inner = pointer.slice(root.pointer.length);
  if (inner === '') return value;
  return value === undefined ? withoutValueAt(root.value, inner) : withValueAt(root.value, inner, value);
}
