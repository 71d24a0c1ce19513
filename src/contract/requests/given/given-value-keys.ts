import {
  type Api,
  nearestName,
  type Operation,
  type Schema,
  suggestion,
  templateNames,
  wordsOf,
} from '../../../spec/index.ts';
import { repeatedNames } from '../path-values.ts';
import { takesOtherProperties } from '../required-names.ts';
import { bodyProperties, bodySchemaOf, propertyOf, schemaInBody } from '../value-places.ts';
import { type GivenValue, type GivenValueDependencies, type GivenValues, invalid, unfit } from './given-value.ts';

/** Values for single places: by operation, then by place, such as `/body/name`. */
export type ExactValues = ReadonlyMap<Operation, ReadonlyMap<string, GivenValue>>;

/** Values for one place of one operation. */
export function exactValues(given: GivenValues, dependencies: GivenValueDependencies): ExactValues {
  const found = new Map<Operation, Map<string, GivenValue>>();
  for (const [key, value] of Object.entries(given)) {
    const hash = key.indexOf('#/');
    if (hash < 0) continue;
    const name = key.slice(0, hash);
    const place = key.slice(hash + 1);
    const operation = dependencies.api.operations.find(
      ({ id, method, path }) => id === name || `${method} ${path}` === name,
    );
    if (operation === undefined)
      throw invalid(
        key,
        'names an operation that the document does not have.',
        suggestion(
          name,
          dependencies.api.operations.map(({ id }) => id),
        ),
      );
    const schema = schemaOfPlace(key, place, operation, dependencies.api);
    // An invalid value would make every request invalid.
    const wrong = schema === undefined ? undefined : unfit(value, schema, dependencies);
    if (wrong !== undefined) throw invalid(key, wrong, 'Write one that fits the schema.');
    const names = templateNames(operation.path);
    const repeated = repeatedNames(value).find((each) => !names.includes(each));
    if (repeated !== undefined)
      throw invalid(
        key,
        `repeats the path parameter ${repeated}, which ${operation.id} does not have.`,
        suggestion(repeated, names),
      );
    const places = found.get(operation) ?? new Map<string, GivenValue>();
    places.set(place, value);
    found.set(operation, places);
  }
  return found;
}

function schemaOfPlace(key: string, place: string, operation: Operation, api: Api): Schema | undefined {
  if (place.startsWith('/body/')) {
    const schema = bodySchemaOf(operation);
    if (schema === undefined)
      throw invalid(
        key,
        `is for a JSON body, which ${operation.id} does not have.`,
        'Name a place that the document has.',
      );
    const pointer = place.slice('/body'.length);
    const found = schemaInBody(api, schema, pointer);
    const end = pointer.lastIndexOf('/');
    const parent = schemaInBody(api, schema, pointer.slice(0, end));
    const known =
      found !== undefined || parent === undefined ? [] : bodyProperties(api, parent).map(({ name }) => name);
    const name = pointer.slice(end + 1);
    // A name that begins like a known one and differs in a few letters is a slip.
    const nearest = nearestName(name, known);
    const isSlip = nearest?.charAt(0).toLowerCase() === name.charAt(0).toLowerCase() && !isPartOf(name, nearest);
    const isOther = end === 0 && takesOtherProperties(api, operation) && !isSlip;
    if (known.length > 0 && !isOther)
      throw invalid(
        key,
        `names a property that the body of ${operation.id} does not have.`,
        suggestion(name, [...new Set(known)]),
      );
    return found;
  }
  const parameter = operation.parameters.find(({ in: where, name }) => place === `/${where}/${name}`);
  const known = operation.parameters.map(({ in: where, name }) => `/${where}/${name}`);
  if (parameter === undefined)
    throw invalid(key, `names a place that ${operation.id} does not have.`, suggestion(place, [...known, '/body/…']));
  return parameter.schema;
}

/** Values for a name, in all places with that name. */
export function looseValues(
  given: GivenValues,
  { api, model }: GivenValueDependencies,
): ReadonlyMap<string, GivenValue> {
  const keys = Object.entries(given).filter(([key]) => !key.includes('#/'));
  if (keys.length === 0) return new Map();
  const names = new Set(api.operations.flatMap(({ parameters }) => parameters.map(({ name }) => name)));
  const owned = new Set<string>();
  for (const operation of api.operations) {
    const schema = bodySchemaOf(operation);
    if (schema === undefined) continue;
    const resource = model.roleOf(operation).resource?.name;
    for (const { name, owners } of bodyProperties(api, schema)) {
      names.add(name);
      for (const owner of owners) owned.add(`${owner}.${name}`);
      if (resource !== undefined && propertyOf(api, schema, name) !== undefined) owned.add(`${resource}.${name}`);
    }
  }
  for (const [key] of keys) {
    if (names.has(key) || owned.has(key)) continue;
    throw invalid(
      key,
      'names no parameter and no property of a request body.',
      suggestion(key, [...(key.includes('.') ? owned : names)]),
    );
  }
  return new Map(keys);
}

/** Whether a name has fewer words than another, and each is one of its: `collection` beside `collection_one`. */
function isPartOf(name: string, other: string): boolean {
  const [own, others] = [wordsOf(name), wordsOf(other)];
  return own.length < others.length && own.every((word) => others.includes(word));
}
