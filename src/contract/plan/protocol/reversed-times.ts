import type { Json } from '../../../core/index.ts';
import { orderedPairs } from '../../../generation/index.ts';
import { jsonBodyOf, type Operation, propertiesOf, wordsOf } from '../../../spec/index.ts';
import { type Act, type Flow, inconclusive, planCase, single, skipped } from '../../model/flow.ts';
import type { Purpose } from '../../model/purpose.ts';
import { drawRequest, sentObject, withJson } from '../../requests/draw-request.ts';
import { groupOf, type PlanContext, useOf } from '../planner.ts';
import { takeBackMade } from '../probe.ts';

/** Writes whose end is before their start, if a description forbids that. */
export function planReversedTimes(context: PlanContext): readonly Flow[] {
  return context.operations.flatMap((operation) => {
    if (!context.asks('reject.reversed-times', operation)) return [];
    const found = forbiddenPair(context, operation);
    if (found === undefined) return [];
    const [low, high] = found;
    const request = { method: operation.method, path: operation.path, query: '' };
    const description = `${operation.id} with ${high} before ${low}`;
    const expectation = { kind: 'refused', text: 'a refusal (4xx)' } as const;
    const id = `protocol/${operation.id}/${high}-before-${low}`;
    const planned = planCase(id, 'protocol', operation, description, request, expectation);
    return [single(planned, groupOf(context, operation), reversing(operation, low, high), 'after')];
  });
}

const ORDER = /\b(after|before|later|earlier|precede[sd]?|follows?|greater|less|reversed|order|past)\b/i;

/** The start and the end in a body, if a description states their order. */
function forbiddenPair({ api }: PlanContext, operation: Operation): readonly [string, string] | undefined {
  const schema = jsonBodyOf(operation)?.schema;
  const properties = schema === undefined ? {} : propertiesOf(api, schema);
  const textOf = (part: Parameters<typeof api.deref>[0]): string => {
    const rule = api.deref(part);
    const own = typeof part === 'object' ? (part.description ?? '') : '';
    return `${own}. ${typeof rule === 'object' ? (rule.description ?? '') : ''}`;
  };
  const general = [
    operation.summary ?? '',
    operation.description ?? '',
    ...operation.responses.filter(({ status }) => /^4/.test(status)).map(({ description }) => description),
    schema === undefined ? '' : textOf(schema),
  ];
  const moments = Object.keys(properties).filter((name) => {
    const rule = api.deref(properties[name]?.schema ?? true);
    return typeof rule === 'object' && (rule.format === 'date-time' || rule.format === 'date');
  });
  return orderedPairs(moments, wordsOf).find(([low, high]) => {
    const [first, last] = [low, high].map((name) => namesOf(name, low, high));
    const says = (text: string, ...named: readonly (RegExp | undefined)[]): boolean =>
      text.split(/(?<=[.;!])\s+/).some((each) => ORDER.test(each) && named.every((name) => name?.test(each) === true));
    return (
      general.some((text) => says(text, first, last)) ||
      says(textOf(properties[high]?.schema ?? true), first) ||
      says(textOf(properties[low]?.schema ?? true), last)
    );
  });
}

/** A pattern for the mention of one of two properties: its whole name, or the word that distinguishes it. */
function namesOf(name: string, low: string, high: string): RegExp {
  const other = new Set(wordsOf(name === low ? high : low));
  const own = wordsOf(name).filter((word) => !other.has(word));
  const words = own.map((word) => word.replace(/(s|ed|ing)$/, '')).map((word) => `${word}(s|ed|ing|t)?`);
  return new RegExp(`\\b(${[name, ...words].join('|')})\\b`, 'i');
}

function reversing(operation: Operation, low: string, high: string): Act {
  return async (stage) => {
    const at = `reversed/${operation.id}/${stage.attempt}`;
    const use = useOf(operation) === 'write' ? 'spoil' : 'fresh';
    const drawn = await drawRequest(stage, operation, { at, use, optional: 'all', whole: true });
    if (typeof drawn === 'string') return inconclusive(drawn);
    const sent = sentObject(drawn.request);
    const [start, end] = [sent?.[low], sent?.[high]];
    if (sent === undefined || !isBefore(start, end)) return skipped('no start and end were drawn');
    const request = withJson(drawn.request, { ...sent, [low]: end ?? null, [high]: start ?? null });
    const { proven } = drawn.prepared;
    const purpose: Purpose = { expect: 'any', proven, relational: true, story: { kind: 'reversed-times', low, high } };
    const answer = await stage.exchange(request, { operation, purpose });
    await takeBackMade(stage, operation, answer);
    return answer.end;
  };
}

function isBefore(start: Json | undefined, end: Json | undefined): boolean {
  return typeof start === 'string' && typeof end === 'string' && Date.parse(start) < Date.parse(end);
}
