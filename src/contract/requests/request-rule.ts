import type { HttpRequest, Json } from '../../core/index.ts';
import { type Api, conjunctsOf, type Operation, type Schema } from '../../spec/index.ts';
import { parsePointer, parseQuery, stringifyJson, valueAt } from '../../wire/index.ts';
import { bodySchemaOf, schemaInBody } from './value-places.ts';

/** A rule of the document for one place of a request. */
export interface RequestRule {
  /** JSON Pointer of the keyword, or of the schema if the keyword is implied. */
  readonly pointer: string;
  /** The keyword's value, if it is written. */
  readonly bound?: Json;
}

/** The rule of a keyword for a place of a request, such as `/body/name`. */
export function requestRuleAt(api: Api, operation: Operation, place: string, keyword: string): RequestRule | undefined {
  const schema = schemaAt(api, operation, place);
  if (schema === undefined) return undefined;
  for (const part of conjunctsOf(api, schema)) {
    const pointer = api.pointerOf(part);
    if (pointer === undefined || !Object.hasOwn(part, keyword)) continue;
    // A keyword of a schema is JSON.
    return {
      pointer: `${pointer}/${keyword}`,
      bound: Object.entries(part).find(([name]) => name === keyword)?.[1] as Json,
    };
  }
  const pointer = api.pointerOf(schema);
  return pointer === undefined ? undefined : { pointer };
}

function schemaAt(api: Api, operation: Operation, place: string): Schema | undefined {
  const [where, name = '', ...rest] = parsePointer(place) ?? [];
  if (where === 'body') {
    const schema = bodySchemaOf(operation);
    return schema === undefined ? undefined : schemaInBody(api, schema, place.slice('/body'.length));
  }
  const parameter = operation.parameters.find(
    (each) => each.in === where && each.name.toLowerCase() === name.toLowerCase(),
  );
  const schema = parameter?.schema ?? parameter?.content?.schema;
  return schema === undefined || rest.length === 0 ? schema : schemaInBody(api, schema, `/${rest.join('/')}`);
}

/** The value at a place of a request, as a string for people; `undefined` if it cannot be shown. */
export function sentText(request: HttpRequest, place: string): string | undefined {
  const [where, name] = parsePointer(place) ?? [];
  if (where === 'body') {
    const value = request.body.kind === 'parsed' ? valueAt(request.body.value, place.slice('/body'.length)) : undefined;
    return value === undefined ? undefined : shortJson(value);
  }
  const query = where === 'query' ? parseQuery(request.query) : undefined;
  const pair = query?.ok === true ? query.pairs.find((each) => each.name === name) : undefined;
  return pair === undefined ? undefined : shortJson(pair.value);
}

const MOST_SHOWN = 60;

/** JSON in which long strings are cut and their length is given. */
export function shortJson(value: Json): string {
  const text = stringifyJson(value);
  if (text.length <= MOST_SHOWN) return text;
  const cut = text.slice(0, MOST_SHOWN - 1).replace(/[\ud800-\udbff]$/, '');
  return typeof value === 'string' ? `${cut}…" (${[...value].length} characters)` : `${cut}…`;
}
