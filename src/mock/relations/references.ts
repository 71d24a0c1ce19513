import type { Json } from '../../core/index.ts';
import {
  clusterKey,
  existingNouns,
  isRefusedIn,
  isWriting,
  namesExisting,
  nounsRequiredBy,
  pointerTo,
  type Resource,
  type ResourceModel,
  referenceRule,
  refusalOfUnknown,
  refusalOfValues,
  stateFrom,
} from '../../resources/index.ts';
import { type Api, jsonBodyOf, type Operation, propertiesOf } from '../../spec/index.ts';
import type { Transaction } from '../../state/index.ts';
import { isArray, parsePointer, valueAt } from '../../wire/index.ts';
import type { MockContext, RequestContext } from '../model/context.ts';
import type { Demands, NamedPlace } from '../model/operation-plan.ts';
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
  const namedAt = (pointer: string, other: Resource): NamedPlace => {
    const limit = referenceRule({ api, model }, operation, other, textOf(pointer));
    if (limit === undefined || limit.rule.guessed === true) return { pointer, resource: other };
    const documented = ['409', '422', '400'].find((each) => operation.responses.some((one) => one.status === each));
    const refusal = limit.rule.status ?? documented;
    return {
      pointer,
      resource: other,
      ...(refusal === undefined ? {} : { refused: { ...limit, status: Number(refusal) } }),
    };
  };
  const known = resource.relations.flatMap(({ pointer, resource: name }) => {
    const other = model.resource(name);
    if (!isNamed(other) || pointer.endsWith('*')) return [];
    const place = `${requestEntity}${pointer}`;
    return ofUnknown === undefined && !namesExisting(textOf(place)) ? [] : [namedAt(place, other)];
  });
  const described = Object.keys(properties).flatMap((name) => {
    const place = pointerTo(name);
    const nouns = [...existingNouns(textOf(place), name), ...nounsRequiredBy(operation, name)];
    const [other] = nouns.flatMap((noun) => model.resources.find((each) => isCalled(each, noun)) ?? []);
    const isThere = known.some(({ pointer }) => pointer === place);
    return !isNamed(other) || isThere ? [] : [namedAt(place, other)];
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
  readonly named: NamedPlace;
  readonly place: EntityPlace;
  readonly id: Json;
}> {
  if (plan.demands === undefined || body.kind !== 'parsed') return;
  for (const named of plan.demands.named) {
    const value = valueAt(body.value, named.pointer) ?? inPlaceOf(body.value, named.pointer);
    const place = placeOf(mock, named.resource, {});
    for (const id of isArray(value) ? value : [value]) {
      if (id === undefined || id === null || typeof id === 'object' || place?.prefix !== '') continue;
      yield { named, place, id };
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

/** The refusal of a reference to a record that does not exist, or that is in a state in which it cannot be named, if the document has one. */
export function refusedReference(
  mock: MockContext,
  context: RequestContext,
  tx: Transaction,
): { readonly refusal: Refusal } | undefined {
  const { demands } = context.plan;
  if (demands === undefined || mock.options.unknown === 'materialise') return undefined;
  for (const { named, place, id } of namedIn(mock, context)) {
    const { pointer, resource, refused } = named;
    const entity = tx.collection(place.collection).get(keyOf(id));
    const called = `${resource.singular} ${JSON.stringify(keyOf(id))}, which ${pointer.slice(1)} names`;
    if (entity === undefined) return { refusal: refuse(demands.status, `There is no ${called}.`) };
    const state =
      refused === undefined
        ? undefined
        : stateFrom(refused.states, valueAt(entity.value, pointerTo(refused.states.property)));
    if (refused !== undefined && isRefusedIn(refused.rule, state))
      return {
        refusal: refuse(refused.status, `The ${called}, has \`${refused.states.property}\` ${JSON.stringify(state)}.`),
      };
  }
  return undefined;
}
