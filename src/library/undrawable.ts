import { createGenerator } from '../generation/index.ts';
import { type Api, combinedOf, type Diagnostic, type Direction, type Operation, type Schema } from '../spec/index.ts';

/**
 * Bodies for which the mock cannot generate a value within its budget. Only schemas whose parts restrict
 * each other are tried; others rarely fail.
 */
export function undrawable(api: Api): readonly Diagnostic[] {
  const generator = createGenerator({ api });
  const seen = new Set<Schema>();
  return api.operations.flatMap(bodiesOf).flatMap(([direction, schema]): readonly Diagnostic[] => {
    const target = api.deref(schema);
    if (seen.has(target)) return [];
    seen.add(target);
    if (typeof target === 'boolean' || !isInvolved(api, target)) return [];
    const drawn = generator.value(target, { seed: 1, at: 'inspect' }, { direction, optional: 'required' });
    const pointer = drawn.ok ? undefined : api.pointerOf(target);
    if (drawn.ok || pointer === undefined) return [];
    const position = api.lineOf(pointer);
    const message = `the mock can make no value of this schema: ${drawn.reason}`;
    return [{ code: 'no-value-found', severity: 'warning', pointer, message, ...(position && { position }) }];
  });
}

function bodiesOf({ body, responses }: Operation): readonly (readonly [Direction, Schema])[] {
  const requestSchemas = (body?.content ?? []).flatMap(({ schema }) => schema ?? []);
  const answered = responses.flatMap(({ content }) => content.flatMap(({ schema }) => schema ?? []));
  return [
    ...requestSchemas.map((schema) => ['request', schema] as const),
    ...answered.map((schema) => ['response', schema] as const),
  ];
}

/** Levels of nested members that are searched. */
const DEEPEST = 3;

function isInvolved(api: Api, schema: Schema, depth = 0, seen: Set<Schema> = new Set()): boolean {
  const target = api.deref(schema);
  if (seen.has(target)) return false;
  seen.add(target);
  const subschemas = combinedOf(api, target);
  const choices = subschemas.filter(({ oneOf, anyOf }) => oneOf !== undefined || anyOf !== undefined);
  const isRestricted = subschemas.some((part) => RESTRICTING.some((keyword) => part[keyword] !== undefined));
  if (choices.length > 1 || isRestricted) return true;
  if (depth >= DEEPEST) return false;
  const members = subschemas.flatMap(({ properties, items }) => [...Object.values(properties ?? {}), items ?? true]);
  return members.some((member) => isInvolved(api, member, depth + 1, seen));
}

/** Keywords that can exclude every value in combination with others. */
const RESTRICTING = [
  'not',
  'if',
  'dependentSchemas',
  'contains',
  'uniqueItems',
  'minItems',
  'minProperties',
  'propertyNames',
  'unevaluatedProperties',
  'unevaluatedItems',
] as const;
