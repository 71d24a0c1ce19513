import type { Json, JsonObject } from '../../core/index.ts';
import type { Schema } from '../../spec/index.ts';
import { escapeToken, isArray, isObject, parsePointer, valueAt, withValueAt } from '../../wire/index.ts';
import { hiddenIn } from '../facts/hidden-properties.ts';
import type { MockContext } from '../model/context.ts';
import { schemaAt } from '../model/fields.ts';
import type { EntityPlace } from '../model/place.ts';
import { drawnAround, objectDrawn } from './draw.ts';
import { pathFieldsOf } from './path-fields.ts';

/** Shows an entity in the form of one schema of the document. */
export type Projection = (key: string, value: JsonObject) => Json;

/**
 * Shows entities in the form of another schema (a summary in lists, more detail in a read). Missing
 * properties are drawn. In their own schema they are unchanged.
 */
export function projection(parts: MockContext, place: EntityPlace, schema: Schema): Projection {
  const { properties, open, writeOnly, differs } = parts.fieldsOf(schema);
  const own = parts.api.deref(schema) === parts.api.deref(place.resource.schema);
  // Properties that some branch hides were removed when the entity was stored.
  if (own && (writeOnly.size === 0 || differs)) return (_, value) => value;
  const documented = own || properties.size === 0 || open;
  return (key, value) => {
    const hidden = differs ? hiddenIn(parts, schema, value) : writeOnly;
    const kept = Object.fromEntries(
      Object.entries(value).filter(([name]) => (documented || properties.has(name)) && !hidden.has(name)),
    );
    if (parts.validator.accepts(schema, kept, 'response')) return kept;
    const at = `${place.collection}/${key}`;
    const { direct } = pathFieldsOf(parts, place, key);
    const drawn = drawnAround(parts, schema, at, kept, direct, {
      about: place.resource.singular,
      optional: 'required',
    });
    return drawn ?? kept;
  };
}

/**
 * Puts a value at its pointer in an envelope that is otherwise drawn. The first place of a list (`/data/0`)
 * makes a list with one item.
 */
export function enveloped(
  parts: MockContext,
  schema: Schema,
  pointer: string,
  value: Json,
  at: string,
  optional: 'all' | 'required' = 'required',
): Json {
  const list = pointer.endsWith('/0') ? pointer.slice(0, -2) : undefined;
  const listed = list === undefined ? undefined : schemaAt(parts.fieldsOf, schema, list);
  if (list !== undefined && listed !== undefined && parts.fieldsOf(listed).items !== undefined)
    return enveloped(parts, schema, list, [value], at, optional);
  const [name, ...deeper] = parsePointer(pointer) ?? [];
  if (name === undefined) return value;
  const known = deeper.length === 0 ? { [name]: value } : {};
  const around = (where: string, said: JsonObject): Json | undefined =>
    drawnAround(parts, schema, where, said, {}, { optional });
  const drawn = around(at, known);
  const holder = deeper.length === 0 ? drawn : valueAt(drawn ?? null, pointer.slice(0, pointer.lastIndexOf('/')));
  if (isObject(holder) || isArray(holder)) return withValueAt(drawn ?? {}, pointer, value);
  // A nullable or optional property was drawn as absent, although it must contain the value.
  const property = deeper.length === 0 ? undefined : parts.fieldsOf(schema).properties.get(name);
  const inner =
    property === undefined
      ? {}
      : { [name]: enveloped(parts, property, deeper.map(tokenOf).join(''), value, `${at}/${name}`, optional) };
  const whole = objectDrawn(`${at}/around`, (where) => around(where, { ...known, ...inner }));
  return withValueAt(whole ?? {}, pointer, value);
}

const tokenOf = (name: string): string => `/${escapeToken(name)}`;
