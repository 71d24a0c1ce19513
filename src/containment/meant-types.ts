import type { SchemaObject } from '../spec/index.ts';
import type { FormType } from './forms.ts';

/** Keywords that are about values of one type only, and say nothing of others. */
const ABOUT: Readonly<Record<'object' | 'array' | 'string' | 'number', readonly (keyof SchemaObject)[]>> = {
  object: [
    'properties',
    'required',
    'additionalProperties',
    'patternProperties',
    'propertyNames',
    'minProperties',
    'maxProperties',
    'dependentRequired',
    'dependentSchemas',
    'unevaluatedProperties',
  ],
  array: ['items', 'prefixItems', 'contains', 'minItems', 'maxItems', 'uniqueItems', 'unevaluatedItems'],
  string: ['minLength', 'maxLength', 'pattern'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
};
const BY_KEYWORD: ReadonlyMap<string, FormType> = new Map(
  Object.entries(ABOUT).flatMap(([type, keywords]) =>
    // The names of the table are types of forms.
    keywords.map((keyword) => [String(keyword), type as FormType] as const),
  ),
);

/**
 * Whether values of a type fit only because schemas without `type` do not exclude them: `properties` alone
 * documents an object, and lets texts and numbers pass.
 */
export function isUndocumentedType(nodes: readonly SchemaObject[], type: FormType): boolean {
  const isStated = nodes.some((node) => node.type !== undefined || node.enum !== undefined || node.const !== undefined);
  if (isStated) return false;
  const meant = new Set(nodes.flatMap((node) => Object.keys(node).flatMap((key) => BY_KEYWORD.get(key) ?? [])));
  return meant.size > 0 && !meant.has(type);
}
