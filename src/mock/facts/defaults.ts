import type { Json } from '../../core/index.ts';
import { type Api, propertiesOf, type Schema } from '../../spec/index.ts';
import { withoutSeparators } from '../../wire/index.ts';
import type { DescribedDefaults } from '../model/context.ts';
import type { Fields } from '../model/fields.ts';

/** The defaults of an object's properties. */
export function defaultsIn(api: Api, schema: Schema): readonly (readonly [name: string, value: Json])[] {
  return Object.entries(propertiesOf(api, schema)).flatMap(([name, member]) => {
    const target = api.deref(member.schema);
    return typeof target === 'boolean' || target.default === undefined ? [] : [[name, target.default] as const];
  });
}

/** The defaults that descriptions of properties tell (`The default is 1000.`). */
export function describedDefaultsIn({ deref }: Api, { properties }: Fields): DescribedDefaults {
  const entries = [...properties].flatMap(([name, property]): readonly (readonly [string, readonly Json[]])[] => {
    const target = deref(property);
    const values = typeof target === 'boolean' ? [] : defaultsInText(target.description ?? '');
    return values.length === 0 ? [] : [[withoutSeparators(name), values]];
  });
  return new Map(entries);
}

/** The default that a description tells, in the types that it may have. */
function defaultsInText(description: string): readonly Json[] {
  const found = DEFAULT.exec(description);
  const text = found?.[1] ?? found?.[2];
  if (text === undefined) return [];
  const number = /^-?\d[\d,]*(?:\.\d+)?$/.test(text) ? [Number(text.replaceAll(',', ''))] : [];
  const flag = text === 'true' || text === 'false' ? [text === 'true'] : [];
  return [...number, ...flag, text];
}

/** `The default is 1000`, `Defaults to false`, `Default: "draft"`. Words stand in quotes. */
const DEFAULT =
  /\bdefaults?(?: value)?(?: is| to|:)? +(?:set to +|to +)?(?:[`"'“]([^`"'”]{1,40})[`"'”]|(-?\d[\d,]*(?:\.\d+)?(?![\w%]|\.\d| (?:[KMG]i?B|percent|minutes?|hours?|days?|weeks?|months?|years?)\b)|true\b|false\b))/i;
