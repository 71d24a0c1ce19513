import {
  type Api,
  lastSegment,
  type MediaType,
  type Operation,
  type ResponseSpec,
  type Schema,
  wordsOf,
} from '../../spec/index.ts';
import { plain, singular } from '../model/words.ts';
import { answerSchemas, requestSchema } from '../schema/bodies.ts';
import { createShapes, type Shape, type Shapes } from '../schema/shape.ts';
import { isRangeEnd } from './call-names.ts';
import { bodyAsQuery, findProcedures, type Procedure, requiresMore } from './procedures.ts';
import { rangeIn } from './ranges.ts';

/**
 * What a call by name (`POST /users/get` with `{ name }`) does to a resource, as the operation that a resource
 * would have for it (`GET /users/{name}`). The document does not have it: its requests are sent as the call.
 */
export interface StandIn extends Operation {
  readonly standsFor: CallForm;
}

/** How requests of a stand-in are sent, and how answers to them are read. */
export interface CallForm {
  /** The call in the document. */
  readonly call: Operation;
  /** Where the call has what the stand-in has in its path and query. */
  readonly says: 'body' | 'query';
  /** Names of values in the call by the names of path parameters. */
  readonly names: Readonly<Record<string, string>>;
  /** Properties of the body that are always the same. */
  readonly constants: Readonly<Record<string, string>>;
  /** The property of the call with which it would be about all items up to another id. Requests of the stand-in leave it out. */
  readonly rangeEnd?: string;
  /** The stand-in creates the item at its path, as well as it changes it. */
  readonly places: boolean;
  /** The answer of the call is a list with this one item at most: the stand-in answers the item, or nothing. */
  readonly onlyOf?: string;
  /** The answer of the call lists names at this property: the stand-in answers objects that have them as `by`. */
  readonly namesAt?: { readonly property: string; readonly by: string };
  /** The stand-in answers the value of its path parameter at this property, which the answer of the call lacks. */
  readonly shows?: string;
}

export function isStandIn(operation: Operation | undefined): operation is StandIn {
  return operation !== undefined && 'standsFor' in operation;
}

/** The stand-ins of one call by name. Empty for every other operation. */
export function standInsOf(operations: readonly Operation[], call: Operation): readonly StandIn[] {
  return operations.filter(isStandIn).filter(({ standsFor }) => standsFor.call === call);
}

/** The operation of the document that is sent: the operation itself, unless it stands for a call by name. */
export function documentedCall(operation: Operation): Operation {
  return isStandIn(operation) ? operation.standsFor.call : operation;
}

/** The stand-ins of all calls by name of a document, in its order. Empty if it has none. */
export function findStandIns(api: Api): readonly StandIn[] {
  const shapes = createShapes(api, () => new Set());
  const procedures = [...findProcedures(shapes, api.operations, 'names and summaries')];
  const taken = new Set(api.operations.map(({ method, path }) => `${method} ${path}`));
  return procedures
    .filter(([call, { says }]) => says === 'query' || shapes.maybe(requestSchema(call))?.kind === 'object')
    .flatMap(([call, procedure]) => standInsFor(shapes, call, { ...procedure, group: groupOf(procedures, procedure) }))
    .filter(({ method, path }) => !taken.has(`${method} ${path}`));
}

type CallWithProcedure = readonly [call: Operation, procedure: Procedure];

/** The calls about one resource. */
function groupOf(all: readonly CallWithProcedure[], { stands }: Procedure): readonly CallWithProcedure[] {
  const base = basePath(stands.path);
  return all.filter(([, other]) => basePath(other.stands.path) === base);
}

const basePath = (path: string): string => path.replace(/\/\{.*$/, '');

interface GroupedProcedure extends Procedure {
  readonly group: readonly CallWithProcedure[];
}

function standInsFor(shapes: Shapes, call: Operation, procedure: GroupedProcedure): readonly StandIn[] {
  const { kind, stands, says, name } = procedure;
  const form: CallForm = { call, says, names: {}, constants: {}, places: procedure.places === true };
  if (kind === 'list') return listStandIns(shapes, procedure, form);
  if (name === undefined || kind === 'create')
    return [standIn(call, { method: stands.method, path: stands.path, parameters: stands.parameters }, form)];
  const isBodiless = kind === 'delete' || kind === 'read';
  if (isBodiless && says === 'body' && requiresMore(shapes, call, name)) return [];
  const own = aliasOf(shapes, procedure.group, name);
  const path = stands.path.replace(`{${name}}`, `{${own}}`);
  const parameters = stands.parameters.map((each) =>
    each.in === 'path' && each.name === name ? { ...each, name: own } : each,
  );
  const facts = { method: stands.method, path, parameters };
  const end = [...(shapes.maybe(requestSchema(call))?.properties.keys() ?? [])].find(isRangeEnd);
  const named = { ...form, names: { [own]: name }, ...(end === undefined ? {} : { rangeEnd: end }) };
  if (kind === 'replace') return [standIn(call, { ...facts, responses: withoutContent(call) }, named)];
  if (kind === 'delete') return [standIn(call, { ...facts, body: undefined, responses: withoutContent(call) }, named)];
  if (kind !== 'read') return [standIn(call, facts, named)];
  const isListed = procedure.group.some(([other, each]) => each.kind === 'list' && namesIn(shapes, other, each, own));
  const shown = isListed ? { responses: withId(shapes, call, own) } : {};
  return [standIn(call, { ...facts, body: undefined, ...shown }, { ...named, ...(isListed ? { shows: own } : {}) })];
}

/**
 * What the create of a group calls the id that other calls name: `name` of `/role/add` for the `role` of `/role/get`. An id that the
 * create answers is its own: `connectionId`, beside the `name` that was sent.
 */
function aliasOf(shapes: Shapes, group: readonly CallWithProcedure[], name: string): string {
  const create = group.find(([, { kind }]) => kind === 'create');
  const sent = create && shapes.maybe(requestSchema(create[0]));
  if (sent === undefined || sent.properties.has(name) || answersProperty(shapes, create?.[0], name)) return name;
  const word = singular(
    plain(
      basePath(create?.[1].stands.path ?? '')
        .split('/')
        .at(-1) ?? '',
    ),
  );
  const usual = [word, `${word}name`, `${word}id`, 'name', 'id'];
  return usual.flatMap((each) => sent.spelled(each).map(([text]) => text))[0] ?? name;
}

/** Whether an answer shows a property, itself or one level down in an envelope. */
function answersProperty(shapes: Shapes, operation: Operation | undefined, name: string): boolean {
  return (operation === undefined ? [] : answerSchemas(operation)).some((schema) => {
    const { properties } = shapes.of(schema);
    return properties.has(name) || [...properties.values()].some((each) => shapes.of(each).properties.has(name));
  });
}

/** The list, and, where it is the list of a range of ids, the read of a range of one. */
function listStandIns(shapes: Shapes, procedure: GroupedProcedure, form: CallForm): readonly StandIn[] {
  const { stands, name, group } = procedure;
  const { call, says } = form;
  const range = name === undefined ? undefined : rangeIn(shapes, call, name);
  const given = says === 'query' ? call.parameters : [...call.parameters, ...bodyAsQuery(shapes, call)];
  const parameters = given.filter((each) => range === undefined || (each.name !== name && each.name !== range.end));
  const own = name === undefined ? undefined : aliasOf(shapes, group, name);
  const namesAt = own === undefined ? undefined : namesIn(shapes, call, procedure, own);
  const facts = { method: 'GET', path: stands.path, parameters, body: undefined };
  const read = group.find(([, { kind }]) => kind === 'read')?.[0];
  const list =
    namesAt === undefined
      ? standIn(call, facts, { ...form, constants: range?.all ?? {} })
      : standIn(call, { ...facts, responses: withNames(shapes, call, namesAt, read) }, { ...form, namesAt });
  if (range === undefined || name === undefined) return [list];
  const one = standIn(
    call,
    {
      method: 'GET',
      path: `${stands.path}/{${name}}`,
      parameters: [...call.parameters, range.parameter],
      body: undefined,
      responses: withOnly(shapes, call, range.items),
    },
    { ...form, names: { [name]: name }, onlyOf: range.items },
  );
  return [list, one];
}

type StandInFacts = Pick<Operation, 'method' | 'path' | 'parameters'> & {
  readonly body?: Operation['body'] | undefined;
  readonly responses?: readonly ResponseSpec[];
};

/** The call with another method, path and messages. Everything else is read from the call when it is needed. */
function standIn(call: Operation, facts: StandInFacts, standsFor: CallForm): StandIn {
  const own = Object.entries({ ...facts, standsFor }).map(([name, value]) => [name, { value, enumerable: true }]);
  // Object.create returns `any`; the prototype is an Operation, and `facts` has the rest.
  const made: StandIn = Object.create(call, Object.fromEntries(own));
  return made;
}

/** The answers of a call without the schema of their content: what a write shows may be the item as it was. */
function withoutContent({ responses }: Operation): readonly ResponseSpec[] {
  const bare = ({ schema: _, ...media }: MediaType): MediaType => media;
  return responses.map((each) => (/^2/.test(each.status) ? { ...each, content: each.content.map(bare) } : each));
}

/** The answers of a call with another schema for each success. */
function withSchema({ responses }: Operation, change: (schema: Schema) => Schema | undefined): readonly ResponseSpec[] {
  const changed = (media: MediaType): MediaType => {
    const schema = media.schema === undefined ? undefined : change(media.schema);
    return schema === undefined ? media : { ...media, schema, examples: [] };
  };
  return responses.map((each) => (/^2/.test(each.status) ? { ...each, content: each.content.map(changed) } : each));
}

function withOnly(shapes: Shapes, call: Operation, property: string): readonly ResponseSpec[] {
  const found = withSchema(call, (schema) => {
    const list = shapes.of(schema).properties.get(property);
    return list === undefined ? undefined : shapes.of(list).items;
  });
  const pointer = found[0]?.pointer ?? call.pointer;
  const gone = { status: '404', description: 'nothing is there', headers: [], content: [], links: [], pointer };
  return found.some(({ status }) => status === '404') ? found : [...found, gone];
}

/** The answer of a list of names, as one of items with that name and what a read of them shows. */
function withNames(
  shapes: Shapes,
  call: Operation,
  { property, by }: NonNullable<CallForm['namesAt']>,
  read: Operation | undefined,
): readonly ResponseSpec[] {
  const [shown] = read === undefined ? [] : answerSchemas(read);
  return withSchema(call, (schema) => {
    const { properties } = shapes.of(schema);
    const list = properties.get(property);
    const name = list === undefined ? undefined : shapes.of(list).items;
    if (name === undefined) return undefined;
    const items = { type: 'array', items: withName(shapes, by, name, shown) } as const;
    return { type: 'object', properties: { ...Object.fromEntries(properties), [property]: items } };
  });
}

/** The answer of a read, with the id that was asked for. */
function withId(shapes: Shapes, call: Operation, by: string): readonly ResponseSpec[] {
  return withSchema(call, (schema) => withName(shapes, by, { type: 'string' }, schema));
}

function withName(shapes: Shapes, by: string, name: Schema, shown: Schema | undefined): Schema {
  const others = Object.fromEntries(shapes.maybe(shown)?.properties ?? []);
  return { type: 'object', properties: { ...others, [by]: name }, required: [by] };
}

/** The only list of names in an answer, where it is called as the items are: `users` of `/user/list`. */
function namesIn(shapes: Shapes, call: Operation, { stands }: Procedure, by: string): CallForm['namesAt'] {
  const word = singular(plain(lastSegment(stands.path)));
  const [schema] = answerSchemas(call);
  const isOfNames = (each: Shape): boolean =>
    each.kind === 'array' && each.items !== undefined && isText(shapes.of(each.items));
  const lists = [...(shapes.maybe(schema)?.properties ?? [])].filter(([, each]) => isOfNames(shapes.of(each)));
  const [found] = lists.filter(([name]) => singular(plain(wordsOf(name).at(-1) ?? '')) === word || lists.length === 1);
  return found === undefined ? undefined : { property: found[0], by };
}

function isText({ root }: Shape): boolean {
  return typeof root === 'object' && root.type === 'string';
}
