import type { Json } from '../../core/index.ts';
import { isArray, isObject, setOwn, withoutSeparators, wordsOf } from '../../wire/index.ts';
import { type Chance, childChance, pick } from '../model/chance.ts';
import type { Drawing, Spot } from '../plan/draw-context.ts';
import type { PersonNames, PlaceNames } from '../plan/member-groups.ts';
import type { ObjectPlan } from '../plan/object-plan.ts';
import { spanLength } from '../plan/spans.ts';
import { REAL_PLACES, type RealPlace } from '../text/real-places.ts';
import { agreeDeeds } from './agree-deeds.ts';
import { agreeMoney } from './agree-money.ts';
import { type Agreement, type Draft, putFree } from './agreement.ts';

/** A drawn object. */
interface AgreeingObject {
  readonly drawing: Drawing;
  readonly plan: ObjectPlan;
  readonly draft: Draft;
  readonly spot: Spot;
}

/** Makes related properties consistent: names of a person, a place, counts of lists, sums, and a state with its dates and flags. */
export function agree(object: AgreeingObject, isFree: (name: string) => boolean): void {
  const { plan, draft, spot } = object;
  const agreement = agreementOf(object, isFree);
  const { groups, deeds } = plan;
  const isRequired = (name: string): boolean => plan.byName.get(name)?.required === true;
  if (deeds !== undefined) agreeDeeds(agreement, deeds, isRequired, spot.chance);
  if (groups?.person !== undefined) agreePerson(agreement, groups.person, spot.chance);
  if (groups?.place !== undefined) agreePlace(agreement, groups.place, spot);
  for (const [count, list] of groups?.counts ?? []) {
    const counted = draft[list];
    if (isArray(counted ?? null)) putFree(agreement, count, (counted as readonly Json[]).length);
  }
  for (const [total, summands] of groups?.sums ?? []) {
    const values = summands.map((name) => draft[name]).filter((value) => typeof value === 'number');
    if (values.length === summands.length)
      putFree(
        agreement,
        total,
        values.reduce((sum, value) => sum + value, 0),
      );
  }
  for (const [total, sum] of sumsOverTime(draft, groups?.overTime ?? [])) putFree(agreement, total, sum);
  if (plan.isPriced) agreeMoney(agreement);
}

/** Makes numbers that measure a span of time consistent with its dates, which are in order. */
export function measureSpans(object: AgreeingObject, isFree: (name: string) => boolean): void {
  for (const span of object.plan.groups?.spans ?? []) {
    const length = spanLength(span, object.draft);
    if (length !== undefined) putFree(agreementOf(object, isFree), span.name, length);
  }
}

function agreementOf(
  { drawing: { tools, direction }, plan, draft }: AgreeingObject,
  isFree: (name: string) => boolean,
): Agreement {
  const fits = (name: string, value: Json): boolean =>
    plan.byName.get(name)?.plan.originals.every((schema) => tools.check(schema, value, direction)) === true;
  const isOpen = (name: string): boolean => Object.hasOwn(draft, name) && isFree(name) && !plan.shown.has(name);
  return { draft, isFree: isOpen, fits, isSent: direction === 'request' };
}

/** Words of numbers that are not added up: times, ids, positions, and bounds of other numbers. */
const NOT_ADDED =
  /(?:^|_)(?:year|quarter|month|week|day|hour|minute|second|time|timestamp|date|id|ids|index|position|version|min|max|minimum|maximum|average|avg|mean|median|limit)(?:_|$)/;

/** Numbers beside the entries of a span of time that have the same names: `sent` beside `days: [{ date, sent }]` is their sum. */
function sumsOverTime(draft: Draft, names: readonly string[]): readonly (readonly [string, number])[] {
  const [list, ...others] = names.flatMap((name) => {
    const value = draft[name] ?? null;
    return isArray(value) && value.length > 0 ? [value] : [];
  });
  if (list === undefined || others.length > 0) return [];
  return Object.entries(draft).flatMap(([name, value]): readonly (readonly [string, number])[] => {
    const parts = list.map((each) => (isObject(each) && Object.hasOwn(each, name) ? each[name] : undefined));
    const isCounted =
      !NOT_ADDED.test(wordsOf(name).join('_')) &&
      Number.isInteger(value) &&
      parts.every((part) => Number.isInteger(part));
    return isCounted ? [[name, parts.reduce<number>((sum, part) => sum + Number(part), 0)]] : [];
  });
}

/** Puts the id of the whole into its parts: `bookingId` in the items of a booking. */
export function nameWhole(
  { draft, spot }: Pick<AgreeingObject, 'draft' | 'spot'>,
  isFree: (name: string) => boolean,
): void {
  const { id } = draft;
  if (spot.depth > 0 || spot.about === '' || (typeof id !== 'string' && typeof id !== 'number')) return;
  const wanted = `${spot.about.replaceAll(/[^a-z0-9]/gi, '').toLowerCase()}id`;
  const named = (part: Json): Json => {
    if (!isObject(part)) return part;
    const name = Object.keys(part).find((each) => withoutSeparators(each) === wanted);
    return name === undefined || typeof part[name] !== typeof id ? part : { ...part, [name]: id };
  };
  for (const [name, value] of Object.entries(draft))
    if (isFree(name) && typeof value === 'object' && value !== null)
      setOwn(draft, name, isArray(value) ? value.map(named) : named(value));
}

function agreePerson(agreement: Agreement, names: PersonNames, chance: Chance): void {
  const { first, last, email, prefix, shown, full = shown } = names;
  const { draft, isFree } = agreement;
  const textOf = (name: string | undefined): string | undefined => {
    const value = name === undefined ? undefined : draft[name];
    return typeof value === 'string' ? value : undefined;
  };
  const firstAndLast = first === undefined && last === undefined ? undefined : [textOf(first), textOf(last)];
  if (full !== undefined && firstAndLast !== undefined && !isFree(full)) {
    const words = textOf(full)?.split(' ') ?? [];
    if (words.length > 1) {
      putFree(agreement, first, words[0] ?? '');
      putFree(agreement, last, words.slice(1).join(' '));
    }
  } else if (full !== undefined && firstAndLast?.every((part) => part !== undefined) === true)
    putFree(agreement, full, firstAndLast.join(' '));
  const whole =
    firstAndLast === undefined
      ? textOf(full)
      : [textOf(first), textOf(last)].filter((part) => part !== undefined).join(' ');
  if (shown !== full && whole !== undefined) putFree(agreement, shown, whole);
  putFree(agreement, prefix, pick(childChance(chance, 'prefix'), ['Mr.', 'Ms.', 'Dr.']));
  const domain = textOf(email)?.split('@')[1];
  const local = whole
    ?.normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z ]/g, '')
    .trim()
    .replaceAll(/ +/g, '.');
  if (domain !== undefined && local !== undefined && local !== '' && local.length <= 40)
    putFree(agreement, email, `${local}@${domain}`);
}

/** Only if no known property names the place. */
function agreePlace(agreement: Agreement, names: PlaceNames, spot: Spot): void {
  const { draft, isFree, fits } = agreement;
  const there = Object.entries(names).filter(([, name]) => Object.hasOwn(draft, name));
  if (there.length < 2 || !there.every(([, name]) => isFree(name))) return;
  const place = pick(childChance(spot.chance, 'place'), REAL_PLACES);
  if (place === undefined) return;
  for (const [part, name] of there) {
    const value = place[part as keyof RealPlace];
    const forms: readonly Json[] = part === 'country' ? [value, place.code] : [value, String(value)];
    const form = (
      part === 'country' && typeof draft[name] === 'string' && draft[name].length < 3 ? forms.toReversed() : forms
    ).find((each) => fits(name, each));
    if (form !== undefined) setOwn(draft, name, form);
  }
}
