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
