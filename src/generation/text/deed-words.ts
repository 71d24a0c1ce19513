/** What may have been done to a thing, and then is what it is: `cancelled` is nothing but cancelled. */
const FINAL =
  'deleted removed trashed archived cancelled canceled closed revoked rejected suspended disabled dismissed refunded expired failed blocked banned voided';
/** What may have been done to a thing that has become something else since: what was paid is shipped. */
const PASSED =
  'completed finished ended resolved approved published paid sent read seen locked merged verified confirmed disputed captured delivered fulfilled shipped starred pinned flagged delinquent';

const FINAL_DEEDS: ReadonlySet<string> = new Set(FINAL.split(' '));

/** Participles of what may have been done to a thing, by themselves or in front of `_at`: nothing of that is true of a new one. */
export const DEEDS: ReadonlySet<string> = new Set([...FINAL_DEEDS, ...PASSED.split(' ')]);

/** Words for the state of what is new: where a list of values is sorted, in this order. */
export const FIRST_STATES: readonly string[] =
  'new created draft todo backlog needsaction notstarted unstarted requirespaymentmethod queued pending open opened booked reserved requested received placed submitted scheduled planned proposed invited waiting initial available active enabled'.split(
    ' ',
  );

const SAME: readonly (readonly string[])[] = [
  ['cancelled', 'canceled'],
  ['completed', 'complete', 'done', 'finished'],
  ['deleted', 'removed', 'trashed'],
  ['failed', 'failure', 'error'],
  ['published', 'live'],
];

/** What a deed is called where it is a state: `cancelled`, `canceled`. */
export function statesOf(deed: string): readonly string[] {
  return [deed, ...SAME.filter((forms) => forms.includes(deed)).flat()];
}

/** Whether a thing to which this was done is in that state as long as it stays done. */
export function isFinal(deed: string): boolean {
  return FINAL_DEEDS.has(deed);
}

/** A state or a name without marks and capitals. */
export function plainWord(text: string): string {
  return text.replaceAll(/[^a-z]/gi, '').toLowerCase();
}
