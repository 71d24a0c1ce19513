import type { Json, JsonObject } from '../../core/index.ts';
import { isStateName } from '../../resources/index.ts';
import { isObject } from '../../wire/index.ts';

/** States of a job that still runs, and all that say what is being done: `rendering`, `exporting`. */
const PENDING =
  /^(queued|enqueued|in[-_ ]?progress|started|accepted|scheduled|created|submitted|not[-_ ]?started|(?!missing$)\w{2,}ing)$/i;
const REFUSED = /^(fail(ed|ure)?|error(ed)?|cancel+ed|aborted|rejected|expired|timed[-_ ]?out)$/i;

function isIn(job: JsonObject, values: RegExp): boolean {
  return Object.entries(job).some(
    ([name, value]) => isStateName(name) && typeof value === 'string' && values.test(value),
  );
}

/** Whether a job still runs. */
export function isPending(job: JsonObject): boolean {
  return job['done'] === false || job['completed'] === false || isIn(job, PENDING);
}

/** Whether an item in progress advanced, which may happen between two reads without a write. */
export function hasMovedOn(before: Json | undefined, after: Json | undefined): boolean {
  if (!isObject(before) || !isObject(after)) return false;
  return Object.entries(before).some(
    ([name, value]) => isStateName(name) && typeof value === 'string' && PENDING.test(value) && after[name] !== value,
  );
}

/** Whether a job failed or was refused: its state says so, or it has an error. */
export function isRefusedJob(job: JsonObject): boolean {
  const { error } = job;
  return isIn(job, REFUSED) || (isObject(error) && Object.keys(error).length > 0);
}

const DONE = /^(done|success(ful)?|succeeded|completed?|finished|ready)$/i;

/** Whether a job reports success in words. */
export const isDone = (job: JsonObject): boolean => isIn(job, DONE);

const RESULT = /^(result|output|download|target|resource)[-_]?(url|uri|href|link|location)$/i;

const LINK = /(url|uri|href|link|location)$/i;
/** Links of a job to something other than its result. */
const ASIDE =
  /(self|status|cancel|delete|abort|retry|call-?_?back|webhook|notif|monitor|poll|doc|help|avatar|home|source|input|origin|parent|previous|icon|logo)/i;

/** Whether a property is the address of a result, by its name. */
export function isResultName(name: string): boolean {
  return RESULT.test(name);
}

/** Whether a property may be the address of a result, by its name: any link that is not known to lead elsewhere. */
export function mayBeResult(name: string): boolean {
  return LINK.test(name) && !ASIDE.test(name);
}

/** Links to what tells how a job goes on, by their name: `statusUrl`, `self`, `poll_url`. */
const FOLLOW =
  /^(?:(?:status|self|monitor(?:ing)?|poll(?:ing)?|progress|job|task)[-_]?(?:url|uri|href|link|location)?)$/i;

/** Where the answer that starts a job says that it can be followed: a property of it, or of its `links`. */
export function followLinkOf(answer: JsonObject): string | undefined {
  for (const holder of [answer, answer['links'], answer['_links']]) {
    if (!isObject(holder)) continue;
    for (const [name, value] of Object.entries(holder)) {
      const link = isObject(value) ? value['href'] : value;
      if (FOLLOW.test(name) && typeof link === 'string' && /^(?:https?:\/\/|\/)/.test(link)) return link;
    }
  }
  return undefined;
}

/** Whether a text says that the property `name`, or the described one, has a value as soon as the job has ended. */
export function promisesResult(text: string, name?: string): boolean {
  return text
    .split(/[.;]\s+|\n/)
    .some(
      (sentence) => (name === undefined || sentence.includes(name)) && THEN.test(sentence) && !MAYBE.test(sentence),
    );
}

const THEN =
  /\bthen (has|holds|contains|gives|names|points|links|leads)\b|\b(once|when|after|as soon as)\b[^.;]*\b(done|succe\w+|complete\w*|finished|ready|ended)\b/i;
const MAYBE = /\b(may|might|can|could|if any|optional\w*)\b/i;

/** Objects of a job that hold its result. */
const HOLDERS = ['response', 'result', 'output'];

/** Places in a finished job that may link to its result, also in its `response`, the most explicit names first. */
export function resultsOf(job: JsonObject): readonly { readonly property: string; readonly url: string }[] {
  const inside = HOLDERS.flatMap((name) => {
    const holder = job[name];
    return isObject(holder) ? Object.entries(holder) : [];
  });
  const links = [...Object.entries(job), ...inside].flatMap(([property, value]) =>
    LINK.test(property) && !ASIDE.test(property) && typeof value === 'string' && value.includes('/')
      ? [{ property, url: value }]
      : [],
  );
  return links.toSorted((a, b) => Number(RESULT.test(b.property)) - Number(RESULT.test(a.property)));
}

const UNITS: Readonly<Record<string, number>> = { millisecond: 1, second: 1_000, minute: 60_000 };
/** What "a few" is at most. */
const FEW = 10;
const NUMBERS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const DURATION = new RegExp(
  `\\b(?:up to|at most|within|in|no (?:more|longer) than|less than|under|after|takes?(?: about)?) (a few|several|an?|\\d+|${NUMBERS.join('|')}) (millisecond|second|minute)s?\\b`,
  'i',
);

/** The maximum duration in a description, in milliseconds: `It takes up to two seconds.` */
export function longestIn(text: string): number | undefined {
  const sentence = text.split(/[.;]\s+|\n/).find((each) => DURATION.test(each) && !OF_OTHER_TIMES.test(each));
  const [, count = '', unit = ''] = DURATION.exec(sentence ?? '') ?? [];
  const number = numberOf(count.toLowerCase());
  const size = UNITS[unit.toLowerCase()];
  return size === undefined || number < 0 ? undefined : number * size;
}

/** Sentences about other durations: of a pause between reads, or of how long a record is kept. */
const OF_OTHER_TIMES =
  /\b(?:again|retr(?:y|ies)|poll\w*|tim(?:es|ed?)[- ]?out|timeout|kept|deleted|removed|purged|expires?|expired|cached?|request|notified|told)\b/i;

/** The number that a word says; -1 if it says none. */
function numberOf(word: string): number {
  if (/^\d+$/.test(word)) return Number(word);
  if (/^an?$/.test(word)) return 1;
  return /^(a few|several)$/.test(word) ? FEW : NUMBERS.indexOf(word);
}
