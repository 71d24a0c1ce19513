import type { Json } from '../../core/index.ts';
import { setOwn } from '../../wire/index.ts';
import { type Chance, childChance } from '../model/chance.ts';
import type { DeedMember, DeedMembers } from '../plan/deed-members.ts';
import { FIRST_STATES, isFailure, isFinal, isStillToCome, plainWord, statesOf } from '../text/deed-words.ts';
import { instantAround } from '../text/formats/instants.ts';
import type { Agreement } from './agreement.ts';

/** Makes flags and dates of actions consistent with the state: a record that is not cancelled has no `cancelled_at`. */
export function agreeDeeds(
  agreement: Agreement,
  { state, moments, flags, errors }: DeedMembers,
  isRequired: (name: string) => boolean,
  chance: Chance,
): void {
  const { draft, isFree, fits } = agreement;
  for (const { name, deed } of flags) {
    // A record that a client writes has not been deleted.
    const isNew = agreement.isSent && statesOf('deleted').includes(deed);
    const isDone: Json | undefined = doneBy(agreement, state, deed) ?? (isNew ? false : undefined);
    if (isDone !== undefined && typeof draft[name] === 'boolean' && isFree(name) && fits(name, isDone))
      setOwn<Json>(draft, name, isDone);
  }
  if (state !== undefined) agreeStates(agreement, state, new Set(flags.map(({ name }) => name)));
  const current = state === undefined ? undefined : draft[state];
  if (typeof current === 'string' && !isFailure(plainWord(current)))
    for (const name of errors) if (isFree(name)) takeOut(agreement, name, isRequired);
  // `finished` may be a flag or a date.
  const dated = flags.filter(({ name }) => Object.hasOwn(draft, name) && typeof draft[name] !== 'boolean');
  for (const moment of [...moments, ...dated]) {
    const { name, deed } = moment;
    if (!isFree(name)) continue;
    const flag = flags.map((each) => (each.deed === deed ? draft[each.name] : undefined));
    const known = flag.find((value) => typeof value === 'boolean') ?? doneBy(agreement, state, deed);
    // A visible record has not been deleted.
    const isDone = known ?? (statesOf('deleted').includes(deed) ? false : undefined);
    if (isDone === false) takeOut(agreement, name, isRequired);
    else if (isDone === true && draft[name] === null) putIn(agreement, moment, chance);
  }
}

/** Makes flags that are called like one of the listed states true in that state alone: `running` beside `status: running`. */
function agreeStates({ draft, isFree, fits }: Agreement, state: string, others: ReadonlySet<string>): void {
  const current = draft[state];
  if (typeof current !== 'string' || fits(state, 'none such')) return;
  for (const [name, flag] of Object.entries(draft)) {
    if (typeof flag !== 'boolean' || others.has(name) || !isFree(name)) continue;
    const word = plainWord(name).replace(/^is(?=.{3})/, '');
    const isState = word === plainWord(current) || formsOf(word).some((form) => fits(state, form));
    const value = word === plainWord(current);
    if (isState && flag !== value && fits(name, value)) setOwn<Json>(draft, name, value);
  }
}

/** A word as enumerations write it. */
function formsOf(word: string): readonly string[] {
  return [word, word.toUpperCase(), `${word.charAt(0).toUpperCase()}${word.slice(1)}`];
}

/** Whether the action was done, by the state; `undefined` if the state does not tell. */
function doneBy({ draft, fits }: Agreement, state: string | undefined, deed: string): boolean | undefined {
  const stateValue = state === undefined ? undefined : draft[state];
  if (state === undefined || typeof stateValue !== 'string') return undefined;
  const states = statesOf(deed);
  const isState = (word: string): boolean => formsOf(word).some((form) => fits(state, form));
  const word = plainWord(stateValue);
  if (states.includes(word)) return true;
  if (FIRST_STATES.includes(word) || isStillToCome(deed, word)) return false;
  return isFinal(deed) && states.some(isState) && !isState('none such') ? false : undefined;
}

function takeOut({ draft, fits }: Agreement, name: string, isRequired: (name: string) => boolean): void {
  if (fits(name, null)) setOwn<Json>(draft, name, null);
  else if (!isRequired(name)) delete draft[name];
}

function putIn({ draft, fits }: Agreement, { name, deed }: DeedMember, chance: Chance): void {
  const instant = instantAround([deed], childChance(chance, name));
  const text = new Date(instant).toISOString().replace('.000Z', 'Z');
  const forms: readonly Json[] = [text, text.slice(0, 10), instant / 1000, instant];
  const form = forms.find((each) => fits(name, each));
  if (form !== undefined) setOwn(draft, name, form);
}
