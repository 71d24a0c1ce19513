import { mediaTypeFor } from '../../../spec/index.ts';
import { type Check, defineCheck, type FindingDraft } from '../../model/check.ts';
import type { Exchange } from '../../model/exchange.ts';
import { bodyAsObject } from '../../requests/draw-request.ts';
import { formatPlacesOf } from '../../resource-index/unions.ts';
import { difference, differingProperties, entityOf, isBeyond } from '../../responses/comparison.ts';

export const schemaInt64Precision: Check = defineCheck({
  id: 'schema.int64-precision',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'schema',
  needs: ['content'],
  question: 'Does an int64 keep all its digits?',
  guard:
    'Only integers beyond 2^53 that the run sent and that come back as a nearby number, and numbers that lost digits to an exponent.',
  judge(exchange) {
    const { story } = exchange.purpose;
    const literals = lossyLiterals(exchange);
    if (story.kind !== 'after-create' && story.kind !== 'after-update') return literals;
    const read = entityOf(exchange, story.responseEntity);
    const sent = bodyAsObject(story.sent);
    if (read === undefined || sent === undefined) return literals;
    const lost = differingProperties(exchange, sent, read, story.responseEntity)
      .filter((name) => isBeyond(sent[name]) && ['number', 'bigint', 'string'].includes(typeof read[name]))
      .map((name) => difference(name, sent[name] ?? null, read[name] ?? null, 'Digits were lost'));
    return [...literals, ...lost];
  },
});

/** Integers beyond 2^53 that are written with an exponent or a fraction, at places whose format is int64. */
function lossyLiterals({ response, documented, api }: Exchange): readonly FindingDraft[] {
  const { body } = response;
  if (body.kind !== 'parsed' || documented === undefined || !/\d[eE]|\.\d/.test(body.text)) return [];
  const literals = new Set((body.text.match(/-?\d+(?:\.\d+)?[eE][+-]?\d+|-?\d{16,}\.\d+/g) ?? []).map(Number));
  // Digests contain many strings that look like an exponent.
  if (![...literals].some((value) => Math.abs(value) > Number.MAX_SAFE_INTEGER)) return [];
  const schema = mediaTypeFor(documented.content, body.mediaType)?.schema;
  if (schema === undefined) return [];
  return formatPlacesOf(api, schema, body.value, 'int64')
    .filter(
      ({ value }) => typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER && literals.has(value),
    )
    .map(({ pointer, rule, value }) => ({
      ...(rule === undefined ? {} : { pointer: rule }),
      messagePointer: `/body${pointer}`,
      expected: 'an integer with all its digits',
      actual: String(value),
      message: `In the answer, ${pointer} is an int64 and is written as ${String(value)}: its last digits are lost.`,
    }));
}
