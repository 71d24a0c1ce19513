import type { Json } from '../../core/index.ts';
import type { SchemaObject } from '../../spec/index.ts';

/** Last segment of a schema's `$ref`: its name for a discriminator (OpenAPI 3.1 §4.8.25). */
export function branchName(schema: SchemaObject): string | undefined {
  const [, last] = /([^/#]+)$/.exec(schema.$ref ?? '') ?? [];
  return last?.replaceAll('~1', '/').replaceAll('~0', '~');
}

/**
 * The discriminator value of a base schema when a child with the base in its `allOf` is drawn: the mapped
 * name of the outermost schema. A base alone has the first mapped name.
 */
export function inheritedHint(
  schema: SchemaObject,
  names: readonly string[],
): readonly [property: string, value: Json] | undefined {
  const { discriminator } = schema;
  if (discriminator === undefined || schema.oneOf !== undefined || schema.anyOf !== undefined) return undefined;
  const mapping = Object.entries(discriminator.mapping ?? {});
  for (const name of names) {
    const mapped = mapping.find(([, target]) => target === name || target.endsWith(`/${name}`));
    if (mapped !== undefined) return [discriminator.propertyName, mapped[0]];
  }
  const [first] = mapping;
  const value = first?.[0] ?? names[0];
  return value === undefined ? undefined : [discriminator.propertyName, value];
}
