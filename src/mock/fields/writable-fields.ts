import type { Json, JsonObject } from '../../core/index.ts';
import type { Resource } from '../../resources/index.ts';
import type { Schema } from '../../spec/index.ts';
import { isObject, setOwn } from '../../wire/index.ts';
import { hiddenIn } from '../facts/hidden-properties.ts';
import type { MockContext } from '../model/context.ts';
import { asObject } from '../model/object.ts';

/**
 * The properties of a sent entity that may be stored, at every depth. `readOnly` ones are ignored, because
 * the server sets them. `writeOnly` ones must never be returned. Undocumented names are dropped unless the
 * schema allows others. A property that the request's own schema has without `readOnly` may be set,
 * regardless of the entity's schema (`PATCH /orders/{id}` that sets `status`). A property that only the
 * operation's own answer shows is kept for that answer.
 */
export function acceptedFields(
  mock: MockContext,
  { schema }: Resource,
  sent: JsonObject,
  { requested, shownAlone = [] }: { readonly requested: Schema | undefined; readonly shownAlone?: readonly string[] },
): JsonObject {
  const kept = asObject(writablePart(mock, schema, sent, requested === schema ? undefined : requested));
  const others = shownAlone.filter((name) => Object.hasOwn(sent, name));
  return others.length === 0
    ? kept
    : { ...Object.fromEntries(others.map((name) => [name, sent[name] ?? null])), ...kept };
}

function writablePart(mock: MockContext, schema: Schema, value: Json, requested?: Schema): Json {
  if (typeof value !== 'object' || value === null) return value;
  const form = onlyForm(mock, schema, value);
  if (form !== undefined) return writablePart(mock, form, value, requested);
  const { properties, required, open, readOnly, items } = mock.fieldsOf(schema);
  const requestFields = requested === undefined ? undefined : mock.fieldsOf(requested);
  const isServers = (name: string): boolean =>
    readOnly.has(name) &&
    (requestFields === undefined || !requestFields.properties.has(name) || requestFields.readOnly.has(name));
  if (!isObject(value))
    return items === undefined
      ? value
      : value.map((each: Json) => writablePart(mock, items, each, requestFields?.items));
  // An object without a description may hold anything.
  if (properties.size === 0) return value;
  const writeOnly = hiddenIn(mock, schema, value);
  const kept: Record<string, Json> = {};
  for (const name of Object.keys(value)) {
    const each = value[name] ?? null;
    const property = properties.get(name);
    if (property === undefined) {
      // A required name is documented, even without a schema.
      if (open || required.has(name)) setOwn(kept, name, each);
    } else if (!isServers(name) && !writeOnly.has(name))
      setOwn(kept, name, writablePart(mock, property, each, requestFields?.properties.get(name)));
  }
  return isOfSomeForm(mock, schema, value, kept)
    ? Object.fromEntries(Object.entries(value).filter(([name]) => !isServers(name) && !writeOnly.has(name)))
    : kept;
}

/** The only branch that a value fits, of a schema that is nothing but branches. Merged, the properties of other branches would stand for its own. */
function onlyForm(mock: MockContext, schema: Schema, value: Json): Schema | undefined {
  const target = mock.api.deref(schema);
  if (typeof target === 'boolean' || (target.properties ?? target.allOf) !== undefined) return undefined;
  const branches = target.oneOf ?? target.anyOf ?? [];
  if (branches.length < 2) return undefined;
  const [form, ...others] = branches.filter((each) => mock.validator.accepts(each, value, 'response'));
  return others.length === 0 ? form : undefined;
}

/**
 * Whether a value fits one branch of several, and would not without a property that is hidden in another
 * branch.
 */
function isOfSomeForm(mock: MockContext, schema: Schema, value: JsonObject, kept: JsonObject): boolean {
  const target = mock.api.deref(schema);
  if (typeof target === 'boolean' || (target.oneOf ?? target.anyOf) === undefined) return false;
  const { accepts } = mock.validator;
  return !accepts(schema, kept, 'response') && accepts(schema, value, 'response');
}

/**
 * Drops properties whose request schema differs from that of the entity (`managers`: names in, people out).
 */
export function fittingFields(mock: MockContext, schema: Schema, value: JsonObject): JsonObject {
  const { properties } = mock.fieldsOf(schema);
  return Object.fromEntries(
    Object.entries(value).filter(([name, each]) => {
      const property = properties.get(name);
      return property === undefined || mock.validator.accepts(property, each, 'response');
    }),
  );
}
