import type { Json } from '../../core/index.ts';
import { escapeToken, isArray, isJson, isObject, withoutValueAt, withValueAt } from '../../wire/index.ts';
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
  if (body?.media.schema === undefined) return parameters;
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
  return [...parameters, { root, plan: made.tools.planner.planOf([body.media.schema]), text: !isJson(body.mediaType) }];
}

/** A value that follows one branch of a `oneOf` or `anyOf`. */
export interface ChoicePlace extends Pick<SchemaPlace, 'pointer' | 'value' | 'root'> {
  readonly plan: ChoicePlan;
}

interface WalkedPlaces {
  readonly places: SchemaPlace[];
  readonly choices: ChoicePlace[];
}

function placesOfDraft(made: RequestTools, draft: RequestDraft): WalkedPlaces {
  const found: WalkedPlaces = { places: [], choices: [] };
  for (const { root, plan, text } of rootsOf(made, draft))
    walk(made, { at: { pointer: root.pointer, value: root.value, text, root }, plan, depth: 0 }, found);
  return found;
}

/** All values of the draft, outer before inner; of arrays the first item. Depth and number are limited. */
export function placesOf(made: RequestTools, draft: RequestDraft): readonly SchemaPlace[] {
  return placesOfDraft(made, draft).places;
}

/** All JSON values of the draft that follow one branch of a `oneOf` or `anyOf`, outer before inner. */
export function choicesOf(made: RequestTools, draft: RequestDraft): readonly ChoicePlace[] {
  return placesOfDraft(made, draft).choices;
}

/** A plan, where it stands, and how deep. */
interface PlanStep {
  readonly at: Omit<SchemaPlace, 'plan'>;
  readonly plan: ValuePlan;
  readonly depth: number;
}

function walk(made: RequestTools, { at, plan, depth }: PlanStep, found: WalkedPlaces): void {
  const leaf = plan.kind === 'leaf' ? plan : leafFor(made, plan, at.value);
  if (leaf === undefined || found.places.length >= MOST || depth > DEEPEST) return;
  found.places.push({ ...at, plan: leaf });
  if (plan.kind === 'choice' && !at.text && /^(oneOf|anyOf)$/.test(plan.keyword)) found.choices.push({ ...at, plan });
  const { value } = at;
  if (isArray(value)) {
    const [first] = value;
    if (first !== undefined)
      walk(
        made,
        {
          at: { ...at, pointer: `${at.pointer}/0`, value: first },
          plan: arrayPlanOf(leaf, made.tools).item(0),
          depth: depth + 1,
        },
        found,
      );
  } else if (isObject(value)) {
    for (const { name, plan: inner } of objectPlanOf(leaf, made.tools).entries) {
      const member = Object.hasOwn(value, name) ? value[name] : undefined;
      if (member !== undefined)
        walk(
          made,
          {
            at: { ...at, pointer: `${at.pointer}/${escapeToken(name)}`, value: member },
            plan: inner,
            depth: depth + 1,
          },
          found,
        );
    }
  }
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
