import type { Json } from '../../../core/index.ts';
import { propertyCalled } from '../../../resources/index.ts';
import { lastSegment, type Operation, propertiesOf } from '../../../spec/index.ts';
import { isObject, jsonEquals } from '../../../wire/index.ts';
import { scalarsIn } from '../../hints/shown-values.ts';
import { isSuccess, tookEffect } from '../../model/case-context.ts';
import { type Act, type Flow, inconclusive, planCase, single } from '../../model/flow.ts';
import { bodyAsObject, drawRequest, validPurpose } from '../../requests/draw-request.ts';
import { groupOf, type PlanContext } from '../planner.ts';
import { look, readPurpose, subject } from './writes/writes.ts';

/** A value of an item that a PUT sets and a DELETE of the same path takes away: `/tickets/{id}/assignee` and `assignee_id`. */
interface NamedPart {
  readonly read: Operation;
  readonly set: Operation;
  readonly clear: Operation;
  readonly property: string;
}

/** Sets a value of an item, takes it away, and reads the item, which must not show it any more. */
export function planNamedParts(context: PlanContext): readonly Flow[] {
  if (context.options.safeOnly === true) return [];
  return context.operations.flatMap((clear) => {
    const part = partOf(context, clear);
    if (part === undefined || !context.asks('state.action-without-effect', part.read)) return [];
    const description = `${clear.id}: what was set is not shown any more`;
    const planned = planCase(
      { id: `stateful/${clear.id}/taken-away`, phase: 'stateful', operation: clear, description },
      { method: clear.method, path: clear.path, query: '' },
      { kind: 'valid', text: 'a documented success' },
    );
    return [single(planned, groupOf(context, clear), setAndTakeAway(part), 'alone')];
  });
}

function partOf({ api, model, index, operations }: PlanContext, clear: Operation): NamedPart | undefined {
  const { kind, resource } = model.roleOf(clear);
  if (clear.method !== 'DELETE' || kind !== 'action' || resource === undefined) return undefined;
  const read = index.operation(resource, 'read');
  const set = operations.find(({ method, path }) => method === 'PUT' && path === clear.path);
  const word = lastSegment(clear.path);
  const property = propertyCalled(Object.keys(propertiesOf(api, resource.schema)), word);
  if (read === undefined || set === undefined || property === undefined) return undefined;
  return clear.path === `${read.path}/${word}` ? { read, set, clear, property } : undefined;
}

function setAndTakeAway({ read, set, clear, property }: NamedPart): Act {
  return async (caseContext) => {
    const item = await subject(caseContext, { read });
    if (typeof item === 'string') return inconclusive(item);
    const draw = (operation: Operation) =>
      drawRequest(caseContext, operation, {
        at: `parts/${operation.id}/${caseContext.attempt}`,
        use: 'fresh',
        path: item.path,
      });
    const setting = await draw(set);
    const clearing = await draw(clear);
    if (typeof setting === 'string') return inconclusive(setting);
    if (typeof clearing === 'string') return inconclusive(clearing);
    const purposeOf = ({ prepared }: typeof setting) => ({ ...validPurpose(prepared), relational: true });
    const first = bodyAsObject(await look(caseContext, { read }, item.read));
    const setAnswer = await caseContext.exchange(setting.request, { operation: set, purpose: purposeOf(setting) });
    if (!isSuccess(setAnswer) || setAnswer.failed) return setAnswer.end;
    const before = bodyAsObject(await look(caseContext, { read }, item.read));
    const value = before?.[property];
    if (before === undefined || value === undefined || value === null)
      return inconclusive('a read does not show what was set');
    if (jsonEquals(first?.[property] ?? null, value))
      return inconclusive('the item shows the same as before it was set');
    const { body } = setting.request;
    if (isObject(value) && !sharesValue(value, body.kind === 'parsed' ? body.value : null))
      return inconclusive('the item shows something else than what was set');
    const answer = await caseContext.exchange(clearing.request, { operation: clear, purpose: purposeOf(clearing) });
    if (!isSuccess(answer) || answer.failed) return answer.end;
    const story = {
      kind: 'after-action',
      action: clear.id,
      before,
      effects: [{ property, value: null }],
      isSure: tookEffect(answer),
    } as const;
    return (await caseContext.exchange(item.read, { operation: read, purpose: readPurpose(story) })).end;
  };
}

/** Whether an object that an item shows has a text or a number of what was sent: `followers: { total }` counts what others have set as well. */
function sharesValue(shown: Json, sent: Json): boolean {
  const texts = (value: Json): readonly string[] =>
    scalarsIn(value).flatMap((each) => (typeof each === 'boolean' || each === null ? [] : [String(each)]));
  const known = new Set(texts(sent));
  return texts(shown).some((each) => known.has(each));
}
