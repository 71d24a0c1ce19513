import type { Json } from '../core/index.ts';
import type { Resource } from '../resources/index.ts';

const PARAMETER = /\{([^}]+)\}/g;

const shapeOf = (template: string): string => template.replace(PARAMETER, '{}');
const namesIn = (template: string): readonly string[] =>
  [...template.matchAll(PARAMETER)].map(([, name]) => name ?? '');

/** Whether a path template stands on or under another; each may call the same parameter by its own name. */
export function isUnder(path: string, above: string): boolean {
  const shape = shapeOf(above);
  const own = shapeOf(path);
  return own === shape || own.startsWith(`${shape}/`);
}

/** Path parameters of an item under the names that a path on or under the item gives them: `{id}` of `/users/{id}` is `{userId}` below. */
export function renamedFor(
  path: string,
  owner: Resource | undefined,
  values: Readonly<Record<string, Json>> | undefined,
): Readonly<Record<string, Json>> {
  const renamed: Record<string, Json> = Object.assign(Object.create(null), values);
  if (owner?.itemPath === undefined || !isUnder(path, owner.itemPath)) return renamed;
  const names = namesIn(path);
  for (const [index, name] of namesIn(owner.itemPath).entries()) {
    const here = names[index];
    const value = values !== undefined && Object.hasOwn(values, name) ? values[name] : undefined;
    if (here === undefined || here === name || value === undefined) continue;
    // A deeper parameter may have the name that the item's own has above.
    if (renamed[name] === value) delete renamed[name];
    renamed[here] = value;
  }
  return renamed;
}
