import type { Resource } from './model.ts';

/** JSON Pointer (RFC 6901) of a property below another place. */
export function child(pointer: string, name: string): string {
  return `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** The pointer of a property of `ResourceId` or `ParentLink`: a name is a top-level property. */
export function pointerTo(property: string): string {
  return property.startsWith('/') ? property : child('', property);
}

/** The resource of an entity, and its place in the body of a request. */
interface SentEntity {
  readonly resource?: Resource | undefined;
  readonly requestEntity?: string | undefined;
}

/** The place of an entity's own id in the body of a request; `undefined` if the body has no entity, or the id no property. */
export function idPlace({ resource, requestEntity }: SentEntity): string | undefined {
  const property = resource?.id?.property;
  return property === undefined || requestEntity === undefined ? undefined : `${requestEntity}${pointerTo(property)}`;
}

/** The property that shows the id of a record in the items of its list, in the form of `ResourceId.property`. */
export function idInItems({ id }: Pick<Resource, 'id'>): string | undefined {
  return id?.property ?? id?.listed;
}

/** The short form of a pointer in the model: a name for a top-level property. */
export function propertyAt(pointer: string): string {
  const name = /^\/([^/~]+)$/.exec(pointer)?.[1];
  return name ?? pointer;
}

/** What an example has at a pointer; `undefined` where it has nothing there. */
export function shownAt(example: unknown, pointer: string): unknown {
  const names = pointer.split('/').slice(1);
  return names.reduce<unknown>((at, name) => {
    const own = name.replaceAll('~1', '/').replaceAll('~0', '~');
    return typeof at === 'object' && at !== null && Object.hasOwn(at, own)
      ? (at as Record<string, unknown>)[own]
      : undefined;
  }, example);
}
