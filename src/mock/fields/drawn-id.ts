import type { Json, JsonObject } from '../../core/index.ts';
import type { ValueOptions } from '../../generation/index.ts';
import { pointerTo, type Resource } from '../../resources/index.ts';
import type { Schema, SchemaObject } from '../../spec/index.ts';
import type { Collection } from '../../state/index.ts';
import { valueAt, withoutSeparators } from '../../wire/index.ts';
import type { MockContext } from '../model/context.ts';
import { asObject } from '../model/object.ts';
import type { EntityPlace } from '../model/place.ts';
import { drawnUntil } from './draw.ts';

/** The number of ids that a schema allows, if it is limited. */
export function countOfIds(mock: Pick<MockContext, 'api'>, id: Schema): number {
  const schema = mock.api.deref(id);
  if (typeof schema === 'boolean') return Number.POSITIVE_INFINITY;
  const all = (schema.allOf ?? []).map((each) => countOfIds(mock, each));
  return Math.min(countOfOne(schema), ...all);
}

function countOfOne(schema: SchemaObject): number {
  if (schema.const !== undefined) return 1;
  if (schema.enum !== undefined) return schema.enum.length;
  const lowest = schema.minimum ?? schema.exclusiveMinimum;
  const highest = schema.maximum ?? schema.exclusiveMaximum;
  if (schema.type !== 'integer' || lowest === undefined || highest === undefined) return Number.POSITIVE_INFINITY;
  return Math.max(1, Number(highest) - Number(lowest) + 1);
}

/**
 * An id that fits its schema and its name, without spaces and slashes if possible, so that people can type
 * it into a path.
 */
export function drawnId(mock: MockContext, resource: Resource, at: string): Json | undefined {
  const { id, singular } = resource;
  if (id === undefined) return undefined;
  const name = (id.property ?? id.parameter).replace(/^.*\//, '');
  const number = countedId(mock, resource, at);
  if (number !== undefined) return number;
  const { ids: samples } = mock.samplesOf(mock.model.resource(resource.name) ?? resource);
  const options = { name, about: singular, examples: false, samples };
  const schema = mock.idSchemaOf(resource);
  // A null id would name nothing.
  const drawn =
    drawnUntil(at, (where) => valueDrawn(mock, schema, where, options), isSomething) ??
    drawnUntil(at, (where) => valueDrawn(mock, id.schema, where, options), isSomething);
  if (typeof drawn !== 'string' || /^[\w.~@:+-]+$/.test(drawn)) return drawn;
  const typeable = drawn
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  return typeable !== '' && mock.validator.accepts(id.schema, typeable, 'response') ? typeable : drawn;
}

/** What an id must fit so that every operation on the path of its item takes it: a text of 10 characters, where a deletion takes no more. */
export function idSchema(
  { api, operationsAt }: Pick<MockContext, 'api' | 'operationsAt'>,
  { itemPath, id }: Resource,
): Schema {
  const { parameter: name, schema: own } = id ?? { schema: true };
  const others = operationsAt(itemPath).flatMap(({ parameters }) =>
    parameters.flatMap((each) => (each.in === 'path' && each.name === name ? (each.schema ?? []) : [])),
  );
  const limiting = others.filter((each) => {
    const target = api.deref(each);
    const isText = typeof target === 'object' && target.type === 'string' && target.format === undefined;
    return isText && (target.maxLength !== undefined || target.pattern !== undefined) && target !== api.deref(own);
  });
  return limiting.length === 0 ? own : { allOf: [own, ...new Set(limiting)] };
}

function valueDrawn(mock: MockContext, schema: Schema, at: string, options: ValueOptions): Json | undefined {
  const drawn = mock.generator.value(schema, { seed: mock.options.seed, at }, options);
  return drawn.ok ? drawn.value : undefined;
}

function isSomething(value: Json): value is Exclude<Json, null> {
  return value !== null;
}

/** An id of digits, if another path to the same items accepts only numbers. */
function countedId(mock: MockContext, resource: Resource, at: string): string | undefined {
  const schema = mock.countedIdOf(resource);
  if (schema === undefined || resource.id === undefined) return undefined;
  const text = String(valueDrawn(mock, schema, at, { examples: false }) ?? '');
  return /^\d+$/.test(text) && mock.validator.accepts(resource.id.schema, text, 'response') ? text : undefined;
}

/** An id whose prefix the client chooses: `generateName` or `name_prefix` beside `name`. */
export function keyBeginning(
  { resource, prefix }: EntityPlace,
  collection: Collection,
  sent: JsonObject,
): string | undefined {
  if (resource.id?.property === undefined || prefix === undefined) return undefined;
  const at = pointerTo(resource.id.property);
  const end = at.lastIndexOf('/');
  const name = withoutSeparators(at.slice(end + 1));
  const beside = Object.entries(asObject(valueAt(sent, at.slice(0, end)) ?? null));
  const chosenPrefix = beside.find(([each]) =>
    [`generate${name}`, `${name}prefix`].includes(withoutSeparators(each)),
  )?.[1];
  if (typeof chosenPrefix !== 'string' || chosenPrefix === '') return undefined;
  const key = `${prefix}${chosenPrefix}${collection.nextId().toString(36).padStart(5, '0')}`;
  return collection.get(key) === undefined ? key : undefined;
}
