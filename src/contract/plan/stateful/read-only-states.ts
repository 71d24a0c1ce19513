import type { HttpRequest, Json } from '../../../core/index.ts';
import { isRefusedIn, pointerTo, type ReadOnlyState, readOnlyStates, stateFrom } from '../../../resources/index.ts';
import { type Operation, templateNames } from '../../../spec/index.ts';
import { valueAt } from '../../../wire/index.ts';
import { bringToState, type DrawForItem, drawForItem } from '../../fixtures/items-in-states.ts';
import { type CaseContext, tookEffect } from '../../model/case-context.ts';
import { type Act, type Flow, inconclusive, PASSED, planCase, single } from '../../model/flow.ts';
import type { Stimulus } from '../../model/purpose.ts';
import type { StepEnd } from '../../model/step-end.ts';
import { drawRequest, openPurpose, sentObject } from '../../requests/draw-request.ts';
import { itemPart, propertiesSent, withPart } from '../../requests/written-part.ts';
import { renameParameters } from '../../resource-index/paths.ts';
import type { PlanContext } from '../planner.ts';
import { takeBackMade } from '../probe.ts';
import { isTriedInStates } from './states.ts';
import { look, subject } from './writes/writes.ts';

/** Writes that are tried at one item. */
const MOST_TRIES = 24;
/** States of one item that are tried. */
const MOST_STATES = 2;

/** A write, and the states of an item on its path that refuse it. */
interface RefusedWrite {
  readonly operation: Operation;
  readonly limit: ReadOnlyState;
}

/**
 * Brings an item into a state in which the document calls it read-only, and tries the writes to it and to what is below
 * it: no new task in an archived project.
 */
export function planReadOnlyStates(context: PlanContext): readonly Flow[] {
  if (context.options.safeOnly === true) return [];
  const groups = new Map<string, RefusedWrite[]>();
  for (const operation of context.operations) {
    if (!context.asks('state.transition-accepted', operation)) continue;
    for (const limit of readOnlyStates(context.api, context.model, operation)) {
      if (isTriedInStates(context, limit.resource, limit.states.property, operation)) continue;
      const key = `${limit.resource.name}/${limit.states.property}/${limit.rule.refused}/${limit.rule.states.join()}`;
      groups.set(key, [...(groups.get(key) ?? []), { operation, limit }]);
    }
  }
  return [...groups.values()].flatMap((writes) => {
    const [first] = writes;
    const read = first === undefined ? undefined : context.index.operation(first.limit.resource, 'read');
    if (first === undefined || read === undefined) return [];
    const { operation, limit } = first;
    const { resource, states } = limit;
    const planned = planCase(
      {
        id: `stateful/${resource.name}/read-only-${states.property}-${limit.rule.states.join('-')}`,
        phase: 'stateful',
        operation,
        description: `${resource.singular}: writes in a state in which it is read-only`,
      },
      { method: operation.method, path: operation.path, query: '' },
      { kind: 'any', text: 'the refusals that the document names' },
    );
    return [single(planned, resource.name, writeInStates(context, read, writes.slice(0, MOST_TRIES)), 'alone')];
  });
}

function writeInStates({ index }: PlanContext, read: Operation, writes: readonly RefusedWrite[]): Act {
  return async (caseContext) => {
    const [first] = writes;
    if (first === undefined) return PASSED;
    const { resource, states, rule } = first.limit;
    const refused = new Set(states.values.map(({ value }) => value).filter((value) => isRefusedIn(rule, value)));
    let end: StepEnd = inconclusive(`no ${resource.singular} came to such a state`);
    let failed: StepEnd | undefined;
    for (const wanted of [...refused].slice(0, MOST_STATES)) {
      const item = await subject(caseContext, { read });
      if (typeof item === 'string') return inconclusive(item);
      const owner = { resource, states, path: item.path };
      const draw = (way: string): DrawForItem =>
        drawForItem(caseContext, item.path, `read-only/${way}/${String(wanted)}/${caseContext.attempt}`);
      // What is below the item is made while that is possible.
      const requests: (RefusedWrite & { readonly request: HttpRequest })[] = [];
      for (const { operation, limit } of writes) {
        const request = await drawWithoutState(caseContext, operation, { read, item, property: states.property });
        if (request !== undefined) requests.push({ operation, limit, request });
      }
      const reached = await bringToState(caseContext, index, owner, {
        isWanted: (state) => state === wanted,
        draw: draw('into'),
      });
      if (reached === undefined) continue;
      for (const { operation, limit, request } of requests) {
        const story: Stimulus = {
          kind: 'in-state',
          property: states.property,
          state: reached,
          refusal: limit,
          ...(operation.path === read.path ? {} : { below: resource.singular }),
        };
        const answer = await caseContext.exchange(request, { operation, purpose: openPurpose(story) });
        if (tookEffect(answer)) await takeBackMade(caseContext, operation, answer);
        if (answer.failed) failed ??= answer.end;
        end = PASSED;
        // Also shows that the service still answers.
        const shown = await look(caseContext, { read }, item.read);
        if (shown === undefined || stateFrom(states, valueAt(shown, pointerTo(states.property))) !== reached) break;
      }
      // Some services refuse to delete an item in such a state.
      await bringToState(caseContext, index, owner, {
        isWanted: (state) => ![...refused].some((each) => each === state),
        draw: draw('back'),
      });
    }
    return failed ?? end;
  };
}

/** A write at an item or below it, without the state: whether that may be changed is another question. */
async function drawWithoutState(
  caseContext: CaseContext,
  operation: Operation,
  {
    read,
    item,
    property,
  }: {
    readonly read: Operation;
    readonly item: { readonly path: Readonly<Record<string, Json>> };
    readonly property: string;
  },
): Promise<HttpRequest | undefined> {
  const known = renameParameters(item.path, read.path, operation.path);
  const names = new Set(templateNames(operation.path));
  const path = Object.fromEntries(Object.entries(known).filter(([name]) => names.has(name)));
  const at = `read-only/${operation.id}/${caseContext.attempt}`;
  const making = caseContext.model.roleOf(operation).kind === 'create';
  const drawn = await drawRequest(caseContext, operation, { at, use: 'fresh', path, making });
  if (typeof drawn === 'string') return undefined;
  if (operation.path !== read.path || sentObject(drawn.request) === undefined) return drawn.request;
  const part = itemPart(caseContext, operation);
  const { [property]: _, ...rest } = propertiesSent(drawn.request, part);
  const request = withPart(drawn.request, part, rest);
  return caseContext.keeps(operation, request) === true ? request : undefined;
}
