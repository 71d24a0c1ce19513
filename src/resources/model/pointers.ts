/** JSON Pointer (RFC 6901) of a property below another place. */
export function child(pointer: string, name: string): string {
  return `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** The pointer of a property of `ResourceId` or `ParentLink`: a name is a top-level property. */
export function pointerTo(property: string): string {
  return property.startsWith('/') ? property : child('', property);
}

/** The short form of a pointer in the model: a name for a top-level property. */
export function propertyAt(pointer: string): string {
  const name = /^\/([^/~]+)$/.exec(pointer)?.[1];
  return name ?? pointer;
}
