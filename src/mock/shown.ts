import type { Json, JsonObject } from '../core/index.ts';
import type { Schema } from '../spec/index.ts';
import { parsePointer, withValueAt } from '../wire/index.ts';
import { decidedFields } from './decided.ts';
import { drawnAround } from './draw.ts';
import type { Parts } from './parts.ts';
import type { Place } from './place.ts';

/** The entity in the form of another schema of the document (a summary in lists, more detail in a read): fields that it lacks are drawn. */
export function projected(parts: Parts, place: Place, key: string, value: JsonObject, schema: Schema): Json {
  const { properties, open, writeOnly } = parts.fieldsOf(schema);
  const own = parts.api.deref(schema) === parts.api.deref(place.resource.schema);
  if (own && writeOnly.size === 0) return value;
  const documented = own || properties.size === 0 || open;
  const kept = Object.fromEntries(
    Object.entries(value).filter(([name]) => (documented || properties.has(name)) && !writeOnly.has(name)),
  );
  if (parts.validator.accepts(schema, kept, 'response')) return kept;
  const drawn = drawnAround(
    parts,
    schema,
    `${place.collection}/${key}`,
    kept,
    decidedFields(parts, place, key).direct,
    { about: place.resource.singular, optional: 'required' },
  );
  return drawn ?? kept;
}

/** Puts a value at its pointer in an envelope that is otherwise drawn from the schema. */
export function enveloped(
  parts: Parts,
  schema: Schema,
  pointer: string,
  value: Json,
  at: string,
  optional: 'all' | 'required' = 'required',
): Json {
  const [name, ...deeper] = parsePointer(pointer) ?? [];
  if (name === undefined) return value;
  const known = deeper.length === 0 ? { [name]: value } : {};
  return withValueAt(drawnAround(parts, schema, at, known, {}, { optional }) ?? {}, pointer, value);
}
