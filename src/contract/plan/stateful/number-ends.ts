import type { HttpRequest, Json, JsonObject } from '../../../core/index.ts';
import { pointerTo, type Resource } from '../../../resources/index.ts';
import {
  type Api,
  isReadOnly,
  jsonBodyOf,
  type Operation,
  propertiesOf,
  type Schema,
  type SchemaObject,
} from '../../../spec/index.ts';
import { valueAt as valueIn, withValueAt } from '../../../wire/index.ts';
import { type CaseContext, isSuccess } from '../../model/case-context.ts';
import { type Act, type Flow, inconclusive, planCase, single, skipped } from '../../model/flow.ts';
import type { StepEnd } from '../../model/step-end.ts';
import {
  drawRequest,
  openPurpose,
  type PreparedRequest,
  sentObject,
  validPurpose,
} from '../../requests/draw-request.ts';
import { withJson } from '../../requests/with-value.ts';
import { groupOf, type PlanContext } from '../planner.ts';

/** A number, or a string of digits, in a create, by its pointer in the body. */
interface NumberInBody {
  readonly pointer: string;
  readonly rule: SchemaObject;
}

const SETS = ['largest', 'smallest', 'zero'] as const;
type End = (typeof SETS)[number];

/**
 * Numbers at the limits of their formats, and those that double arithmetic changes, must be read as they
 * were written.
 */
export function planNumberEnds(context: PlanContext, resource: Resource): readonly Flow[] {
  const [create, read] = [context.index.operation(resource, 'create'), context.index.operation(resource, 'read')];
  if (create === undefined || read === undefined || context.options.safeOnly === true) return [];
  if (!context.operations.includes(create) || !context.asks('state.number-changed', create)) return [];
  const numbers = numbersOf(context, create);
  const flow = (name: string, description: string, act: Act): Flow => {
    const request = { method: create.method, path: create.path, query: '' };
    const expectation = { kind: 'any', text: 'the same numbers, or a refusal' } as const;
    const labels = {
      id: `stateful/${resource.name}/numbers-${name}`,
      description: `${resource.singular}: ${description}`,
    };
    const planned = planCase({ ...labels, phase: 'stateful', operation: create }, request, expectation);
    return single(planned, groupOf(context, create), act);
  };
  const digits = propertiesOfCreate(
    context,
    create,
    (types, { pattern }) => types.includes('string') && pattern !== undefined,
  );
  const ends = SETS.flatMap((end) => {
    const values = numbers.flatMap(({ pointer, rule }) => {
      const value = valueAt(rule, end, pointer);
      return value === undefined ? [] : [[pointer, value] as const];
    });
    if (values.length === 0) return [];
    return [
      flow(end, `numbers at the ${end} value that their format has`, sendNumberEnds(create, read, { end, values })),
    ];
  });
  const act = sendZeros(
    create,
    read,
    digits.map(({ pointer }) => pointer),
  );
  return digits.length === 0 ? ends : [...ends, flow('zeros', 'zeros at the ends of digits in a string', act)];
}

function numbersOf(context: PlanContext, create: Operation): readonly NumberInBody[] {
  return propertiesOfCreate(context, create, (types) => types.includes('integer') || types.includes('number'));
}

/** The properties of a create that are wanted by their types and rules, without references, ids and listed values. */
function propertiesOfCreate(
  context: PlanContext,
  create: Operation,
  isWanted: (types: readonly unknown[], rule: SchemaObject) => boolean,
): readonly NumberInBody[] {
  const schema = jsonBodyOf(create)?.schema;
  const { requestEntity = '', resource } = context.model.roleOf(create);
  if (schema === undefined || requestEntity !== '') return [];
  const taken = new Set(context.index.references(create).map(({ pointer }) => pointer));
  // The service may choose another id than the request.
  const own = resource?.id?.property === undefined ? undefined : pointerTo(resource.id.property);
  // An item may show a number in a smaller format than its create takes.
  const isShownAlike = (pointer: string, { format }: SchemaObject): boolean => {
    const shown = resource === undefined ? undefined : ruleAt(context.api, resource.schema, pointer);
    return shown?.format === undefined || format === undefined || shown.format === format;
  };
  const found = (at: string, part: Parameters<typeof propertiesOf>[1], depth: number): readonly NumberInBody[] =>
    Object.entries(propertiesOf(context.api, part)).flatMap(([name, property]) => {
      const pointer = `${at}/${name}`;
      const rule = context.api.deref(property.schema);
      if (typeof rule === 'boolean' || taken.has(pointer) || pointer === own) return [];
      if (isReadOnly(context.api, property.schema) || rule.enum !== undefined || rule.const !== undefined) return [];
      const types = [rule.type].flat();
      if (isWanted(types, rule)) return isShownAlike(pointer, rule) ? [{ pointer, rule }] : [];
      return types.includes('object') && depth < 1 ? found(pointer, property.schema, depth + 1) : [];
    });
  return found('', schema, 0);
}

/** The schema of a property by its pointer. */
function ruleAt(api: Api, schema: Schema, pointer: string): SchemaObject | undefined {
  let at: Schema = schema;
  for (const name of pointer.split('/').slice(1)) {
    const properties = propertiesOf(api, at);
    if (!Object.hasOwn(properties, name)) return undefined;
    at = properties[name]?.schema ?? true;
  }
  const rule = api.deref(at);
  return typeof rule === 'boolean' ? undefined : rule;
}

/** Names of properties whose numbers are costly for a service. */
const COSTLY =
  /(count|size|replica|instance|partition|shard|worker|thread|capacity|memory|timeout|ttl|delay|duration|interval|retention|limit|depth|concurren|batch|retries|length|pages?$)/i;

const LARGEST: Readonly<Record<string, Json>> = { int32: 2_147_483_647, int64: 9_223_372_036_854_775_807n };
/** For int64, the first number that a double cannot hold; a rounded one still fits the format. */
const SMALLEST: Readonly<Record<string, Json>> = { int32: -2_147_483_648, int64: -9_007_199_254_740_993n };
/** A double that needs all of its digits. */
const LONG_DOUBLE = 123_456_789.123_456_79;

/** A value that no bound of the schema excludes. Values at documented bounds are probed elsewhere. */
function valueAt(rule: SchemaObject, end: End, pointer: string): Json | undefined {
  const { format = '', minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = rule;
  const [low, high] = [minimum ?? exclusiveMinimum, maximum ?? exclusiveMaximum];
  if (end === 'zero')
    return (low === undefined || (minimum !== undefined && low <= 0 && low !== 0)) && (high === undefined || high > 0)
      ? 0
      : undefined;
  if (multipleOf !== undefined) return end === 'largest' ? unsteady(Number(multipleOf), low, high) : undefined;
  if (COSTLY.test(pointer)) return undefined;
  if (end === 'largest')
    return high === undefined ? (format === 'double' && low === undefined ? LONG_DOUBLE : LARGEST[format]) : undefined;
  return low === undefined ? SMALLEST[format] : undefined;
}

const MOST_STEPS = 2_000;

/** The first multiple that is lost if it is scaled and truncated: 0.29 * 100 is 28.999999999999996. */
function unsteady(step: number, low: Json = 0, high: Json = Number.MAX_SAFE_INTEGER): Json | undefined {
  if (Number.isInteger(step) || step <= 0) return undefined;
  const scale = Math.round(1 / step);
  for (let count = 1; count < MOST_STEPS; count += 1) {
    const value = Number((count / scale).toPrecision(12));
    const isIn = value > Number(low) && value < Number(high);
    if (isIn && Math.floor(value * scale) !== count) return value;
  }
  return undefined;
}

/** Values by their pointers in the body. */
interface Numbers {
  readonly end: End;
  readonly values: readonly (readonly [string, Json])[];
}

function sendNumberEnds(create: Operation, read: Operation, { end: which, values }: Numbers): Act {
  return async (caseContext) => {
    const drawn = await drawWhole(caseContext, create, which);
    return typeof drawn === 'string' ? inconclusive(drawn) : sendValues(caseContext, { create, read }, drawn, values);
  };
}

const DIGITS = /^\d{2,}(?:\.\d+)?$/;

/**
 * Strings of digits with a zero at both ends, which a service that reads them as numbers loses. Guard: only where the
 * number without these zeros breaks the rules of the request.
 */
function sendZeros(create: Operation, read: Operation, pointers: readonly string[]): Act {
  return async (caseContext) => {
    const drawn = await drawWhole(caseContext, create, 'zeros');
    if (typeof drawn === 'string') return inconclusive(drawn);
    const body: Json = sentObject(drawn.request) ?? {};
    const fits = (pointer: string, value: string): boolean =>
      caseContext.keeps(create, withJson(drawn.request, withValueAt(body, pointer, value) as JsonObject)) === true;
    const values = pointers.flatMap((pointer) => {
      const own = valueIn(body, pointer);
      if (typeof own !== 'string' || !DIGITS.test(own)) return [];
      const zeros = `0${own.slice(1, -1)}0`;
      return fits(pointer, zeros) && !fits(pointer, String(Number(zeros))) ? [[pointer, zeros] as const] : [];
    });
    return values.length === 0
      ? skipped('no string of its body has only digits, as many as are needed')
      : sendValues(caseContext, { create, read }, drawn, values);
  };
}

function drawWhole(caseContext: CaseContext, create: Operation, which: string): Promise<PreparedRequest | string> {
  const at = `numbers/${create.id}/${which}/${caseContext.attempt}`;
  return drawRequest(caseContext, create, { at, use: 'fresh', optional: 'all', whole: true, making: true });
}

/** Sends values together, and alone where the service refuses them together: one that it refuses would hide all others. */
async function sendValues(
  caseContext: CaseContext,
  { create, read }: { readonly create: Operation; readonly read: Operation },
  drawn: PreparedRequest,
  values: Numbers['values'],
): Promise<StepEnd> {
  const together = await writeAndRead(caseContext, { create, read }, drawn, values);
  if (together !== undefined) return together;
  let end: StepEnd | undefined;
  for (const each of values.length > 1 ? values.slice(0, MOST_ALONE) : []) {
    const alone = await writeAndRead(caseContext, { create, read }, drawn, [each]);
    if (alone !== undefined) end = alone;
  }
  return end ?? skipped('the service has its own bounds');
}

const MOST_ALONE = 4;

/** Creates an item with the values and reads it; undefined if it was not created. */
async function writeAndRead(
  caseContext: CaseContext,
  { create, read }: { readonly create: Operation; readonly read: Operation },
  { request, prepared }: PreparedRequest,
  values: Numbers['values'],
): Promise<StepEnd | undefined> {
  const object: Json | undefined = sentObject(request);
  if (object === undefined) return skipped('its body is not an object');
  const body = values.reduce<Json>((whole, [pointer, value]) => withValueAt(whole, pointer, value), object);
  const sent: HttpRequest = withJson(request, body as JsonObject);
  if (caseContext.keeps(create, sent) !== true) return undefined;
  const purpose = { ...validPurpose(prepared), expect: 'any', relational: true } as const;
  const answer = await caseContext.exchange(sent, { operation: create, purpose, quiet: true });
  const path = isSuccess(answer) ? caseContext.madeBy(answer.exchange)?.path : undefined;
  if (path === undefined) return undefined;
  const looking = await drawRequest(caseContext, read, { at: `numbers/${read.id}`, use: 'read', path });
  if (typeof looking === 'string') return inconclusive(looking);
  const story = { kind: 'numbers-written', create: create.id, values } as const;
  const { end } = await caseContext.exchange(looking.request, { operation: read, purpose: openPurpose(story) });
  await caseContext.fixtures.discard(caseContext, create, path);
  return end;
}
