/** What a key under `paths` asks for behind its path: `Action=Copy` of `/#Action=Copy`. */
export interface PathMark {
  readonly name: string;
  /** Absent where only the name is told, or where a parameter gives the value (`?page={page}`). */
  readonly value?: string;
  /** The parameter in braces that stands for the value. */
  readonly parameter?: string;
  /** Behind `?`, where a request repeats it. */
  readonly inQuery: boolean;
}

// A name in braces may hold any character.
const TEMPLATE = /^(?:\{[^{}]*\}|[^?#])*/s;

/** The part of a path that requests have: no request path has a query or fragment (OpenAPI 3.1 §4.8.8.1). */
export function pathTemplateOf(path: string): string {
  // Asked for every request, and hardly ever is anything told behind a path.
  if (!path.includes('?') && !path.includes('#')) return path;
  return TEMPLATE.exec(path)?.[0] ?? path;
}

/** What is told behind the path, in order. */
export function marksOf(path: string): readonly PathMark[] {
  const template = pathTemplateOf(path);
  if (template.length === path.length) return [];
  const told = path.slice(template.length);
  return [...told.matchAll(/([?#&])([^?#&=]+)(?:=([^?#&]*))?/g)].map(([match, , name = '', value]) => {
    const inQuery = told.lastIndexOf('#', told.indexOf(match)) < 0;
    const parameter = /^\{([^{}]+)\}$/.exec(value ?? '')?.[1];
    if (parameter !== undefined) return { name, parameter, inQuery };
    return { name, inQuery, ...(value === undefined || value === '' || value.includes('{') ? {} : { value }) };
  });
}
