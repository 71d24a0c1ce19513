import type { HttpRequest, Json, JsonObject } from '../../../core/index.ts';
import type { Effect, Resource } from '../../../resources/index.ts';
import {
  type Api,
  jsonBodyOf,
  type Operation,
  propertiesOf,
  type Schema,
  typesOf,
  wordsOf,
} from '../../../spec/index.ts';
import { isObject, withoutSeparators } from '../../../wire/index.ts';
import { type CaseContext, isSuccess, jsonOf } from '../../model/case-context.ts';
import { type Act, type Flow, inconclusive, planCase, single, skipped } from '../../model/flow.ts';
import type { StepEnd } from '../../model/step-end.ts';
import { drawRequest, openPurpose, sentObject } from '../../requests/draw-request.ts';
import { withJson } from '../../requests/with-value.ts';
import { idIn } from '../../responses/created-id.ts';
import { groupOf, type PlanContext } from '../planner.ts';
import { unlikelyId } from '../protocol/unknown-items.ts';
import { look, readPurpose, subject, type WriteSubject } from './writes/writes.ts';

/** An operation that does the same to several items, which its body names by their ids. */
interface Bulk {
  readonly operation: Operation;
  readonly resource: Resource;
  readonly read: Operation;
  /** The property of the body with the ids. */
  readonly property: string;
  readonly unknown: Json;
}

/** What one request of a bulk operation asks for. */
interface Task {
  readonly word: string;
  /** The property of the body that names the task, with its value; absent where the path does. */
  readonly set: JsonObject;
}

/** Values of the property that names the task. */
const MOST_TASKS = 4;

/** Operations on several items at once: what the answer says of each item must be true. */
export function planBulkResults(context: PlanContext): readonly Flow[] {
  if (context.options.safeOnly === true) return [];
  return context.operations.flatMap((operation) => {
    const bulk = bulkOf(context, operation);
    if (bulk === undefined || !context.asks('state.bulk-result-wrong', operation)) return [];
    return tasksOf(context.api, operation).map((task) => {
      const planned = planCase(
        {
          id: `stateful/${operation.id}/results${Object.keys(task.set).length === 0 ? '' : `-${task.word}`}`,
          phase: 'stateful',
          operation,
          description: `${operation.id}: what the answer says of each item is true`,
        },
        { method: operation.method, path: operation.path, query: '' },
        { kind: 'any', text: 'an answer that is true' },
      );
      return single(planned, groupOf(context, operation), compareResults(context, bulk, task), 'alone');
    });
  });
}

function bulkOf(context: PlanContext, operation: Operation): Bulk | undefined {
  const { api, index, model } = context;
  const schema = jsonBodyOf(operation)?.schema;
  if (!['POST', 'PUT', 'PATCH', 'DELETE'].includes(operation.method) || schema === undefined) return undefined;
  if (operation.path.includes('{') || model.roleOf(operation).kind === 'create') return undefined;
  for (const [property, { schema: list }] of Object.entries(propertiesOf(api, schema))) {
    const rule = api.deref(list);
    const items = typeof rule === 'boolean' || Array.isArray(rule.items) ? undefined : rule.items;
    const resource = items === undefined ? undefined : namedBy(context, operation, property);
    const read = resource === undefined ? undefined : index.operation(resource, 'read');
    const create = resource === undefined ? undefined : index.operation(resource, 'create');
    if (items === undefined || read === undefined || create === undefined || resource?.id === undefined) continue;
    if (!sharesType(api, items, resource.id.schema)) continue;
    const unknown = unlikelyId(context, operation, items);
    if (unknown !== undefined) return { operation, resource, read, property, unknown };
  }
  return undefined;
}

/** The resource whose ids a list has by its name: `ids` below `/entries`, or `entryIds`. */
function namedBy({ model }: PlanContext, { path }: Operation, property: string): Resource | undefined {
  const name = withoutSeparators(property);
  const named = model.resources.find(
    ({ singular, id, singleton }) =>
      !singleton &&
      id !== undefined &&
      [`${withoutSeparators(singular)}ids`, `${withoutSeparators(id.parameter)}s`].includes(name),
  );
  if (named !== undefined || name !== 'ids') return named;
  const around = model.resources.filter(
    ({ collectionPath, singleton }) =>
      !singleton &&
      collectionPath !== undefined &&
      (path === collectionPath || /^[/:]/.test(rest(path, collectionPath))),
  );
  return around.toSorted((a, b) => (b.collectionPath ?? '').length - (a.collectionPath ?? '').length)[0];
}

function rest(path: string, start: string): string {
  return path.startsWith(start) ? path.slice(start.length) : '';
}

function sharesType(api: Api, one: Schema, other: Schema | undefined): boolean {
  return other !== undefined && typesOf(api, one).some((type) => typesOf(api, other).includes(type));
}

const TASK = /^(action|operation|op|command|verb|method|task)$/i;
const SEVERAL = new Set(['bulk', 'batch', 'many', 'multiple', 'mass', 'all', 'entries', 'items']);

/** One task for each value of the property that names it, or the one that the path names. */
function tasksOf(api: Api, operation: Operation): readonly Task[] {
  const body = jsonBodyOf(operation)?.schema;
  for (const [name, { schema }] of Object.entries(body === undefined ? {} : propertiesOf(api, body))) {
    const rule = api.deref(schema);
    const values = typeof rule === 'boolean' || !TASK.test(name) ? [] : (rule.enum ?? []);
    const words = values.filter((value): value is string => typeof value === 'string');
    if (words.length > 0) return words.slice(0, MOST_TASKS).map((word) => ({ word, set: { [name]: word } }));
  }
  const last = operation.path.split(/[/:]/).at(-1) ?? '';
  const verbs = wordsOf(last).filter((word) => !SEVERAL.has(word));
  return [{ word: operation.method === 'DELETE' ? 'delete' : verbs.join('-'), set: {} }];
}

/** Words of tasks after which an item is not as it was. */
const REMOVING = /^(delete|remove|destroy|purge|trash|archive|erase|discard)$/i;

function compareResults(context: PlanContext, bulk: Bulk, task: Task): Act {
  const { operation, resource, read, unknown } = bulk;
  return async (caseContext) => {
    const items = [await subject(caseContext, bulk), await subject(caseContext, bulk)];
    const whole = items.filter((item): item is WriteSubject => typeof item !== 'string');
    const ids = whole.map(({ entity, path }) => idIn(resource, entity) ?? path[resource.id?.parameter ?? '']);
    const [one, other] = ids;
    if (one === undefined || other === undefined) return inconclusive('there are no two items of the run');
    const request = await requestOf(caseContext, bulk, task);
    if (typeof request === 'string') return inconclusive(request);
    let end: StepEnd = skipped('the operation was refused');
    for (const named of [[one, unknown, other], ids] as const) {
      const sent = withJson(request, { ...sentObject(request), ...task.set, [bulk.property]: [...named] as Json[] });
      if (caseContext.keeps(operation, sent) !== true) continue;
      const answer = await caseContext.exchange(sent, { operation, purpose: openPurpose(), quiet: true });
      if (!isSuccess(answer) || answer.exchange.response.status === 202) continue;
      const facts = { own: [one, other], ...(named.includes(unknown) ? { unknown } : {}) };
      const story = { kind: 'bulk-answered', ...facts } as const;
      const judged = caseContext.again(answer.exchange, { operation, purpose: openPurpose(story) });
      end = judged.end;
      const body = jsonOf(answer.exchange) ?? null;
      for (const { entity, read: reading } of judged.failed ? [] : whole.slice(0, 1)) {
        if (!isObject(entity)) continue;
        const effect = {
          kind: 'bulk-done',
          id: one,
          write: operation.id,
          answered: body,
          before: entity,
          effects: effectsOf(context, resource, task),
          removes: REMOVING.test(task.word),
        } as const;
        end = (
          await caseContext.exchange(reading, { operation: read, purpose: { ...readPurpose(effect), expect: 'any' } })
        ).end;
      }
      break;
    }
    for (const { path, read: reading } of whole)
      if ((await look(caseContext, bulk, reading)) !== undefined)
        await caseContext.fixtures.discard(caseContext, read, path);
    return end;
  };
}

/** The effects of the action on one item that has the name of the task. */
function effectsOf({ operations, model }: PlanContext, resource: Resource, { word }: Task): readonly Effect[] {
  const action = operations.find((each) => {
    const role = model.roleOf(each);
    return (
      role.kind === 'action' &&
      role.resource === resource &&
      withoutSeparators(each.path.split('/').at(-1) ?? '') === withoutSeparators(word)
    );
  });
  return action === undefined ? [] : (model.roleOf(action).effects ?? []);
}

async function requestOf(caseContext: CaseContext, { operation }: Bulk, { word }: Task): Promise<HttpRequest | string> {
  const drawn = await drawRequest(caseContext, operation, {
    at: `bulk-results/${operation.id}/${word}/${caseContext.attempt}`,
    use: 'fresh',
  });
  if (typeof drawn === 'string') return drawn;
  return sentObject(drawn.request) === undefined ? 'the body is not an object' : drawn.request;
}
