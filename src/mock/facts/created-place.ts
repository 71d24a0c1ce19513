import type { MockContext, RequestContext } from '../model/context.ts';
import { type EntityPlace, placeOf } from '../model/place.ts';

/** Where an action makes something of another resource than its item. */
export function placeOfMade(parts: MockContext, { role: { makes } }: RequestContext): EntityPlace | undefined {
  const place = makes === undefined ? undefined : placeOf(parts, makes.resource, {});
  return place?.prefix === '' ? place : undefined;
}
