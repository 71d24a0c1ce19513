import type { HttpResponse, Json, JsonObject } from '../../core/index.ts';
import { isProjection } from '../../resources/index.ts';
import type { Api, Operation, Schema } from '../../spec/index.ts';
import type { Transaction } from '../../state/index.ts';
import { isArray, isObject, valueAt, withValueAt } from '../../wire/index.ts';
import { documentedAnswer } from '../answer/answer.ts';
import { answerSchema } from '../facts/sign-in.ts';
import type { MockContext, RequestContext } from '../model/context.ts';
import type { FieldsOf } from '../model/fields.ts';
import { schemaAt } from '../model/fields.ts';
import { asObject } from '../model/object.ts';
import type { ShapingParameters } from '../model/operation-plan.ts';
import { placeOf } from '../model/place.ts';

const EXPANDS = /^_?(?:expand|embed|include|includes|expansions)(?:\[\])?$/i;
const SELECTS = /^_?(?:fields|select|only)(?:\[\])?$/i;

/** Names of the parameters that expand ids into records or select properties. */
export function shapingOf(
  { parameters, body }: Operation,
  api: Api,
  fieldsOf: FieldsOf,
): ShapingParameters | undefined {
  const query = parameters.filter((each) => each.in === 'query').map(({ name }) => name);
  const sent = (body?.content ?? []).flatMap(({ schema }) => [...fieldsOf(schema ?? true).properties.keys()]);
  const expands = query.find((name) => EXPANDS.test(name));
  const inBody = sent.find((name) => /^expand$/i.test(name));
  const selects =
    query.find((name) => SELECTS.test(name)) ?? parameters.find((parameter) => isProjection(api, parameter))?.name;
  if (expands === undefined && inBody === undefined && selects === undefined) return undefined;
  return {
    ...(expands === undefined ? {} : { expands }),
    ...(inBody === undefined ? {} : { inBody }),
    ...(selects === undefined ? {} : { selects }),
  };
}

/** Paths of the records that a request wants to expand. */
export function expansionsIn({ plan, parameters, request: { body } }: RequestContext): readonly string[] {
  const { expands, inBody } = plan.shaping ?? {};
  const inQuery = expands === undefined ? undefined : parameters.query[expands];
  const sent = inBody !== undefined && body.kind === 'parsed' ? asObject(body.value)[inBody] : undefined;
  return [...namesIn(inQuery), ...namesIn(sent)];
}

function namesIn(value: Json | undefined): readonly string[] {
  if (typeof value === 'string')
    return value
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '');
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap((each: Json) => namesIn(each)) : [];
}

/** The answer with expanded records, and with only the selected properties. */
export function shapeAnswer(
  mock: MockContext,
  context: RequestContext,
  response: HttpResponse,
  tx: Transaction,
): HttpResponse {
  const { shaping, success } = context.plan;
  const schema = answerSchema(context.operation);
  const { body } = response;
  if (shaping === undefined || schema === undefined || response.status >= 400) return response;
  if (body.kind !== 'parsed' || typeof body.value !== 'object' || body.value === null) return response;
  let value: Json = body.value;
  for (const path of expansionsIn(context)) {
    const whole = expandedAt(mock, value, path.split('.'), tx);
    if (whole !== value && mock.validator.accepts(schema, whole, 'response')) value = whole;
  }
  value = selected(mock, context, schema, value);
  if (value === body.value) return response;
  const made = documentedAnswer(mock, context, success, { value });
  return { ...made, headers: response.headers };
}

function expandedAt(mock: MockContext, value: Json, [name, ...deeper]: readonly string[], tx: Transaction): Json {
  if (name === undefined) return value;
  if (isArray(value)) return value.map((each) => expandedAt(mock, each, [name, ...deeper], tx));
  if (!isObject(value) || !Object.hasOwn(value, name)) return value;
  const before = value[name] ?? null;
  const records = isArray(before)
    ? before.map((each) => recordOf(mock, name, each, tx))
    : recordOf(mock, name, before, tx);
  const after = expandedAt(mock, records, deeper, tx);
  return after === before ? value : { ...value, [name]: after };
}

/** The record that an id names, in the collection that the property's name means. */
function recordOf(mock: MockContext, name: string, id: Json, tx: Transaction): Json {
  if (typeof id !== 'string' && typeof id !== 'number') return id;
  const words = [name, name.replace(/_?ids?$/i, ''), name.slice(Math.max(name.lastIndexOf('_'), 0)).replace('_', '')];
  for (const word of words) {
    const resource = word === '' ? undefined : mock.model.meant(word);
    const place = resource === undefined ? undefined : placeOf(mock, resource, {});
    const found = place?.prefix === '' ? tx.collection(place.collection).get(String(id)) : undefined;
    if (found !== undefined) return found.value;
  }
  return id;
}

/** The selected properties, and the required ones. */
function selected(mock: MockContext, context: RequestContext, schema: Schema, value: Json): Json {
  const { selects } = context.plan.shaping ?? {};
  const names = selects === undefined ? [] : namesIn(context.parameters.query[selects]);
  if (names.length === 0) return value;
  const at = context.role.list?.items ?? (context.role.responseEntity || undefined);
  const shown = at === undefined ? value : valueAt(value, at);
  const shape = at === undefined ? schema : schemaAt(mock.fieldsOf, schema, at);
  const each = shape !== undefined && isArray(shown) ? mock.fieldsOf(shape).items : shape;
  if (each === undefined || shown === undefined) return value;
  const { properties, required } = mock.fieldsOf(each);
  const wanted = new Set(names.map((name) => name.split('.')[0] ?? ''));
  if (![...wanted].every((name) => properties.has(name))) return value;
  const cut = (one: Json): JsonObject =>
    Object.fromEntries(Object.entries(asObject(one)).filter(([name]) => wanted.has(name) || required.has(name)));
  const kept = isArray(shown) ? shown.map(cut) : cut(shown);
  const less = at === undefined ? kept : withValueAt(value, at, kept);
  return mock.validator.accepts(schema, less, 'response') ? less : value;
}
