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
