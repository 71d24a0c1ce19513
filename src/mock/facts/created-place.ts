import type { MockContext, RequestContext } from '../model/context.ts';
import { type EntityPlace, placeOf } from '../model/place.ts';

/** The place of a record of another resource that an action creates. */
export function placeOfMade(mock: MockContext, { role: { makes } }: RequestContext): EntityPlace | undefined {
  const place = makes === undefined ? undefined : placeOf(mock, makes.resource, {});
  return place?.prefix === '' ? place : undefined;
}
