import type { Json } from '../../core/index.ts';
import type { Resource } from '../../resources/index.ts';
import { templateNames, unnamedTemplate } from '../../spec/index.ts';

/** A path template without the names of its parameters and without a trailing slash. */
export const pathShapeOf = (template: string): string => unnamedTemplate(template).replace(/(.)\/$/, '$1');

/**
 * Whether a path names or is below another one, by their shapes, because each may have its own names for
 * parameters.
 */
export function isShapeUnder(shape: string, above: string): boolean {
  return shape === above || shape.startsWith(`${above}/`);
}

/**
 * A template up to its last parameter: `/containers/{id}` of `/containers/{id}/json`, `/accounts/{sid}` of
 * `/accounts/{sid}.json`.
 */
export const namingPart = (template: string): string => template.slice(0, template.lastIndexOf('}') + 1) || template;

/**
 * Path parameters of one template under the names of another one above or below it: `{id}` of `/users/{id}`
 * is `{userId}` of `/users/{userId}/posts`.
 */
export function renameParameters(
  values: Readonly<Record<string, Json>> | undefined,
  from: string | undefined,
  to: string,
): Readonly<Record<string, Json>> {
  const known = mergeParameters(values);
  // A path below the template has the same names.
  if (values === undefined || from === undefined || isShapeUnder(to, from)) return known;
  const [above, below] = [pathShapeOf(namingPart(from)), pathShapeOf(namingPart(to))];
  if (!isShapeUnder(below, above) && !isShapeUnder(above, below)) return known;
  const names = templateNames(to);
  const result = mergeParameters(known);
  for (const [index, name] of templateNames(from).entries()) if (names[index] !== name) delete result[name];
  for (const [index, name] of templateNames(from).entries()) {
    const here = names[index];
    const value = known[name];
    if (here !== undefined && value !== undefined) result[here] = value;
  }
  return result;
}

/**
 * Copies path parameters into one record; later values replace earlier ones. `Object.assign` is several
 * times slower.
 */
export function mergeParameters(...all: readonly (Readonly<Record<string, Json>> | undefined)[]): Record<string, Json> {
  const copy: Record<string, Json> = Object.create(null);
  for (const values of all) {
    for (const name in values) {
      const value = Object.hasOwn(values, name) ? values[name] : undefined;
      if (value !== undefined) copy[name] = value;
    }
  }
  return copy;
}

/** Path parameters that together identify an item in its collection (`/bins/{row}/{column}`). */
export function compositeKey({
  collectionPath,
  itemPath,
}: Pick<Resource, 'collectionPath' | 'itemPath'>): readonly string[] {
  if (collectionPath === undefined || itemPath === undefined) return [];
  const own = templateNames(itemPath).slice(templateNames(collectionPath).length);
  return own.length > 1 ? own : [];
}
