import type { HttpRequest, Json } from '../../../core/index.ts';
import type { Resource } from '../../../resources/index.ts';
import {
  type Api,
  jsonBodyOf,
  type Operation,
  propertiesOf,
  type Schema,
  type SchemaObject,
} from '../../../spec/index.ts';
import { isArray, isObject } from '../../../wire/index.ts';
import { type CaseContext, jsonOf, tookEffect } from '../../model/case-context.ts';
import { type Act, type Flow, inconclusive, planCase, single, skipped } from '../../model/flow.ts';
import type { Purpose } from '../../model/purpose.ts';
import type { StepEnd } from '../../model/step-end.ts';
import { drawRequest, sentObject } from '../../requests/draw-request.ts';
import { withJson } from '../../requests/with-value.ts';
import { idIn } from '../../responses/created-id.ts';
import { groupOf, type PlanContext } from '../planner.ts';

/** A request that creates several items: its body is a list of bodies that each create one. */
interface Bulk {
  readonly operation: Operation;
  readonly resource: Resource;
  readonly create: Operation;
  readonly read: Operation;
  /** The property of the body with the list; absent if the body is the list. */
  readonly property?: string;
}

/** Creates several items at once: each item in the answer must be readable. */
export function planBulk(context: PlanContext): readonly Flow[] {
  if (context.options.safeOnly === true) return [];
  return context.operations.flatMap((operation) => {
    const bulk = bulkOf(context, operation);
    if (bulk === undefined) return [];
    const request = { method: operation.method, path: operation.path, query: '' };
    const description = `${operation.id}: what was created together can be read one by one`;
    const expectation = { kind: 'valid', text: 'a documented success' } as const;
    const planned = planCase(
      { id: `stateful/${operation.id}/each`, phase: 'stateful', operation, description },
      request,
      expectation,
    );
    return [single(planned, groupOf(context, operation), creatingMany(context, bulk), 'alone')];
  });
}

/** Words of operations that only check whether something could be done. */
const TRIAL = /(valid|check|preview|simulat|dry|test|quote|estimat|price|calc)/i;

function bulkOf(context: PlanContext, operation: Operation): Bulk | undefined {
  const { kind } = context.model.roleOf(operation);
  const schema = jsonBodyOf(operation)?.schema;
  if (operation.method !== 'POST' || kind === 'create' || schema === undefined || operation.path.includes('{'))
    return undefined;
  if (TRIAL.test(`${operation.path} ${operation.id}`)) return undefined;
  const lists = listsIn(context.api, schema);
  if (lists.length === 0) return undefined;
  for (const resource of context.model.resources) {
    const create = context.index.operation(resource, 'create');
    const read = context.index.operation(resource, 'read');
    const one = create === undefined ? undefined : jsonBodyOf(create)?.schema;
    if (create === undefined || read === undefined || one === undefined || create === operation) continue;
    const wanted = context.api.deref(one);
    const list = lists.find(({ item }) => item === wanted);
    if (list !== undefined) return { operation, resource, create, read, ...list.at };
  }
  return undefined;
}

/**
 * A list in a body: the schema of its items, and the property that holds it. Without a property, the body
 * is the list.
 */
interface ListIn {
  readonly at: Pick<Bulk, 'property'>;
  readonly item: SchemaObject;
}

/** The body if it is a list, and the only required property if that is a list. */
function listsIn(api: Api, body: Schema): readonly ListIn[] {
  const required = Object.entries(propertiesOf(api, body)).filter(([, property]) => property.required);
  const [only] = required.length === 1 ? required : [];
  return [...listAt(api, body, {}), ...(only === undefined ? [] : listAt(api, only[1].schema, { property: only[0] }))];
}

function listAt(api: Api, schema: Schema, at: ListIn['at']): readonly ListIn[] {
  const rule = api.deref(schema);
  if (typeof rule === 'boolean' || rule.items === undefined || Array.isArray(rule.items)) return [];
  const item = api.deref(rule.items);
  return typeof item === 'boolean' ? [] : [{ at, item }];
}

const FEW = 2;

function creatingMany(context: PlanContext, bulk: Bulk): Act {
  return async (caseContext) => {
    const request = await requestOf(caseContext, bulk);
    if (typeof request === 'string') return inconclusive(request);
    const purpose: Purpose = { expect: 'valid', proven: true, relational: true, story: { kind: 'plain' } };
    const answer = await caseContext.exchange(request, { operation: bulk.operation, purpose });
    if (!tookEffect(answer) || answer.failed) return answer.end;
    const created = entitiesIn(
      context.api,
      { schema: schemaOf(bulk.operation, answer.exchange.response.status), value: jsonOf(answer.exchange) },
      bulk.resource,
    );
    let end: StepEnd = created.length === 0 ? skipped('the answer shows nothing that was created') : answer.end;
    for (const entity of created.slice(0, FEW)) {
      const read = await readItem(caseContext, bulk, entity);
      if (read !== undefined) end = read;
      await takenBack(caseContext, bulk, entity);
    }
    return end;
  };
}

/** A request with a few items, each as the single create would have it. */
async function requestOf(
  caseContext: CaseContext,
  { operation, create, property }: Bulk,
): Promise<HttpRequest | string> {
  const at = `bulk/${operation.id}/${caseContext.attempt}`;
  const whole = await drawRequest(caseContext, operation, { at, use: 'fresh' });
  if (typeof whole === 'string') return whole;
  const items: Json[] = [];
  for (let count = 0; count < FEW; count += 1) {
    const one = await drawRequest(caseContext, create, {
      at: `${at}/${count}`,
      use: 'write',
      optional: 'all',
      whole: true,
      making: true,
    });
    const sent = typeof one === 'string' ? undefined : sentObject(one.request);
    if (sent === undefined) return typeof one === 'string' ? one : 'the body that creates an item is not an object';
    items.push(sent);
  }
  const body = property === undefined ? items : { ...sentObject(whole.request), [property]: items };
  const request = withJson(whole.request, body);
  return caseContext.keeps(operation, request) === true
    ? request
    : 'a request for several items would break the contract';
}

function schemaOf({ responses }: Operation, status: number): Schema | undefined {
  return responses.find((each) => each.status === String(status))?.content.find(({ schema }) => schema !== undefined)
    ?.schema;
}

const DEEPEST = 5;

/** A value and its schema. */
interface ValueOfSchema {
  readonly schema: Schema | undefined;
  readonly value: Json | undefined;
}

/** Entities of a resource in an answer, at any depth. */
function entitiesIn(api: Api, { schema, value }: ValueOfSchema, resource: Resource, depth = 0): readonly Json[] {
  const rule = schema === undefined ? true : api.deref(schema);
  if (typeof rule === 'boolean' || value === undefined || depth > DEEPEST) return [];
  if (rule === api.deref(resource.schema)) return [value];
  if (isArray(value)) {
    const { items } = rule;
    return items === undefined || Array.isArray(items)
      ? []
      : value.flatMap((each) => entitiesIn(api, { schema: items, value: each }, resource, depth + 1));
  }
  if (!isObject(value)) return [];
  const properties = propertiesOf(api, rule);
  return Object.entries(value).flatMap(([name, each]) =>
    Object.hasOwn(properties, name)
      ? entitiesIn(api, { schema: properties[name]?.schema, value: each }, resource, depth + 1)
      : [],
  );
}

async function readItem(
  caseContext: CaseContext,
  { resource, read }: Bulk,
  entity: Json,
): Promise<StepEnd | undefined> {
  const id = idIn(resource, entity);
  if (id === undefined || resource.id === undefined) return undefined;
  const drawn = await drawRequest(caseContext, read, {
    at: `bulk/${read.id}`,
    use: 'read',
    path: { [resource.id.parameter]: id },
  });
  if (typeof drawn === 'string' || drawn.request.path.includes('{')) return undefined;
  const { responseEntity = '' } = caseContext.model.roleOf(read);
  const story = { kind: 'after-create', created: entity, id, responseEntity } as const;
  const purpose: Purpose = { expect: 'valid', proven: true, relational: false, story };
  return (await caseContext.exchange(drawn.request, { operation: read, purpose })).end;
}

async function takenBack(caseContext: CaseContext, { resource, create }: Bulk, entity: Json): Promise<void> {
  const id = idIn(resource, entity);
  if (id !== undefined && resource.id !== undefined)
    await caseContext.fixtures.discard(caseContext, create, { [resource.id.parameter]: id });
}
