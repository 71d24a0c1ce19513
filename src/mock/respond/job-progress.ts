import type { JobStates } from '../../resources/index.ts';
import type { Schema } from '../../spec/index.ts';
import type { Transaction } from '../../state/index.ts';
import { snakeCase } from '../../wire/index.ts';
import { withDeedTimes } from '../entity/deed-times.ts';
import { inSchemaOrder } from '../entity/entity.ts';
import { instantFor, withUpdateTimes } from '../fields/server-fields.ts';
import type { MockContext, RequestContext } from '../model/context.ts';
import { asObject } from '../model/object.ts';
import type { EntityPlace } from '../model/place.ts';
import { collectionAt, findAddressed } from '../roles/role.ts';

/** The instant at which a job was done: `completed_at`, `finishedOn`. */
const ENDED = /^(?:completed|finished|ended|done|succeeded)_(?:at|on|date|time)$/;
/** The instant at which a job began, which is known at its end at the latest. */
const STARTED = /^(?:started|begun)_(?:at|on|date|time)$/;

/** How much of a job is done. */
const PROGRESS =
  /^(?:progress|percent(?:age)?|percent(?:age)?_?(?:complete|completed|done)|progress_?percent(?:age)?)$/i;

/** All of a job: 100 percent, or 1 where that is the most. */
function allOf(mock: MockContext, property: Schema): number | undefined {
  const target = mock.api.deref(property);
  const { maximum, description = '', examples = [] } = typeof target === 'object' ? target : {};
  const isPercent = /percent|%/i.test(description) || examples.some((each) => typeof each === 'number' && each > 1);
  return maximum === undefined ? (isPercent ? 100 : undefined) : Number(maximum);
}

/**
 * Brings a job to its end after a read that has shown that it runs. A client that waits for the end reads again, and
 * sees it; a client that reads once sees what the creation answered.
 */
export function finishJob(
  mock: MockContext,
  context: RequestContext,
  place: EntityPlace,
  { states, tx }: { readonly states: JobStates; readonly tx: Transaction },
): void {
  const entity = findAddressed({ mock, context, place, tx })?.entity;
  const before = asObject(entity?.value ?? null);
  const { property, running, done } = states;
  if (entity === undefined || !running.some((each) => each === before[property])) return;
  const { schema } = place.resource;
  const ends = [...mock.fieldsOf(schema).properties].flatMap(([name, each]) => {
    const isTime = ENDED.test(snakeCase(name)) || STARTED.test(snakeCase(name));
    const instant = isTime && (before[name] ?? null) === null ? instantFor(mock, each) : undefined;
    const value = instant ?? (PROGRESS.test(name) && typeof before[name] === 'number' ? allOf(mock, each) : undefined);
    return value === undefined ? [] : [[name, value] as const];
  });
  const changes = { [property]: done, ...Object.fromEntries(ends) };
  const changed = withUpdateTimes(mock, place, { ...before, ...changes }, changes);
  const after = inSchemaOrder(mock, schema, withDeedTimes(mock, schema, changed, before));
  if (mock.validator.accepts(schema, after, 'response')) collectionAt(tx, place).put(entity.key, after);
}
