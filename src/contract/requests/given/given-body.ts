import type { Json } from '../../../core/index.ts';
import type { Where } from '../../../generation/index.ts';
import type { Operation, Schema } from '../../../spec/index.ts';
import { isArray, isObject, valueAt, withValueAt } from '../../../wire/index.ts';
import { hasRepeated } from '../path-values.ts';
import { bodySchemaOf, eachPlace, propertyOf, schemaInBody } from '../value-places.ts';
import { fits, type GivenValue, type GivenValueDependencies, valueFor } from './given-value.ts';
import type { ExactValues } from './given-value-keys.ts';

/** The body of a request, and the places in it that may get a given value. */
export interface DrawnBody {
  readonly operation: Operation;
  readonly value: Json;
  readonly where: Where;
  readonly isFree: (place: string) => boolean;
}

/** Fills given values into bodies: first those for a name, if they fit, then those for one place. */
export function createBodyFiller(
  exact: ExactValues,
  loose: ReadonlyMap<string, GivenValue>,
  dependencies: GivenValueDependencies,
): (body: DrawnBody) => Json {
  const { api, model, validator } = dependencies;
  return (body) => {
    const { operation, where, isFree } = body;
    const schema = bodySchemaOf(operation);
    const named = schema === undefined || loose.size === 0 ? body.value : byName(body, body.value, schema, '');
    return [...(exact.get(operation) ?? [])].reduce((left, [place, value]) => {
      if (!place.startsWith('/body/') || !isFree(place)) return left;
      const at = place.slice('/body'.length);
      const rule = schema === undefined ? undefined : schemaInBody(api, schema, at);
      return eachPlace(left, at).reduce((whole, pointer) => {
        const parent = pointer.slice(0, pointer.lastIndexOf('/'));
        if (valueAt(whole, parent) === undefined) return whole;
        return withValueAt(whole, pointer, valueFor(value, dependencies, { operation, schema: rule, pointer, where }));
      }, left);
    }, named);
  };

  function byName(body: DrawnBody, value: Json, rule: Schema, pointer: string): Json {
    if (isArray(value)) {
      const items = schemaInBody(api, rule, '/*');
      return items === undefined ? value : value.map((each, index) => byName(body, each, items, `${pointer}/${index}`));
    }
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, memberByName(body, member, { name, rule, pointer })]),
    );
  }

  function memberByName(
    body: DrawnBody,
    member: Json,
    { name, rule, pointer }: { readonly name: string; readonly rule: Schema; readonly pointer: string },
  ): Json {
    const { operation, where, isFree } = body;
    const place = propertyOf(api, rule, name);
    const at = `${pointer}/${name}`;
    const resource = pointer === '' ? model.roleOf(operation).resource?.name : undefined;
    const keys = [...(place?.owners ?? []), ...(resource === undefined ? [] : [resource])].map(
      (owner) => `${owner}.${name}`,
    );
    const matching = [...keys, name]
      .map((key) => loose.get(key))
      .find((each) => each !== undefined && hasRepeated(each, operation));
    if (matching !== undefined && isFree(`/body${at}`)) {
      const made = valueFor(matching, dependencies, { operation, schema: place?.schema, pointer: at, where });
      if (place === undefined || fits(validator, place.schema, made)) return made;
    }
    return place === undefined ? member : byName(body, member, place.schema, at);
  }
}
