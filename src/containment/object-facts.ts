import type { Schema, SchemaObject } from '../spec/index.ts';
import type { ValueForm } from './forms.ts';
import { type Conjunction, type Side, staysOutOf } from './side.ts';

/** What all nodes of a form state together about an object. */
export interface ObjectFacts {
  /** Names under `properties` of any node. */
  readonly names: ReadonlySet<string>;
  readonly required: ReadonlySet<string>;
  readonly least: number;
  readonly most: number;
  /** Patterns under `patternProperties` of any node. */
  readonly patterns: ReadonlyMap<string, Conjunction>;
  /** Schemas for a property; empty where no node states any. */
  of(name: string): Conjunction;
  /** Schemas for properties that no node names. */
  readonly rest: Conjunction;
  /** Whether any node states a schema for unnamed properties. */
  readonly isRestStated: boolean;
}

export function objectFactsOf(side: Side, form: ValueForm): ObjectFacts {
  return side.onceFor(form, () => madeFacts(side, form));
}

function madeFacts(side: Side, { nodes }: ValueForm): ObjectFacts {
  const closers = nodes.flatMap((node) => node.unevaluatedProperties ?? []);
  const names = new Set(nodes.flatMap(({ properties }) => Object.keys(properties ?? {})));
  const patterns = new Map<string, Schema[]>();
  for (const node of nodes)
    for (const [pattern, schema] of Object.entries(node.patternProperties ?? {}))
      patterns.set(pattern, [...(patterns.get(pattern) ?? []), schema]);
  const matches = (pattern: string, name: string): boolean =>
    side.fits({ type: 'string', pattern }, name, side.direction) === true;
  const ofNode = (node: SchemaObject, name: string): Conjunction => {
    const own = Object.hasOwn(node.properties ?? {}, name) ? [node.properties?.[name] ?? true] : [];
    const matched = Object.entries(node.patternProperties ?? {}).flatMap(([pattern, schema]) =>
      matches(pattern, name) ? [schema] : [],
    );
    const all = [...own, ...matched];
    return all.length > 0 || node.additionalProperties === undefined ? all : [node.additionalProperties];
  };
  const known = new Map<string, Conjunction>();
  const of = (name: string): Conjunction => {
    const schemas = known.get(name) ?? schemasOf(name);
    known.set(name, schemas);
    return schemas;
  };
  // Most nodes say something of their own names only, and there may be thousands of them.
  const naming = new Map<string, SchemaObject[]>();
  for (const node of nodes)
    if (!hasRuleForOtherNames(node))
      for (const name of Object.keys(node.properties ?? {})) {
        const known = naming.get(name);
        if (known === undefined) naming.set(name, [node]);
        else known.push(node);
      }
  const open = nodes.filter(hasRuleForOtherNames);
  const schemasOf = (name: string): Conjunction => {
    const saying = [...(naming.get(name) ?? []), ...open];
    side.allowance.spend(5 + saying.length);
    const all = saying.flatMap((node) => ofNode(node, name));
    const isNamed = names.has(name) || [...patterns.keys()].some((pattern) => matches(pattern, name));
    return [...(isNamed ? all : [...all, ...closers])].filter((schema) => schema !== true);
  };
  const rest = [...nodes.flatMap(({ additionalProperties }) => additionalProperties ?? []), ...closers];
  const required = new Set(nodes.flatMap((node) => node.required ?? []));
  for (const name of required) if (of(name).some((schema) => staysOutOf(side, schema))) required.delete(name);
  return {
    names,
    required,
    patterns,
    of,
    rest: rest.filter((schema) => schema !== true),
    isRestStated: rest.length > 0,
    least: Math.max(required.size, ...nodes.map(({ minProperties = 0 }) => minProperties)),
    most: mostProperties(nodes, names, patterns.size === 0 && rest.includes(false)),
  };
}

/** Whether a node states a schema for properties beside those that it names. */
const hasRuleForOtherNames = ({ patternProperties, additionalProperties }: SchemaObject): boolean =>
  patternProperties !== undefined || additionalProperties !== undefined;

function mostProperties(nodes: readonly SchemaObject[], names: ReadonlySet<string>, isClosed: boolean): number {
  const stated = nodes.map(({ maxProperties = Number.POSITIVE_INFINITY }) => maxProperties);
  return Math.min(isClosed ? names.size : Number.POSITIVE_INFINITY, ...stated);
}
