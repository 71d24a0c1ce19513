import type { Json } from '../../../../core/index.ts';
import { type Operation, templateNames } from '../../../../spec/index.ts';
import { type CaseContext, tookEffect } from '../../../model/case-context.ts';
import { type Act, inconclusive, skipped } from '../../../model/flow.ts';
import type { Stimulus } from '../../../model/purpose.ts';
import { drawRequest, openPurpose, sentItem, validPurpose } from '../../../requests/draw-request.ts';
import type { PlanContext } from '../../planner.ts';
import { readPurpose, type Writes } from './writes.ts';

/** Statuses of a read that show that a place is empty. */
const EMPTY = new Set([404, 410]);

/**
 * Whether a PUT both replaces and creates items, although a POST creates them too: it documents a 201 and another
 * success.
 */
export function isUpsert({ api, index }: PlanContext, { resource }: Writes, replace: Operation): boolean {
  const has = (...wanted: readonly string[]): boolean =>
    replace.responses.some(({ status }) => wanted.includes(status));
  const own = replace.parameters.find(({ in: place, name }) => place === 'path' && name === resource.id?.parameter);
  const rule = api.deref(own?.schema ?? true);
  const isString = typeof rule === 'object' && rule.type === 'string';
  const create = index.operation(resource, 'create');
  if (create === undefined || index.isPlacing(create) || !isString) return false;
  return has('201') && has('200', '204') && templateNames(replace.path).length === 1;
}

/** Puts an item at a place that a read has just shown empty, and reads it. */
export function putAtEmptyPlace({ resource, read }: Writes, replace: Operation): Act {
  return async (caseContext) => {
    const at = `writes/upsert/${replace.id}/${caseContext.salt}/${caseContext.attempt}`;
    const path = placeFor(caseContext, resource.id, at);
    if (path === undefined) return skipped('no id can be generated');
    const looking = await drawRequest(caseContext, read, { at, use: 'read', path });
    const drawn = await drawRequest(caseContext, replace, { at, use: 'fresh', path, making: true });
    if (typeof looking === 'string') return inconclusive(looking);
    if (typeof drawn === 'string') return inconclusive(drawn);
    const there = await caseContext.exchange(looking.request, { operation: read, purpose: openPurpose(), quiet: true });
    if (there.kind !== 'answered' || !EMPTY.has(there.exchange.response.status))
      return inconclusive('no place was seen to be empty');
    const sent = sentItem(caseContext, replace, drawn.request);
    const values = sent === undefined ? {} : { sent };
    const created: Stimulus = { kind: 'created', ...values, free: true };
    const purpose = { ...validPurpose(drawn.prepared, created), relational: true };
    const answer = await caseContext.exchange(drawn.request, { operation: replace, purpose });
    if (!tookEffect(answer)) return answer.end;
    const { responseEntity } = caseContext.model.roleOf(read);
    const story: Stimulus = { kind: 'after-create', ...values, responseEntity: responseEntity ?? '' };
    const end = (await caseContext.exchange(looking.request, { operation: read, purpose: readPurpose(story) })).end;
    await caseContext.fixtures.discard(caseContext, replace, path);
    return answer.failed ? answer.end : end;
  };
}

function placeFor(
  { generator, seed }: CaseContext,
  id: Writes['resource']['id'],
  at: string,
): Readonly<Record<string, Json>> | undefined {
  if (id === undefined) return undefined;
  const made = generator.value(id.schema, { seed, at }, { direction: 'request', examples: false, name: id.parameter });
  return made.ok ? { [id.parameter]: made.value } : undefined;
}
