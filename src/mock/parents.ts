import type { Json } from '../core/index.ts';
import type { Resource } from '../resources/index.ts';
import type { Transaction } from '../state/index.ts';
import type { Asked, Parts } from './parts.ts';
import { keyOf, type Place, placeOf } from './place.ts';
import { type Refusal, refuse } from './refusal.ts';
import type { SeedsOf } from './seeds.ts';
import { type Steps, wait } from './steps.ts';

type Values = Readonly<Record<string, Json>>;

/** The parameters of a request's path under the names that the resource's own path gives them. */
function homeValues(asked: Asked): Values {
  const renamed = (asked.role.scope ?? []).flatMap(({ parameter, home }) => {
    const value = asked.parameters.path[parameter];
    return home === undefined || home === parameter || value === undefined ? [] : [[home, value] as const];
  });
  return renamed.length === 0 ? asked.parameters.path : { ...asked.parameters.path, ...Object.fromEntries(renamed) };
}

interface Parent {
  readonly resource: Resource;
  readonly place: Place;
  /** Path parameter that names it, and its value there. */
  readonly parameter: string;
  readonly id: Json;
}

const DEEPEST = 8;

/** What the path says that the resource is nested in, innermost first. */
function* parentsOf(parts: Parts, resource: Resource, values: Values): Generator<Parent, void, void> {
  let child: Resource | undefined = resource;
  for (let depth = 0; child?.parent !== undefined && depth < DEEPEST; depth += 1) {
    const { parameter } = child.parent;
    const parent: Resource | undefined = parts.model.resource(child.parent.resource);
    const place: Place | undefined = parent === undefined ? undefined : placeOf(parts, parent, values);
    // The path of the collection may call the parent by another name than that of the item.
    const id = values[parameter] ?? values[parts.homesOf(child).at(-1)?.parameter ?? ''];
    if (parent !== undefined && place !== undefined && id !== undefined)
      yield { resource: parent, place, parameter, id };
    child = parent;
  }
}

/** The places of all that a request's resource is nested in, outermost first, and last its own where the path names one. */
export function placesToSeed(
  parts: Parts,
  asked: Asked,
  own: Place | undefined,
  seedsOf: SeedsOf,
): readonly { readonly place: Place; readonly begins: () => boolean }[] {
  const { resource } = asked.role;
  if (resource === undefined) return [];
  const values = homeValues(asked);
  const outer = [...parentsOf(parts, resource, values)].map(({ place }) => place).reverse();
  return [...outer, ...(own === undefined ? [] : [own])].map((place) => ({
    place,
    begins: () => isSeededScope(parts, place.resource, values, seedsOf),
  }));
}

/** Whether a place has seeds: in what a client made, there is only what clients can make. */
function isSeededScope(parts: Parts, resource: Resource, values: Values, seedsOf: SeedsOf): boolean {
  if (!parts.operationsAt(resource.collectionPath).some(({ method }) => method === 'POST')) return true;
  for (const parent of parentsOf(parts, resource, values)) {
    if (!parent.resource.enumerable || parent.place.prefix === undefined) continue;
    if (!seedsOf(parent.place).some(({ id }) => id === keyOf(parent.id))) return false;
  }
  return true;
}

/** A nested collection of a parent that does not exist is not there either. */
export function* missingParent(
  parts: Parts,
  asked: Asked,
  tx: Transaction,
): Steps<{ readonly refusal: Refusal } | undefined> {
  const { resource } = asked.role;
  if (resource === undefined || parts.options.unknown === 'materialise') return undefined;
  const parent = parentsOf(parts, resource, homeValues(asked)).next().value;
  if (parent === undefined || !parent.resource.enumerable || parent.resource.singleton) return undefined;
  if (parent.place.prefix === undefined || parent.parameter !== resource.parent?.parameter) return undefined;
  // An id that no entity shows can be any.
  if (parent.resource.id?.property === undefined) return undefined;
  const entity = yield* wait(tx.collection(parent.place.collection).get(parent.place.prefix + keyOf(parent.id)));
  if (entity !== undefined) return undefined;
  const shown = asked.role.scope?.find(({ home }) => home === parent.parameter)?.parameter ?? parent.parameter;
  return {
    refusal: refuse(404, `There is no ${parent.resource.singular} with ${shown} ${JSON.stringify(keyOf(parent.id))}.`),
  };
}
