import type { HttpRequest, Json, JsonObject } from '../../../../core/index.ts';
import type { Resource } from '../../../../resources/index.ts';
import type { Operation } from '../../../../spec/index.ts';
import { isArray } from '../../../../wire/index.ts';
import { type CaseContext, type Exchanged, isSuccess, jsonOf } from '../../../model/case-context.ts';
import type { StepEnd } from '../../../model/step-end.ts';
import { bodyAsObject } from '../../../requests/draw-request.ts';
import type { TargetPlace } from '../../../requests/locations.ts';
import { renamed } from '../../../resource-index/paths.ts';

/** What a life has come to: the item, what was last sent to it and last seen of it. */
export interface Life {
  path?: Readonly<Record<string, Json>>;
  /** Where it was created: the path of the collection, and what filled it. */
  scope?: { readonly template: string; readonly path: Readonly<Record<string, Json>> };
  id?: Json;
  /** Set where later steps make no sense any more. */
  over?: string;
  sent?: JsonObject;
  /** Keeps drawn values apart from those that an earlier run left behind. */
  apart?: string;
  /** What created it, with everything that may be sent. */
  creation?: HttpRequest;
  seen?: Json;
  /** The operation that created it: its caller may read it. */
  maker?: Operation;
  earlier: Json[];
  /** The item as the last update answered with it. */
  answered?: Json | undefined;
  /** The last update was refused. */
  unchanged?: boolean;
  /** An answer that is wrong in itself is not compared with others. */
  faulty?: boolean;
  /** The whole list, when it was last looked at. */
  listed?: readonly Json[];
  deletion?: Exchanged;
  /** The create was answered 202: it may take a while. */
  slow: boolean;
  location?: TargetPlace;
}

/** What one step of a life does. */
export type LifeAct = (stage: CaseContext, life: Life) => Promise<StepEnd>;

/**
 * What fills the path of the collection that an item is in. Where it was created there, that is what it was created with: the item's
 * own path may not name it, or call another by that name.
 */
export function lifeCollectionOf(
  { path, scope }: Life,
  resource: Resource,
  operation: Operation,
): Readonly<Record<string, Json>> {
  return scope?.template === operation.path ? scope.path : renamed(path, resource.itemPath, operation.path);
}

/** Ends a life: the steps that follow are skipped. */
export function over(life: Life, end: StepEnd, why?: string): StepEnd {
  life.over = why ?? ('reason' in end ? end.reason : 'an earlier step failed');
  return end;
}

/** The item in a successful answer. */
export function lifeEntityOf(stage: CaseContext, operation: Operation, answer: Exchanged): Json | undefined {
  if (!isSuccess(answer)) return undefined;
  const role = stage.model.roleOf(operation);
  const body = jsonOf(answer.seen);
  const at = role.responseEntity;
  if (body === undefined || at === undefined || isArray(body)) return undefined;
  return at === '' ? body : bodyAsObject(body)?.[at.slice(1)];
}
