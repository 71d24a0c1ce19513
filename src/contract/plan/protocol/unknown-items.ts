import type { HttpRequest, Json } from '../../../core/index.ts';
import { isKeyOfClients, type Resource, saysAddOrUpdate } from '../../../resources/index.ts';
import { type Operation, type Schema, type SchemaObject, templateNames, typesOf } from '../../../spec/index.ts';
import { drawCreate } from '../../fixtures/put-create.ts';
import type { AnsweredExchange, CaseContext } from '../../model/case-context.ts';
import type { PreparedValues } from '../../model/fixture.ts';
import { type Flow, inconclusive, planCase, single } from '../../model/flow.ts';
import type { Purpose } from '../../model/purpose.ts';
import { drawRequest, validPurpose } from '../../requests/draw-request.ts';
import { substitutePath } from '../../requests/substitute.ts';
import { RARE_NAME } from '../../requests/unique-values.ts';
import { pathParametersOf } from '../../responses/created-id.ts';
import { groupOf, type PlanContext } from '../planner.ts';

/**
 * Every operation on or below an item, for an item that certainly does not exist. Left out where any id may
 * exist: nothing lists or creates the items, no answer shows their ids (a postcode, a key of another
 * service), the path names them or their parents differently, or the operation itself makes the item.
 */
export function planUnknown(context: PlanContext): readonly Flow[] {
  return context.operations.flatMap((operation) => {
    const owner = context.index.ownerOf(operation.path);
    if (owner?.enumerable !== true || owner.id?.property === undefined) return [];
    // `/users/{userId}/boards/{number}` may not find an item of `/users/{username}/boards/{number}`, and
    // the board of `/users/{username}/{role}/{number}` has another path.
    if (!isSameScope(owner.itemPath ?? '', operation.path) || !isServed(context, owner)) return [];
    const parameter = operation.parameters.find(
      ({ in: place, name }) => place === 'path' && name === owner.id?.parameter,
    );
    if (parameter?.schema === undefined || makesLink(context, operation, parameter.name)) return [];
    if (isWayIn(context, operation, owner)) return [];
    // Its 404 is about an item above.
    if (operation.method === 'PUT' && operation.path === owner.itemPath && saysAddOrUpdate(operation)) return [];
    const id = unlikelyId(context, operation, parameter.schema);
    if (id !== undefined) return [plan(context, operation, parameter.name, () => ({ [parameter.name]: id }))];
    // Ids of a small set are tried until a read shows that one is unused.
    const put = context.index.operation(owner, 'create');
    const own = put !== undefined && context.index.isPlacing(put) && owner.itemPath === operation.path;
    return own && !NEEDLESS.has(operation.method)
      ? [plan(context, operation, parameter.name, (caseContext) => emptyPlace(context, caseContext, put))]
      : [];
  });
}

/** Whether an operation makes the record that its path names, without a body: `PUT /stars/{item_id}`. */
function makesLink({ model }: PlanContext, operation: Operation, parameter: string): boolean {
  const { kind, id } = model.roleOf(operation);
  return kind === 'replace' && operation.body === undefined && id?.parameter === parameter;
}

/** Whether a PUT is the only operation that can make items which can be deleted, under keys that clients choose: it may create the one that it names. */
function isWayIn({ operations, index }: PlanContext, operation: Operation, owner: Resource): boolean {
  const { method, path } = operation;
  if (method !== 'PUT' || path !== owner.itemPath || !isKeyOfClients(operation, owner)) return false;
  const isDeleted = operations.some((each) => each.method === 'DELETE' && each.path === path);
  return isDeleted && index.operation(owner, 'create') === undefined;
}

/** Methods that show that a place is empty, or fill it. */
const NEEDLESS = new Set(['GET', 'PUT']);

/** Path parameters that were seen to name no item. */
async function emptyPlace(
  context: PlanContext,
  caseContext: CaseContext,
  put: Operation,
): Promise<Readonly<Record<string, Json>> | undefined> {
  const drawn = await drawCreate(caseContext, context.index, put, {
    at: `unknown/${put.id}`,
    draw: (at) => drawRequest(caseContext, put, { at, use: 'fresh', making: true }),
  });
  return typeof drawn === 'string' || drawn.free !== true
    ? undefined
    : pathParametersOf(caseContext.api, drawn.request);
}

/** Whether a path has the same parameters for an item and its parents as the item's own path. */
function isSameScope(item: string, path: string): boolean {
  const names = templateNames(path);
  return templateNames(item).every((name, index) => names[index] === name);
}

/** Whether the path of an item is about that item, if the document has operations there: `/files/{folder}` may list a folder. */
function isServed({ operations, model }: PlanContext, owner: Resource): boolean {
  const own = operations.filter(({ path }) => path === owner.itemPath);
  return own.length === 0 || own.some((operation) => model.roleOf(operation).resource === owner);
}

/** A number that no service has counted to. The operations have numbers of their own: a PUT may make the record that it names. */
const FAR = 987_654_321;

/** An id that fits its schema and that no service is likely to have assigned. */
export function unlikelyId(context: PlanContext, operation: Operation, schema: Schema): Json | undefined {
  const rule = context.api.deref(schema);
  const types = typesOf(context.api, schema);
  if (typeof rule === 'object' && isClosed(context, rule)) return undefined;
  const where = { seed: context.seed + 1, at: `unknown/${operation.id}` };
  const rare = [
    ...(types.includes('integer') || types.includes('number')
      ? [{ const: FAR + context.api.operations.indexOf(operation) }]
      : []),
    // A word may be the name of an item.
    ...(types.includes('string') ? [RARE_NAME] : []),
  ];
  for (const each of [...rare.map((form) => ({ allOf: [schema, form] })), schema]) {
    const drawn = context.generator.value(each, where, { direction: 'request', examples: false });
    if (drawn.ok) return drawn.value;
  }
  return undefined;
}

/**
 * Whether the schema, or one of its alternatives (`{idOrSlug}`), lists all values: such a value may exist.
 */
function isClosed(context: PlanContext, rule: SchemaObject): boolean {
  if (rule.enum !== undefined || rule.const !== undefined || hasFew(rule)) return true;
  return [...(rule.oneOf ?? []), ...(rule.anyOf ?? []), ...(rule.allOf ?? [])].some((form) => {
    const target = context.api.deref(form);
    return typeof target === 'object' && isClosed(context, target);
  });
}

const FEW = 1_000_000;

/** Whether there are so few possible ids that each may be in use. */
function hasFew({ minimum, maximum }: SchemaObject): boolean {
  return minimum !== undefined && maximum !== undefined && Number(maximum) - Number(minimum) < FEW;
}

/** Path parameters for an item that does not exist; undefined if none is known. */
type Unknown = (
  caseContext: CaseContext,
) => Readonly<Record<string, Json>> | Promise<Readonly<Record<string, Json>> | undefined>;

function plan(context: PlanContext, operation: Operation, name: string, unknown: Unknown): Flow {
  const id = `protocol/${operation.id}/unknown-${name}`;
  const request = { method: operation.method, path: operation.path, query: '' };
  const expectation = { kind: 'absent', text: '404' } as const;
  const planned = planCase(
    { id, phase: 'protocol', operation, description: `${operation.id} for a ${name} that does not exist` },
    request,
    expectation,
  );
  return single(planned, groupOf(context, operation), async (caseContext) => {
    const drawn = await drawRequest(caseContext, operation, { at: id, use: 'write' });
    if (typeof drawn === 'string') return inconclusive(drawn);
    const missing = await unknown(caseContext);
    if (missing === undefined) return inconclusive('no place was seen to be empty');
    const path = substitutePath(operation, drawn.request.path, missing);
    const purpose: Purpose = {
      expect: 'absent',
      proven: false,
      relational: true,
      story: { kind: 'unknown', parameter: name },
    };
    const missed = await caseContext.exchange({ ...drawn.request, path }, { operation, purpose, quiet: true });
    if (missed.kind !== 'answered') return missed.end;
    // The service may look at other parts of the request first, and refuse them for any item.
    if (isOtherRefusal(missed) && (await isRefusedAlike(caseContext, operation, drawn, missed)))
      return inconclusive('the same request is refused in the same way for an item that exists');
    return caseContext.again(missed.exchange, { operation, purpose }).end;
  });
}

/** Whether an answer is a refusal that does not say that the item is missing. */
function isOtherRefusal({ exchange }: AnsweredExchange): boolean {
  const { status } = exchange.response;
  return status >= 400 && status < 500 && status !== 404 && status !== 410;
}

/** Whether the same request is refused with the same status for an item that exists. */
async function isRefusedAlike(
  caseContext: CaseContext,
  operation: Operation,
  { request, prepared }: { readonly request: HttpRequest; readonly prepared: PreparedValues },
  missed: AnsweredExchange,
): Promise<boolean> {
  if (!prepared.proven) return false;
  const purpose = validPurpose(prepared);
  const answer = await caseContext.exchange(request, { operation, purpose, quiet: true });
  return answer.kind === 'answered' && answer.exchange.response.status === missed.exchange.response.status;
}
