import type { Json } from '../../core/index.ts';
import { isArray, isObject, setOwn } from '../../wire/index.ts';
import { childChance, pick } from '../model/chance.ts';
import type { Drawing, Spot } from '../plan/draw-context.ts';
import type { PersonNames, PlaceNames } from '../plan/member-groups.ts';
import type { ObjectPlan } from '../plan/object-plan.ts';
import { REAL_PLACES, type RealPlace } from '../text/real-places.ts';

type Draft = Record<string, Json>;

/** An object whose free properties are made consistent with the others. */
interface Agreement {
  readonly draft: Draft;
  readonly isFree: (name: string) => boolean;
  readonly fits: (name: string, value: Json) => boolean;
}

/** A drawn object. */
interface Drawn {
  readonly drawing: Drawing;
  readonly plan: ObjectPlan;
  readonly draft: Draft;
  readonly spot: Spot;
}

/** Makes related properties consistent: names of a person, a place, counts of lists, and sums. */
export function agree(
  { drawing: { tools, direction }, plan, draft, spot }: Drawn,
  isFree: (name: string) => boolean,
): void {
  const fits = (name: string, value: Json): boolean =>
    plan.byName.get(name)?.plan.asked.every((schema) => tools.check(schema, value, direction)) === true;
  const isOpen = (name: string): boolean => Object.hasOwn(draft, name) && isFree(name) && !plan.shown.has(name);
  const agreement: Agreement = { draft, isFree: isOpen, fits };
  const { groups } = plan;
  if (groups?.person !== undefined) agreePerson(agreement, groups.person);
  if (groups?.place !== undefined) agreePlace(agreement, groups.place, spot);
  for (const [count, list] of groups?.counts ?? []) {
    const counted = draft[list];
    if (isArray(counted ?? null)) put(agreement, count, (counted as readonly Json[]).length);
  }
  for (const [total, parts] of groups?.sums ?? []) {
    const values = parts.map((name) => draft[name]).filter((value) => typeof value === 'number');
    if (values.length === parts.length)
      put(
        agreement,
        total,
        values.reduce((sum, value) => sum + value, 0),
      );
  }
  for (const total of groups?.totals ?? []) {
    const sum = sumIn(draft);
    if (sum !== undefined) put(agreement, total, sum);
  }
}

/** Puts the id of the whole into its parts: `bookingId` in the items of a booking. */
export function nameWhole({ draft, spot }: Pick<Drawn, 'draft' | 'spot'>, isFree: (name: string) => boolean): void {
  const { id } = draft;
  if (spot.depth > 0 || spot.about === '' || (typeof id !== 'string' && typeof id !== 'number')) return;
  const wanted = `${spot.about.replaceAll(/[^a-z0-9]/gi, '').toLowerCase()}id`;
  const named = (part: Json): Json => {
    if (!isObject(part)) return part;
    const name = Object.keys(part).find((each) => each.toLowerCase().replaceAll(/[_-]/g, '') === wanted);
    return name === undefined || typeof part[name] !== typeof id ? part : { ...part, [name]: id };
  };
  for (const [name, value] of Object.entries(draft))
    if (isFree(name) && typeof value === 'object' && value !== null)
      setOwn(draft, name, isArray(value) ? value.map(named) : named(value));
}

function put({ draft, isFree, fits }: Agreement, name: string | undefined, value: Json): void {
  if (name !== undefined && isFree(name) && fits(name, value)) setOwn(draft, name, value);
}

function agreePerson(agreement: Agreement, { first, last, full, email }: PersonNames): void {
  const { draft, isFree } = agreement;
  const said = (name: string | undefined): string | undefined => {
    const value = name === undefined ? undefined : draft[name];
    return typeof value === 'string' ? value : undefined;
  };
  const parts = first === undefined && last === undefined ? undefined : [said(first), said(last)];
  if (full !== undefined && parts !== undefined && !isFree(full)) {
    const words = said(full)?.split(' ') ?? [];
    if (words.length > 1) {
      put(agreement, first, words[0] ?? '');
      put(agreement, last, words.slice(1).join(' '));
    }
  } else if (full !== undefined && parts?.every((part) => part !== undefined) === true)
    put(agreement, full, parts.join(' '));
  const whole =
    parts === undefined ? said(full) : [said(first), said(last)].filter((part) => part !== undefined).join(' ');
  const domain = said(email)?.split('@')[1];
  const local = whole
    ?.normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z ]/g, '')
    .trim()
    .replaceAll(/ +/g, '.');
  if (domain !== undefined && local !== undefined && local !== '' && local.length <= 40)
    put(agreement, email, `${local}@${domain}`);
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

/** The sum of the only list with prices. */
function sumIn(draft: Draft): number | undefined {
  const lists = Object.values(draft).filter(
    (value) => isArray(value) && value.length > 0 && value.every((each) => priceOf(each) !== undefined),
  );
  const [only, ...others] = lists;
  if (only === undefined || others.length > 0) return undefined;
  const sum = (only as readonly Json[]).reduce<number>((total, each) => total + (priceOf(each) ?? 0), 0);
  return Math.round(sum * 100) / 100;
}

function priceOf(value: Json): number | undefined {
  if (!isObject(value)) return undefined;
  const of = (form: RegExp): number | undefined => {
    const found = Object.entries(value).find(([name, each]) => form.test(name) && typeof each === 'number')?.[1];
    return typeof found === 'number' ? found : undefined;
  };
  const whole = of(/^(?:line_?total|sub_?total|amount)$/i);
  const price = of(/^(?:price|unit_?price)$/i);
  return whole ?? (price === undefined ? undefined : price * (of(/^(?:quantity|qty)$/i) ?? 1));
}
