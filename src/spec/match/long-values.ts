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
  const templates = operations.map((operation) => ({ operation, template: pathTemplateOf(operation.path) }));
  const single = templates.flatMap(({ operation, template }) => {
    const [name, ...others] = templateNames(template);
    const [front = '', end = ''] = template.split(/\{[^{}]*\}/);
    return name === undefined || others.length > 0 ? [] : [{ operation, name, front, end }];
  });
  const long = new Set(
    [...new Set(single.map(({ name }) => name))].filter((name) =>
      operations.some((each) => each.path.includes(`{${name}}`) && saysSlashes(each, name)),
    ),
  );
  const candidates = single.filter(({ name }) => long.has(name));
  return (path, method) => {
    const [found] = candidates
      .filter(({ operation: own }) => own.method === method || (method === 'HEAD' && own.method === 'GET'))
      .flatMap(({ operation, name, front, end }) => {
        const value = valueIn(path, front, end);
        return value === undefined ? [] : [{ operation, name, value }];
      })
      .toSorted((a, b) => a.value.length - b.value.length);
    return found && { operation: found.operation, pathParams: { [found.name]: found.value } };
  };
}

/** The value with slashes between the two literal parts of a template. */
function valueIn(path: string, front: string, end: string): string | undefined {
  const value = path.slice(front.length, path.length - end.length);
  const fits = path.startsWith(front) && path.endsWith(end) && path.length > front.length + end.length;
  return fits && value.includes('/') && !/^\/|\/\/|\/$/.test(value) ? value : undefined;
}

/** A value with slashes in a description: `projects/{project}/jobs/{job}`, `projects/*`, `projects/[PROJECT_ID]`. */
const SHOWN = /(?:^|[\s`"'(])[a-z][\w-]*\/(?:\{[^{}\s]+\}|\*|\[[^[\]\s]+\])/i;

function saysSlashes({ parameters }: Operation, name: string): boolean {
  return parameters.some((each) => each.in === 'path' && each.name === name && SHOWN.test(each.description ?? ''));
}
