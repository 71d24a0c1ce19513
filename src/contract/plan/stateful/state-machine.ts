import type { Json } from '../../../core/index.ts';
import {
  documentedStates,
  effectOn,
  type ItemStates,
  isPathBelow,
  isStateName,
  itemProperties,
  type Resource,
} from '../../../resources/index.ts';
import { conjunctsOf, jsonBodyOf, type Operation, propertiesOf } from '../../../spec/index.ts';
import { itemPart } from '../../requests/written-part.ts';
import type { PlanContext } from '../planner.ts';

/** A transition between states: an action, or a patch of the state property. */
export interface Move {
  readonly operation: Operation;
  /** The resulting state, if the action's name or the patched value tells it. */
  readonly to?: Json;
  /** The patched properties, in the part of the body that has them. */
  readonly sent?: Readonly<Record<string, Json>>;
}

/** The documented states of a resource's items. */
export interface Machine {
  readonly resource: Resource;
  readonly read: Operation;
  readonly property: string;
  readonly states: ItemStates['values'];
  /** The property is a date, which is there or not. */
  readonly dated: boolean;
  readonly moves: readonly Move[];
}

const MOST_MOVES = 8;

/**
 * Reads the states of a resource: a property with listed values that actions set, or that is named like a
 * state and can be patched.
 */
export function machineOf(context: PlanContext, resource: Resource): Machine | undefined {
  const read = readOfCreated(context, resource);
  if (read === undefined) return undefined;
  const actions = context.operations.filter((operation) => isActionOn(context, operation, resource, read));
  const documented = documentedStates(context.api, context.model, resource);
  if (documented === undefined) return undefined;
  const { property, values: states, dated = false } = documented;
  const moves = [
    ...actions.map((operation) => moveOfAction(context, operation, documented)),
    ...(dated ? [] : patchMoves(context, resource, documented)),
  ];
  return states.length < 2 || moves.length === 0
    ? undefined
    : { resource, read, property, states, dated, moves: moves.slice(0, MOST_MOVES) };
}

/**
 * The states that a PATCH sets where actions set another property: `state` of an issue that `/lock` locks. Undefined if
 * no PATCH sets the only property that is named like a state.
 */
export function patchedMachineOf(context: PlanContext, resource: Resource): Machine | undefined {
  const read = readOfCreated(context, resource);
  if (read === undefined) return undefined;
  const properties = itemProperties(context.api, resource);
  const [property, ...others] = Object.keys(properties).filter(isStateName);
  const schema = property === undefined ? undefined : properties[property]?.schema;
  if (property === undefined || schema === undefined || others.length > 0) return undefined;
  const listed = conjunctsOf(context.api, schema).flatMap((rule) => rule.enum ?? []);
  const states = listed.flatMap((value) => (typeof value === 'string' ? [{ word: value, value }] : []));
  const moves = patchMoves(context, resource, { property, values: states });
  return states.length < 2 || moves.length === 0
    ? undefined
    : { resource, read, property, states, dated: false, moves: moves.slice(0, MOST_MOVES) };
}

/** The read of items that the run can create. */
function readOfCreated({ index }: PlanContext, resource: Resource): Operation | undefined {
  const isCreated = !resource.singleton && index.operation(resource, 'create') !== undefined;
  return isCreated ? index.operation(resource, 'read') : undefined;
}

function isActionOn({ model }: PlanContext, operation: Operation, resource: Resource, read: Operation): boolean {
  const role = model.roleOf(operation);
  return role.kind === 'action' && role.resource === resource && isPathBelow(operation.path, read.path);
}

function moveOfAction({ model }: PlanContext, operation: Operation, states: ItemStates): Move {
  const to = effectOn(model.roleOf(operation), states);
  return to === undefined ? { operation } : { operation, to };
}

function patchMoves(context: PlanContext, resource: Resource, { property, values }: ItemStates): readonly Move[] {
  const patch = context.index.operation(resource, 'patch');
  if (patch === undefined || !context.operations.includes(patch) || jsonBodyOf(patch) === undefined) return [];
  if (context.model.roleOf(patch).requestEntity === undefined) return [];
  const own = propertiesOf(context.api, itemPart(context, patch).schema);
  if (!Object.hasOwn(own, property)) return [];
  const listed = conjunctsOf(context.api, own[property]?.schema ?? true).flatMap((rule) => rule.enum ?? []);
  return values
    .filter(({ value }) => listed.length === 0 || listed.includes(value))
    .map(({ value }) => ({ operation: patch, to: value, sent: { [property]: value } }));
}
