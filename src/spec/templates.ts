/** The names in braces of a path template, in order; one that stands twice comes twice. */
export function templateNames(template: string): readonly string[] {
  return [...template.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name ?? '');
}
