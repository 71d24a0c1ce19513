import { type Json, type JsonObject, StandinError } from '../../core/index.ts';
import { pointerTo, type Resource } from '../../resources/index.ts';
import { suggestion } from '../../spec/index.ts';
import type { Transaction } from '../../state/index.ts';
import { isObject, valueAt } from '../../wire/index.ts';
import type { MockContext } from '../model/context.ts';
import { type EntityPlace, keyOf, placeOf, SINGLETON } from '../model/place.ts';
import { markSeeded } from './seeder.ts';

/** Entities by resource name, from a data file: an array for a collection, one object for a singleton. */
export type InitialData = Readonly<Record<string, Json>>;

interface InitialPlace {
  readonly place: EntityPlace;
  readonly entities: readonly (readonly [key: string, value: JsonObject])[];
}

/** Validates a whole data file before any of it is used. Throws `data.invalid` with every fault. */
export function checkedData(mock: MockContext, data: InitialData): readonly InitialPlace[] {
  const faults: string[] = [];
  const laid = Object.entries(data).map(([name, value]) => checkedResource(mock, name, value, faults));
  refuseFaults(faults);
  return laid.filter((each) => each !== undefined);
}

/** Throws `data.invalid` with every fault of a data file; returns where there are none. */
export function refuseFaults(faults: readonly string[]): void {
  if (faults.length === 0) return;
  throw new StandinError(
    'data.invalid',
    `The data does not fit the document:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`,
    { hint: 'Each key is a resource name, each value an array of its entities.' },
  );
}

/** The entities of one resource in a data file, by their keys. */
export interface GivenEntities {
  readonly resource: Resource;
  readonly entities: readonly (readonly [key: string, value: JsonObject])[];
}

/** Checks the entities of one resource against the document. Adds each fault to `faults`. */
export function givenEntities(
  mock: Pick<MockContext, 'model' | 'validator'>,
  name: string,
  value: Json,
  faults: string[],
): GivenEntities | undefined {
  const resource = mock.model.resource(name);
  if (resource === undefined) {
    faults.push(
      `there is no resource \`${name}\`. ${suggestion(
        name,
        mock.model.resources.map((each) => each.name),
      )}`,
    );
    return undefined;
  }
  const list = Array.isArray(value) ? (value as readonly Json[]) : [value];
  const entities = list.flatMap((entity, index) => {
    const violations = isObject(entity) ? mock.validator.value(resource.schema, entity, 'response') : [];
    for (const violation of violations) faults.push(`${name}[${index}]: ${violation.message}`);
    if (!isObject(entity)) faults.push(`${name}[${index}]: is not an object`);
    const { property } = resource.id ?? {};
    const id = property === undefined ? index + 1 : isObject(entity) ? valueAt(entity, pointerTo(property)) : undefined;
    if (id === undefined || id === null) faults.push(`${name}[${index}]: has no \`${property}\``);
    return isObject(entity) ? [[resource.singleton ? SINGLETON : keyOf(id ?? index), entity] as const] : [];
  });
  return { resource, entities };
}

function checkedResource(mock: MockContext, name: string, value: Json, faults: string[]): InitialPlace | undefined {
  const given = givenEntities(mock, name, value, faults);
  if (given === undefined) return undefined;
  const { resource, entities } = given;
  const place = placeOf(mock, resource, {});
  if (place === undefined || place.prefix === undefined)
    faults.push(`${name}: is nested in another resource, which a data file cannot express`);
  return place === undefined ? undefined : { place, entities };
}

/** Stores validated data in place of the seeds of those resources. */
export function layData(laid: readonly InitialPlace[], tx: Transaction): void {
  for (const { place, entities } of laid) {
    const collection = tx.collection(place.collection);
    for (const { key } of collection.query({}).entities) collection.delete(key);
    for (const [key, value] of entities) {
      collection.put(key, value);
      if (/^\d{1,18}$/.test(key)) collection.reserve(BigInt(key));
    }
    markSeeded(tx, place);
  }
}
