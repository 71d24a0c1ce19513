import { jsonBodyOf, type Operation, propertiesOf } from '../../../spec/index.ts';
import { type Act, type Flow, inconclusive, planCase, single, skipped } from '../../model/flow.ts';
import type { Purpose } from '../../model/purpose.ts';
import { drawRequest } from '../../requests/draw-request.ts';
import { itemPart, propertiesSent, withPart } from '../../requests/written-part.ts';
import { groupOf, type PlanContext, useOf } from '../planner.ts';
import { takeBackMade } from '../probe.ts';

/** A character with two UTF-16 code units and four UTF-8 bytes. */
const ASTRAL = '\u{1F98A}';
/** Maximum length of the strings that are tried, in characters. */
const LONGEST = 2_000;

/**
 * Writes with a string of the `maxLength`, all of whose characters are outside the BMP: JSON Schema counts
 * characters (RFC 8259), not code units.
 */
export function planAstralLengths(context: PlanContext): readonly Flow[] {
  return context.operations.flatMap((operation) => {
    const limited = limitedText(context, operation);
    if (limited === undefined || !context.asks('accept.boundary-rejected', operation)) return [];
    const { name, most } = limited;
    const id = `protocol/${operation.id}/characters-beyond-the-bmp`;
    const request = { method: operation.method, path: operation.path, query: '' };
    const description = `${operation.id} with ${most} characters beyond the BMP for ${name}`;
    const expectation = { kind: 'valid', text: 'a documented success' } as const;
    const planned = planCase({ id, phase: 'protocol', operation, description }, request, expectation);
    return [single(planned, groupOf(context, operation), sendLengths(operation, name, most), 'after')];
  });
}

/** The first property of a body that accepts any string up to a length. */
function limitedText(
  context: PlanContext,
  operation: Operation,
): { readonly name: string; readonly most: number } | undefined {
  const { api } = context;
  if (jsonBodyOf(operation) === undefined) return undefined;
  for (const [name, property] of Object.entries(propertiesOf(api, itemPart(context, operation).schema))) {
    const rule = api.deref(property.schema);
    if (typeof rule === 'boolean' || ![rule.type].flat().includes('string')) continue;
    const { maxLength: most = 0, minLength: least = 0 } = rule;
    const isFree = [rule.pattern, rule.format, rule.enum, rule.const].every((each) => each === undefined);
    if (isFree && most > 1 && most <= LONGEST && least <= Math.floor(most / 4)) return { name, most };
  }
  return undefined;
}

/** Sends a quarter of the length first, which fits in bytes, too: a service that accepts no such character at all has another fault. */
function sendLengths(operation: Operation, name: string, most: number): Act {
  return async (caseContext) => {
    const send = async (length: number, quiet: boolean) => {
      // All other values are the same in both requests, so that only the length can be the cause of
      // a refusal.
      const at = `astral/${operation.id}/${caseContext.attempt}`;
      const drawn = await drawRequest(caseContext, operation, { at, use: useOf(operation), optional: 'required' });
      if (typeof drawn === 'string') return drawn;
      const part = itemPart(caseContext, operation);
      const properties = { ...propertiesSent(drawn.request, part), [name]: ASTRAL.repeat(length) };
      const request = withPart(drawn.request, part, properties);
      if (caseContext.keeps(operation, request) !== true) return 'the text would break the contract';
      const story = { kind: 'boundary', pointer: `/body${part.sent}/${name}`, keyword: 'maxLength' } as const;
      const purpose: Purpose = { expect: 'valid', proven: drawn.prepared.proven, relational: false, story };
      const answer = await caseContext.exchange(request, { operation, purpose, quiet });
      await takeBackMade(caseContext, operation, answer);
      return answer;
    };
    const part = await send(Math.max(1, Math.floor(most / 4)), true);
    if (typeof part === 'string') return inconclusive(part);
    if (part.kind !== 'answered' || part.exchange.response.status > 299)
      return skipped('it does not accept such characters');
    const full = await send(most, false);
    return typeof full === 'string' ? inconclusive(full) : full.end;
  };
}
