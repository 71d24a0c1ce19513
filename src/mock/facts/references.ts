import type { Json } from '../../core/index.ts';
import {
  clusterKey,
  existingNoun,
  isWriting,
  namesExisting,
  pointerTo,
  type Resource,
  type ResourceModel,
  refusalOfUnknown,
  refusalOfValues,
} from '../../resources/index.ts';
import { type Api, jsonBodyOf, type Operation, propertiesOf } from '../../spec/index.ts';
import type { Transaction } from '../../state/index.ts';
import { isArray, parsePointer, valueAt } from '../../wire/index.ts';
import type { MockContext, RequestContext } from '../model/context.ts';
import type { Demands } from '../model/operation-plan.ts';
import { type EntityPlace, keyOf, placeOf } from '../model/place.ts';
import { type Refusal, refuse } from '../model/refusal.ts';

/** The references that the document promises to verify; undefined if it promises none. */
export function demandsOf(operation: Operation, api: Api, model: ResourceModel): Demands | undefined {
  const { kind, resource, requestEntity } = model.roleOf(operation);
  if (resource === undefined || requestEntity === undefined || !isWriting(kind)) return undefined;
  const ofUnknown = refusalOfUnknown(operation, api);
  const status = ofUnknown ?? refusalOfValues(operation);
  if (status === undefined) return undefined;
  const properties = propertiesOf(api, jsonBodyOf(operation)?.schema ?? true);
  const textOf = (pointer: string): string => {
    const own = properties[parsePointer(pointer)?.[0] ?? '']?.schema;
    return typeof own === 'object' ? (own.description ?? '') : '';
  };
  const isNamed = (other: Resource | undefined): other is Resource =>
    other?.enumerable === true && other !== resource && other.id?.property !== undefined;
  const known = resource.relations.flatMap(({ pointer, resource: name }) => {
    const other = model.resource(name);
    if (!isNamed(other) || pointer.endsWith('*')) return [];
    const place = `${requestEntity}${pointer}`;
    return ofUnknown === undefined && !namesExisting(textOf(place)) ? [] : [[place, other] as const];
  });
  const described = Object.keys(properties).flatMap((name) => {
    const place = pointerTo(name);
    const noun = existingNoun(textOf(place));
    const other = noun === undefined ? undefined : model.resources.find((each) => isCalled(each, noun));
    const isThere = known.some(([pointer]) => pointer === place);
    return !isNamed(other) || isThere ? [] : [[place, other] as const];
  });
  const named = [...known, ...described];
  return named.length === 0 ? undefined : { status: Number(status), named };
}

function isCalled({ singular, singleton }: Resource, noun: string): boolean {
  return !singleton && clusterKey(singular) === clusterKey(noun);
}

/** The places of the records that a request names. */
function* namedIn(
  mock: MockContext,
  { plan, request: { body } }: RequestContext,
): Generator<{
  readonly pointer: string;
  readonly resource: Resource;
  readonly place: EntityPlace;
  readonly id: Json;
}> {
  if (plan.demands === undefined || body.kind !== 'parsed') return;
  for (const [pointer, resource] of plan.demands.named) {
    const value = valueAt(body.value, pointer) ?? inPlaceOf(body.value, pointer);
    const place = placeOf(mock, resource, {});
    for (const id of isArray(value) ? value : [value]) {
      if (id === undefined || id === null || typeof id === 'object' || place?.prefix !== '') continue;
      yield { pointer, resource, place, id };
    }
  }
}

/** The id in a body that stands where the entity shows the object around it: `owner: 7` for `owner/id`. */
function inPlaceOf(body: Json, pointer: string): Json | undefined {
  const holder = pointer.slice(0, pointer.lastIndexOf('/'));
  return holder === '' ? undefined : valueAt(body, holder);
}

/** The places whose seeds must be laid before references can be verified. */
export function placesNamed(mock: MockContext, context: RequestContext): readonly EntityPlace[] {
  return context.plan.demands === undefined ? [] : [...namedIn(mock, context)].map(({ place }) => place);
}

/** The refusal of a reference to a record that does not exist, if the document has one. */
export function missingReference(
  mock: MockContext,
  context: RequestContext,
  tx: Transaction,
): { readonly refusal: Refusal } | undefined {
  const { demands } = context.plan;
  if (demands === undefined || mock.options.unknown === 'materialise') return undefined;
  for (const { pointer, resource, place, id } of namedIn(mock, context)) {
    if (tx.collection(place.collection).get(keyOf(id)) !== undefined) continue;
    const name = pointer.slice(1);
    const message = `There is no ${resource.singular} ${JSON.stringify(keyOf(id))}, which ${name} names.`;
    return { refusal: refuse(demands.status, message) };
  }
  return undefined;
}
