import type { RawPair } from '../../wire/index.ts';
import type { Api, Parameter, Schema } from '../model/api.ts';
import { combinedOf, typesOf } from './schema-facts.ts';

type Follows = Pick<Api, 'deref'>;

/** Styles that do not define how nested lists and objects are written (OpenAPI 3.1 §4.8.12.2). */
const FLAT = new Set<Parameter['style']>([
  'form',
  'simple',
  'spaceDelimited',
  'pipeDelimited',
  'tabDelimited',
  'label',
  'matrix',
]);

/** Whether a parameter has nested lists or objects whose form no document can define. */
export function hasUndefinedForm(api: Follows, { style, schema, content, inner = [] }: Parameter): boolean {
  if (content !== undefined || schema === undefined || !FLAT.has(style) || inner.length > 0) return false;
  return membersOf(api, schema).some((member) => isNested(api, member));
}

function membersOf(api: Follows, schema: Schema): readonly Schema[] {
  return combinedOf(api, schema).flatMap((part) => [
    ...(part.items === undefined ? [] : [part.items]),
    ...Object.values(part.properties ?? {}),
  ]);
}

function isNested(api: Follows, schema: Schema): boolean {
  const types = typesOf(api, schema);
  return types.length > 0 && types.every((type) => type === 'object' || type === 'array');
}

/**
 * Pairs that name the elements of a parameter: `filter[0][name]`, `filter[]`, and `Filter.1.Name` or
 * `Filter.member.1.Name`, which count from one. Converted to the notation of `deepObject`; empty if there
 * are none.
 */
export function nestedPairs(pairs: readonly RawPair[], name: string, claimed: ReadonlySet<string>): readonly RawPair[] {
  const own = pairs.flatMap((pair) => {
    const tokens = claimed.has(pair.name) ? undefined : tokensOf(pair.name, name);
    return tokens === undefined ? [] : [{ raw: pair.raw, tokens }];
  });
  const first = own.some(({ tokens }) => tokens.some((token) => token === '.0')) ? 0 : 1;
  return own.map(({ raw, tokens }) => ({
    name: name + tokens.map((token) => bracketToken(token, first)).join(''),
    raw,
  }));
}

const ELEMENT = /^(?:\.[^.[\]]+|\[[^[\]]*\])+$/;

function tokensOf(text: string, name: string): readonly string[] | undefined {
  const rest = text.startsWith(name) ? text.slice(name.length) : '';
  if (!ELEMENT.test(rest)) return undefined;
  return (rest.match(/\.[^.[\]]+|\[[^[\]]*\]/g) ?? []).filter(
    (token, at, all) => token !== '.member' || !/^\.\d+$/.test(all[at + 1] ?? ''),
  );
}

function bracketToken(token: string, first: number): string {
  if (token.startsWith('[')) return token;
  return `[${/^\.\d{1,6}$/.test(token) ? Number(token.slice(1)) - first : token.slice(1)}]`;
}
