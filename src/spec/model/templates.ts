/** The names in braces of a path template, in order; one that stands twice comes twice. */
export function templateNames(template: string): readonly string[] {
  return [...template.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name ?? '');
}

/** A path template as far as a name in braces, which ends it. */
export function templateUpTo(template: string, name: string): string {
  const mark = `{${name}}`;
  return template.slice(0, template.indexOf(mark) + mark.length);
}

/** A path template without the names in its braces, for each path may call the same parameter by its own. */
export function unnamedTemplate(template: string): string {
  return template.replace(/\{[^{}]*\}/g, '{}');
}

/** A path template with what stands for each name in braces; `mark` is the name with its braces. */
export function filledTemplate(template: string, value: (name: string, mark: string) => string): string {
  return template.replace(/\{([^{}]+)\}/g, (mark, name: string) => value(name, mark));
}
