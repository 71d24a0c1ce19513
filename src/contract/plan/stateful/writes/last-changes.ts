import type { Json } from '../../../../core/index.ts';
import { isLastChangeName, itemProperties } from '../../../../resources/index.ts';
import { isReadOnly, type Operation, propertiesOf } from '../../../../spec/index.ts';
import { isObject, jsonEquals, withHeldProperties } from '../../../../wire/index.ts';
import { type CaseContext, tookEffect } from '../../../model/case-context.ts';
import type { Stimulus } from '../../../model/purpose.ts';
import type { StepEnd } from '../../../model/step-end.ts';
import { itemPart } from '../../../requests/written-part.ts';
import { changedProperties } from '../../../responses/entity-diff.ts';
import { acceptedPurpose, drawWholeWrite, look, readPurpose, type WriteSubject, type Writes } from './writes.ts';

/** A clock that counts seconds ticks once in this time (in ms). */
const TICK = 1_100;

/**
 * The property with the time of the last change of an item: a date-time with such a name that the write cannot set.
 */
function lastChangeOf(
  { api, model }: CaseContext,
  { resource }: Pick<Writes, 'resource'>,
  write: Operation,
): string | undefined {
  const written = propertiesOf(api, itemPart({ api, model }, write).schema);
  const found = Object.entries(itemProperties(api, resource)).find(([name, property]) => {
    const rule = api.deref(property.schema);
    const isSet = Object.hasOwn(written, name) && !isReadOnly(api, written[name]?.schema ?? true);
    return isLastChangeName(name) && !isSet && typeof rule === 'object' && rule.format === 'date-time';
  });
  return found?.[0];
}

/**
 * Where a write has left the time of the last change as it was, writes again after a while: by then the clock of the
 * service shows another time. Undefined if the time has moved, or nothing has changed.
 */
export async function checkLastChange(
  caseContext: CaseContext,
  writes: Writes,
  write: Operation,
  { item, now }: { readonly item: Pick<WriteSubject, 'path' | 'read' | 'entity'>; readonly now: Json | undefined },
): Promise<StepEnd | undefined> {
  const property = lastChangeOf(caseContext, writes, write);
  if (property === undefined || !isObject(item.entity) || now === undefined || !isObject(now)) return undefined;
  const { holder } = writes.resource;
  const [before, after] = [withHeldProperties(item.entity, holder), withHeldProperties(now, holder)];
  const time = after[property];
  if (typeof time !== 'string' || !jsonEquals(before[property] ?? null, time)) return undefined;
  if (changedProperties(before, after).length === 0) return undefined;
  await caseContext.pause(TICK);
  const drawn = await drawWholeWrite(caseContext, write, `last-change/${write.id}`, item.path);
  if (typeof drawn === 'string') return undefined;
  const earlier = (await look(caseContext, writes, item.read)) ?? now;
  const purpose = acceptedPurpose(drawn);
  if (!tookEffect(await caseContext.exchange(drawn.request, { operation: write, purpose, quiet: true })))
    return undefined;
  const story: Stimulus = {
    kind: 'after-versioned-write',
    property,
    before: earlier,
    write: write.id,
    time: true,
  };
  const read = await caseContext.exchange(item.read, { operation: writes.read, purpose: readPurpose(story) });
  return read.failed ? read.end : undefined;
}
