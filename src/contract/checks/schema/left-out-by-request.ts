import type { Json } from '../../../core/index.ts';
import { isArray, isObject, parseJson, parseQuery } from '../../../wire/index.ts';
import type { Exchange } from '../../model/exchange.ts';

/** Names of the part of a filter that selects properties: `{ "fields": { "name": false } }`. */
const SELECTING = /^\$?(?:fields?|select|projection|attributes|properties)$/i;

/** Whether a filter in the query, an object, selects properties of which this is none. A single name in brackets is not read. */
export function leftOutByRequest({ request }: Pick<Exchange, 'request'>, property: string): boolean {
  const query = parseQuery(request.query);
  return (query.ok ? query.pairs : []).some(({ value }) => {
    const parsed = value.startsWith('{') ? parseJson(value) : undefined;
    return (
      parsed?.ok === true &&
      isObject(parsed.value) &&
      Object.entries(parsed.value).some(([name, selected]) => SELECTING.test(name) && leavesOut(selected, property))
    );
  });
}

function leavesOut(selected: Json, property: string): boolean {
  if (isArray(selected)) return selected.length > 0 && !selected.includes(property);
  if (!isObject(selected)) return false;
  const own = Object.hasOwn(selected, property) ? selected[property] : undefined;
  return own === false || (own === undefined && Object.values(selected).includes(true));
}
