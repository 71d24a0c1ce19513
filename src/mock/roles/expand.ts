import type { HttpResponse, Json } from '../../core/index.ts';
import { isProjection } from '../../resources/index.ts';
import type { Api, Operation, Schema } from '../../spec/index.ts';
import type { Transaction } from '../../state/index.ts';
import { isArray, isObject, parsePointer, valueAt, withValueAt } from '../../wire/index.ts';
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
const EXCLUDES =
  /^_?(?:(?:exclude|omit|without|except)(?:d|s)?(?:[-_]?(?:fields|properties|attributes))?|fields[-_]?exclude|no[-_]?fields)(?:\[\])?$/i;
/** Of a parameter that leaves out properties, not items. */
const OF_FIELDS = /\b(?:fields?|propert(?:y|ies)|attributes?)\b/i;
const PROMISES_ID = /\bids?\b[^.]*\balways\b|\balways\b[^.]*\bids?\b/i;

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
  const inQuery = parameters.filter((each) => each.in === 'query');
  const selects =
    inQuery.find(({ name }) => SELECTS.test(name)) ?? inQuery.find((parameter) => isProjection(api, parameter));
  const excludes = inQuery.find(
    ({ name, description = '' }) =>
      EXCLUDES.test(name) && OF_FIELDS.test(`${name.replaceAll('_', ' ')} ${description}`),
  )?.name;
  if ([expands, inBody, selects, excludes].every((each) => each === undefined)) return undefined;
  return {
    ...(expands === undefined ? {} : { expands }),
    ...(inBody === undefined ? {} : { inBody }),
    ...(selects === undefined ? {} : { selects: selects.name, keepsId: PROMISES_ID.test(selects.description ?? '') }),
    ...(excludes === undefined ? {} : { excludes }),
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
    return withoutBrackets(value)
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '');
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap((each: Json) => namesIn(each)) : [];
}

/** `items.id,items.owner.name` for `items(id,owner/name)`: a partial response. */
function withoutBrackets(text: string): string {
  if (!text.includes('(')) return text;
  const paths: string[] = [];
  const open: string[] = [];
  let name = '';
  const end = (): void => {
    if (name.trim() !== '') paths.push([...open, name.trim()].join('.'));
    name = '';
  };
  for (const char of text.replaceAll('/', '.')) {
    if (char === '(') {
      open.push(name.trim());
      name = '';
    } else if (char === ',') end();
    else if (char === ')') {
      end();
      open.pop();
    } else name += char;
  }
  end();
  return paths.join(',');
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
  value = selectProperties(mock, context, schema, value);
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

/** The selected properties, and the required ones; without the excluded ones. */
function selectProperties(mock: MockContext, context: RequestContext, schema: Schema, value: Json): Json {
  const { selects, excludes, keepsId = false } = context.plan.shaping ?? {};
  const at = context.role.list?.items ?? (context.role.responseEntity || undefined);
  const shown = at === undefined ? value : valueAt(value, at);
  const shape = at === undefined ? schema : schemaAt(mock.fieldsOf, schema, at);
  const each = shape !== undefined && isArray(shown) ? mock.fieldsOf(shape).items : shape;
  if (each === undefined || shown === undefined) return value;
  // A path may begin at the answer (`lists.name`) or at the record (`name`).
  const above = `${(parsePointer(at ?? '') ?? []).join('.')}.`;
  const named = (parameter: string | undefined): readonly string[] =>
    namesIn(parameter === undefined ? undefined : context.parameters.query[parameter]).map((name) =>
      above !== '.' && name.startsWith(above) ? name.slice(above.length) : name,
    );
  const put = (change: (one: Json) => Json): Json => {
    const kept = isArray(shown) ? shown.map(change) : change(shown);
    return at === undefined ? kept : withValueAt(value, at, kept);
  };
  const fits = (whole: Json): boolean => mock.validator.accepts(schema, whole, 'response');
  const { properties, required } = mock.fieldsOf(each);
  const ids = keepsId ? [context.role.resource?.id?.property ?? 'id'] : [];
  const all = namesIn(selects === undefined ? undefined : context.parameters.query[selects]);
  const envelope = mock.fieldsOf(schema);
  // Paths that begin at the answer select what stands beside the records, too: `lists.name,total_items`.
  const isOfAnswer =
    above !== '.' &&
    all.some((name) => name.startsWith(above)) &&
    all.every((name) => envelope.properties.has(name.replace(/\..*$/s, '')));
  const inAnswer = isOfAnswer ? treeOf(all) : undefined;
  const wanted = treeOf(isOfAnswer ? named(selects).filter((name) => !all.includes(name)) : named(selects));
  if (wanted.size > 0 && [...wanted.keys()].every((name) => properties.has(name))) {
    const always = new Set([...required, ...ids]);
    const less = [
      put((one) => selectFields(one, wanted, always)),
      put((one) => selectFields(one, flat(wanted), always)),
    ];
    const chosen = inAnswer && less.map((whole) => selectMembers(whole, inAnswer, envelope.required));
    return [...(chosen ?? []), ...less].find(fits) ?? value;
  }
  const unwanted = named(excludes);
  return unwanted.length === 0
    ? value
    : ([unwanted, unwanted.filter((name) => !required.has(name))]
        .map((names) => put((one) => names.reduce((rest: Json, name) => without(rest, name.split('.')), one)))
        .find(fits) ?? value);
}

/** Paths as a tree: `contact.city` is a name below a name. */
type Tree = ReadonlyMap<string, Tree>;

function treeOf(paths: readonly string[]): Tree {
  const below = new Map<string, string[]>();
  for (const path of paths) {
    const [name = '', ...deeper] = path.split('.');
    const list = below.get(name) ?? [];
    below.set(name, deeper.length === 0 ? list : [...list, deeper.join('.')]);
  }
  return new Map([...below].map(([name, deeper]) => [name, treeOf(deeper)]));
}

function flat(tree: Tree): Tree {
  return new Map([...tree.keys()].map((name) => [name, new Map()]));
}

const NONE: ReadonlySet<string> = new Set();

/** A value with the members of a tree, and with those that it always has; of lists, each entry. */
function selectFields(value: Json, tree: Tree, always: ReadonlySet<string>): Json {
  if (tree.size === 0) return value;
  if (isArray(value)) return value.map((each) => selectFields(each, tree, always));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => {
      const deeper = tree.get(name);
      if (deeper !== undefined) return [[name, selectFields(member, deeper, NONE)] as const];
      return always.has(name) ? [[name, member] as const] : [];
    }),
  );
}

/** An object with the members of a tree as they are, and with those that it always has. */
function selectMembers(value: Json, tree: Tree, always: ReadonlySet<string>): Json {
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => tree.has(name) || always.has(name)));
}

/** A value without the member at a path; of lists, each entry. */
function without(value: Json, [name = '', ...deeper]: readonly string[]): Json {
  if (isArray(value)) return value.map((each) => without(each, [name, ...deeper]));
  if (!isObject(value) || !Object.hasOwn(value, name)) return value;
  const { [name]: member = null, ...rest } = value;
  return deeper.length === 0 ? rest : { ...value, [name]: without(member, deeper) };
}
