import type { Json, JsonObject } from '../../core/index.ts';
import { pointerTo, type Resource } from '../../resources/index.ts';
import { wordsOf } from '../../spec/index.ts';
import type { Transaction } from '../../state/index.ts';
import { valueAt } from '../../wire/index.ts';
import type { MockContext } from '../model/context.ts';
import { keyOf, otherIdForms, placeOf } from '../model/place.ts';
import type { RecordFinder } from './named-records.ts';

/** Where the records that a new one names are looked for. */
interface Lookup {
  readonly sent: JsonObject;
  readonly tx: Transaction;
  readonly recordOf: RecordFinder;
}

/**
 * A new record whose `projectId` is that of the project that its `project` names by another name than the id, as a path
 * may (`{projectIdOrKey}`); and the other way round. What was sent decides.
 */
export function withAgreeingNames(
  mock: MockContext,
  { schema }: Resource,
  record: JsonObject,
  { sent, tx, recordOf }: Lookup,
): JsonObject {
  const changed: Record<string, Json> = {};
  for (const [reference, property] of mock.fieldsOf(schema).properties) {
    const words = wordsOf(reference);
    const name = words.slice(0, -1).join('');
    const beside =
      words.at(-1) === 'id'
        ? [...mock.fieldsOf(schema).properties.keys()].find((each) => wordsOf(each).join('') === name)
        : undefined;
    if (beside === undefined || Object.hasOwn(sent, reference) === Object.hasOwn(sent, beside)) continue;
    const target = mock.model.meant(beside);
    const place = target === undefined ? undefined : placeOf(mock, target, {});
    const [called] = target?.id?.also ?? [];
    if (target?.id?.property === undefined || called === undefined || place?.prefix !== '') continue;
    const given = (Object.hasOwn(sent, beside) ? sent[beside] : sent[reference]) ?? null;
    if (given === null || typeof given === 'object') continue;
    if (Object.hasOwn(sent, beside)) {
      const where = [{ pointer: pointerTo(called), op: 'equals' as const, value: given }];
      const found = tx.collection(place.collection).query({ where, limit: 1 }).entities[0];
      const id = found === undefined ? undefined : valueAt(found.value, pointerTo(target.id.property));
      const form =
        id === undefined
          ? undefined
          : [id, ...otherIdForms(id)].find((each) => mock.validator.accepts(property, each, 'response'));
      if (form !== undefined) changed[reference] = form;
    } else {
      const theirs = valueAt(recordOf(place, keyOf(given)) ?? {}, pointerTo(called));
      if (theirs !== undefined && typeof theirs === typeof record[beside]) changed[beside] = theirs;
    }
  }
  return { ...record, ...changed };
}
