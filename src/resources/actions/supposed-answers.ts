import {
  type Api,
  lastSegment,
  type MediaType,
  type Operation,
  onceForEach,
  type Parameter,
  type ResponseSpec,
  type Schema,
  type SchemaObject,
} from '../../spec/index.ts';
import { plain, singular } from '../model/words.ts';
import { answersWithoutForm } from '../schema/bodies.ts';
import { createShapes, type Shape, type Shapes } from '../schema/shape.ts';
import { type OpenEnvelope, openEnvelopeOf } from './open-envelope.ts';

/** Where the answers of a target have a list and an item: the names that lead there, `['data']` for `{ data: [] }`. */
export interface ShownForm {
  readonly list: readonly string[];
  readonly item: readonly string[];
}

/** Forms that a target has shown, by the id of the list operation. */
export type ShownForms = ReadonlyMap<string, ShownForm>;

/**
 * The same document with a form for the answers of a path whose document describes only the requests: `GET /tasks` answers "a list
 * of tasks", and `POST /tasks` takes a `title`. An item has what requests have, and the id that its path names. The Api itself if it has
 * no such paths. With `shown`, only collections that a target has shown have a form: the one that it shows.
 */
export function withSupposedAnswers(api: Api, shown?: ShownForms): Api {
  const supposed = supposedAnswers(api, shown);
  if (supposed.size === 0) return api;
  const standing = onceForEach((operation: Operation): Operation => {
    const responses = supposed.get(operation);
    // Object.create returns `any`; the prototype is an Operation.
    return responses === undefined ? operation : Object.create(operation, { responses: { value: responses } });
  });
  const match: Api['match'] = (request, options) => {
    const found = api.match(request, options);
    return found.kind === 'found' ? { ...found, operation: standing(found.operation) } : found;
  };
  const operation: Api['operation'] = (id) => {
    const found = api.operation(id);
    return found && standing(found);
  };
  // Object.create returns `any`; the prototype is an Api.
  const whole: Api = Object.create(api, {
    operations: { value: api.operations.map(standing) },
    match: { value: match },
    operation: { value: operation },
  });
  return whole;
}

type Responses = ReadonlyMap<Operation, readonly ResponseSpec[]>;

function supposedAnswers(api: Api, shown: ShownForms | undefined): Responses {
  const shapes = createShapes(api, () => new Set());
  const byPath = new Map<string, Operation[]>();
  for (const each of api.operations) {
    const path = each.path.replace(/\/$/, '');
    byPath.set(path, [...(byPath.get(path) ?? []), each]);
  }
  const found = new Map<Operation, readonly ResponseSpec[]>();
  for (const [path, own] of byPath) {
    if (/\}$|\.\w+$/.test(path)) continue;
    const [, items] = [...byPath].find(([other]) => isItemOf(other, path)) ?? [];
    const name = [...byPath.keys()].flatMap((other) => nameBelow(other, path) ?? [])[0];
    const below = api.operations.find((each) => nameBelow(each.path, path) !== undefined);
    const parameter = below?.parameters.find((each) => each.in === 'path' && each.name === name);
    const behind = [...byPath].flatMap(([other, each]) => (isBehindWord(other, path) ? each : []));
    const forms = formsOf(shapes, { path, own, items, behind, parameter, shown });
    const others = shown === undefined ? own.flatMap((each) => signInForm(shapes, each) ?? []) : [];
    for (const [operation, form] of [...forms, ...others]) found.set(operation, withForm(operation, form));
  }
  return found;
}

const isItemOf = (path: string, collection: string): boolean =>
  path.startsWith(`${collection}/{`) && /^\/\{[^/{}]+\}$/.test(path.slice(collection.length));

/** Whether a path is a word and a parameter behind another one: `/products/category/{categoryId}`. */
const isBehindWord = (path: string, front: string): boolean =>
  path.startsWith(`${front}/`) && /^\/[^/{}]+\/\{[^/{}]+\}$/.test(path.slice(front.length));

/** What the first parameter below a path is called: `id` of `/tasks/{id}/start` for `/tasks`. */
function nameBelow(path: string, collection: string): string | undefined {
  return path.startsWith(`${collection}/{`) ? /^\/\{([^/{}]+)\}/.exec(path.slice(collection.length))?.[1] : undefined;
}

/** The operations of a path, and of its items. */
interface AtPath {
  readonly path: string;
  readonly own: readonly Operation[];
  /** Of the item path; absent where there is none. */
  readonly items: readonly Operation[] | undefined;
  /** Of paths with a word and a parameter behind the path. */
  readonly behind: readonly Operation[];
  /** The parameter that names an item on paths below. */
  readonly parameter: Parameter | undefined;
  readonly shown: ShownForms | undefined;
}

/** The forms of the answers of a path and its item path. Empty if the document describes the answer of a read, or no request. */
function formsOf(
  shapes: Shapes,
  { path, own, items: below, behind, parameter, shown }: AtPath,
): readonly (readonly [Operation, Schema])[] {
  const items = below ?? [];
  const reads = [...own, ...items].filter(({ method }) => method === 'GET');
  const envelopeOf = (each: Operation): OpenEnvelope | undefined =>
    shown === undefined ? openEnvelopeOf(shapes, each, isOpen) : undefined;
  const isOpenRead = (each: Operation): boolean => isOpenAnswer(shapes, each) || envelopeOf(each) !== undefined;
  if (reads.length === 0 || !reads.every(isOpenRead)) return [];
  const writes = [...own, ...items].filter(({ method }) => /^(?:POST|PUT|PATCH)$/.test(method));
  const sent = writes.flatMap((each) => sentObject(shapes, each) ?? []);
  if (sent.length === 0) return [];
  const word = lastSegment(path);
  const create = own.find(({ method }) => method === 'POST');
  const list = own.find(({ method }) => method === 'GET');
  const isNamed = list?.parameters.some((each) => isNameOf(each, sent)) === true;
  const isList = parameter !== undefined || (create !== undefined && singular(word) !== word && !isNamed);
  // What answers an object without a list is free as a whole: its requests may wrap it.
  if (!isList && reads.some((each) => envelopeOf(each) === undefined && openSchemas(each).length > 0)) return [];
  const item = itemForm(shapes, sent, isList ? idOf(shapes, word, parameter, sent) : undefined);
  const rows: Schema = { type: 'array', items: item };
  const form = list === undefined ? undefined : shown?.get(list.id);
  if (shown !== undefined && form === undefined) return [];
  // The items that have a value: those of a category, at `/products/category/{categoryId}`.
  const selections = isList && shown === undefined ? behind.filter((each) => selectsBy(shapes, each, sent)) : [];
  const described = [...own, ...items].flatMap((operation): readonly (readonly [Operation, Schema])[] => {
    if (operation.method === 'DELETE') return [];
    const envelope = envelopeOf(operation);
    if (envelope !== undefined) {
      const isRows = (operation === list && isList) || envelope.isList;
      return [[operation, envelope.around(isRows ? { type: 'array', items: item } : item)]];
    }
    if (!isOpenAnswer(shapes, operation)) return [];
    if (operation !== list || !isList) return [[operation, inside(form?.item ?? [], item)]];
    if (form !== undefined) return [[operation, inside(form.list, { type: 'array', items: item })]];
    const isObject = openSchemas(operation).some((schema) => shapes.of(schema).kind === 'object');
    return [[operation, isObject ? { type: 'object', properties: { [word]: rows }, required: [word] } : rows]];
  });
  return [...described, ...selections.map((operation) => [operation, rows] as const)];
}

/** Whether a GET behind a word says nothing of its answer and ends with the id of another thing, which requests send too. */
function selectsBy(shapes: Shapes, operation: Operation, sent: readonly Shape[]): boolean {
  const name = /\{([^/{}]+)\}$/.exec(operation.path)?.[1] ?? '';
  const isId = /.(?:_?id|Id|ID)$/.test(name);
  const isSent = sent.some((each) => each.spelled(plain(name)).length > 0);
  return operation.method === 'GET' && isId && isSent && isOpenAnswer(shapes, operation);
}

/** Whether a query must name one of the things that are sent: `GET /user?username=`. */
function isNameOf({ in: at, required, name }: Parameter, sent: readonly Shape[]): boolean {
  return at === 'query' && required && sent.some((each) => each.properties.has(name));
}

/** An object in an object, in which the names lead to a value. */
function inside(names: readonly string[], value: Schema): Schema {
  return names.reduceRight<Schema>(
    (inner, name) => ({ type: 'object', properties: { [name]: inner }, required: [name] }),
    value,
  );
}

/** A sign-in with a password whose text says that its answer has a token, without the form of it. */
function signInForm(shapes: Shapes, operation: Operation): readonly [readonly [Operation, Schema]] | undefined {
  if (operation.method !== 'POST' || !isOpenAnswer(shapes, operation)) return undefined;
  const names = [...(sentObject(shapes, operation)?.properties.keys() ?? [])];
  if (!names.some((name) => /^pass(?:word|wd)?$/i.test(name)) || !SIGN_IN.test(operation.path)) return undefined;
  const texts = [
    operation.summary,
    operation.description,
    ...successes(operation).map((each) => each.description),
  ].join(' ');
  if (!/\b(?:tokens?|jwt)\b/i.test(texts)) return undefined;
  const name = /access[ _-]?token/i.test(texts) ? 'access_token' : 'token';
  return [[operation, { type: 'object', properties: { [name]: { type: 'string' } }, required: [name] }]];
}

const SIGN_IN = /(?:^|\/)(?:log-?_?in|sign-?_?in|authenticate|auth|token|sessions?)$/i;

/** What the document says of successes, in JSON or in no media type at all. */
function isOpenAnswer(shapes: Shapes, operation: Operation): boolean {
  const isJson = successes(operation).every(({ content }) =>
    content.every(({ mediaType }) => /json|\*\/\*/i.test(mediaType)),
  );
  const isShown = successes(operation).some(({ content }) => content.some(({ examples }) => examples.length > 0));
  if (!isJson || isShown || successes(operation).length === 0) return false;
  return answersWithoutForm(operation) || openSchemas(operation).every((schema) => isOpen(shapes, schema));
}

function isOpen(shapes: Shapes, schema: Schema, isItem = false): boolean {
  const { kind, properties, items, root, alternatives } = shapes.of(schema);
  if (typeof root === 'boolean') return root;
  if (alternatives.length > 0 || properties.size > 0) return false;
  if (kind === 'array' && !isItem) return items === undefined || isOpen(shapes, items, true);
  const open = Object.keys(root).every((keyword) => OPEN_KEYWORDS.has(keyword));
  return (
    open &&
    (root.type === undefined || root.type === 'object') &&
    typeof (root.additionalProperties ?? true) === 'boolean'
  );
}

const OPEN_KEYWORDS = new Set(['type', 'title', 'description', 'additionalProperties']);

function openSchemas(operation: Operation): readonly Schema[] {
  return successes(operation).flatMap(({ content }) => content.flatMap(({ schema }) => schema ?? []));
}

function successes({ responses }: Operation): readonly ResponseSpec[] {
  return responses.filter(({ status }) => /^20[01]$|^2XX$/i.test(status));
}

/** The object that a request sends as JSON or as a form without files. */
function sentObject(shapes: Shapes, operation: Operation): Shape | undefined {
  const media = operation.body?.content.find(({ mediaType }) => /json|urlencoded|form-data/i.test(mediaType));
  const shape = shapes.maybe(media?.schema);
  if (shape?.kind !== 'object' || shape.properties.size === 0) return undefined;
  const hasFile = [...shape.properties.values()].some((each) => isFile(shapes.of(each).root));
  return hasFile ? undefined : shape;
}

function isFile(schema: Schema): boolean {
  return (
    typeof schema === 'object' && (schema.format === 'binary' || schema.contentMediaType === 'application/octet-stream')
  );
}

/** The id of an item that no request has: named by its path, else a number. */
function idOf(
  shapes: Shapes,
  word: string,
  parameter: Parameter | undefined,
  sent: readonly Shape[],
): readonly [string, Schema] | undefined {
  const name = parameter?.name ?? 'id';
  if (sent.some((each) => each.spelled(name).length > 0 || each.properties.has('id') || each.properties.has('_id')))
    return undefined;
  const isUsual = ['id', `${plain(singular(word))}id`].includes(plain(name)) || !/id$/i.test(name);
  const schema = parameter?.schema ?? { type: 'integer' };
  return [isUsual ? 'id' : name, typeof shapes.of(schema).root === 'object' ? schema : { type: 'string' }];
}

function itemForm(shapes: Shapes, sent: readonly Shape[], id: readonly [string, Schema] | undefined): Schema {
  const properties = new Map<string, Schema>(id === undefined ? [] : [id]);
  for (const { properties: own } of sent)
    for (const [name, schema] of own)
      if (!properties.has(name) && !isSecret(shapes, name, schema)) properties.set(name, schema);
  const required = [...(id === undefined ? [] : [id[0]]), ...(sent[0]?.required ?? [])].filter((name) =>
    properties.has(name),
  );
  const form: SchemaObject = { type: 'object', properties: Object.fromEntries(properties), required };
  return form;
}

function isSecret(shapes: Shapes, name: string, schema: Schema): boolean {
  const { root } = shapes.of(schema);
  return (
    /passw|secret/i.test(name) || (typeof root === 'object' && (root.format === 'password' || root.writeOnly === true))
  );
}

export function withForm(operation: Operation, schema: Schema): readonly ResponseSpec[] {
  const open = new Set(successes(operation));
  return operation.responses.map((each) => (open.has(each) ? { ...each, content: contentOf(each, schema) } : each));
}

function contentOf({ content, pointer }: ResponseSpec, schema: Schema): readonly MediaType[] {
  if (content.length === 0) return [{ mediaType: 'application/json', schema, examples: [], encoding: {}, pointer }];
  return content.map((media) => ({ ...media, schema }));
}
