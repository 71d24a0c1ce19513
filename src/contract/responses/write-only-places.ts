import type { Resource, ResourceModel } from '../../resources/index.ts';
import { type Api, combinedOf, isWriteOnly, jsonBodyOf, type Operation, type Schema } from '../../spec/index.ts';
import { escapeToken, parsePointer } from '../../wire/index.ts';

/** A property that the body of a request marks as writeOnly. `place` is its JSON Pointer in the entity. */
export interface WriteOnlyPlace {
  readonly place: string;
  readonly schema: Schema;
}

const DEEPEST = 3;

const ofOperations = new WeakMap<Operation, readonly WriteOnlyPlace[]>();
const ofResources = new WeakMap<Resource, readonly WriteOnlyPlace[]>();

/** The writeOnly properties of the entity that an operation sends. */
export function writeOnlyPlaces(api: Api, model: ResourceModel, operation: Operation): readonly WriteOnlyPlace[] {
  const known = ofOperations.get(operation);
  if (known !== undefined) return known;
  const whole = jsonBodyOf(operation)?.schema;
  const entities = whole === undefined ? [] : listedAt(api, whole, model.roleOf(operation).requestEntity ?? '');
  const places = entities.flatMap((each) => placesIn(api, each, '', 0));
  ofOperations.set(operation, places);
  return places;
}

/** The same for all operations of a resource. */
export function writeOnlyPlacesOf(api: Api, model: ResourceModel, resource: Resource): readonly WriteOnlyPlace[] {
  const known = ofResources.get(resource);
  if (known !== undefined) return known;
  const own = api.operations.filter((each) => model.roleOf(each).resource === resource);
  const places = own.flatMap((each) => writeOnlyPlaces(api, model, each));
  ofResources.set(resource, places);
  return places;
}

function placesIn(api: Api, schema: Schema, above: string, depth: number): readonly WriteOnlyPlace[] {
  if (depth > DEEPEST) return [];
  return membersOf(api, schema).flatMap(([name, member]) => {
    const place = `${above}/${escapeToken(name)}`;
    return isWriteOnly(api, member) ? [{ place, schema: member }] : placesIn(api, member, place, depth + 1);
  });
}

/** The properties of a schema and of all its branches. */
function membersOf(api: Api, schema: Schema): readonly (readonly [string, Schema])[] {
  return combinedOf(api, schema).flatMap(({ properties }) => Object.entries(properties ?? {}));
}

/** The schemas by which a document lists what is at a place; none if no property has its name. */
export function listedAt(api: Api, schema: Schema, pointer: string): readonly Schema[] {
  const tokens = parsePointer(pointer) ?? [];
  return tokens.reduce<readonly Schema[]>(
    (schemas, token) =>
      schemas.flatMap((each) => membersOf(api, each).flatMap(([name, member]) => (name === token ? [member] : []))),
    [schema],
  );
}
