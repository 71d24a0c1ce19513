/** JSON Pointer (RFC 6901) of a property below another place. */
export function child(pointer: string, name: string): string {
  return `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** The pointer that a property of `ResourceId` or `ParentLink` means: a name is a property of the entity itself. */
export function pointerTo(property: string): string {
  return property.startsWith('/') ? property : child('', property);
}

/** The shortest way to write a pointer in the model: a bare name where it is a property of the entity itself. */
export function propertyAt(pointer: string): string {
  const name = /^\/([^/~]+)$/.exec(pointer)?.[1];
  return name ?? pointer;
}
