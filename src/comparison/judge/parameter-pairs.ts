import { type Operation, type Parameter, templateNames } from '../../spec/index.ts';

export interface ParameterPairs {
  readonly pairs: readonly { readonly base: Parameter; readonly revision: Parameter }[];
  readonly removed: readonly Parameter[];
  readonly added: readonly Parameter[];
}

/** Pairs parameters by location and name: header fields by lower-case name, path parameters by position. */
export function pairParameters(base: Operation, revision: Operation): ParameterPairs {
  const after = new Map(revision.parameters.map((each) => [keyOf(revision, each), each]));
  const before = new Map(base.parameters.map((each) => [keyOf(base, each), each]));
  return {
    pairs: [...before].flatMap(([key, one]) => {
      const other = after.get(key);
      return other === undefined ? [] : [{ base: one, revision: other }];
    }),
    removed: [...before].flatMap(([key, one]) => (after.has(key) ? [] : [one])),
    added: [...after].flatMap(([key, one]) => (before.has(key) ? [] : [one])),
  };
}

function keyOf({ path }: Operation, { name, in: place }: Parameter): string {
  if (place === 'header') return `header ${name.toLowerCase()}`;
  const index = place === 'path' ? templateNames(path).indexOf(name) : -1;
  return index < 0 ? `${place} ${name}` : `path ${index}`;
}

export const parameterNoun = ({ in: place, name }: Parameter): string => `${place} parameter \`${name}\``;
