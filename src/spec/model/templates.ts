/** The names in braces of a path template, in order, with repetitions. */
export function templateNames(template: string): readonly string[] {
  return [...template.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name ?? '');
}

/** A path template up to and including a name in braces. */
export function templateUpTo(template: string, name: string): string {
  const mark = `{${name}}`;
  return template.slice(0, template.indexOf(mark) + mark.length);
}

/** Whether a path ends in a parameter: `/pets/{petId}`, or `/Pets({petId})` with a key in parentheses. */
export function endsInParameter(template: string): boolean {
  return /\}(?:'?\))?$/.test(template);
}

/** A path template without the names in braces, because each path may name a parameter differently. */
export function unnamedTemplate(template: string): string {
  return template.replace(/\{[^{}]*\}/g, '{}');
}

/** A path template with values in place of the names; `mark` is the name with its braces. */
export function filledTemplate(template: string, value: (name: string, mark: string) => string): string {
  return template.replace(/\{([^{}]+)\}/g, (mark, name: string) => value(name, mark));
}

/** What stands behind the last slash of a path: `orders` of `/shops/{shop}/orders`, `{id}` of `/orders/{id}`. */
export function lastSegment(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** The last segment of a path that has no parameter: `orders` of `/orders/{id}`. Empty if there is none. */
export function lastLiteral(path: string): string {
  return path.split('/').findLast((segment) => segment !== '' && !segment.includes('{')) ?? '';
}
