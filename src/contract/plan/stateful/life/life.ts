import type { HttpRequest, Json, JsonObject } from '../../../../core/index.ts';
import { pointerTo, type Resource } from '../../../../resources/index.ts';
import type { Operation } from '../../../../spec/index.ts';
import { isArray, valueAt } from '../../../../wire/index.ts';
import { type CaseContext, type ExchangeResult, isSuccess, jsonOf } from '../../../model/case-context.ts';
import type { StepEnd } from '../../../model/step-end.ts';
import { bodyAsObject } from '../../../requests/draw-request.ts';
import type { TargetPlace } from '../../../requests/locations.ts';
import { renameParameters } from '../../../resource-index/paths.ts';

/** The state of a life cycle: the item, and what was last sent and seen. */
export interface Life {
  path?: Readonly<Record<string, Json>>;
  /** The path of the collection in which it was created, and its parameters. */
  scope?: { readonly template: string; readonly path: Readonly<Record<string, Json>> };
  id?: Json;
  /** Why later steps are skipped. */
  over?: string;
  sent?: JsonObject;
  /** Makes drawn values differ from those of an earlier run. */
  apart?: string;
  /** The request that created it. */
  creation?: HttpRequest;
  /** That request had only the required parts. */
  isLeast?: boolean;
  /** The body that created the item. */
  body?: Json;
  seen?: Json;
  /** The operation that created it. Its credential may read the item. */
  maker?: Operation;
  earlier: Json[];
  /** The item in the answer to the last update. */
  answered?: Json | undefined;
  /** The last update was refused. */
  unchanged?: boolean;
  /** The last answer was invalid, so it is not compared with others. */
  faulty?: boolean;
  /** The whole list as last read. */
  listed?: readonly Json[];
  deletion?: ExchangeResult;
  /** A read has shown the item after its delete. */
  remains?: boolean;
  /** The create was answered with 202, so the item may appear later. */
  slow: boolean;
  /** That answer shows a job, which may fail, and not the item. */
  byJob?: boolean;
  /** The last update was answered with 202, so its effect may come later. */
  accepted?: boolean;
  location?: TargetPlace;
}

/** One step of a life cycle. */
export type LifeAct = (caseContext: CaseContext, life: Life) => Promise<StepEnd>;

/**
 * Parameters for the path of the item's collection. If the item was created there, they are those of the
 * create, because the item's own path may lack them or use other names.
 */
export function lifeCollectionOf(
  { path, scope }: Life,
  resource: Resource,
  operation: Operation,
): Readonly<Record<string, Json>> {
  return scope?.template === operation.path ? scope.path : renameParameters(path, resource.itemPath, operation.path);
}

/**
 * Path parameters for an operation on the item. A path with other parents than the item's own one
 * (`/customers/{customer}/cards/{id}` for `/cards/{id}`) has those that the item names; returns the reason
 * if it names none.
 */
export function lifePathOf(
  caseContext: CaseContext,
  operation: Operation,
  { path = {}, seen }: Life,
): Readonly<Record<string, Json>> | string {
  const found: Record<string, Json> = { ...path };
  for (const { parameter, home, property } of caseContext.model.roleOf(operation).scope ?? []) {
    if (home !== undefined || property === undefined || seen === undefined || Object.hasOwn(found, parameter)) continue;
    const value = valueAt(seen, pointerTo(property));
    if (value === undefined || value === null || typeof value === 'object')
      return `the item does not say what its ${parameter} is`;
    found[parameter] = value;
  }
  return found;
}

/** Ends a life cycle: the remaining steps are skipped. */
export function endLife(life: Life, end: StepEnd, why?: string): StepEnd {
  life.over = why ?? ('reason' in end ? end.reason : 'an earlier step failed');
  return end;
}

/** The item in a successful answer. */
export function lifeEntityOf(caseContext: CaseContext, operation: Operation, answer: ExchangeResult): Json | undefined {
  if (!isSuccess(answer)) return undefined;
  const role = caseContext.model.roleOf(operation);
  const body = jsonOf(answer.exchange);
  const at = role.responseEntity;
  if (body === undefined || at === undefined || isArray(body)) return undefined;
  return at === '' ? body : bodyAsObject(body)?.[at.slice(1)];
}
