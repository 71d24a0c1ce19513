import { isRefusedIn, type ReferenceRule, type Resource, referenceRule } from '../../../resources/index.ts';
import { jsonBodyOf, type Operation } from '../../../spec/index.ts';
import { withValueAt } from '../../../wire/index.ts';
import { bringToState, drawForItem } from '../../fixtures/items-in-states.ts';
import { tookEffect } from '../../model/case-context.ts';
import { type Act, type Flow, inconclusive, PASSED, planCase, single } from '../../model/flow.ts';
import type { Stimulus } from '../../model/purpose.ts';
import type { StepEnd } from '../../model/step-end.ts';
import { describedReferences } from '../../requests/described-references.ts';
import { drawRequest, openPurpose, sentObject } from '../../requests/draw-request.ts';
import { bodyProperties } from '../../requests/value-places.ts';
import { withJson } from '../../requests/with-value.ts';
import { idIn } from '../../responses/created-id.ts';
import { groupOf, type PlanContext } from '../planner.ts';
import { takeBackMade } from '../probe.ts';
import { subject } from './writes/writes.ts';

/** States of one record that are tried. */
const MOST_STATES = 2;

/** A place of a body that names a record, which some states of the record forbid. */
interface LimitedPlace {
  readonly operation: Operation;
  readonly pointer: string;
  readonly resource: Resource;
  readonly read: Operation;
  readonly limit: ReferenceRule;
}

/** Names records in the states in which the document refuses that: a booking of an event that is not published. */
export function planNamedInState(context: PlanContext): readonly Flow[] {
  if (context.options.safeOnly === true) return [];
  return context.operations
    .flatMap((operation) => (context.asks('state.transition-accepted', operation) ? placesOf(context, operation) : []))
    .map((place) => {
      const { operation, pointer, resource } = place;
      const description = `${operation.id}: ${resource.singular} in a state in which it cannot be named`;
      const planned = planCase(
        { id: `stateful/${operation.id}/named-in-state${pointer}`, phase: 'stateful', operation, description },
        { method: operation.method, path: operation.path, query: '' },
        { kind: 'any', text: 'the refusal that the document names' },
      );
      return single(planned, groupOf(context, operation), nameInStates(context, place), 'apart');
    });
}

function placesOf({ api, index, model }: PlanContext, operation: Operation): readonly LimitedPlace[] {
  const { kind } = model.roleOf(operation);
  if (operation.method !== 'POST' || (kind !== 'create' && kind !== 'action')) return [];
  const schema = jsonBodyOf(operation)?.schema;
  if (schema === undefined) return [];
  const described = new Map(bodyProperties(api, schema).map((each) => [each.pointer, each.schema]));
  const named = new Map<string, Resource>();
  for (const { pointer, resource } of [...index.references(operation), ...describedReferences(api, model, operation)])
    if (resource !== undefined && described.has(pointer) && !named.has(pointer)) named.set(pointer, resource);
  return [...named].flatMap(([pointer, resource]) => {
    const read = index.operation(resource, 'read');
    const own = described.get(pointer);
    const about = typeof own === 'object' ? (own.description ?? '') : '';
    const limit = referenceRule({ api, model }, operation, resource, about);
    const isOwn = resource === model.roleOf(operation).resource;
    return read === undefined || limit === undefined || isOwn ? [] : [{ operation, pointer, resource, read, limit }];
  });
}

function nameInStates({ index }: PlanContext, { operation, pointer, resource, read, limit }: LimitedPlace): Act {
  return async (caseContext) => {
    const { states, rule } = limit;
    const refused = new Set(states.values.map(({ value }) => value).filter((value) => isRefusedIn(rule, value)));
    let end: StepEnd = inconclusive(`no ${resource.singular} came to such a state`);
    for (const wanted of [...refused].slice(0, MOST_STATES)) {
      const item = await subject(caseContext, { read });
      if (typeof item === 'string') return inconclusive(item);
      const at = `named-in-state/${operation.id}/${String(wanted)}/${caseContext.attempt}`;
      const reached = await bringToState(
        caseContext,
        index,
        { resource, states, path: item.path },
        { isWanted: (state) => state === wanted, draw: drawForItem(caseContext, item.path, at) },
      );
      const id = item.found?.id ?? idIn(resource, item.entity);
      if (reached === undefined || id === undefined) continue;
      const making = caseContext.model.roleOf(operation).kind === 'create';
      const drawn = await drawRequest(caseContext, operation, { at, use: 'fresh', making });
      if (typeof drawn === 'string') return inconclusive(drawn);
      const body = sentObject(drawn.request);
      if (body === undefined) return inconclusive('its body is not an object');
      const request = withJson(drawn.request, withValueAt(body, pointer, id));
      const story: Stimulus = { kind: 'in-state', property: states.property, state: reached, names: resource.singular };
      const answer = await caseContext.exchange(request, { operation, purpose: openPurpose(story) });
      if (tookEffect(answer)) await takeBackMade(caseContext, operation, answer);
      if (answer.failed) return answer.end;
      end = PASSED;
    }
    return end;
  };
}
