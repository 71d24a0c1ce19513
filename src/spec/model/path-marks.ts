/** A mark after the path in a key of `paths`: `Action=Copy` of `/#Action=Copy`. */
export interface PathMark {
  readonly name: string;
  /** Absent if there is only a name, or if a parameter has the value (`?page={page}`). */
  readonly value?: string;
  /** The parameter in braces that stands for the value. */
  readonly parameter?: string;
  /** Whether it is after `?`, so that requests contain it. */
  readonly inQuery: boolean;
}

// A name in braces may contain any character.
const TEMPLATE = /^(?:\{[^{}]*\}|[^?#])*/s;

/** The path that requests have, without query and fragment (OpenAPI 3.1 §4.8.8.1). */
export function pathTemplateOf(path: string): string {
  // Called for every request; paths with marks are rare.
  if (!path.includes('?') && !path.includes('#')) return path;
  return TEMPLATE.exec(path)?.[0] ?? path;
}

/** The marks after the path, in order. */
export function marksOf(path: string): readonly PathMark[] {
  const template = pathTemplateOf(path);
  if (template.length === path.length) return [];
  const markText = path.slice(template.length);
  return [...markText.matchAll(/([?#&])([^?#&=]+)(?:=([^?#&]*))?/g)].map(([match, , name = '', value]) => {
    const inQuery = markText.lastIndexOf('#', markText.indexOf(match)) < 0;
    const parameter = /^\{([^{}]+)\}$/.exec(value ?? '')?.[1];
    if (parameter !== undefined) return { name, parameter, inQuery };
    return { name, inQuery, ...(value === undefined || value === '' || value.includes('{') ? {} : { value }) };
  });
}
