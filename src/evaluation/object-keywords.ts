import type { Keywords, Members } from './evaluation.ts';
import type { Fits } from './fits.ts';
import { restKeyword, unevaluatedNames } from './rest-keyword.ts';

type Schemas = Readonly<Record<string, unknown>>;
type NameLists = Readonly<Record<string, readonly string[]>>;

/** Keywords for objects. */
export const OBJECT_KEYWORDS: Keywords<Members> = {
  maxProperties: { fits: (most: number) => (members) => Object.keys(members).length <= most },
  minProperties: { fits: (least: number) => (members) => Object.keys(members).length >= least },
  required: {
    fits: (names: readonly string[], { optional }) => {
      const required = names.filter((name) => !optional.has(name));
      return (members) => required.every((name) => has(members, name));
    },
    tell: (names: readonly string[], { value, listener }) => {
      for (const name of names) if (!has(value, name)) listener.breach('required', { missingProperty: name });
    },
  },
  propertyNames: {
    fits: (schema: unknown, { member }) => {
      const each = member(schema);
      return (members) => Object.keys(members).every(each);
    },
    tell: (schema: unknown, { value, evaluator, listener }) => {
      for (const propertyName of Object.keys(value)) {
        if (evaluator.fits(schema, propertyName)) continue;
        listener.attempt(schema, propertyName);
        listener.breach('propertyNames', { propertyName });
      }
    },
  },
  additionalProperties: {
    fits: (schema: unknown, { member, pattern }, { properties, patternProperties }) => {
      const each = member(schema);
      const known = new Set(Object.keys(properties ?? {}));
      const patterns = Object.keys(patternProperties ?? {}).flatMap((source) => pattern(source) ?? []);
      return (members) =>
        Object.keys(members).every(
          (name) => known.has(name) || patterns.some((named) => named(name)) || each(members[name]),
        );
    },
    tell: (schema: unknown, { node, value, evaluator, listener }) => {
      const known = new Set(Object.keys(node['properties'] ?? {}));
      const patterns = Object.keys(node['patternProperties'] ?? {});
      for (const name of Object.keys(value)) {
        if (known.has(name) || patterns.some((pattern) => evaluator.matches(pattern, name))) continue;
        if (schema === false) listener.breach('additionalProperties', { additionalProperty: name });
        else listener.inside(schema, value[name], name);
      }
    },
  },
  properties: {
    fits: (map: Schemas, { member }) => {
      const entries = fitsByName(map, member);
      return (members) => {
        for (const [name, each] of entries) if (has(members, name) && !each(members[name])) return false;
        return true;
      };
    },
    tell: (schemas: Schemas, { value, listener }) => {
      for (const [name, schema] of Object.entries(schemas))
        if (has(value, name)) listener.inside(schema, value[name], name);
    },
  },
  patternProperties: {
    fits: (map: Schemas, { member, pattern }) => {
      const entries = fitsByName(map, member).map(
        ([source, each]) => [pattern(source) ?? (() => false), each] as const,
      );
      return (members) =>
        Object.keys(members).every((name) => entries.every(([named, each]) => !named(name) || each(members[name])));
    },
    tell: (schemas: Schemas, { value, evaluator, listener }) => {
      for (const [pattern, schema] of Object.entries(schemas))
        for (const name of Object.keys(value))
          if (evaluator.matches(pattern, name)) listener.inside(schema, value[name], name);
    },
  },
  dependentRequired: {
    fits: (map: NameLists, { optional }) => {
      const entries = Object.entries(map).map(
        ([name, names]) => [name, names.filter((other) => !optional.has(other))] as const,
      );
      return (members) =>
        entries.every(([name, names]) => !has(members, name) || names.every((other) => has(members, other)));
    },
    tell: (map: NameLists, { value, listener }) => {
      for (const [property, names] of Object.entries(map))
        for (const missingProperty of has(value, property) ? names : [])
          if (!has(value, missingProperty)) listener.breach('dependentRequired', { property, missingProperty });
    },
  },
  dependentSchemas: {
    fits: (map: Schemas, { same }) => {
      const entries = fitsByName(map, same);
      return (members) => entries.every(([name, each]) => !has(members, name) || each(members));
    },
    tell: (schemas: Schemas, { value, listener }) => {
      for (const [name, schema] of Object.entries(schemas)) if (has(value, name)) listener.also(schema);
    },
  },
  unevaluatedProperties: {
    ...restKeyword('properties'),
    tell: (schema: unknown, reported) => {
      for (const name of unevaluatedNames('properties', reported)) {
        if (schema === false) reported.listener.breach('unevaluatedProperties', { unevaluatedProperty: name });
        else reported.listener.inside(schema, reported.value[name], name);
      }
    },
  },
};

function fitsByName(map: Schemas, fits: (schema: unknown) => Fits): readonly (readonly [name: string, fits: Fits])[] {
  return Object.entries(map).map(([name, schema]) => [name, fits(schema)]);
}

function has(members: Members, name: string): boolean {
  return members[name] !== undefined && Object.hasOwn(members, name);
}
