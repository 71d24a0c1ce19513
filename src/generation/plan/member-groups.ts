import { type Span, spansAmong } from './spans.ts';

/** Properties of an object whose values must be consistent, by name. */
export interface MemberGroups {
  readonly person?: PersonNames;
  readonly place?: PlaceNames;
  /** A number, and the list whose length it is. */
  readonly counts: readonly (readonly [count: string, list: string])[];
  /** A number, and the numbers beside it that it is the sum of: `total_tokens` of `prompt_tokens` and `completion_tokens`. */
  readonly sums: readonly (readonly [total: string, parts: readonly string[]])[];
  /** Names of lists with one entry for each day, or another span of time; absent if there are none. */
  readonly overTime?: readonly string[];
  readonly spans: readonly Span[];
}

export interface PersonNames {
  readonly first?: string;
  readonly last?: string;
  readonly full?: string;
  /** The full name once more. */
  readonly shown?: string;
  readonly email?: string;
  readonly prefix?: string;
}

export interface PlaceNames {
  readonly city?: string;
  readonly region?: string;
  readonly postcode?: string;
  readonly country?: string;
  readonly code?: string;
  readonly latitude?: string;
  readonly longitude?: string;
}

const PERSON: Readonly<Record<keyof PersonNames, RegExp>> = {
  first: /^(?:firstname|givenname|forename)$/,
  last: /^(?:lastname|surname|familyname)$/,
  full: /^(?:name|fullname)$/,
  shown: /^(?:displayname|printablename|formattedname)$/,
  email: /^(?:email|emailaddress|mail)$/,
  prefix: /^(?:name)?prefix$/,
};
const PLACE: Readonly<Record<keyof PlaceNames, RegExp>> = {
  city: /^(?:city|town|locality)$/,
  region: /^(?:region|state|province|county)$/,
  postcode: /^(?:postcode|postalcode|zip|zipcode)$/,
  country: /^(?:country|countryname)$/,
  code: /^(?:countrycode|countryiso|isocountry)$/,
  latitude: /^(?:lat|latitude)$/,
  longitude: /^(?:lng|lon|long|longitude)$/,
};

const OVER_TIME =
  /^(?:days?|hours?|weeks?|months?|years?|dates?|daily|hourly|weekly|monthly|periods?|intervals?|buckets?|timeline|timeseries)$/;

const wordKey = (name: string): string => name.toLowerCase().replaceAll(/[_\- ]/g, '');

/** The groups among properties; `undefined` if there are none. */
export function memberGroups(names: readonly string[]): MemberGroups | undefined {
  const person = matchingNames(names, PERSON);
  const place = matchingNames(names, PLACE);
  const counts = countsAmong(names);
  const sums = names.flatMap((name) => summedBy(name, names));
  const overTime = names.filter((name) => OVER_TIME.test(wordKey(name)));
  const spans = spansAmong(names);
  const telling = [person.first, person.last, person.full ?? person.shown, person.email];
  const isPerson = telling.filter((name) => name !== undefined).length > 1;
  const isPlace = Object.keys(place).length > 1 && (place.city !== undefined || place.postcode !== undefined);
  if (!isPerson && !isPlace && counts.length + sums.length + overTime.length + spans.length === 0) return undefined;
  return {
    ...(isPerson ? { person } : {}),
    ...(isPlace ? { place } : {}),
    counts,
    sums,
    spans,
    ...(overTime.length > 0 ? { overTime } : {}),
  };
}

function matchingNames<K extends string>(
  names: readonly string[],
  forms: Readonly<Record<K, RegExp>>,
): { readonly [key in K]?: string } {
  const entries = Object.entries<RegExp>(forms).flatMap(([key, form]) => {
    const name = names.find((each) => form.test(wordKey(each)));
    return name === undefined ? [] : [[key, name] as const];
  });
  return Object.fromEntries(entries) as { readonly [key in K]?: string };
}

/** The properties that count a list beside them, each with the list. */
export function countsAmong(names: readonly string[]): MemberGroups['counts'] {
  return names.flatMap((name) => countedBy(name, names));
}

/** `comments_count`, `itemCount`, `number_of_items` beside `comments`, `items` or `item_ids`; `count` beside the only list of ids. */
function countedBy(name: string, names: readonly string[]): readonly (readonly [string, string])[] {
  const word = /^(?:numberof|num|total)(.+)$|^(.+?)(?:count|total)$/.exec(wordKey(name));
  const what = word?.[1] ?? word?.[2];
  if (what === undefined) {
    const [only, ...others] = wordKey(name) === 'count' ? names.filter((each) => /.ids$/.test(wordKey(each))) : [];
    return only === undefined || others.length > 0 ? [] : [[name, only]];
  }
  const one = what.replace(/s$/, '');
  const forms = [[what, `${what}s`, `${what}es`], [`${one}ids`]];
  const list = forms
    .map((form) => names.find((each) => each !== name && form.includes(wordKey(each))))
    .find((each) => each !== undefined);
  return list === undefined ? [] : [[name, list]];
}

/** A total of two properties of one unit: `total_tokens` of `prompt_tokens` and `completion_tokens`. */
function summedBy(name: string, names: readonly string[]): readonly (readonly [string, readonly string[]])[] {
  const [, unit] = /^total([a-z]{3,})$/.exec(wordKey(name)) ?? [];
  if (unit === undefined) return [];
  const summands = names.filter((each) => each !== name && wordKey(each).endsWith(unit) && wordKey(each) !== unit);
  return summands.length === 2 ? [[name, summands]] : [];
}
