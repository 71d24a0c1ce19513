import type { HttpRequest, Json } from '../../core/index.ts';
import type { Operation, Schema } from '../../spec/index.ts';
import { isArray, isObject, parseQuery } from '../../wire/index.ts';
import type { CaseContext } from '../model/case-context.ts';

/** Names of parameters whose values often have a syntax. */
const SYNTAX =
  /(^|_|-|[a-z])(filters?|query|q|expr(ession)?|match(er)?s?|select(or)?|pattern|regex|where|fields|includes?|expand|receiver|cron|schedule|duration|interval|range|step)$/i;

/** The request without optional parameters that may have an undocumented syntax. */
export function withoutUndocumentedSyntax(
  caseContext: CaseContext,
  operation: Operation,
  request: HttpRequest,
): HttpRequest {
  const names = operation.parameters
    .filter(({ in: place, required, name, schema, examples }) => {
      const free = schema !== undefined && isFree(caseContext, schema);
      return place === 'query' && !required && SYNTAX.test(name) && free && examples.length === 0;
    })
    .map(({ name }) => name);
  const query = parseQuery(request.query);
  if (names.length === 0 || !query.ok) return request;
  const encoded = names.map((name) => encodeURIComponent(name));
  const kept = request.query.split('&').filter((pair) => !encoded.includes(pair.split('=')[0] ?? ''));
  return { ...request, query: kept.join('&') };
}

/** Whether a schema is a string without further keywords, or a list of such strings. */
function isFree(caseContext: CaseContext, schema: Schema): boolean {
  const rule = caseContext.api.deref(schema);
  if (typeof rule === 'boolean') return false;
  const { type, items } = rule;
  if (type === 'array' && items !== undefined && !Array.isArray(items)) return isFree(caseContext, items);
  const constraints = [rule.enum, rule.const, rule.format, rule.pattern, rule.default, rule.examples];
  return type === 'string' && constraints.every((each) => each === undefined);
}

const BEGIN =
  /^(starts?|begins?|from|since|opens?|check_?in|valid_?(from|after)|not_?before|effective|departure|pick_?up)/i;
const END =
  /^(ends?|until|till?|to|closes?|expir|check_?out|valid_?(to|until|before)|not_?after|return|arrival|drop_?off|due)/i;
const MOMENT = /^\d{4}-\d\d-\d\d/;

/** Whether a value has a start and an end. No schema says which order and which times the service accepts. */
export function hasPeriod(value: Json | undefined): boolean {
  if (isArray(value)) return value.some(hasPeriod);
  if (!isObject(value)) return false;
  const moments = Object.entries(value).filter(([, each]) => typeof each === 'string' && MOMENT.test(each));
  const has = (words: RegExp): boolean => moments.some(([name]) => words.test(name));
  return (has(BEGIN) && has(END)) || Object.values(value).some(hasPeriod);
}
