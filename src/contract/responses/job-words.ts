import type { Json, JsonObject } from '../../core/index.ts';
import { isObject } from '../../wire/index.ts';
import { isStateName } from './state-words.ts';

/** How far a job is that goes on. */
const PENDING =
  /^(running|pending|queued|enqueued|in[-_ ]?progress|processing|started|starting|accepted|waiting|scheduled|created|submitted|working|not[-_ ]?started)$/i;
const REFUSED = /^(fail(ed|ure)?|error(ed)?|cancel+ed|aborted|rejected|expired|timed[-_ ]?out)$/i;

function isIn(job: JsonObject, values: RegExp): boolean {
  return Object.entries(job).some(
    ([name, value]) => isStateName(name) && typeof value === 'string' && values.test(value),
  );
}

/** Whether a job says that it goes on. */
export function isPending(job: JsonObject): boolean {
  return job['done'] === false || job['completed'] === false || isIn(job, PENDING);
}

/** Whether something that had been going on has gone on: between two reads nobody need have touched it. */
export function hasMovedOn(before: Json | undefined, after: Json | undefined): boolean {
  if (!isObject(before) || !isObject(after)) return false;
  return Object.entries(before).some(
    ([name, value]) => isStateName(name) && typeof value === 'string' && PENDING.test(value) && after[name] !== value,
  );
}

/** Whether a job says that nothing came of it. */
export const isRefusedJob = (job: JsonObject): boolean => isIn(job, REFUSED);

const RESULT = /^(result|output|download|target|resource)[-_]?(url|uri|href|link|location)$/i;

/** Where a job says that its result is. */
export function resultOf(job: JsonObject): { readonly property: string; readonly url: string } | undefined {
  const found = Object.entries(job).find(
    ([name, value]) => RESULT.test(name) && typeof value === 'string' && value !== '',
  );
  return found === undefined ? undefined : { property: found[0], url: String(found[1]) };
}
