import type { Json } from '../../../../core/index.ts';
import {
  isLimitedUnique,
  plainWords,
  pointerTo,
  type Resource,
  textsOfDuplicates,
} from '../../../../resources/index.ts';
import { type Operation, sentencesIn } from '../../../../spec/index.ts';
import { jsonEquals, valueAt } from '../../../../wire/index.ts';
import { isSuccess, tookEffect } from '../../../model/case-context.ts';
import { type Act, type Flow, inconclusive, PASSED, planCase, single, skipped } from '../../../model/flow.ts';
import { drawRequest, openPurpose } from '../../../requests/draw-request.ts';
import { itemPart, propertiesSent, withPart } from '../../../requests/written-part.ts';
import type { PlanContext } from '../../planner.ts';
import { look, subject } from './writes.ts';

interface UniqueChange {
  readonly resource: Resource;
  readonly read: Operation;
  readonly write: Operation;
  readonly property: string;
}

/** Changes that give an item the value of another one, where the 409 of the change names the property as unique. */
export function planTakenValues(context: PlanContext, resource: Resource): readonly Flow[] {
  const read = context.index.operation(resource, 'read');
  if (context.options.safeOnly === true || read === undefined || resource.singleton) return [];
  if (context.index.operation(resource, 'create') === undefined) return [];
  return context.operations.flatMap((write) => {
    const role = context.model.roleOf(write);
    const isChange = role.resource === resource && (role.kind === 'patch' || role.kind === 'replace');
    if (!isChange || write.path !== read.path || !context.asks('state.duplicate-accepted', write)) return [];
    const names = (role.unique ?? []).flatMap(([name, ...others]) =>
      name === undefined || others.length > 0 || name === resource.id?.property || isLimited(context, resource, name)
        ? []
        : [name],
    );
    return names.map((property) => {
      const description = `${write.id}: ${property} of another ${resource.singular}`;
      const planned = planCase(
        { id: `stateful/${write.id}/taken-${property}`, phase: 'stateful', operation: write, description },
        { method: write.method, path: write.path, query: '' },
        { kind: 'refused', text: 'a refusal (409)' },
      );
      return single(planned, resource.name, takeValue({ resource, read, write, property }), 'living');
    });
  });
}

/** Whether a text about the whole API, or about a create, says that a value is unique among some items. */
function isLimited({ api, model }: PlanContext, resource: Resource, property: string): boolean {
  const creates = api.operations.filter((each) => {
    const role = model.roleOf(each);
    return role.resource === resource && role.kind === 'create';
  });
  const texts = creates.flatMap((each) => [each.description ?? '', ...textsOfDuplicates(each)]);
  const general = sentencesIn(api.description ?? '').filter((text) => {
    const words = plainWords(text);
    return [property, resource.singular].some((name) => words.includes(` ${plainWords(name).trim()}`));
  });
  return [...texts.flatMap(sentencesIn), ...general].some((text) => isLimitedUnique(text, property, resource.singular));
}

function takeValue(change: UniqueChange): Act {
  const { resource, write, property } = change;
  return async (caseContext) => {
    const other = await subject(caseContext, change);
    if (typeof other === 'string') return inconclusive(other);
    const item = await subject(caseContext, change);
    if (typeof item === 'string') return inconclusive(item);
    // Values may be unique within a parent.
    const last = resource.id?.parameter;
    const isBeside = Object.entries(item.path).every(
      ([name, each]) => name === last || jsonEquals(each, other.path[name] ?? null),
    );
    if (jsonEquals(item.path, other.path) || !isBeside) return skipped('there is no other item beside it');
    const at = pointerTo(property);
    const value = valueAt(other.entity, at);
    if (typeof value !== 'string' || value === '' || jsonEquals(value, valueAt(item.entity, at) ?? null))
      return skipped('the other item has no value of its own');
    const drawn = await drawRequest(caseContext, write, {
      at: `taken/${write.id}/${property}/${caseContext.attempt}`,
      use: 'fresh',
      path: item.path,
    });
    if (typeof drawn === 'string') return inconclusive(drawn);
    const part = itemPart(caseContext, write);
    const request = withPart(drawn.request, part, { ...propertiesSent(drawn.request, part), [property]: value });
    if (request === drawn.request || caseContext.keeps(write, request) !== true)
      return skipped('its body cannot have the value');
    const answer = await caseContext.exchange(request, { operation: write, purpose: openPurpose(), quiet: true });
    if (!isSuccess(answer) || !tookEffect(answer)) return PASSED;
    const shows = (entity: Json | undefined): boolean => jsonEquals(valueAt(entity ?? null, at) ?? null, value);
    if (!shows(await look(caseContext, change, item.read)) || !shows(await look(caseContext, change, other.read)))
      return PASSED;
    const purpose = openPurpose({ kind: 'same-again', named: false, changed: property });
    return caseContext.again(answer.exchange, { operation: write, purpose }).end;
  };
}
