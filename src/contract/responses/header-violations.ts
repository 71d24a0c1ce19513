import type { Violation } from '../../core/index.ts';
import type { FindingDraft } from '../model/check.ts';
import type { Exchange } from '../model/exchange.ts';
import { asMissing, inAnswer, ruleIn } from './rule-words.ts';

export function fromValidator(exchange: Exchange, code: Violation['code']): readonly FindingDraft[] {
  const { response, documented } = exchange;
  if (response.status >= 500) return [];
  return exchange
    .violations()
    .filter((violation) => violation.code === code)
    .map((violation) => ({
      ...(violation.rule === undefined
        ? documented === undefined
          ? {}
          : { pointer: documented.pointer }
        : { pointer: violation.rule }),
      messagePointer: violation.pointer,
      ...(violation.keyword === undefined ? {} : { keyword: violation.keyword }),
      subject: violation.pointer.toLowerCase(),
      expected: ruleIn(violation.message),
      actual:
        response.headers.find(([name]) => `/header/${name.toLowerCase()}` === violation.pointer.toLowerCase())?.[1] ??
        'nothing',
      message: inAnswer(exchange, asMissing(violation.message)),
    }));
}
