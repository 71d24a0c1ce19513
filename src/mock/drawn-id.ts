import type { Json } from '../core/index.ts';
import type { Resource } from '../resources/index.ts';
import type { Schema, SchemaObject } from '../spec/index.ts';
import type { Parts } from './parts.ts';

/** How many different ids a schema has at most, where that can be counted. */
export function countOfIds(parts: Pick<Parts, 'api'>, id: Schema): number {
  const schema = parts.api.deref(id);
  if (typeof schema === 'boolean') return Number.POSITIVE_INFINITY;
  const all = (schema.allOf ?? []).map((each) => countOfIds(parts, each));
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

/** An id by its schema and its name, in a form that a person can type into a path where the schema lets it: without blanks, slashes and the like. */
export function drawnId(parts: Parts, resource: Resource, at: string): Json | undefined {
  const { id } = resource;
  if (id === undefined) return undefined;
  const name = (id.property ?? id.parameter).replace(/^.*\//, '');
  const number = countedId(parts, resource, at);
  if (number !== undefined) return number;
  const drawn = drawnValue(parts, resource, id.schema, name, at);
  if (typeof drawn !== 'string' || /^[\w.~@:+-]+$/.test(drawn)) return drawn;
  const typeable = drawn
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  return typeable !== '' && parts.validator.accepts(id.schema, typeable, 'response') ? typeable : drawn;
}

/** Draws in which an id that may be null is to be something. */
const MOST_DRAWS = 8;

/** What may be null names nothing while it is. */
function drawnValue(parts: Parts, { singular }: Resource, schema: Schema, name: string, at: string): Json | undefined {
  for (let turn = 0; turn < MOST_DRAWS; turn += 1) {
    const where = { seed: parts.options.seed, at: turn === 0 ? at : `${at}/${turn}` };
    const drawn = parts.generator.value(schema, where, { name, about: singular, examples: false });
    if (!drawn.ok) return undefined;
    if (drawn.value !== null) return drawn.value;
  }
  return undefined;
}

/** Digits, where another path takes nothing else for the same items. */
function countedId(parts: Parts, resource: Resource, at: string): string | undefined {
  const schema = parts.countedIdOf(resource);
  if (schema === undefined || resource.id === undefined) return undefined;
  const drawn = parts.generator.value(schema, { seed: parts.options.seed, at }, { examples: false });
  const text = drawn.ok ? String(drawn.value) : '';
  return /^\d+$/.test(text) && parts.validator.accepts(resource.id.schema, text, 'response') ? text : undefined;
}
