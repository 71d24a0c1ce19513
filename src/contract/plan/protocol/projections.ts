import type { Json } from '../../../core/index.ts';
import { isProjection, type ListDetails } from '../../../resources/index.ts';
import { type Operation, type Parameter, propertiesOf, type Schema } from '../../../spec/index.ts';
import { isObject, valueAt } from '../../../wire/index.ts';
import { type CaseContext, type ExchangeResult, isSuccess, jsonOf } from '../../model/case-context.ts';
import { type Act, type Flow, inconclusive, planCase, single, skipped } from '../../model/flow.ts';
import { drawRequest, openPurpose, validPurpose } from '../../requests/draw-request.ts';
import { answerSchemaOf, schemaInBody } from '../../requests/value-places.ts';
import { itemsOf } from '../../responses/list-walk.ts';
import { groupOf, type PlanContext } from '../planner.ts';

/**
 * Reads with a parameter that selects properties: with two of them selected beside the required ones, the answer must
 * leave out others.
 */
export function planProjections(context: PlanContext): readonly Flow[] {
  return context.operations.flatMap((operation) => {
    const { kind, list } = context.model.roleOf(operation);
    const parameter = operation.parameters.find((each) => isProjection(context.api, each));
    if (parameter === undefined || (kind !== 'list' && kind !== 'read')) return [];
    if (!context.asks('filter.fields-ignored', operation)) return [];
    const name = `protocol/${operation.id}/some-${parameter.name}`;
    const request = { method: operation.method, path: operation.path, query: '' };
    const description = `${operation.id} with two ${parameter.name}`;
    const expectation = { kind: 'any', text: 'only the selected properties' } as const;
    const planned = planCase({ id: name, phase: 'protocol', operation, description }, request, expectation);
    return [single(planned, groupOf(context, operation), compareProjection(operation, parameter, list))];
  });
}

function compareProjection(operation: Operation, { name, schema }: Parameter, list: ListDetails | undefined): Act {
  return async (caseContext) => {
    const draw = (parameters: Readonly<Record<string, Json>>) =>
      drawRequest(caseContext, operation, { at: `projection/${operation.id}`, use: 'read', parameters });
    const bare = await draw({});
    if (typeof bare === 'string') return inconclusive(bare);
    if (new URLSearchParams(bare.request.query).has(name)) return skipped('the parameter is required');
    const whole = await caseContext.exchange(bare.request, {
      operation,
      purpose: validPurpose(bare.prepared),
      quiet: true,
    });
    const item = itemIn(caseContext, operation, whole, list);
    const names = isObject(item) ? Object.keys(item).filter((each) => !each.startsWith('_')) : [];
    const { id, schema: shape = true } = caseContext.model.roleOf(operation).resource ?? {};
    const own = id?.property ?? 'id';
    // What the document requires in each shown item must not be left out.
    const properties = propertiesOf(caseContext.api, listedSchema(caseContext, operation, list) ?? shape);
    const all = names.filter((each) => each === own || properties[each]?.required !== true);
    const rule = schema === undefined ? true : caseContext.api.deref(schema);
    const isList = typeof rule === 'object' && rule.type === 'array';
    const listed = listedNames(caseContext, rule);
    const takes = (each: string): boolean => listed === undefined || listed.includes(each);
    const chosen = [...all.filter((each) => each === own), ...all.filter((each) => each !== own)]
      .filter(takes)
      .slice(0, 2);
    if (chosen.length === 0 || all.length < chosen.length + 2) return skipped('no item shows enough properties');
    const named = [...chosen, ...names.filter((each) => !all.includes(each) && takes(each))];
    const drawn = await draw({ [`query.${name}`]: isList ? named : named.join(',') });
    if (typeof drawn === 'string') return inconclusive(drawn);
    if (caseContext.keeps(operation, drawn.request) !== true) return skipped('the parameter takes other names');
    const story = { kind: 'projection', parameter: name, named, all, ...(list === undefined ? {} : { list }) } as const;
    return (await caseContext.exchange(drawn.request, { operation, purpose: openPurpose(story) })).end;
  };
}

/** The names that a parameter lists, if it lists any. An id that is always shown is mostly not among them. */
function listedNames({ api }: CaseContext, rule: Schema): readonly Json[] | undefined {
  if (typeof rule === 'boolean') return undefined;
  const items = rule.items === undefined ? rule : api.deref(rule.items);
  return typeof items === 'boolean' ? undefined : items.enum;
}

/** The schema of the items that a list shows, which may require less than a read of one. */
function listedSchema({ api }: CaseContext, operation: Operation, list: ListDetails | undefined): Schema | undefined {
  const schema = list === undefined ? undefined : answerSchemaOf(operation);
  return schema === undefined || list === undefined ? undefined : schemaInBody(api, schema, `${list.items}/*`);
}

function itemIn(
  caseContext: CaseContext,
  operation: Operation,
  answer: ExchangeResult,
  list: ListDetails | undefined,
): Json | undefined {
  if (!isSuccess(answer)) return undefined;
  if (list !== undefined) return itemsOf(answer.exchange, list)?.[0];
  return valueAt(jsonOf(answer.exchange) ?? null, caseContext.model.roleOf(operation).responseEntity ?? '');
}
