/** Actions whose result is the state of a record as long as it lasts: a record is `cancelled` only in that state. */
const FINAL =
  'deleted removed trashed archived cancelled canceled closed revoked rejected suspended disabled dismissed refunded expired failed blocked banned voided';
/** Actions that remain done in later states: a shipped order is still paid. */
const PASSED =
  'completed finished ended resolved approved published paid sent read seen locked merged verified confirmed disputed captured delivered fulfilled shipped starred pinned flagged delinquent';

const FINAL_DEEDS: ReadonlySet<string> = new Set(FINAL.split(' '));

/** Past participles of actions, as in `cancelled` or `cancelled_at`. None of them applies to a new record. */
export const DEEDS: ReadonlySet<string> = new Set([...FINAL_DEEDS, ...PASSED.split(' ')]);

/** States of a new record, in order of preference if an enumeration is sorted. */
export const FIRST_STATES: readonly string[] =
  'new created initialized initialised draft todo backlog needsaction notstarted unstarted requirespaymentmethod queued pending open opened booked reserved requested received placed submitted scheduled planned proposed invited waiting initial available active enabled'.split(
    ' ',
  );

/** States in which the work on a record goes on. */
const UNDERWAY: ReadonlySet<string> = new Set('running inprogress processing started working ongoing'.split(' '));
/** Actions that end the work on a record. */
const ENDS: ReadonlySet<string> = new Set('completed finished ended resolved'.split(' '));

/** Whether a state says that the action, which ends the work on a record, is still to come. */
export function isStillToCome(deed: string, state: string): boolean {
  return ENDS.has(deed) && UNDERWAY.has(state);
}

/** Whether a state says that something failed. */
export function isFailure(state: string): boolean {
  return /fail|error|reject|declin|abort|crash|invalid/.test(state);
}

const SAME: readonly (readonly string[])[] = [
  ['cancelled', 'canceled'],
  ['completed', 'complete', 'done', 'finished'],
  ['deleted', 'removed', 'trashed'],
  ['failed', 'failure', 'error'],
  ['published', 'live'],
];

/** The names of the state after an action: `cancelled`, `canceled`. */
export function statesOf(deed: string): readonly string[] {
  return [deed, ...SAME.filter((forms) => forms.includes(deed)).flat()];
}

/** Whether the result of an action is the state of the record as long as it lasts. */
export function isFinal(deed: string): boolean {
  return FINAL_DEEDS.has(deed);
}

/** A word in lower case, letters only. */
export function plainWord(text: string): string {
  return text.replaceAll(/[^a-z]/gi, '').toLowerCase();
}
