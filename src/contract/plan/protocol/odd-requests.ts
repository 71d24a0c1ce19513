import type { HttpRequest } from '../../../core/index.ts';
import { type Api, jsonBodyOf, type Operation, type Parameter } from '../../../spec/index.ts';
import { type Flow, inconclusive, planCase, single, skipped } from '../../model/flow.ts';
import type { Purpose } from '../../model/purpose.ts';
import { drawRequest } from '../../requests/draw-request.ts';
import { freeTextsOf, takesText } from '../../requests/free-text.ts';
import { substitutePath } from '../../requests/substitute.ts';
import { itemPart, propertiesSent, withPart } from '../../requests/written-part.ts';
import { groupOf, type PlanContext, useOf } from '../planner.ts';

/** Unusual but legal requests. The service may accept or refuse them, but must not fail. */
interface OddRequest {
  readonly name: string;
  readonly description: string;
  /** Undefined if the request has no place for it. */
  readonly change: (request: HttpRequest) => HttpRequest | undefined;
}

/** Characters with a meaning in databases, shells and pages. */
const SIGNS = `O'Neil ("x [ \\ %s;--`;
const NUL = 'a\u0000b';
/** A number of more than 64 bits. */
const HUGE = '99999999999999999999';

export function planOdd(context: PlanContext): readonly Flow[] {
  const paths = new Set<string>();
  return context.operations.flatMap((operation) => {
    const first = !paths.has(operation.path);
    paths.add(operation.path);
    const odds = [
      ...inBody(context, operation),
      ...inQuery(context, operation),
      ...(first ? inPath(context, operation) : []),
    ];
    return odds.map((odd) => plan(context, operation, odd));
  });
}

function inBody(context: PlanContext, operation: Operation): readonly OddRequest[] {
  const { api, model } = context;
  if (jsonBodyOf(operation)?.schema === undefined) return [];
  const part = itemPart(context, operation);
  const { schema } = part;
  const rule = api.deref(schema);
  // The id is part of the path as well.
  const own = model.roleOf(operation).resource?.id?.property;
  const open = typeof rule === 'boolean' || rule.additionalProperties !== false;
  const withText =
    (text: string, more: Readonly<Record<string, number>>): OddRequest['change'] =>
    (request) => {
      const sent = propertiesSent(request, part);
      const free = Object.entries(sent).filter(([name]) => name !== own);
      const [name] = freeTextsOf(api, schema, Object.fromEntries(free), text.length);
      return name === undefined ? undefined : withPart(request, part, { ...sent, ...more, [name]: text });
    };
  return [
    {
      name: 'signs',
      description: 'quotes in a string',
      change: withText(SIGNS, open ? { standinUnknownProperty: 1 } : {}),
    },
    { name: 'nul', description: 'a NUL character in a string', change: withText(NUL, {}) },
  ];
}

function inQuery({ api }: PlanContext, operation: Operation): readonly OddRequest[] {
  const place = (name: string, value: string): OddRequest['change'] => {
    const key = encodeURIComponent(name);
    return (request) => {
      const others = request.query.split('&').filter((pair) => pair !== '' && pair.split('=')[0] !== key);
      return { ...request, query: [...others, `${key}=${encodeURIComponent(value)}`].join('&') };
    };
  };
  return operation.parameters
    .filter((parameter) => parameter.in === 'query')
    .flatMap((parameter): readonly OddRequest[] => {
      const { name } = parameter;
      if (isUnbounded(api, parameter))
        return [{ name: `huge/${name}`, description: `\`${name}\` beyond 64 bits`, change: place(name, HUGE) }];
      const free = takesText(api.deref(parameter.schema ?? false), SIGNS.length);
      return free ? [{ name: `signs/${name}`, description: `quotes in \`${name}\``, change: place(name, SIGNS) }] : [];
    });
}

function inPath(context: PlanContext, operation: Operation): readonly OddRequest[] {
  const last = operation.parameters.filter((each) => each.in === 'path').at(-1);
  if (last === undefined || !operation.path.endsWith(`{${last.name}}`)) return [];
  const huge: OddRequest = {
    name: `huge/${last.name}`,
    description: `\`${last.name}\` beyond 64 bits`,
    change: (request) => ({ ...request, path: substitutePath(operation, request.path, { [last.name]: HUGE }) }),
  };
  const cut: OddRequest = {
    name: `percent/${last.name}`,
    description: `a percent sign that begins nothing in \`${last.name}\``,
    change: (request) => spelledWrong(operation, last.name, request),
  };
  return isUnbounded(context.api, last) ? [huge, cut] : [cut];
}

/** A prefix of the parameter in its segment (`@{name}`) is kept: without it the path would be another one. */
function spelledWrong({ path }: Operation, name: string, request: HttpRequest): HttpRequest | undefined {
  const before = path.slice(path.lastIndexOf('/') + 1, -`{${name}}`.length);
  const around = request.path.slice(0, request.path.lastIndexOf('/') + 1);
  return before.includes('{') ? undefined : { ...request, path: `${around}${before}%zz` };
}

function isUnbounded(api: Api, { schema, style }: Parameter): boolean {
  const rule = schema === undefined || style === 'deepObject' ? true : api.deref(schema);
  if (typeof rule === 'boolean' || rule.maximum !== undefined || rule.enum !== undefined) return false;
  return [rule.type ?? []].flat().includes('integer');
}

function plan(context: PlanContext, operation: Operation, { name, description, change }: OddRequest): Flow {
  const id = `protocol/${operation.id}/odd/${name}`;
  const request = { method: operation.method, path: operation.path, query: '' };
  const expectation = { kind: 'any', text: 'an answer' } as const;
  const planned = planCase(
    { id, phase: 'protocol', operation, description: `${operation.id} with ${description}` },
    request,
    expectation,
  );
  return single(planned, groupOf(context, operation), async (caseContext) => {
    const drawn = await drawRequest(caseContext, operation, { at: id, use: useOf(operation), optional: 'all' });
    if (typeof drawn === 'string') return inconclusive(drawn);
    const sent = change(drawn.request);
    if (sent === undefined) return skipped(`the request has no place for ${description}`);
    const story = { kind: 'plain', sends: description } as const;
    const purpose: Purpose = { expect: 'any', proven: false, relational: true, story };
    return (await caseContext.exchange(sent, { operation, purpose })).end;
  });
}
