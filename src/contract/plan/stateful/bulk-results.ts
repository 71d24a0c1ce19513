import type { HttpRequest, Json, JsonObject } from '../../../core/index.ts';
import { type BulkChange, type Effect, pointerTo, type Resource } from '../../../resources/index.ts';
import {
  type Api,
  isReadOnly,
  jsonBodyOf,
  lastSegment,
  type Operation,
  propertiesOf,
  type Schema,
  typesOf,
  wordsOf,
} from '../../../spec/index.ts';
import { isObject, jsonEquals, parsePointer, valueAt, withoutSeparators } from '../../../wire/index.ts';
import { type CaseContext, jsonOf, tookEffect } from '../../model/case-context.ts';
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
  /** What it gives each item, where its body has the values. */
  readonly changes?: BulkChange;
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
    const { changes } = model.roleOf(operation);
    const own = changes?.ids === pointerTo(property) ? { changes } : {};
    if (unknown !== undefined) return { operation, resource, read, property, unknown, ...own };
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
    const entities = whole.map(({ entity }) => entity).filter(isObject);
    const requests = await requestsOf(context, caseContext, bulk, { task, entities });
    if (typeof requests === 'string') return inconclusive(requests);
    let end: StepEnd = skipped('the operation was refused');
    const attempts = requests.flatMap((each) => [[one, unknown, other], ids].map((named) => ({ ...each, named })));
    for (const { request, values, named } of attempts) {
      const sent = withJson(request, { ...sentObject(request), ...task.set, [bulk.property]: [...named] as Json[] });
      if (caseContext.keeps(operation, sent) !== true) continue;
      const answer = await caseContext.exchange(sent, { operation, purpose: openPurpose(), quiet: true });
      if (!tookEffect(answer)) continue;
      const { counted } = bulk.changes ?? {};
      const facts = { own: [one, other], ...(named.includes(unknown) ? { unknown } : {}) };
      const count = counted === undefined ? {} : { counted };
      const story = { kind: 'bulk-answered', ...facts, ...count } as const;
      const judged = caseContext.again(answer.exchange, { operation, purpose: openPurpose(story) });
      end = judged.end;
      const body = jsonOf(answer.exchange) ?? null;
      for (const [index, { entity, read: reading }] of judged.failed ? [] : whole.entries()) {
        const id = ids[index];
        if (!isObject(entity) || id === undefined) continue;
        const effect = {
          kind: 'bulk-done',
          id,
          write: operation.id,
          answered: body,
          before: entity,
          effects: effectsOf(context, resource, task),
          values,
          removes: REMOVING.test(task.word),
        } as const;
        const purpose = { ...readPurpose(effect), expect: 'any' } as const;
        const seen = await caseContext.exchange(reading, { operation: read, purpose });
        end = seen.end;
        if (seen.failed) break;
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
      withoutSeparators(lastSegment(each.path)) === withoutSeparators(word)
    );
  });
  return action === undefined ? [] : (model.roleOf(action).effects ?? []);
}

/** A request of the operation, with the new values that it has for each item. */
interface BulkRequest {
  readonly request: HttpRequest;
  readonly values: JsonObject;
}

/** The items of a bulk operation, as last seen, and what is to be done with them. */
interface BulkTarget {
  readonly task: Task;
  readonly entities: readonly JsonObject[];
}

/**
 * The requests to try, in this order. Where the body has the values of the items: all that are new to them at once, then
 * each alone, because a service may refuse some.
 */
async function requestsOf(
  { api }: PlanContext,
  caseContext: CaseContext,
  { operation, resource, changes }: Bulk,
  { task, entities }: BulkTarget,
): Promise<readonly BulkRequest[] | string> {
  const at = `bulk-results/${operation.id}/${task.word}/${caseContext.attempt}`;
  const optional = changes === undefined ? 'required' : 'all';
  const drawn = await drawRequest(caseContext, operation, { at, use: 'fresh', optional });
  if (typeof drawn === 'string') return drawn;
  const body = sentObject(drawn.request);
  if (body === undefined) return 'the body is not an object';
  const plain = { request: drawn.request, values: {} };
  if (changes === undefined) return [plain];
  const place = valueAt(body, changes.values);
  const { [pointerNames(changes.ids ?? '')[0] ?? '']: ids, ...others } = isObject(place) ? place : {};
  const known = changes.values === '' ? others : isObject(place) ? place : {};
  const schema = jsonBodyOf(operation)?.schema ?? true;
  const rules = propertiesOf(api, changes.values === '' ? schema : schemaUnder(api, schema, changes.values));
  const shown = propertiesOf(api, resource.schema);
  const values = Object.entries(known).flatMap(([name, value]): (readonly [string, Json])[] => {
    const isReference = ID.test(name) || resource.relations.some(({ pointer }) => pointer === pointerTo(name));
    const rule = shown[name]?.schema;
    if (isReference || rule === undefined || isReadOnly(api, rule)) return [];
    const other = newValue(
      api,
      rules[name]?.schema ?? true,
      value,
      entities.map((each) => each[name] ?? null),
    );
    return other === undefined ? [] : [[name, other]];
  });
  const sets = [values, ...(values.length > 1 ? values.map((each) => [each]) : [])].filter((set) => set.length > 0);
  const requests = sets.slice(0, MOST_TASKS).map((set): BulkRequest => {
    const given = Object.fromEntries(set);
    const whole =
      changes.values === ''
        ? { ...(ids === undefined ? {} : { [pointerNames(changes.ids ?? '')[0] ?? '']: ids }), ...given }
        : { ...body, [pointerNames(changes.values)[0] ?? '']: given };
    return { request: withJson(drawn.request, whole), values: given };
  });
  return requests.length > 0 ? requests : [plain];
}

const ID = /(?:[a-z]I[dD]|[_-]id|[uU]uid)s?$/;

const pointerNames = (pointer: string): readonly string[] => parsePointer(pointer) ?? [];

function schemaUnder(api: Api, schema: Schema, pointer: string): Schema {
  return propertiesOf(api, schema)[pointerNames(pointer)[0] ?? '']?.schema ?? true;
}

/** The drawn value of a scalar, or a listed one, that none of the items has. */
function newValue(api: Api, schema: Schema, drawn: Json, held: readonly Json[]): Json | undefined {
  const rule = api.deref(schema);
  const listed = typeof rule === 'boolean' ? [] : (rule.enum ?? []);
  return [drawn, ...listed].find(
    (value) => value !== null && typeof value !== 'object' && !held.some((each) => jsonEquals(each, value)),
  );
}
