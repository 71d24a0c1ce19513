import type { HttpRequest, Json } from '../../core/index.ts';
import { type Operation, pathTemplateOf, type Schema, templateNames } from '../../spec/index.ts';
import { isArray, stringifyJson } from '../../wire/index.ts';
import type { CaseContext } from '../model/case-context.ts';
import { valueInPath } from './substitute.ts';
import { fill } from './variables.ts';
import { withValue } from './with-value.ts';

const IN_TEXT = /\$\{path\.([^}]+)\}/g;
const IN_QUERY = /%24%7Bpath\.([^%&]+)%7D/gi;

/** The path parameters that a given value repeats: `${path.zone_id}`. */
export function repeatedNames(value: unknown): readonly string[] {
  if (typeof value === 'function' || value === undefined) return [];
  return [...stringifyJson(value as Json).matchAll(IN_TEXT)].map(([, name = '']) => name);
}

/** Whether an operation has all path parameters that a given value repeats. */
export function hasRepeated(value: unknown, { path }: Pick<Operation, 'path'>): boolean {
  const names = templateNames(path);
  return repeatedNames(value).every((name) => names.includes(name));
}

/** The request in which `${path.NAME}`, in its body and its query, is the value of that parameter in its own path. */
export function withPathValues(operation: Operation | undefined, request: HttpRequest): HttpRequest {
  const { body, query } = request;
  const inBody = body.kind === 'parsed' && body.text.includes('${path.');
  if (operation === undefined || !(inBody || /%24%7Bpath\./i.test(query))) return request;
  const values = valuesInPath(operation, request.path);
  const newQuery = query.replace(IN_QUERY, (whole, name: string) => {
    const value = values.get(`path.${name}`);
    return value === undefined ? whole : encodeURIComponent(String(value));
  });
  const filled = { ...request, query: newQuery };
  return inBody ? withValue(filled, fill(body.value, values)) : filled;
}

/** The values of the parameters that are whole segments of a path, as `path.NAME`. */
function valuesInPath(operation: Operation, path: string): ReadonlyMap<string, Json> {
  const drawn = path.split('/');
  return new Map(
    pathTemplateOf(operation.path)
      .split('/')
      .flatMap((part, index): readonly (readonly [string, Json])[] => {
        const name = /^\{([^{}]+)\}$/.exec(part)?.[1];
        const raw = drawn[index];
        if (name === undefined || raw === undefined || raw === part) return [];
        const text = valueInPath(operation, name, raw);
        const value = isWhole(operation, name) && /^-?\d{1,15}$/.test(text) ? Number(text) : text;
        return [[`path.${name}`, value]];
      }),
  );
}

/** Tells whether a value may stand for a path parameter of a schema. In a path, `7` and `"7"` are the same text. */
export function fitsInPath({ accepts }: Pick<CaseContext, 'accepts'>, schema: Schema = true): (value: Json) => boolean {
  return (value) => {
    const number = typeof value === 'string' && value !== '' ? Number(value) : Number.NaN;
    return (
      accepts(schema, value) || accepts(schema, String(value)) || (Number.isFinite(number) && accepts(schema, number))
    );
  };
}

function isWhole({ parameters }: Operation, name: string): boolean {
  const schema = parameters.find((each) => each.in === 'path' && each.name === name)?.schema;
  const type = typeof schema === 'object' ? schema.type : undefined;
  return (isArray(type as Json) ? (type as readonly string[]) : [type]).includes('integer');
}
