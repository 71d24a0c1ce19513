import { pathTemplateOf } from '../../spec/index.ts';

/**
 * The raw values of path parameters; `undefined` where the path does not match the template. An empty segment
 * has no value: routers take it for another path.
 */
export function pathValuesOf(template: string, path: string): Readonly<Record<string, string>> | undefined {
  const names: string[] = [];
  const pattern = pathTemplateOf(template)
    .split(/(\{[^{}]*\})/)
    .map((part) => {
      if (!/^\{.*\}$/.test(part)) return part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
      names.push(part.slice(1, -1));
      return '([^/]+)';
    })
    .join('');
  const match = new RegExp(`^${pattern}/?$`).exec(path);
  if (match === null) return undefined;
  return Object.fromEntries(names.map((name, index) => [name, match[index + 1] ?? '']));
}
