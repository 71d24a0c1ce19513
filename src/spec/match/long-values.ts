import type { Operation } from '../model/api.ts';
import { pathTemplateOf } from '../model/path-marks.ts';
import { templateNames } from '../model/templates.ts';

/** An operation, and the values of its path parameters, still encoded. */
export interface LongMatch {
  readonly operation: Operation;
  readonly pathParams: Readonly<Record<string, string>>;
}

/**
 * Finds the operation of a path in which the value of one parameter has slashes: `/v1/projects/a/regions/b/jobs` for `/v1/{parent}/jobs`, if the document says
 * that a parameter of this name has such values. The template with the longest literal parts wins.
 */
export function createLongMatcher(
  operations: readonly Operation[],
): (path: string, method: string) => LongMatch | undefined {
  const says = new Map<string, boolean>();
  const hasSlashes = (name: string): boolean => {
    const known =
      says.get(name) ?? operations.some((each) => each.path.includes(`{${name}}`) && saysSlashes(each, name));
    says.set(name, known);
    return known;
  };
  return (path, method) => {
    const found = operations
      .filter((operation) => operation.method === method || (method === 'HEAD' && operation.method === 'GET'))
      .flatMap((operation) => {
        const template = pathTemplateOf(operation.path);
        const [name, ...others] = templateNames(template);
        if (name === undefined || others.length > 0) return [];
        const value = valueIn(template, path);
        return value === undefined ? [] : [{ operation, name, value }];
      })
      .toSorted((a, b) => a.value.length - b.value.length)
      .find(({ name }) => hasSlashes(name));
    return found && { operation: found.operation, pathParams: { [found.name]: found.value } };
  };
}

/** The value with slashes of the only parameter of a template. */
function valueIn(template: string, path: string): string | undefined {
  const [front = '', end = ''] = template.split(/\{[^{}]*\}/);
  const value = path.slice(front.length, path.length - end.length);
  const fits = path.startsWith(front) && path.endsWith(end) && path.length > front.length + end.length;
  return fits && value.includes('/') && !/^\/|\/\/|\/$/.test(value) ? value : undefined;
}

/** A value with slashes in a description: `projects/{project}/jobs/{job}`, `projects/*`, `projects/[PROJECT_ID]`. */
const SHOWN = /(?:^|[\s`"'(])[a-z][\w-]*\/(?:\{[^{}\s]+\}|\*|\[[^[\]\s]+\])/i;

function saysSlashes({ parameters }: Operation, name: string): boolean {
  return parameters.some((each) => each.in === 'path' && each.name === name && SHOWN.test(each.description ?? ''));
}
