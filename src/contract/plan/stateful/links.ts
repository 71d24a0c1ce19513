import type { Json } from '../../../core/index.ts';
import type { Link, Operation } from '../../../spec/index.ts';
import { fieldValue, valueAt } from '../../../wire/index.ts';
import { type CaseContext, type ExchangeResult, isSuccess } from '../../model/case-context.ts';
import type { Exchange } from '../../model/exchange.ts';
import { type Act, type Flow, inconclusive, planCase, skipped } from '../../model/flow.ts';
import type { Purpose } from '../../model/purpose.ts';
import { drawRequest, validPurpose } from '../../requests/draw-request.ts';
import { valueInPath } from '../../requests/substitute.ts';
import { groupOf, type PlanContext, useOf } from '../planner.ts';

/** Follows every documented link of every success: its target must exist. Deletes are followed last. */
export function planLinks(context: PlanContext): readonly Flow[] {
  return context.operations.flatMap((operation) => {
    const links = operation.responses
      .filter(({ status }) => status.startsWith('2'))
      .flatMap((response) => response.links)
      .flatMap((link) => {
        const target = targetOf(context, link);
        return target === undefined || !context.operations.includes(target) ? [] : [{ link, target }];
      })
      .sort((a, b) => Number(a.target.method === 'DELETE') - Number(b.target.method === 'DELETE'));
    return links.length === 0 ? [] : [flowOf(context, operation, links)];
  });
}

interface LinkTarget {
  readonly link: Link;
  readonly target: Operation;
}

function targetOf(context: PlanContext, link: Link): Operation | undefined {
  if (link.operationId !== undefined) return context.api.operation(link.operationId);
  const pointer = link.operationRef?.replace(/^#/, '');
  return pointer === undefined ? undefined : context.api.operations.find((each) => each.pointer === pointer);
}

function flowOf(context: PlanContext, operation: Operation, links: readonly LinkTarget[]): Flow {
  const id = `stateful/${operation.id}/links`;
  const expectation = { kind: 'valid', text: 'a documented success' } as const;
  const first = planCase(
    { id: `${id}/0-source`, phase: 'stateful', operation, description: `${operation.id}: an answer with links` },
    requestInPlan(operation),
    expectation,
  );
  const cases = links.map(({ link, target }, index) =>
    planCase(
      {
        id: `${id}/${index + 1}-${link.name}`,
        phase: 'stateful',
        operation: target,
        description: `${operation.id} → ${link.name}: ${target.id}`,
      },
      requestInPlan(target),
      expectation,
    ),
  );
  const begin = (): readonly Act[] => {
    let source: ExchangeResult | undefined;
    const start: Act = async (caseContext) => {
      const drawn = await drawRequest(caseContext, operation, {
        at: `${id}/${caseContext.attempt}`,
        use: useOf(operation) === 'write' ? 'fresh' : useOf(operation),
        optional: 'required',
      });
      if (typeof drawn === 'string') return inconclusive(drawn);
      source = await caseContext.exchange(drawn.request, { operation, purpose: validPurpose(drawn.prepared) });
      return source.end;
    };
    return [
      start,
      ...links.map(
        (each): Act =>
          (caseContext) =>
            follow(caseContext, each, source),
      ),
    ];
  };
  return {
    id,
    phase: 'stateful',
    group: groupOf(context, operation),
    turn: 'together',
    cases: [first, ...cases],
    begin,
  };
}

function requestInPlan({ method, path }: Operation): {
  readonly method: string;
  readonly path: string;
  readonly query: string;
} {
  return { method, path, query: '' };
}

async function follow(
  caseContext: CaseContext,
  { link, target }: LinkTarget,
  source: ExchangeResult | undefined,
): ReturnType<Act> {
  if (source === undefined || !isSuccess(source)) return skipped('the answer with the link did not come');
  const path: Record<string, Json> = Object.create(null);
  const parameters: Record<string, Json> = Object.create(null);
  for (const [name, expression] of Object.entries(link.parameters)) {
    const value = evaluate(expression, source.exchange);
    if (value === undefined) return inconclusive(`${String(expression)} of the link ${link.name} is not in the answer`);
    if (value === null)
      return inconclusive(`${String(expression)} of the link ${link.name} is null: this item leads nowhere`);
    const [, place, bare = name] = /^(path|query|header|cookie)\.(.+)$/.exec(name) ?? [];
    const where = place ?? target.parameters.find((parameter) => parameter.name === bare)?.in;
    if (where === 'path') path[bare] = value;
    else if (where !== undefined) parameters[`${where}.${bare}`] = value;
  }
  const needed = target.parameters.filter((parameter) => parameter.in === 'path');
  if (needed.some(({ name }) => !Object.hasOwn(path, name)))
    return inconclusive(`the link ${link.name} does not name every path parameter`);
  const drawn = await drawRequest(caseContext, target, { at: `link/${link.pointer}`, use: 'fresh', path, parameters });
  if (typeof drawn === 'string') return inconclusive(drawn);
  const purpose: Purpose = {
    ...validPurpose(drawn.prepared, { kind: 'link', name: link.name, pointer: link.pointer }),
    proven: true,
  };
  return (await caseContext.exchange(drawn.request, { operation: target, purpose })).end;
}

/** A runtime expression (OpenAPI 3.1 §4.8.20.4) over an exchange, or a constant. */
export function evaluate(expression: Json, exchange: Exchange): Json | undefined {
  if (typeof expression !== 'string' || !expression.startsWith('$')) return expression;
  const { request, response } = exchange;
  if (expression === '$statusCode') return response.status;
  if (expression === '$method') return request.method;
  if (expression === '$url') return exchange.url;
  const [, side, rest = ''] = /^\$(request|response)\.(.+)$/s.exec(expression) ?? [];
  if (side === undefined) return undefined;
  const message = side === 'request' ? request : response;
  const [, name] = /^header\.(.+)$/.exec(rest) ?? [];
  if (name !== undefined) return fieldValue(message.headers, name);
  if (rest === 'body' || rest.startsWith('body#')) {
    const { body } = message;
    return body.kind === 'parsed' ? valueAt(body.value, rest.slice('body#'.length)) : undefined;
  }
  const [, place, key = ''] = /^(path|query)\.(.+)$/.exec(rest) ?? [];
  if (place === 'query') return new URLSearchParams(request.query).get(key) ?? undefined;
  const match = exchange.api.match(request);
  return match.kind === 'found' && Object.hasOwn(match.pathParams, key)
    ? valueInPath(match.operation, key, match.pathParams[key] ?? '')
    : undefined;
}
