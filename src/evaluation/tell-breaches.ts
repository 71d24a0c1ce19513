import type { EvaluatedSchema, Evaluator, Keywords, Listener } from './evaluation.ts';
import { isArray, isFiniteNumeric, isObject } from './json-kind.ts';
import { KEYWORDS, keywordsOfType } from './keywords.ts';

/** Reports the breaches of one schema in a fixed order. */
export function tellBreaches(node: EvaluatedSchema, value: unknown, evaluator: Evaluator, listener: Listener): void {
  const tell = <T>(keywords: Keywords<T>, part: T, left: string | undefined): void => {
    for (const [name, keyword] of Object.entries(keywords)) {
      if (node[name] === undefined || name === left) continue;
      if (keyword.tell !== undefined) keyword.tell(node[name] as never, { node, value: part, evaluator, listener });
      else if (!evaluator.keeps(node, name, part)) listener.breach(name);
    }
  };
  const typeLast = isTypeReportedLast(node);
  tell(KEYWORDS.any, value, typeLast ? 'type' : undefined);
  if ((typeof value === 'number' || typeof value === 'bigint') && isFiniteNumeric(value))
    tell(KEYWORDS.number, value, undefined);
  else if (typeof value === 'string') tell(KEYWORDS.string, value, undefined);
  else if (isArray(value)) tell(KEYWORDS.array, value, undefined);
  else if (isObject(value)) tell(KEYWORDS.object, value, undefined);
  if (typeLast && !evaluator.keeps(node, 'type', value)) listener.breach('type');
}

/** Whether the breach of `type` is reported last, in place of the rules for its only type. */
function isTypeReportedLast({ type, ...rules }: EvaluatedSchema): boolean {
  const [only, second] = isArray(type) ? type : [type];
  const keywords = second === undefined ? keywordsOfType(String(only)) : undefined;
  return keywords !== undefined && Object.keys(rules).some((keyword) => Object.hasOwn(keywords, keyword));
}
