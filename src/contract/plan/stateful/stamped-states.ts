import type { HttpRequest, Json, JsonObject } from '../../../core/index.ts';
import { itemProperties, type Resource } from '../../../resources/index.ts';
import { conjunctsOf } from '../../../spec/index.ts';
import { isObject, withHeldProperties, withoutSeparators } from '../../../wire/index.ts';
import { type CaseContext, tookEffect } from '../../model/case-context.ts';
import { type Act, type Flow, inconclusive, PASSED, planCase, single, skipped } from '../../model/flow.ts';
import type { Stimulus } from '../../model/purpose.ts';
import { drawRequest, openPurpose } from '../../requests/draw-request.ts';
import { itemPart, withPart } from '../../requests/written-part.ts';
import type { PlanContext } from '../planner.ts';
import { type Machine, type Move, machineOf, patchedMachineOf } from './state-machine.ts';
import { look, readPurpose, subject } from './writes/writes.ts';

/** A state that a PATCH sets, and the date that is named like it: `closed` and `closed_at`. */
interface StampedState {
  readonly machine: Machine;
  readonly move: Move;
  readonly date: string;
}

/** Items that a PATCH brings into a state and back: the date of that state must follow. */
export function planStampedStates(context: PlanContext, resource: Resource): readonly Flow[] {
  const stamped = context.options.safeOnly === true ? undefined : stampedStateOf(context, resource);
  if (stamped === undefined || !context.asks('state.action-without-effect', stamped.move.operation)) return [];
  const { operation } = stamped.move;
  const description = `${operation.id}: \`${stamped.date}\` follows the state`;
  const planned = planCase(
    { id: `stateful/${resource.name}/stamped-state`, phase: 'stateful', operation, description },
    { method: operation.method, path: operation.path, query: '' },
    { kind: 'valid', text: 'a documented success' },
  );
  return [single(planned, resource.name, setAndReset(stamped), 'alone')];
}

function stampedStateOf(context: PlanContext, resource: Resource): StampedState | undefined {
  const machines = [machineOf(context, resource), patchedMachineOf(context, resource)];
  const dates = Object.entries(itemProperties(context.api, resource)).flatMap(([name, { schema }]) => {
    const deed = /^(.{3,})(?:at|on|date|time)$/.exec(withoutSeparators(name))?.[1];
    const isDate = conjunctsOf(context.api, schema).some(({ format }) => /^date/.test(format ?? ''));
    return deed === undefined || !isDate ? [] : [{ name, deed }];
  });
  for (const machine of machines)
    for (const move of machine?.moves ?? []) {
      const date = move.sent && dates.find(({ deed }) => deed === withoutSeparators(String(move.to)));
      if (machine !== undefined && date !== undefined) return { machine, move, date: date.name };
    }
  return undefined;
}

function setAndReset({ machine, move, date }: StampedState): Act {
  return async (caseContext) => {
    const { operation } = move;
    const { property } = machine;
    const item = await subject(caseContext, machine);
    if (typeof item === 'string') return inconclusive(item);
    const drawn = await drawRequest(caseContext, operation, {
      at: `stamped-states/${operation.id}/${caseContext.attempt}`,
      use: 'fresh',
      path: item.path,
      making: true,
    });
    if (typeof drawn === 'string') return inconclusive(drawn);
    const shown = (await look(caseContext, machine, item.read)) ?? item.entity;
    const before = isObject(shown) ? withHeldProperties(shown, machine.resource.holder) : {};
    if (!Object.hasOwn(before, property)) return inconclusive('a read does not show the state');
    const first = before[property] ?? null;
    if (first === move.to || (before[date] ?? null) !== null) return skipped('the item is in that state already');
    const part = itemPart(caseContext, operation);
    const into = (state: Json): HttpRequest => withPart(drawn.request, part, { [property]: state });
    const there = await afterMove(caseContext, machine, { move, item, before }, into(move.to ?? null));
    if (there === undefined) return skipped('the state cannot be set');
    const set = { property, value: move.to ?? null };
    const setting = story(operation.id, before, there, { effects: [set], stamps: [date] });
    const seen = await caseContext.exchange(item.read, { operation: machine.read, purpose: readPurpose(setting) });
    if (seen.failed) return seen.end;
    const back = await afterMove(caseContext, machine, { move, item, before: there }, into(first));
    if (back === undefined) return PASSED;
    const resetting = story(operation.id, there, back, { clears: [date] });
    return (await caseContext.exchange(item.read, { operation: machine.read, purpose: readPurpose(resetting) })).end;
  };
}

function story(
  action: string,
  before: JsonObject,
  answered: JsonObject,
  rest: Pick<Extract<Stimulus, { readonly kind: 'after-action' }>, 'effects' | 'stamps' | 'clears'>,
): Stimulus {
  return { kind: 'after-action', action, before, answered, ...rest };
}

/** An item of the run, as last seen. */
interface SeenItem {
  readonly move: Move;
  readonly item: { readonly read: HttpRequest };
  readonly before: JsonObject;
}

/** The item after a change of its state; undefined if the state is as before. */
async function afterMove(
  caseContext: CaseContext,
  machine: Machine,
  { move: { operation }, item, before }: SeenItem,
  request: HttpRequest,
): Promise<JsonObject | undefined> {
  if (caseContext.keeps(operation, request) !== true) return undefined;
  const answer = await caseContext.exchange(request, { operation, purpose: openPurpose(), quiet: true });
  if (!tookEffect(answer)) return undefined;
  const shown = await look(caseContext, machine, item.read);
  const now = isObject(shown) ? withHeldProperties(shown, machine.resource.holder) : undefined;
  return now !== undefined && now[machine.property] !== before[machine.property] ? now : undefined;
}
